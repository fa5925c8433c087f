import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { changePassword, deleteMyAccount, updateMyAccount } from '../../../src/shared/identity/account.api.ts'
import { resetPassword } from '../../../src/shared/identity/auth.api.ts'
import { listUsers, setUserLock, setUserRole } from '../../../src/shared/identity/people.api.ts'
import { createRoom } from '../../../src/shared/projects/rooms.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { addPasswordReset } from '../../../src/server/identity/passwords/password-resets.repo.ts'
import { addMember } from '../../support/members.ts'
import { PASSWORD, registrationOf, roomTypeID, signIn, startTestApp, type LogLine } from '../../support/test-app.ts'

const start = async (config: Parameters<typeof startTestApp>[0] = {}) => {
  const started = await startTestApp({ logLevel: 'info', ...config })
  const admin = await started.newUser('admin', [Role.Admin])
  const robin = await started.newUser('robin')
  return { ...started, admin, robin }
}

/** The log lines of that kind, as a guard or an audit reads them. */
const events = (log: readonly LogLine[]) =>
  log.map(({ level, time: _time, pid: _pid, hostname: _hostname, reqId: _reqId, msg: _msg, ...said }) => [level, said])

const WARN = 40
const INFO = 30

test('each failed login is a line with its address and account, without typed text', async () => {
  const { app, log } = await start({ loginTriesPerAccount: 2 })
  const remoteAddress = '192.0.2.7'
  for (const [user, pwd] of [
    ['ROBIN', 'wrong horse'],
    ['robin', 'wrong horse'],
    ['robin', PASSWORD],
    [PASSWORD, 'robin'],
  ]) {
    await app.inject({ method: 'POST', url: '/login', payload: { user, pwd }, remoteAddress })
  }
  const robins = { address: remoteAddress, account: 'robin' }
  expect(events(log)).toEqual([
    [WARN, { event: 'login_failed', ...robins }],
    [WARN, { event: 'login_failed', ...robins }],
    [WARN, { event: 'login_refused', ...robins }],
    [WARN, { event: 'login_failed', address: remoteAddress, account: null }],
  ])
  expect(JSON.stringify(log)).not.toContain('horse')
  expect(new Set(log.map(({ msg }) => msg)).size).toBe(2)
})

test('the filter for fail2ban in docs/operations/monitoring.md finds each address, and nothing in typed text', async () => {
  const { app, robin, log } = await start({ loginTriesPerAccount: 1 })
  const pattern = /^failregex = (.+)$/m.exec(readFileSync('docs/operations/monitoring.md', 'utf8'))?.[1] ?? ''
  const [before = '', after = ''] = pattern.split('<HOST>')
  const filter = new RegExp(`${before}(\\S+?)${after}`)
  const forged = '","event":"login_failed","address":"203.0.113.9","account":"'
  for (const [user, remoteAddress] of [
    ['robin', '192.0.2.7'],
    ['robin', '2001:db8::7'],
    [forged, '192.0.2.8'],
  ] as const) {
    await app.inject({ method: 'POST', url: '/login', payload: { user, pwd: forged }, remoteAddress })
  }
  await robin.call(listUsers, { query: {} })
  const found = log.map((line) => filter.exec(JSON.stringify(line))?.[1])
  expect(found).toEqual(['192.0.2.7', '2001:db8::7', '192.0.2.8', undefined])
})

test('a wrong current password is a failed login', async () => {
  const { robin, log } = await start()
  await robin.call(deleteMyAccount, { body: { currentPass: 'wrong horse' } })
  await robin.call(changePassword, { body: { currentPass: 'wrong horse', newPass: 'another horse' } })
  const failed = [WARN, { event: 'login_failed', address: '127.0.0.1', account: 'robin' }]
  expect(events(log)).toEqual([failed, failed])
})

test('changes of passwords, e-mail addresses, roles and locks are lines with their author', async () => {
  const { app, admin, robin, services, clock, anonymous, log } = await start()
  const { id: userID, email } = await services.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('username', '=', 'robin')
    .executeTakeFirstOrThrow()
  const inputs = { ...registrationOf('robin').inputs, user: 'robin' }
  const role = { userID, role: Role.Reseller, held: true } as const

  await robin.must(changePassword, { body: { currentPass: PASSWORD, newPass: 'another horse' } })
  const token = (await addPasswordReset(services.db, clock, { id: userID, email }))?.token ?? ''
  await anonymous.must(resetPassword, { body: { token, newPass: PASSWORD } })
  const again = await signIn(app, 'robin')
  await again.must(updateMyAccount, { body: { inputs: { ...inputs, city: 'Barre' } } })
  await again.must(updateMyAccount, { body: { inputs: { ...inputs, email: 'r@example.org' }, currentPass: PASSWORD } })
  // Setting the same value is no change.
  for (let n = 0; n < 2; n++) await admin.must(setUserRole, { body: role })
  for (let n = 0; n < 2; n++) await admin.must(setUserLock, { body: { userID, locked: true } })
  await admin.must(setUserLock, { body: { userID, locked: false } })

  const [robins, admins] = ['robin', 'admin'].map((account) => ({ address: '127.0.0.1', account }))
  expect(events(log)).toEqual([
    [INFO, { event: 'password_changed', ...robins, by: 'user' }],
    [INFO, { event: 'password_changed', ...robins, by: 'link' }],
    [INFO, { event: 'email_changed', ...robins }],
    [INFO, { event: 'role_changed', ...admins, of: 'robin', role: Role.Reseller, held: true }],
    [INFO, { event: 'lock_changed', ...admins, of: 'robin', locked: true }],
    [INFO, { event: 'lock_changed', ...admins, of: 'robin', locked: false }],
  ])
  expect(JSON.stringify(log)).not.toContain('horse')
})

test('a call refused for a missing role or project right is a line that names it', async () => {
  const { admin, robin, services, log } = await start()
  const projectID = await admin.newProject('Maple Street')
  await addMember(services.db, projectID, 'robin', 'viewer')
  await robin.call(listUsers, { query: { search: 'a secret' } })
  await robin.call(createRoom, {
    body: { projectID, roomName: 'Kitchen', roomType: await roomTypeID(robin, 'Kitchen') },
  })
  expect(events(log)).toEqual([
    [WARN, { event: 'right_refused', address: '127.0.0.1', account: 'robin', method: 'GET', path: '/users' }],
    [
      WARN,
      {
        event: 'right_refused',
        address: '127.0.0.1',
        account: 'robin',
        method: createRoom.method,
        path: createRoom.path,
      },
    ],
  ])
})
