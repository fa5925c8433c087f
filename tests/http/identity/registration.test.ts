import { describe, expect, test } from 'vitest'
import { login, register } from '../../../src/shared/identity/auth.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { SENTENCES } from '../../../src/shared/contract/text-rules.ts'
import { createUser } from '../../../src/server/identity/account/create-user.repo.ts'
import type { Database } from '../../../src/server/platform/db/database.ts'
import { Client, PASSWORD, registrationOf, startTestApp } from '../../support/test-app.ts'
import { startWithRobin } from './sessions-fixture.ts'
import { problemWith, sentenceOf } from '../../support/problems.ts'

describe('registering', () => {
  // Proves 7.3
  test('confirms, and the account can log in', async () => {
    const { anonymous } = await startTestApp()
    expect(await anonymous.must(register, { body: registrationOf('robin') })).toEqual({
      message: 'Registration Successful!',
    })
    expect(await anonymous.must(login, { body: { user: 'robin', pwd: PASSWORD } })).toMatchObject({
      roles: [Role.User],
    })
  })

  test.each(['robin', 'ROBIN'])('refuses an existing username, as %j', async (user) => {
    const { anonymous } = await startWithRobin()
    const body = { ...registrationOf(user), inputs: registrationOf('other').inputs }
    expect((await anonymous.call(register, { body })).problem).toMatchObject({
      ...problemWith('username_taken'),
      error: 'Conflict',
      fields: { user: sentenceOf('username_taken') },
    })
  })

  test.each(['robin@example.com', ' ROBIN@Example.com'])('refuses an e-mail address in use, as %j', async (email) => {
    const { anonymous } = await startWithRobin()
    const other = registrationOf('other')
    const body = { ...other, inputs: { ...other.inputs, email } }
    expect((await anonymous.call(register, { body })).problem).toMatchObject({
      ...problemWith('email_taken'),
      fields: { email: sentenceOf('email_taken') },
    })
  })

  test('creates one account for ten calls at once with one name', async () => {
    const { anonymous, services } = await startTestApp()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => anonymous.call(register, { body: registrationOf('robin') })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)])
    expect(await services.db.selectFrom('users').select('username').execute()).toEqual([{ username: 'robin' }])
  })

  // Proves 3.3, 5.4
  test('names every missing or invalid field', async () => {
    const { anonymous } = await startTestApp()
    const { problem } = await anonymous.send(register, {
      body: { user: '1st', pwd: 'short', inputs: { email: 'nobody', first: '  ', company: null } },
    })
    expect(problem).toMatchObject({
      ...problemWith('invalid_input'),
      fields: {
        user: SENTENCES.username,
        pwd: SENTENCES.password,
        email: SENTENCES.email,
        phone: 'Required.',
        first: 'Required.',
        last: 'Required.',
        address: 'Required.',
        city: 'Required.',
        state: 'Required.',
        zip: 'Required.',
      },
    })
    expect(problem.fields).not.toHaveProperty('address2')
  })

  // Proves 3.3
  test('trims names and keeps their case', async () => {
    const { anonymous, services } = await startTestApp()
    const body = registrationOf('Robin_1')
    await anonymous.must(register, { body: { ...body, inputs: { ...body.inputs, first: ' Robín ', company: ' ' } } })
    const row = await services.db
      .selectFrom('users')
      .select(['username', 'first_name', 'company', 'address2'])
      .executeTakeFirst()
    expect(row).toEqual({ username: 'Robin_1', first_name: 'Robín', company: '', address2: '' })
  })

  test('ignores requested roles', async () => {
    const { anonymous } = await startTestApp()
    const { user, pwd, inputs } = registrationOf('robin')
    for (const body of [
      { user, pwd, inputs: { ...inputs, roles: [9001] } },
      { user, pwd, inputs, roles: [9001] },
    ]) {
      const { status, problem } = await anonymous.send(register, { body })
      expect([status, problem.fields]).toEqual([400, { roles: SENTENCES.notKnown }])
    }
    await anonymous.must(register, { body: { user, pwd, inputs } })
    expect(await anonymous.must(login, { body: { user, pwd } })).toMatchObject({ roles: [Role.User] })
  })
})

describe('a guessable password', () => {
  test('is refused at registration, by the name of its field', async () => {
    const { anonymous } = await startTestApp()
    for (const [pwd, sentence] of [
      ['12345678', SENTENCES.passwordCommon],
      ['Password1!', SENTENCES.passwordCommon],
      ['robin-sample', SENTENCES.passwordNamed],
      ['robin-sample@example.com', SENTENCES.passwordNamed],
      ['Roomfolio1', SENTENCES.passwordNamed],
    ] as const) {
      const { problem } = await anonymous.call(register, { body: { ...registrationOf('robin-sample'), pwd } })
      expect(problem).toMatchObject({ statusCode: 400, code: 'invalid_input', fields: { pwd: sentence } })
    }
  })
})

describe('the first account', () => {
  const admins = (db: Database) => db.selectFrom('user_roles').where('role', '=', Role.Admin).selectAll().execute()

  const rolesOf = async (client: Client, user: string) =>
    [...(await client.must(login, { body: { user, pwd: PASSWORD } })).roles].sort()

  test('becomes Admin, and the second does not', async () => {
    const { anonymous } = await startTestApp({ firstUserIsAdmin: true })
    for (const user of ['first', 'second']) await anonymous.must(register, { body: registrationOf(user) })
    expect(await rolesOf(anonymous, 'first')).toEqual([Role.User, Role.Admin])
    expect(await rolesOf(anonymous, 'second')).toEqual([Role.User])
  })

  test('becomes no Admin if the setting is off', async () => {
    const { anonymous } = await startTestApp({ firstUserIsAdmin: false })
    await anonymous.must(register, { body: registrationOf('first') })
    expect(await rolesOf(anonymous, 'first')).toEqual([Role.User])
  })

  test('is exactly one of ten registered at once', async () => {
    const { anonymous, services } = await startTestApp({ firstUserIsAdmin: true })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => anonymous.call(register, { body: registrationOf(`user${at}`) })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(await admins(services.db)).toHaveLength(1)
  })

  test('is exactly one of ten created at once in the database', async () => {
    // Hashing passwords a few at a time would serialize the calls.
    const { services } = await startTestApp()
    const add = (_: unknown, at: number) =>
      createUser(services.db, services.clock, registrationOf(`user${at}`), 'a hash', { firstIsAdmin: true })
    await Promise.all(Array.from({ length: 10 }, add))
    expect(await admins(services.db)).toHaveLength(1)
  })
})
