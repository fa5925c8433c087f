import { describe, expect, onTestFinished, test } from 'vitest'
import { login, register } from '../../../src/shared/identity/auth.api.ts'
import { inviteUser, listInvitations, cancelUserInvitation } from '../../../src/shared/identity/people.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { getSite } from '../../../src/shared/admin/site.api.ts'
import { BY_INVITATION } from '../../../src/shared/contract/problem.ts'
import { DAY } from '../../../src/server/platform/lib/clock.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { linkIn, MailServer } from '../../support/mail-server.ts'
import { problemWith } from '../../support/problems.ts'
import { PASSWORD, registrationOf, signIn, startTestApp } from '../../support/test-app.ts'

const start = async (config: Parameters<typeof startTestApp>[0] = {}) => {
  const started = await startTestApp({ registration: 'invited', publicURL: 'https://homes.example', ...config })
  const { anonymous, newUser } = started
  const admin = await newUser('admin', [Role.Admin])
  return {
    ...started,
    admin,
    invite: (email = 'avery@example.com') => admin.must(inviteUser, { body: { email } }),
    pending: async () => (await admin.must(listInvitations, {})).invitations,
    sign: (user: string, invitation?: string) =>
      anonymous.call(register, { body: { ...registrationOf(user), ...(invitation !== undefined && { invitation }) } }),
  }
}

const tokenOf = (link: string): string => new URL(link).hash.slice(1)

describe('an invitation', () => {
  test('lets one person register, and nobody else can', async () => {
    const { anonymous, invite, pending, sign, services } = await start()
    expect(await anonymous.must(getSite, {})).toMatchObject({ registration: 'invited' })
    for (const nothing of [undefined, '', ' ']) {
      expect((await sign('stranger', nothing)).problem).toMatchObject({
        statusCode: 403,
        code: 'registration_closed',
        message: BY_INVITATION,
      })
    }
    expect((await sign('stranger', 'A'.repeat(43))).problem).toMatchObject(problemWith('invitation_invalid'))

    const { invitationID, link, mailed } = await invite()
    expect([mailed, link]).toEqual([false, expect.stringMatching(/^https:\/\/homes\.example\/register#[\w-]{43}$/)])
    expect(await pending()).toEqual([
      {
        invitationID,
        email: 'avery@example.com',
        by: 'Robin Sample',
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
      },
    ])
    expect(JSON.stringify(await services.db.selectFrom('invitations').selectAll().execute())).not.toContain(
      tokenOf(link),
    )
    // A taken username does not use it up.
    expect((await sign('admin', tokenOf(link))).problem.code).toBe('username_taken')
    expect((await sign('avery', tokenOf(link))).status).toBe(201)
    expect((await anonymous.must(login, { body: { user: 'avery', pwd: PASSWORD } })).roles).toEqual([Role.User])
    expect(await pending()).toEqual([])
    expect((await sign('blake', tokenOf(link))).problem.code).toBe('invitation_invalid')
  })

  test('works for one of ten who use it at once', async () => {
    const { invite, sign } = await start()
    const token = tokenOf((await invite()).link)
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => sign(`user${at}`, token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(404)])
  })

  test('ends after 14 days or when it is withdrawn', async () => {
    const { app, admin, clock, invite, sign, services } = await start()
    const { invitationID, link } = await invite()
    await admin.must(cancelUserInvitation, { query: { invitationID } })
    expect((await sign('avery', tokenOf(link))).problem.code).toBe('invitation_invalid')
    expect((await admin.call(cancelUserInvitation, { query: { invitationID } })).status).toBe(404)
    const late = await invite()
    clock.turn(14 * DAY)
    const later = await signIn(app, 'admin')
    expect(await later.must(listInvitations, {})).toEqual({ invitations: [] })
    expect((await sign('avery', tokenOf(late.link))).problem.code).toBe('invitation_invalid')
    await sweep(services)
    expect(await services.db.selectFrom('invitations').selectAll().execute()).toEqual([])
  })

  test('is mailed if mail is set up, with a new link', async () => {
    const mailServer = await MailServer.start()
    onTestFinished(() => mailServer.stop())
    const { invite, pending, sign } = await start({ smtpURL: mailServer.url })
    const { link, mailed } = await invite()
    expect(mailed).toBe(true)
    const sent = linkIn(await mailServer.waitForMail('avery@example.com'))
    expect([sent.origin, sent.pathname]).toEqual(['https://homes.example', '/register'])
    expect(sent.href).not.toBe(link)
    expect((await sign('avery', tokenOf(sent.href))).status).toBe(201)
    expect(await pending()).toEqual([])
    expect((await sign('blake', tokenOf(link))).problem.code).toBe('invitation_invalid')
  })

  test('does not work if registration is closed, and is not needed if it is open', async () => {
    const closed = await start({ registration: 'closed' })
    const { link } = await closed.invite()
    expect((await closed.sign('avery', tokenOf(link))).problem.code).toBe('registration_closed')
    const open = await start({ registration: 'open' })
    expect((await open.sign('avery')).status).toBe(201)
  })

  test('can be created by Admins only', async () => {
    const { anonymous, newUser, invite } = await start()
    const { invitationID } = await invite()
    for (const [client, status] of [
      [anonymous, 401],
      [await newUser('robin'), 403],
    ] as const) {
      expect((await client.call(inviteUser, { body: { email: 'a@example.com' } })).status).toBe(status)
      expect((await client.call(listInvitations, {})).status).toBe(status)
      expect((await client.call(cancelUserInvitation, { query: { invitationID } })).status).toBe(status)
    }
  })
})
