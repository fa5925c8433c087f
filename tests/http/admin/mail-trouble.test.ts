import { describe, expect, onTestFinished, test } from 'vitest'
import { forgot } from '../../../src/shared/identity/auth.api.ts'
import { getSite } from '../../../src/shared/admin/site.api.ts'
import { getOverview } from '../../../src/shared/admin/overview.api.ts'
import { sendUserReset } from '../../../src/shared/identity/people.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { DAY, MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { mailNotes } from '../../../src/server/platform/mail/mail-failure.repo.ts'
import { openMailer } from '../../../src/server/platform/mail/mailer.ts'
import { MailServer } from '../../support/mail-server.ts'
import { startTestApp } from '../../support/test-app.ts'
import { until } from '../../support/until.ts'

const FAILS = { statusCode: 503, code: 'mail_fails' }

const start = async (urlOf = (mailServer: MailServer) => mailServer.url) => {
  const mailServer = await MailServer.start()
  onTestFinished(() => mailServer.stop())
  const started = await startTestApp({ smtpURL: urlOf(mailServer) })
  const { anonymous, newUser } = started
  const admin = await newUser('admin', [Role.Admin])
  await newUser('robin')
  return {
    ...started,
    mailServer,
    admin,
    site: () => anonymous.must(getSite, {}),
    overview: () => admin.must(getOverview, {}),
    ask: (user = 'robin') => anonymous.call(forgot, { body: { user } }),
    /** Waits until a failed mail, which no caller awaits, is known. */
    untilItFails: () => until(async () => (await anonymous.must(getSite, {})).mailFails),
  }
}

describe('a mail server that rejects mails', () => {
  test.each<[string, (mailServer: MailServer) => Promise<void> | void, RegExp]>([
    ['because it is gone', (mailServer) => mailServer.stop(), /ECONNREFUSED|closed/i],
    ['because it refuses them', (mailServer) => mailServer.will('refuse'), /Not today/],
  ])('%s is shown on the site, on Overview, and to everybody who requests a mail', async (_, begin, why) => {
    const { clock, admin, services, mailServer, site, overview, ask, untilItFails } = await start()
    expect(await site()).toMatchObject({ sendsMail: true, mailFails: false })
    expect(await overview()).toMatchObject({ sendsMail: true, mailFails: false, mailFailure: null })

    await begin(mailServer)
    const at = clock.now().toISOString()
    expect((await ask()).status).toBe(200)
    await untilItFails()
    expect(await site()).toMatchObject({ sendsMail: false, mailFails: true })
    const { mailFailure, ...rest } = await overview()
    expect(rest).toMatchObject({ sendsMail: false, mailFails: true })
    expect(mailFailure).toEqual({ at, why: expect.stringMatching(why) })

    // For existing and unknown accounts.
    for (const user of ['robin', 'nobody']) {
      const refused = await ask(user)
      expect([refused.problem, refused.headers['retry-after']]).toEqual([expect.objectContaining(FAILS), '60'])
    }
    const { id } = await services.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'robin')
      .executeTakeFirstOrThrow()
    expect((await admin.call(sendUserReset, { body: { userID: id } })).problem).toMatchObject(FAILS)
  })

  test('because of its login is reported as that, without the password', async () => {
    const { ask, overview, untilItFails } = await start(({ urlWithPassword }) =>
      urlWithPassword.replace('word', 'wort'),
    )
    await ask()
    await untilItFails()
    const { mailFailure } = await overview()
    expect(mailFailure?.why).toContain('Invalid login')
    expect(mailFailure?.why).not.toContain('p@ss')
  })

  test('is tried again by the next request: when it is back everybody sees so, and Overview keeps the last failure', async () => {
    const { mailServer, site, overview, ask, untilItFails } = await start()
    await mailServer.stop()
    await ask()
    await untilItFails()
    await mailServer.start()
    // Any of these reads triggers a check, which no caller awaits.
    await until(async () => !(await site()).mailFails)
    expect(await overview()).toMatchObject({ sendsMail: true, mailFailure: { at: expect.any(String) } })
    expect((await ask()).status).toBe(200)
    await mailServer.waitForMail('robin@example.com')
  })

  test('and refuses the test is tried again after 15 minutes, regardless of clock changes', async () => {
    const { mailServer, clock, site, ask, untilItFails } = await start()
    mailServer.will('refuse')
    await ask()
    await untilItFails()
    mailServer.will('accept')
    clock.turn(-DAY)
    expect((await ask()).status).toBe(200)
    await mailServer.waitForMail('robin@example.com')
    mailServer.will('refuse')
    await ask()
    await untilItFails()
    clock.turn(15 * MINUTE)
    expect(await site()).toMatchObject({ sendsMail: true, mailFails: false })
  })

  test('is known to every server, regardless of which one noticed', async () => {
    const { services, clock, mailServer, site } = await start()
    await mailServer.stop()
    const other = openMailer({ smtpURL: mailServer.url, mailFrom: 'a@homes.example' }, mailNotes(services.db, clock))
    await expect(other?.send({ to: 'robin@example.com', subject: 'Hello', text: 'Hello' })).rejects.toThrow()
    expect(await site()).toMatchObject({ sendsMail: false, mailFails: true })
  })
})

test.each([
  [452, '4.2.2 The mailbox is full'],
  [554, '5.7.1 Nothing from you'],
])('one mailbox that answers %i %s blocks no other mail, and is retried', async (code, words) => {
  const { mailServer, services, clock, site, ask } = await start()
  mailServer.refuseRecipients(code, words)
  expect((await ask()).status).toBe(200)
  const failed = () => services.db.selectFrom('jobs').select('reason').where('reason', 'is not', null).execute()
  await until(async () => (await failed()).length > 0)
  expect(JSON.stringify(await failed())).toContain(words)
  expect(await site()).toMatchObject({ sendsMail: true, mailFails: false })
  expect((await ask('nobody')).status).toBe(200)
  mailServer.will('accept')
  clock.turn(MINUTE)
  services.jobs.wake()
  await mailServer.waitForMail('robin@example.com')
})
