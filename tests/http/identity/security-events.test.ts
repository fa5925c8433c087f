import { expect, onTestFinished, test } from 'vitest'
import {
  changePassword,
  deleteMyAccount,
  exportMyData,
  updateMyAccount,
} from '../../../src/shared/identity/account.api.ts'
import { createKey, removeKey } from '../../../src/shared/identity/api-keys.api.ts'
import { setUserLock, setUserRole } from '../../../src/shared/identity/people.api.ts'
import {
  exportSecurityEvents,
  listMySecurityEvents,
  listSecurityEvents,
} from '../../../src/shared/identity/security-events.api.ts'
import { createLink, turnOffLink } from '../../../src/shared/sharing/links.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { createWebhook, removeWebhook } from '../../../src/shared/sharing/webhooks.api.ts'
import { DAY, HOUR, MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { countTry } from '../../../src/server/platform/http/throttle.repo.ts'
import { PER_USER } from '../../../src/server/identity/security-events/security-events.service.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { MailServer } from '../../support/mail-server.ts'
import { turnOn } from '../../support/second-factor.ts'
import { PASSWORD, registrationOf, signIn, startTestApp, type Client } from '../../support/test-app.ts'
import { idOf, start } from './people-fixture.ts'
import { unzip } from '../../support/zip.ts'

const HIDES_NOTHING = { notes: false, files: false, positions: false, labels: [] }

const all = async (admin: Client, query = {}) => (await admin.must(listSecurityEvents, { query })).events
const inShort = (events: Awaited<ReturnType<typeof all>>) =>
  events.map(({ kind, account, by, detail }) => [kind, account, by, detail])

test('the audit log tells of logins and security changes, with who did it', async () => {
  const { app, admin, newUser, clock } = await start()
  await newUser('robin')
  const userID = await idOf(admin, 'robin')
  const tried = (user: string, pwd: string) =>
    app.inject({ method: 'POST', url: '/login', payload: { user, pwd }, remoteAddress: '192.0.2.7' })
  await tried('robin', 'wrong horse')
  await tried('a password in the wrong field', 'wrong horse')
  const robin = await signIn(app, 'robin')
  await turnOn(robin, clock)
  const inputs = { ...registrationOf('robin').inputs, user: 'robin', email: 'r@example.org' }
  await robin.must(updateMyAccount, { body: { inputs, currentPass: PASSWORD } })
  await robin.must(changePassword, { body: { currentPass: PASSWORD, newPass: 'another horse' } })
  const keyOf = { currentPass: 'another horse', name: 'Home Assistant', writes: false }
  const { key, keyID } = await robin.must(createKey, { body: keyOf })
  await robin.must(removeKey, { query: { keyID } })
  const projectID = await robin.newProject('Maple Street')
  const { linkID } = await robin.must(createLink, { body: { projectID, name: 'Painter', hides: HIDES_NOTHING } })
  await robin.must(turnOffLink, { query: { linkID } })
  await robin.raw({ url: exportMyData.path })
  await admin.must(setUserRole, { body: { userID, role: Role.Reseller, held: true } })
  await admin.must(setUserLock, { body: { userID, locked: true } })

  const events = await all(admin)
  expect(inShort(events)).toEqual([
    ['account_locked', 'robin', 'admin', ''],
    ['role_granted', 'robin', 'admin', 'Reseller'],
    ['data_exported', 'robin', 'robin', 'all'],
    ['link_removed', 'robin', 'robin', ''],
    ['link_created', 'robin', 'robin', ''],
    ['api_key_removed', 'robin', 'robin', 'Home Assistant'],
    ['api_key_added', 'robin', 'robin', 'Home Assistant'],
    ['password_changed', 'robin', 'robin', ''],
    ['email_changed', 'robin', 'robin', ''],
    ['factor_on', 'robin', 'robin', ''],
    ['logged_in', 'robin', 'robin', 'password'],
    ['login_failed', null, null, 'password'],
    ['login_failed', 'robin', null, 'password'],
  ])
  expect(events.at(-1)).toMatchObject({ address: '192.0.2.7', device: 'lightMyRequest' })
  for (const secret of [key, 'horse', 'wrong field', 'Maple', 'Painter'])
    expect(JSON.stringify(events)).not.toContain(secret)
})

test('the audit log is filtered by kind, person and day, and paged; as CSV it has all pages', async () => {
  const { app, admin, newUser, clock } = await start()
  const newcomer = await newUser('newcomer')
  const userID = await idOf(admin, 'newcomer')
  for (let n = 0; n < 26; n++)
    for (const held of [true, false]) await admin.must(setUserRole, { body: { userID, role: Role.Reseller, held } })
  clock.turn(10 * MINUTE)
  await newUser('robin')
  await signIn(app, 'robin')
  const since = new Date(clock.now().getTime() - 5 * MINUTE).toISOString()

  const first = await admin.must(listSecurityEvents, { query: {} })
  const second = await admin.must(listSecurityEvents, { query: { before: first.older ?? 0 } })
  expect([first.events.length, second.events.length, second.older]).toEqual([50, 3, null])
  expect(new Set([...first.events, ...second.events].map(({ eventID }) => eventID)).size).toBe(53)
  expect(await all(admin, { kind: 'role_granted' })).toHaveLength(26)
  expect(inShort(await all(admin, { person: 'ROBIN' }))).toEqual([['logged_in', 'robin', 'robin', 'password']])
  expect(await all(admin, { person: 'admin' })).toHaveLength(50)
  expect(await all(admin, { person: 'nobody' })).toEqual([])
  expect(await all(admin, { since })).toHaveLength(1)
  expect(await all(admin, { until: since, kind: 'logged_in' })).toEqual([])

  const csv = await admin.raw({ url: exportSecurityEvents.path })
  expect(csv.headers['content-disposition']).toContain('roomfolio-audit-log-')
  const lines = csv.body.split('\r\n')
  expect(lines).toHaveLength(55)
  expect(lines[0]).toBe('\uFEFFTime (UTC),Event,Account,By,Detail,IP Address,Device,Times')
  expect(lines[2]).toMatch(/^[\d-]+T[\d:.]+Z,Role revoked,newcomer,admin,Reseller,127\.0\.0\.1,Unknown device,1$/)
  expect((await newcomer.raw({ url: exportSecurityEvents.path })).statusCode).toBe(403)
})

test('Recent Activity tells users of their own account alone, also what others did to it', async () => {
  const { app, admin, newUser } = await start()
  await newUser('sam_e')
  await newUser('robin')
  const robin = await signIn(app, 'robin')
  await signIn(app, 'sam_e')
  await admin.must(setUserRole, { body: { userID: await idOf(admin, 'robin'), role: Role.Reseller, held: true } })
  expect(inShort((await robin.must(listMySecurityEvents, { query: {} })).events)).toEqual([
    ['role_granted', 'robin', 'admin', 'Reseller'],
    ['logged_in', 'robin', 'robin', 'password'],
  ])
  const exported = (await unzip((await robin.raw({ url: exportMyData.path })).rawPayload)).get('roomfolio.json')
  expect((JSON.parse(String(exported)) as { account: object }).account).toMatchObject({
    activity: [{ kind: 'logged_in' }, { kind: 'role_granted', by: 'admin' }],
  })
})

test('events are kept for 400 days, and outlive their account without passing to another of that name', async () => {
  const { app, admin, newUser, services, clock } = await start()
  await newUser('robin')
  const robin = await signIn(app, 'robin')
  await robin.must(deleteMyAccount, { body: { currentPass: PASSWORD } })
  const next = await newUser('robin')
  expect((await next.must(listMySecurityEvents, { query: {} })).events).toEqual([])
  const kinds = async () => (await all(admin, { person: 'robin' })).map(({ kind }) => kind)
  expect(await kinds()).toEqual(['account_deleted', 'logged_in'])
  clock.turn(398 * DAY)
  // It is trusted again a day after it jumped.
  const kept = async () => {
    await sweep(services)
    clock.turn(DAY)
    await sweep(services)
    return (await services.db.selectFrom('security_events').selectAll().execute()).length
  }
  expect([await kept(), await kept(), await kept()]).toEqual([2, 2, 0])
})

test('a mail tells of a login by an unknown device, and of no other', async () => {
  const mailServer = await MailServer.start()
  onTestFinished(() => mailServer.stop())
  const { app, newUser, jobsDone } = await startTestApp({ smtpURL: mailServer.url })
  await newUser('robin')
  let cookies: Record<string, string> = {}
  const logIn = async (agent: string, remoteAddress: string, known = {}) => {
    const headers = { 'user-agent': agent }
    const sent = { url: '/login', payload: { user: 'robin', pwd: PASSWORD }, headers, remoteAddress, cookies: known }
    const answer = await app.inject({ method: 'POST', ...sent })
    cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
    await jobsDone()
    return mailServer.received.map(({ subject }) => subject)
  }
  const phone = 'Mozilla/5.0 (iPhone) Version/26.0 Safari/605'
  expect(await logIn('Firefox/140.0 Linux', '192.0.2.7')).toEqual([])
  expect(await logIn('Firefox/140.0 Linux', '192.0.2.7')).toEqual([])
  expect(await logIn('Firefox/141.0 Linux', '198.51.100.9', cookies)).toEqual([])
  expect(await logIn(phone, '203.0.113.5')).toEqual(['New login to Roomfolio'])
  expect(mailServer.received[0]?.text).toContain('Device: Safari on iPhone\nIP address: 203.0.113.5')
})

test('mails tell of a new password and of the second factor', async () => {
  const mailServer = await MailServer.start()
  onTestFinished(() => mailServer.stop())
  const { newUser, jobsDone, clock } = await startTestApp({ smtpURL: mailServer.url })
  const robin = await newUser('robin')
  await turnOn(robin, clock)
  await jobsDone()
  await robin.must(changePassword, { body: { currentPass: PASSWORD, newPass: 'another horse' } })
  await jobsDone()
  expect(mailServer.received.map(({ subject }) => subject)).toEqual([
    'Second factor turned on',
    'Your Roomfolio password was changed',
  ])
  expect(mailServer.received[1]?.text).not.toContain('horse')
})

test('equal failures of a minute are one event with their number, whatever device they name', async () => {
  const { app, admin, newUser, clock } = await start()
  await newUser('robin')
  const fail = (user: string, userAgent: string, remoteAddress = '192.0.2.7') =>
    app.inject({
      ...{ method: 'POST', url: '/login', payload: { user, pwd: 'wrong horse' }, remoteAddress },
      headers: { 'user-agent': userAgent },
    })
  for (let n = 0; n < 3; n++) await fail('robin', `device ${n}`)
  for (let n = 0; n < 2; n++) await fail(`nobody-${n}`, 'curl')
  await fail('robin', 'curl', '192.0.2.8')
  clock.turn(MINUTE)
  await fail('robin', 'curl')
  const told = (await all(admin, { kind: 'login_failed' })).map(({ account, address, times }) => [
    account,
    address,
    times,
  ])
  expect(told).toEqual([
    ['robin', '192.0.2.7', 1],
    ['robin', '192.0.2.8', 1],
    [null, '192.0.2.7', 2],
    ['robin', '192.0.2.7', 3],
  ])
  const csv = (await admin.raw({ url: `${exportSecurityEvents.path}?kind=login_failed` })).body
  expect(csv).toContain('192.0.2.7,Unknown device,2')
})

test('a user fills the audit log with no more than 1,000 links and webhooks an hour', async () => {
  const { admin, newUser, clock, services } = await start()
  const robin = await newUser('robin')
  const projectID = await robin.newProject('Maple Street')
  const body = { projectID, name: 'Painter', hides: HIDES_NOTHING }
  const webhook = { projectID, address: 'https://receiver.example/', topics: ['item' as const] }
  const key = String(await idOf(admin, 'robin'))
  for (let n = 0; n < 998; n++) await countTry(services.db, clock, [{ ...PER_USER, key }])
  const { linkID } = await robin.must(createLink, { body })
  const { webhookID } = await robin.must(createWebhook, { body: webhook })
  expect((await robin.call(createLink, { body })).problem?.code).toBe('too_many_tries')
  expect((await robin.call(createWebhook, { body: webhook })).problem?.code).toBe('too_many_tries')
  await robin.must(turnOffLink, { query: { linkID } })
  await robin.must(removeWebhook, { query: { webhookID } })
  await robin.must(changePassword, { body: { currentPass: PASSWORD, newPass: 'another horse' } })
  expect((await all(admin))[0]?.kind).toBe('password_changed')
  clock.turn(HOUR)
  await (await signIn(robin.app, 'robin', 'another horse')).must(createLink, { body })
})
