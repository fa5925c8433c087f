import { expect, onTestFinished, test } from 'vitest'
import { getMyAccount, updateMyAccount } from '../../../src/shared/identity/account.api.ts'
import { forgot, register, resetPassword } from '../../../src/shared/identity/auth.api.ts'
import { declineOffer, offerProject } from '../../../src/shared/sharing/handover.api.ts'
import { inviteMember } from '../../../src/shared/sharing/members.api.ts'
import { inviteUser } from '../../../src/shared/identity/people.api.ts'
import { createKey, removeKey } from '../../../src/shared/identity/api-keys.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { DAY, MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { linkIn, MailServer, type ReceivedMail } from '../../support/mail-server.ts'
import { ALL_PARTS, tokenOf } from '../../support/members.ts'
import { turnOn } from '../../support/second-factor.ts'
import { PASSWORD, registrationOf, signIn, startTestApp, type Client } from '../../support/test-app.ts'

const start = async () => {
  const mailServer = await MailServer.start()
  onTestFinished(() => mailServer.stop())
  const started = await startTestApp({ publicURL: 'https://homes.example', smtpURL: mailServer.url })
  const { app, anonymous, jobsDone } = started
  return {
    ...started,
    mailServer,
    /** A registered user with a project. */
    newcomer: async (name = 'robin') => {
      await anonymous.must(register, { body: registrationOf(name) })
      const client = await signIn(app, name)
      return { client, projectID: await client.newProject('BUY NOW at evil.example') }
    },
    invite: async (client: Client, projectID: number, email = 'kim@example.com') => {
      const { mailed, unconfirmed } = await client.must(inviteMember, { body: { projectID, email, may: 'read' } })
      await jobsDone()
      return { mailed, unconfirmed }
    },
    /** Mails since the last call. */
    mailed: () => mailServer.received.splice(0).map(({ recipients, subject }) => [...recipients, subject]),
    follow: async (link: URL, method: 'GET' | 'POST') =>
      app.inject({ method, url: link.pathname, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  }
}

const MAILED = { mailed: true, unconfirmed: false }
const UNCONFIRMED = { mailed: false, unconfirmed: true }
const NOT_MAILED = { mailed: false, unconfirmed: false }
const INVITATION = 'You’re invited to a Roomfolio project'
const CONFIRM = 'Confirm your email address for Roomfolio'

test('invitations are mailed once the sender has confirmed their own address, without user text in the subject', async () => {
  const { newcomer, invite, mailServer, mailed, follow } = await start()
  const { client, projectID } = await newcomer()
  expect(await invite(client, projectID)).toEqual(UNCONFIRMED)
  const link = linkIn(mailServer.received[0] as ReceivedMail)
  expect(mailed()).toEqual([['robin@example.com', CONFIRM]])

  const page = await follow(link, 'GET')
  expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('Confirm This Address?')])
  expect(await invite(client, projectID)).toEqual(UNCONFIRMED)
  expect(await client.must(getMyAccount, {})).toMatchObject({ emailConfirmed: false })
  expect((await follow(new URL(`${link.href.slice(0, -1)}_`), 'POST')).body).toContain('This Link Has Expired')
  expect(await invite(client, projectID)).toEqual(UNCONFIRMED)
  expect((await follow(link, 'POST')).body).toContain('Your Address Is Confirmed')
  expect(await client.must(getMyAccount, {})).toMatchObject({ emailConfirmed: true })
  mailed()
  expect(await invite(client, projectID)).toEqual(MAILED)
  const offer = { projectID, email: 'lee@example.com', goes: ALL_PARTS, stays: false }
  expect(await client.must(offerProject, { body: offer })).toMatchObject(MAILED)
  await mailServer.waitForMail('lee@example.com')
  expect(mailed()).toEqual([
    ['kim@example.com', INVITATION],
    ['lee@example.com', 'A Roomfolio project is being handed over to you'],
  ])
})

test('a new address is confirmed again by its own link, or by a password reset', async () => {
  const { app, anonymous, newUser, invite, mailServer, mailed, follow } = await start()
  const robin = await newUser('robin')
  const projectID = await robin.newProject()
  expect(await invite(robin, projectID)).toEqual(MAILED)
  const move = (email: string) => {
    const inputs = { user: 'robin', ...registrationOf('robin').inputs, email }
    return robin.must(updateMyAccount, { body: { inputs, currentPass: PASSWORD } })
  }
  await move('first@example.com')
  mailed()
  expect(await invite(robin, projectID)).toEqual(UNCONFIRMED)
  const first = linkIn(await mailServer.waitForMail('first@example.com'))
  await move('second@example.com')
  expect((await follow(first, 'POST')).body).toContain('This Link Has Expired')
  expect(await invite(robin, projectID)).toEqual(UNCONFIRMED)
  await mailServer.waitForMail('second@example.com')

  await anonymous.must(forgot, { body: { user: 'robin' } })
  const reset = linkIn(await mailServer.waitForMail('second@example.com', '/reset#'))
  const token = reset.searchParams.get('token') ?? reset.hash.slice(1)
  await anonymous.must(resetPassword, { body: { token, newPass: 'battery staple' } })
  expect(await invite(await signIn(app, 'robin', 'battery staple'), projectID)).toEqual(MAILED)
})

test('a mailbox gets five mails a day from all senders, and a new account sends ten', async () => {
  const { app, newUser, invite, clock, mailed } = await start()
  const senders = [await newUser('robin'), await newUser()] as const
  const projects = [await senders[0].newProject(), await senders[1].newProject()] as const
  for (const n of [1, 2, 3, 4, 5])
    expect(await invite(senders[(n % 2) as 0 | 1], projects[(n % 2) as 0 | 1], `kim+${n}@example.com`)).toEqual(MAILED)
  expect(mailed()).toHaveLength(5)
  for (const at of [0, 1] as const)
    expect(await invite(senders[at], projects[at], 'Kim@example.com')).toEqual(NOT_MAILED)
  expect(mailed()).toEqual([])

  let [one] = senders
  const others = async (from: number, count: number) => {
    for (let n = from; n < from + count; n++) await invite(one, projects[0], `guest${n}@example.com`)
    return mailed().length
  }
  expect(await others(0, 12)).toBe(10 - 2)
  clock.turn(DAY)
  one = await signIn(app, 'robin')
  expect(await invite(one, projects[0])).toEqual(MAILED)
  clock.turn(7 * DAY)
  one = await signIn(app, 'robin')
  mailed()
  expect(await others(100, 12)).toBe(12)
})

test('a mailbox blocks all invitations by its own link, without a session', async () => {
  const { newUser, invite, mailServer, mailed, follow } = await start()
  const robin = await newUser('robin')
  const admin = await newUser('admin', [Role.Admin])
  const projectID = await robin.newProject()
  await invite(robin, projectID)
  const { headers, text } = await mailServer.waitForMail('kim@example.com')
  const header = headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  const link = new URL(header.slice(1, -1))
  expect(text).toContain(link.href)
  mailed()

  expect((await follow(link, 'GET')).body).toContain('Stop Invitations?')
  const wrong = await follow(new URL(`${link.href.slice(0, -1)}_`), 'POST')
  expect(await invite(robin, projectID)).toEqual(MAILED)
  const right = await follow(link, 'POST')
  expect([right.statusCode, right.body]).toEqual([200, wrong.body])
  mailed()
  expect(await invite(robin, projectID, 'KIM@example.com')).toEqual(NOT_MAILED)
  const offer = { projectID, email: 'kim@example.com', goes: ALL_PARTS, stays: false }
  expect(await robin.must(offerProject, { body: offer })).toMatchObject(NOT_MAILED)
  expect((await admin.must(inviteUser, { body: { email: 'kim@example.com' } })).mailed).toBe(false)
  expect(await invite(robin, projectID, 'lee@example.com')).toEqual(MAILED)
  expect(mailed()).toEqual([['lee@example.com', INVITATION]])
})

test('an address that nobody confirmed gets no mail but the one that asks to confirm it', async () => {
  const { app, newcomer, mailServer, mailed, jobsDone, newUser, anonymous, follow, clock } = await start()
  const { client, projectID } = await newcomer()
  await newUser('kim')
  const events = async () => {
    await turnOn(client, clock)
    await client.must(createKey, { body: { currentPass: PASSWORD, name: 'BUY NOW at evil.example', writes: false } })
    const { link } = await client.must(offerProject, {
      body: { projectID, email: 'kim@example.com', goes: ALL_PARTS, stays: false },
    })
    await (await signIn(app, 'kim')).must(declineOffer, { body: { token: tokenOf(link) } })
    await jobsDone()
  }
  await events()
  const asked = mailServer.received.map(({ source }) => source).join()
  expect(asked).not.toContain('evil.example')
  const subjects = mailed()
  expect(new Set(subjects.map(String))).toEqual(new Set([String(['robin@example.com', CONFIRM])]))
  expect(subjects.length).toBeLessThanOrEqual(5)

  await client.must(updateMyAccount, {
    body: {
      inputs: { user: 'robin', ...registrationOf('robin').inputs, email: 'new@example.com' },
      currentPass: PASSWORD,
    },
  })
  const link = linkIn(await mailServer.waitForMail('new@example.com'))
  await jobsDone()
  expect(mailed()).toEqual([['new@example.com', CONFIRM]])
  await follow(link, 'POST')
  await anonymous.must(forgot, { body: { user: 'robin' } })
  await client.must(createKey, { body: { currentPass: PASSWORD, name: 'BUY NOW', writes: false } })
  const mail = await mailServer.waitForMail('new@example.com', 'API key')
  expect(mail.source).not.toContain('BUY NOW')
})

test('one mailbox gets 20 security mails a day', async () => {
  const { newUser, mailServer, jobsDone, clock } = await start()
  const robin = await newUser('robin')
  const body = { currentPass: PASSWORD, name: 'curl', writes: false }
  const change = async (times: number) => {
    for (let n = 0; n < times; n++) {
      const { keyID } = await robin.must(createKey, { body })
      await robin.must(removeKey, { query: { keyID } })
    }
    await jobsDone()
    return mailServer.received.splice(0).length
  }
  expect(await change(11)).toBe(20)
  clock.turn(DAY - MINUTE)
  const again = await signIn(robin.app, 'robin')
  await again.must(createKey, { body })
  await jobsDone()
  expect(mailServer.received).toEqual([])
})

test('an account changes its address five times a day', async () => {
  const { newUser, clock, app } = await start()
  const move = async (client: Client, n: number) => {
    const inputs = { user: 'robin', ...registrationOf('robin').inputs, email: `robin-${n}@example.com` }
    return (await client.call(updateMyAccount, { body: { inputs, currentPass: PASSWORD } })).status
  }
  const robin = await newUser('robin')
  for (let n = 0; n < 5; n++) expect(await move(robin, n)).toBe(200)
  expect(await move(robin, 5)).toBe(429)
  clock.turn(DAY)
  expect(await move(await signIn(app, 'robin'), 5)).toBe(200)
})
