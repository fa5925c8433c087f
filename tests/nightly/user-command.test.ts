import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { changePassword, getMyAccount, updateMyAccount } from '../../src/shared/identity/account.api.ts'
import { login } from '../../src/shared/identity/auth.api.ts'
import { listUsers } from '../../src/shared/identity/people.api.ts'
import { listProjects } from '../../src/shared/projects/projects.api.ts'
import { Role } from '../../src/shared/contract/roles.ts'
import { SENTENCES } from '../../src/shared/contract/text-rules.ts'
import { runCommand } from '../support/command.ts'
import { sentenceOf } from '../support/problems.ts'
import { turnOn } from '../support/second-factor.ts'
import { Client, PASSWORD, registrationOf, signIn, startTestApp } from '../support/test-app.ts'

const rolesOf = (text: string): number[] => [...(JSON.parse(text) as number[])].sort()

/** Signs in with an assigned password, and changes it. */
const signInAnew = async (app: FastifyInstance, user: string, currentPass = PASSWORD) => {
  const { accessToken, mustChangePassword } = await new Client(app).must(login, { body: { user, pwd: currentPass } })
  const client = new Client(app, accessToken)
  await client.must(changePassword, { body: { currentPass, newPass: 'a horse of my own' } })
  return { client, mustChangePassword }
}

describe('npm run user -- create', () => {
  test('creates the first Admin of an installation, who can log in with the printed password', async () => {
    const { app, services } = await startTestApp()
    const { code, stdout } = await runCommand('user', services, ['create', 'Robin', 'robin@example.com'])
    expect(code).toBe(0)
    const printed = /^The password is: (\S+)$/m.exec(stdout)?.[1] ?? ''
    expect(printed).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
    const { client: admin } = await signInAnew(app, 'robin', printed)
    expect(await admin.must(listUsers, { query: {} })).toMatchObject({
      users: [{ username: 'Robin', email: 'robin@example.com', name: 'Robin', roles: [Role.Admin, Role.User] }],
    })
  })

  test('creates a User if there is an Admin, or if the setting is off', async () => {
    const { app, services, newUser } = await startTestApp()
    const settings = { FIRST_USER_IS_ADMIN: 'false' }
    await runCommand('user', services, ['create', 'robin', 'robin@example.com', '--stdin'], {
      input: PASSWORD,
      settings,
    })
    await newUser('admin', [Role.Admin])
    await runCommand('user', services, ['--stdin', 'create', 'sam_e', 'sam@example.com'], { input: PASSWORD })
    for (const name of ['robin', 'sam_e']) {
      const { roles } = await (await signInAnew(app, name)).client.must(getMyAccount, {})
      expect(rolesOf(roles), name).toEqual([Role.User])
    }
  })

  test('reads the password from standard input with --stdin, and does not print it', async () => {
    const { services, anonymous } = await startTestApp()
    const words = ['create', 'robin', 'robin@example.com', '--stdin']
    const { code, stdout } = await runCommand('user', services, words, { input: ' näw horse \n' })
    expect(code).toBe(0)
    expect(stdout).not.toContain('horse')
    expect((await anonymous.call(login, { body: { user: 'robin', pwd: ' näw horse ' } })).status).toBe(200)
  })

  test('requires no personal data; changing the account does', async () => {
    const { app, services } = await startTestApp()
    await runCommand('user', services, ['create', 'robin', 'robin@example.com', '--stdin'], { input: PASSWORD })
    const { client: robin } = await signInAnew(app, 'robin')
    expect(await robin.must(getMyAccount, {})).toMatchObject({ firstName: '', phone: '', city: '' })
    const { inputs } = registrationOf('robin')
    const incomplete = await robin.send(updateMyAccount, { body: { inputs: { ...inputs, user: 'robin', phone: '' } } })
    expect(incomplete.problem).toMatchObject({ statusCode: 400, fields: { phone: 'Required.' } })
    await robin.must(updateMyAccount, { body: { inputs: { ...inputs, user: 'robin' } } })
  })

  test('assigns a password that only allows setting another', async () => {
    const { app, services } = await startTestApp()
    await runCommand('user', services, ['create', 'robin', 'robin@example.com', '--stdin'], { input: PASSWORD })
    const first = await signIn(app, 'robin')
    expect((await first.call(listProjects, {})).problem).toMatchObject({ code: 'password_change_required' })
    const { client, mustChangePassword } = await signInAnew(app, 'robin')
    expect(mustChangePassword).toBe(true)
    expect((await client.call(listProjects, {})).status).toBe(204)
  })

  test('creates nothing for wrong arguments, a taken name or address, or invalid values', async () => {
    const { app, services, newUser } = await startTestApp()
    const admin = await newUser('robin', [Role.Admin])
    for (const [words, sentence] of [
      [['ROBIN', 'new@example.com'], sentenceOf('username_taken')],
      [['sam_e', 'Robin@Example.com'], sentenceOf('email_taken')],
      [['x', 'new@example.com'], SENTENCES.username],
      [['sam_e', 'nowhere'], SENTENCES.email],
    ] as const) {
      const outcome = await runCommand('user', services, ['create', ...words])
      expect(outcome).toMatchObject({ code: 1, stdout: '' })
      expect(outcome.stderr).toContain(`This account cannot be created: ${sentence}`)
    }
    const short = await runCommand('user', services, ['create', 'sam_e', 'sam@example.com', '--stdin'], { input: 'x' })
    expect(short).toMatchObject({ code: 1, stderr: expect.stringContaining(SENTENCES.password) })
    const named = await runCommand('user', services, ['create', 'sam_e', 'sam@example.com', '--stdin'], {
      input: 'sam@example.com',
    })
    expect(named.stderr).toContain(SENTENCES.passwordNamed)
    const usage = { code: 2, stdout: '', stderr: expect.stringContaining('Usage: npm run user') }
    for (const words of [[], ['create', 'sam_e'], ['remove', 'robin']]) {
      expect(await runCommand('user', services, words)).toMatchObject(usage)
    }
    expect((await admin.must(listUsers, { query: {} })).users).toHaveLength(1)
    expect((await (await signIn(app, 'robin')).call(listProjects, {})).status).toBe(204)
  })
})

test('npm run user -- second-factor remove lets a user log in without a code', async () => {
  const { app, services, newUser, clock } = await startTestApp()
  const robin = await newUser('robin')
  await turnOn(robin, clock)
  const remove = (name: string) => runCommand('user', services, ['second-factor', 'remove', name])
  const removed = await remove('ROBIN')
  expect(removed).toMatchObject({ code: 0, stdout: '"ROBIN" now logs in without a second factor.\n' })
  expect(JSON.parse(removed.stderr)).toMatchObject({ event: 'factor_changed', of: 'robin', on: false, by: 'command' })
  await new Client(app).must(login, { body: { user: 'robin', pwd: PASSWORD } })
  expect(await remove('robin')).toMatchObject({ code: 0, stdout: '"robin" has no second factor.\n' })
  expect(await remove('nobody')).toMatchObject({ code: 1, stderr: 'There is no user "nobody".\n' })
})

describe('npm run user -- lock, unlock and list', () => {
  test('lock a user out beside a running server, and let them in again', async () => {
    const { app, services, newUser } = await startTestApp()
    const robin = await newUser('robin')
    await newUser('admin', [Role.Admin])
    const run = (...words: string[]) => runCommand('user', services, words)
    const locked = await run('lock', 'ROBIN')
    expect(locked).toMatchObject({ code: 0, stdout: '"ROBIN" is now locked.\n' })
    expect(JSON.parse(locked.stderr)).toMatchObject({ event: 'lock_changed', of: 'ROBIN', locked: true, by: 'command' })
    expect((await robin.call(listProjects, {})).status).toBe(401)
    expect(await run('lock', 'robin')).toMatchObject({ code: 0, stdout: '"robin" is already locked.\n' })
    expect((await run('list', 'robin@')).stdout).toBe('robin  robin@example.com  User  locked\n')
    expect(await run('unlock', 'robin')).toMatchObject({ code: 0, stdout: '"robin" is now unlocked.\n' })
    expect((await robin.call(listProjects, {})).status).toBe(401)
    expect((await (await signIn(app, 'robin')).call(listProjects, {})).status).toBe(204)
  })

  test('do not lock the last Admin, and report unknown users', async () => {
    const { services, newUser } = await startTestApp()
    const admin = await newUser('robin', [Role.Admin])
    expect(await runCommand('user', services, ['lock', 'robin'])).toMatchObject({
      code: 1,
      stderr: '"robin" is the last Admin and is not locked. Give the role to someone else first.\n',
    })
    expect((await admin.call(listUsers, { query: {} })).status).toBe(200)
    const nobody = { code: 1, stderr: 'There is no user "nobody".\n' }
    expect(await runCommand('user', services, ['unlock', 'nobody'])).toMatchObject(nobody)
  })

  test('list everybody, one per line, over any number of pages', async () => {
    const { services, newUser } = await startTestApp()
    await newUser('robin', [Role.Admin])
    for (let n = 0; n < 51; n++) await newUser(`person-${String(n).padStart(2, '0')}`)
    const { code, stdout } = await runCommand('user', services, ['list'])
    expect(code).toBe(0)
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(52)
    expect(lines[0]).toBe('person-00  person-00@example.com  User')
    expect(lines[51]).toBe('robin  robin@example.com  Admin, User')
  })
})

test('npm run user -- list prints control characters in stored addresses as escapes', async () => {
  const { newUser, services } = await startTestApp()
  await newUser('robin', [Role.Admin])
  await services.db.updateTable('users').set({ email: 'a\u001b[2J\nroot  root@x  Admin' }).execute()
  const { code, stdout } = await runCommand('user', services, ['list'])
  expect([code, stdout]).toEqual([0, 'robin  a\\u{1b}[2J\\u{a}root  root@x  Admin  Admin, User\n'])
})

describe('npm run role', () => {
  test('grants and revokes a role beside a running server, by username in any case', async () => {
    const { services, newUser } = await startTestApp()
    const robin = await newUser('robin')
    const run = (...words: string[]) => runCommand('role', services, words)
    const granted = await run('grant', 'Robin', '9001')
    expect(granted).toMatchObject({ code: 0, stdout: '"Robin" now has the role 9001.\n' })
    const told = { level: 30, event: 'role_changed', address: null, account: null, by: 'command' }
    expect(JSON.parse(granted.stderr)).toMatchObject({ ...told, of: 'Robin', role: 9001, held: true })
    expect((await robin.call(listUsers, { query: {} })).status).toBe(200)
    expect((await run('grant', 'robin', '9001')).stdout).toBe('"robin" already has the role 9001.\n')
    await newUser('other', [Role.Admin])
    expect((await run('revoke', 'robin', '9001')).stdout).toBe('"robin" now does not have the role 9001.\n')
    expect((await robin.call(listUsers, { query: {} })).status).toBe(403)
  })

  test('keeps the role of the last Admin, and reports unknown arguments, users and roles', async () => {
    const { services, newUser } = await startTestApp()
    const admin = await newUser('robin', [Role.Admin])
    const run = (...words: string[]) => runCommand('role', services, words)
    expect(await run('revoke', 'robin', '9001')).toMatchObject({
      code: 1,
      stderr: '"robin" is the last Admin and keeps the role. Grant it to someone else first.\n',
    })
    expect(await run('grant', 'nobody', '9001')).toMatchObject({ code: 1, stderr: 'There is no user "nobody".\n' })
    for (const words of [[], ['grant', 'robin', '1']]) {
      expect(await run(...words)).toMatchObject({ code: 2, stderr: expect.stringContaining('Usage: npm run role') })
    }
    expect((await admin.call(listUsers, { query: {} })).status).toBe(200)
  })
})

test('npm run user -- move-provider moves logins at a provider, and names the providers that there are', async () => {
  const { services, newUser } = await startTestApp()
  await newUser('robin')
  const { db } = services
  const { id: user_id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const link = { issuer: 'https://old.example', subject: 'r-1', user_id, created_at: '2030-01-01' }
  await db.insertInto('provider_accounts').values(link).execute()
  const move = (...words: string[]) => runCommand('user', services, ['move-provider', ...words])
  const wrong = await move('https://old.example/', 'https://new.example')
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('https://old.example (1)')])
  expect((await move('https://old.example')).code).toBe(2)
  expect((await move('https://old.example', 'https://new.example', '--by-email')).code).toBe(0)
  expect(await db.selectFrom('provider_accounts').select(['issuer', 'finds_by_email']).execute()).toEqual([
    { issuer: 'https://new.example', finds_by_email: 1 },
  ])
})
