import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  changePassword,
  deleteMyAccount,
  getMyAccount,
  listMySessions,
  updateMyAccount,
} from '../../../src/shared/identity/account.api.ts'
import { forgot, register, resetPassword, type SessionBody } from '../../../src/shared/identity/auth.api.ts'
import { addItemFiles, filesJSON, getItem, listItems } from '../../../src/shared/items/items.api.ts'
import { deleteProject, listProjects } from '../../../src/shared/projects/projects.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { deleteRoom } from '../../../src/shared/projects/rooms.api.ts'
import { listDeleted, restore } from '../../../src/shared/history/trash.api.ts'
import { createApp } from '../../../src/server/app.ts'
import { addPasswordReset } from '../../../src/server/identity/password-resets.repo.ts'
import { setRole } from '../../../src/server/identity/users.repo.ts'
import { MINUTE } from '../../../src/server/platform/lib/clock.ts'
import type { Database } from '../../../src/server/platform/db/database.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { linkIn, MailServer } from '../../support/mail-server.ts'
import {
  Client,
  PASSWORD,
  registrationOf,
  signIn,
  startTestApp,
  type TestApp,
  IN_FOLDER,
} from '../../support/test-app.ts'

const NEW_PASSWORD = 'battery staple'

/** What the form of a user who was made by `newUser` sends. */
const formOf = (user: string) => ({ user, ...registrationOf(user).inputs })

/** Robin's form with another e-mail address. */
const moving = (more: object = {}) => ({ inputs: { ...formOf('robin'), email: 'new@example.org' }, ...more })

const logIn = (app: FastifyInstance, body: object = {}) =>
  app.inject({ method: 'POST', url: '/login', payload: { user: 'robin', pwd: PASSWORD, ...body } })

/** A session as a browser has it. */
const open = async (app: FastifyInstance) => {
  const response = await logIn(app)
  const cookies = Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]))
  return { client: new Client(app, response.json<SessionBody>().accessToken), cookies }
}

const refresh = async (app: FastifyInstance, { cookies }: Awaited<ReturnType<typeof open>>) =>
  (await app.inject({ method: 'POST', url: '/refresh', cookies })).statusCode

const cleared = (response: LightMyRequestResponse) =>
  response.cookies.map(({ name, value, path, expires }) => [name, path, value, expires?.getTime()]).sort()
const CLEARED = [
  ['roomfolio_download', '/download', '', 0],
  ['roomfolio_download', '/export', '', 0],
  ['roomfolio_download', '/paper', '', 0],
  ['roomfolio_download', '/sheet', '', 0],
  ['roomfolio_session', '/', '', 0],
]

const startWithRobin = async (config: Parameters<typeof startTestApp>[0] = {}) => {
  const started = await startTestApp(config)
  return { ...started, robin: await started.newUser('robin') }
}

const WRONG = {
  statusCode: 409,
  code: 'current_password_wrong',
  message: 'Current password is incorrect',
  fields: { currentPass: 'Current password is incorrect' },
}

const NOTHING_STORED = { bytes: 0, mostBytes: null }

describe('an account', () => {
  // Proves 3.15, 3.16, 7.23, 9.8
  test('is told as it was registered, with the roles of today as JSON text', async () => {
    const { app, anonymous, services } = await startTestApp()
    const inputs = {
      email: 'robin@example.com',
      phone: '(555) 010-0123',
      first: 'Robin',
      last: 'Sample',
      company: 'Sample & Co',
      address: '1 Elm',
      address2: 'Floor 2',
      city: 'Burlington',
      state: 'VT',
      zip: '05401',
    }
    await anonymous.must(register, { body: { user: 'Robin', pwd: PASSWORD, inputs } })
    const robin = await signIn(app, 'robin')
    const { first, last, ...same } = inputs
    const account = { username: 'Robin', firstName: first, lastName: last, ...same, storage: NOTHING_STORED }
    expect(await robin.must(getMyAccount, {})).toEqual({ ...account, roles: '[1001]' })
    await setRole(services.db, 'robin', Role.Admin, true)
    await setRole(services.db, 'robin', Role.User, false)
    expect(await robin.must(getMyAccount, {})).toEqual({ ...account, roles: '[9001]' })
  })

  test('is for any role, also without one that keeps projects', async () => {
    const { robin, services } = await startWithRobin()
    await setRole(services.db, 'robin', Role.User, false)
    expect(await robin.must(getMyAccount, {})).toMatchObject({ username: 'robin', roles: '[]' })
    expect(await robin.must(updateMyAccount, { body: { inputs: formOf('robin') } })).toEqual({
      message: 'Account updated',
    })
  })

  // Proves 7.24
  test('is changed in every field but the username', async () => {
    const { robin } = await startWithRobin()
    const inputs = {
      user: 'robin',
      email: ' new@example.org ',
      phone: '1',
      first: ' Robyn ',
      last: 'Example',
      company: 'Example Ltd',
      address: '2 Oak',
      address2: 'Rear',
      city: 'Barre',
      state: 'NH',
      zip: '1',
    }
    const body = { inputs, currentPass: PASSWORD }
    expect(await robin.must(updateMyAccount, { body })).toEqual({ message: 'Account updated' })
    expect(await robin.must(getMyAccount, {})).toEqual({
      username: 'robin',
      email: 'new@example.org',
      phone: '1',
      firstName: 'Robyn',
      lastName: 'Example',
      company: 'Example Ltd',
      address: '2 Oak',
      address2: 'Rear',
      city: 'Barre',
      state: 'NH',
      zip: '1',
      roles: '[1001]',
      storage: NOTHING_STORED,
    })
  })

  test('keeps an optional member that is absent, and empties one that is blank', async () => {
    const { robin } = await startWithRobin()
    const full = { ...formOf('robin'), company: 'Example Ltd', address2: 'Rear' }
    await robin.must(updateMyAccount, { body: { inputs: full } })
    const absent = { company: undefined, address2: undefined }
    expect((await robin.send(updateMyAccount, { body: { inputs: { ...full, ...absent } } })).status).toBe(200)
    expect(await robin.must(getMyAccount, {})).toMatchObject({ company: 'Example Ltd', address2: 'Rear' })
    await robin.must(updateMyAccount, { body: { inputs: { ...full, company: ' ', address2: '' } } })
    expect(await robin.must(getMyAccount, {})).toMatchObject({ company: '', address2: '' })
  })

  // Proves 7.24
  test('is saved for the signed-in user alone', async () => {
    const { robin, newUser } = await startWithRobin()
    const other = await newUser('other')
    const before = await other.must(getMyAccount, {})
    const answer = await robin.call(updateMyAccount, { body: { inputs: formOf('other') } })
    expect(answer.problem).toMatchObject({
      statusCode: 400,
      code: 'invalid_input',
      fields: { user: 'A username cannot be changed.' },
    })
    expect(await other.must(getMyAccount, {})).toEqual(before)
    const inputs = { ...formOf('robin'), user: ' ROBIN ' }
    expect((await robin.call(updateMyAccount, { body: { inputs } })).status).toBe(200)
    expect(await robin.must(getMyAccount, {})).toMatchObject({ username: 'robin' })
  })

  // Proves 5.12
  test('names every required field that is missing', async () => {
    const { robin } = await startWithRobin()
    const { problem } = await robin.send(updateMyAccount, { body: { inputs: { user: 'robin', first: '  ' } } })
    const names = ['address', 'city', 'email', 'first', 'last', 'phone', 'state', 'zip']
    expect(problem).toMatchObject({ statusCode: 400, fields: Object.fromEntries(names.map((n) => [n, 'Required.'])) })
  })

  test('can log in by its new e-mail address at once, and by the old one no more', async () => {
    const { app, robin } = await startWithRobin()
    const inputs = { ...formOf('robin'), email: 'new@example.org' }
    await robin.must(updateMyAccount, { body: { inputs, currentPass: PASSWORD } })
    expect((await logIn(app, { user: 'NEW@example.org' })).statusCode).toBe(200)
    expect((await logIn(app, { user: 'robin@example.com' })).statusCode).toBe(401)
  })

  test("does not take another's e-mail address, in any case or form; its own it may write anew", async () => {
    const { robin, newUser } = await startWithRobin()
    await newUser('other')
    for (const email of ['other@example.com', 'OTHER@Example.com', ' other@example.com', 'ｏther@example.com']) {
      const inputs = { ...formOf('robin'), email }
      const answer = await robin.call(updateMyAccount, { body: { inputs, currentPass: PASSWORD } })
      expect(answer.problem, email).toMatchObject({
        statusCode: 409,
        code: 'email_taken',
        message: 'Email address is already in use',
        fields: { email: 'Email address is already in use' },
      })
    }
    const inputs = { ...formOf('robin'), email: 'ROBIN@example.com' }
    await robin.must(updateMyAccount, { body: { inputs } })
    expect(await robin.must(getMyAccount, {})).toMatchObject({ email: 'ROBIN@example.com' })
  })

  test('of two that take one e-mail address at once, one gets it', async () => {
    const { newUser } = await startTestApp()
    const users = await Promise.all(
      ['first', 'second', 'third'].map(async (name) => ({ name, is: await newUser(name) })),
    )
    const answers = await Promise.all(
      users.map(({ name, is }) =>
        is.call(updateMyAccount, {
          body: { inputs: { ...formOf(name), email: 'both@example.com' }, currentPass: PASSWORD },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })
})

describe('another e-mail address', () => {
  const REQUIRED = { statusCode: 400, code: 'invalid_input', fields: { currentPass: 'Required.' } }

  test('asks for the current password: without it, or with a wrong one, nothing changes', async () => {
    const { robin } = await startWithRobin()
    const before = await robin.must(getMyAccount, {})
    expect((await robin.send(updateMyAccount, { body: moving() })).problem).toMatchObject(REQUIRED)
    const wrong = await robin.send(updateMyAccount, { body: moving({ currentPass: 'wrong horse' }) })
    expect(wrong.problem).toMatchObject(WRONG)
    expect(await robin.must(getMyAccount, {})).toEqual(before)
    expect((await robin.send(updateMyAccount, { body: moving({ currentPass: PASSWORD }) })).status).toBe(200)
    expect(await robin.must(getMyAccount, {})).toMatchObject({ email: 'new@example.org' })
  })

  test('is one in another form of the same letters too, but not in another case', async () => {
    const { robin } = await startWithRobin()
    const save = (email: string) => robin.send(updateMyAccount, { body: { inputs: { ...formOf('robin'), email } } })
    expect((await save('ｒobin@example.com')).problem).toMatchObject(REQUIRED)
    expect((await save(' Robin@Example.com')).status).toBe(200)
  })

  test('that somebody else has counts as no failed login, but ten an hour tell who has an account', async () => {
    const { app, robin, newUser } = await startWithRobin()
    await newUser('other')
    const move = (email: string) =>
      robin.call(updateMyAccount, { body: { inputs: { ...formOf('robin'), email }, currentPass: PASSWORD } })
    for (let n = 0; n < 10; n++) {
      expect((await move(`free${n}@example.com`)).status).toBe(200)
      expect((await move('other@example.com')).problem.code).toBe('email_taken')
    }
    for (const email of ['other@example.com', 'free@example.com'])
      expect((await move(email)).problem).toMatchObject({ statusCode: 429, code: 'too_many_tries' })
    expect((await logIn(app)).statusCode).toBe(200)
  })

  test('ends the links that were mailed to the old one, which is told of it', async () => {
    const mailServer = await MailServer.start()
    onTestFinished(() => mailServer.stop())
    const { robin, anonymous } = await startWithRobin({ smtpURL: mailServer.url })
    await anonymous.must(forgot, { body: { user: 'robin' } })
    const token = linkIn(await mailServer.waitForMail('robin@example.com')).hash.slice(1)
    await robin.send(updateMyAccount, { body: moving({ currentPass: PASSWORD }) })
    const told = await mailServer.waitForMail('robin@example.com')
    expect(told.subject).toBe('Your Roomfolio account has another e-mail address')
    expect(told.source).not.toContain('new@example.org')
    const reset = await anonymous.call(resetPassword, { body: { token, newPass: NEW_PASSWORD } })
    expect(reset.problem).toMatchObject({ statusCode: 404, code: 'reset_link_invalid' })
  })

  test('gets no link that was asked for before, however late its mail is made', async () => {
    const { robin, services, clock } = await startWithRobin()
    const before = await services.db.selectFrom('users').select(['id', 'email']).executeTakeFirstOrThrow()
    await robin.send(updateMyAccount, { body: moving({ currentPass: PASSWORD }) })
    expect(await addPasswordReset(services.db, clock, before)).toBeUndefined()
  })

  test('is told to nobody where nothing else than its case changes', async () => {
    const mailServer = await MailServer.start()
    onTestFinished(() => mailServer.stop())
    const { robin, jobsDone } = await startWithRobin({ smtpURL: mailServer.url })
    await robin.must(updateMyAccount, { body: { inputs: { ...formOf('robin'), city: 'Barre' } } })
    await jobsDone()
    expect(mailServer.received).toEqual([])
  })
})

describe('changing the password', () => {
  // Proves 7.25
  test('takes the new one at once, exactly as sent, and the old one no more', async () => {
    const { app, robin } = await startWithRobin()
    const newPass = '  Pässwörd 😀 '
    expect(await robin.must(changePassword, { body: { currentPass: PASSWORD, newPass } })).toEqual({
      message: 'Password changed',
    })
    expect((await logIn(app)).statusCode).toBe(401)
    expect((await logIn(app, { pwd: newPass.trim() })).statusCode).toBe(401)
    expect((await logIn(app, { pwd: newPass })).statusCode).toBe(200)
  })

  test('ends every other session of the user at once, and nobody else’s', async () => {
    const { app, newUser } = await startWithRobin()
    const [here, there, elsewhere] = [await open(app), await open(app), await open(app)]
    const other = await newUser('other')
    await here.client.must(changePassword, { body: { currentPass: PASSWORD, newPass: NEW_PASSWORD } })
    for (const ended of [there, elsewhere]) {
      expect((await ended.client.call(listProjects, {})).problem).toMatchObject({ statusCode: 401 })
      expect(await refresh(app, ended)).toBe(401)
    }
    expect((await here.client.call(listProjects, {})).status).toBe(204)
    expect(await refresh(app, here)).toBe(200)
    expect((await other.call(listProjects, {})).status).toBe(204)
    expect(await here.client.must(listMySessions, {})).toMatchObject([{ current: true }])
  })

  // Proves 7.25
  test('to one that is guessed first is refused before the current one is looked at', async () => {
    const { robin } = await startWithRobin()
    for (const [newPass, sentence] of [
      ['Password1', 'One of the commonest passwords. Please choose another.'],
      ['robin2024', 'Must not be the username, the email address or Roomfolio.'],
      ['ROBIN@example.com', 'Must not be the username, the email address or Roomfolio.'],
      ['roomfolio', 'Must not be the username, the email address or Roomfolio.'],
    ] as const) {
      const answer = await robin.call(changePassword, { body: { currentPass: 'wrong horse', newPass } })
      expect(answer.problem).toMatchObject({ statusCode: 400, code: 'invalid_input', fields: { newPass: sentence } })
    }
  })

  test('with a wrong current one changes nothing and says which input is wrong', async () => {
    const { app, robin } = await startWithRobin()
    for (const currentPass of ['wrong horse', '', ` ${PASSWORD}`, PASSWORD.toUpperCase()]) {
      const answer = await robin.call(changePassword, { body: { currentPass, newPass: NEW_PASSWORD } })
      expect(answer.problem, currentPass).toMatchObject(WRONG)
    }
    expect((await logIn(app)).statusCode).toBe(200)
  })

  test('of two at once with the same current one, one succeeds', async () => {
    const { app } = await startWithRobin()
    const sessions = await Promise.all([1, 2, 3, 4].map(() => open(app)))
    const answers = await Promise.all(
      sessions.map(({ client }, at) =>
        client.call(changePassword, { body: { currentPass: PASSWORD, newPass: `new password ${at}` } }),
      ),
    )
    const won = answers.findIndex(({ status }) => status === 200)
    // A loser is told that its password is no longer right, or that its session has ended: both are so.
    const others = answers.filter((_, at) => at !== won).map(({ status }) => status)
    expect(others).toHaveLength(3)
    for (const status of others) expect([401, 409]).toContain(status)
    for (const [at, session] of sessions.entries()) {
      expect((await logIn(app, { pwd: `new password ${at}` })).statusCode).toBe(at === won ? 200 : 401)
      expect((await session.client.call(listProjects, {})).status).toBe(at === won ? 204 : 401)
    }
  })
})

describe('a wrong current password', () => {
  const calls = {
    'of a change': (client: Client, currentPass: string, from: object = {}) =>
      client.raw({ method: 'POST', url: '/changepass', payload: { currentPass, newPass: NEW_PASSWORD }, ...from }),
    'of another e-mail address': (client: Client, currentPass: string, from: object = {}) =>
      client.raw({ method: 'POST', url: '/myaccount', payload: moving({ currentPass }), ...from }),
    'of the end of a session': async (client: Client, currentPass: string, from: object = {}) => {
      const sessions = await client.must(listMySessions, {})
      const other = sessions.find(({ current }) => !current)?.sessionID ?? 0
      return client.raw({ method: 'DELETE', url: `/mysession?sessionID=${other}`, payload: { currentPass }, ...from })
    },
    'of a deletion': (client: Client, currentPass: string, from: object = {}) =>
      client.raw({ method: 'DELETE', url: '/myaccount', payload: { currentPass }, ...from }),
  }

  describe.each(Object.entries(calls))('%s', (_, call) => {
    test('counts as a failed login of the account: the eleventh try is told to wait, here and at the login', async () => {
      const { app, robin, clock } = await startWithRobin()
      await logIn(app)
      for (let n = 0; n < 10; n++) expect((await call(robin, 'wrong horse')).json()).toMatchObject(WRONG)
      const refused = await call(robin, PASSWORD)
      expect(refused.json()).toMatchObject({
        statusCode: 429,
        code: 'too_many_tries',
        message: 'Too many tries. Please wait 15 minutes and try again.',
      })
      expect(refused.headers['retry-after']).toBe('900')
      expect((await logIn(app)).statusCode).toBe(429)
      clock.turn(15 * MINUTE)
      expect((await logIn(app)).statusCode).toBe(200)
    })

    test('counts against the address it comes from', async () => {
      const { app, robin } = await startWithRobin({ loginTriesPerAddress: 2 })
      await logIn(app)
      const here = { remoteAddress: '192.0.2.1' }
      for (let n = 0; n < 2; n++) expect((await call(robin, 'wrong horse', here)).statusCode).toBe(409)
      expect((await logIn(app, { user: 'nobody' })).statusCode).toBe(401)
      const login = { method: 'POST', url: '/login', payload: { user: 'other', pwd: 'x' }, ...here } as const
      expect((await app.inject(login)).statusCode).toBe(429)
    })

    test('is the only one that keeps a session waiting: failed logins of strangers do not, from its own address either', async () => {
      const { app, robin } = await startWithRobin({ loginTriesPerAddress: 10 })
      await logIn(app)
      for (let n = 0; n < 10; n++) expect((await logIn(app, { pwd: 'wrong horse' })).statusCode).toBe(401)
      expect((await logIn(app)).statusCode).toBe(429)
      expect((await call(robin, 'wrong horse')).json()).toMatchObject(WRONG)
      expect((await call(robin, PASSWORD)).statusCode).toBe(200)
    })

    test('is looked at ten times, also when thirty come at once', async () => {
      const { app, robin } = await startWithRobin()
      await logIn(app)
      const answers = await Promise.all(Array.from({ length: 30 }, () => call(robin, 'wrong horse')))
      const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length
      expect({ checked: count(409), refused: count(429) }).toEqual({ checked: 10, refused: 20 })
    })
  })
})

test('wrong current passwords are forgotten when the right one comes in time', async () => {
  const { app, robin } = await startWithRobin()
  const change = (currentPass: string) => robin.call(changePassword, { body: { currentPass, newPass: PASSWORD } })
  for (let round = 0; round < 2; round++) {
    for (let n = 0; n < 9; n++) expect((await change('wrong horse')).status).toBe(409)
    expect((await change(PASSWORD)).status).toBe(200)
  }
  for (let n = 0; n < 10; n++) expect((await logIn(app, { pwd: 'wrong horse' })).statusCode).toBe(401)
  expect((await logIn(app)).statusCode).toBe(429)
})

/** A project with a room, an item with a file, an upload that waits, and a project in the trash with the same. */
const settle = async (user: Client, name: string) => {
  const things = async (projectName: string) => {
    const projectID = await user.newProject(projectName)
    const roomID = await user.newRoom(projectID)
    const [file] = await user.upload([{ name: 'a.txt', bytes: Buffer.from(`a of ${projectName}`) }])
    const remote = file?.remote ?? ''
    const itemID = await user.newItem(projectID, roomID, { field1: 'x' }, filesJSON([{ name: 'a.txt', remote }]))
    return { projectID, roomID, itemID, remote }
  }
  const { projectID } = await things(`${name} trashed`)
  await user.must(deleteProject, { query: { projectID } })
  await user.upload([{ name: 'waiting.txt', bytes: Buffer.from(`waiting of ${name}`) }])
  return things(name)
}

const userIDOf = async (db: Database, username: string): Promise<number> =>
  (await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id

/** Every row of every table, by its table. */
const allRows = async (db: Database): Promise<Record<string, unknown[]>> => {
  const tables = (await db.introspection.getTables()).map(({ name }) => name).sort()
  const rows = tables.map(async (name) => {
    const result = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)
    return [name, result.rows.map((row) => JSON.stringify(row)).sort()] as const
  })
  return Object.fromEntries(await Promise.all(rows))
}

const storedFiles = ({ services }: TestApp): number =>
  readdirSync(join(services.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length

const deleteIt = (client: Client, currentPass = PASSWORD) =>
  client.raw({ method: 'DELETE', url: '/myaccount', payload: { currentPass } })

describe('deleting the account', () => {
  test('leaves nothing of it, and everything of everybody else', async () => {
    const started = await startTestApp(IN_FOLDER)
    const { app, services, newUser, anonymous } = started
    const other = await newUser('other', [Role.Admin])
    await settle(other, 'Birch Lane')
    await started.jobsDone()
    const before = await allRows(services.db)
    const filesBefore = storedFiles(started)

    await anonymous.must(register, { body: registrationOf('robin') })
    await logIn(app, { pwd: 'wrong horse' })
    const { client } = await open(app)
    await settle(client, 'Maple Street')
    await started.jobsDone()
    const userID = await userIDOf(services.db, 'robin')
    const reset = { user_id: userID, token_hash: 'x', created_at: '2030-01-01', expires_at: '2030-01-02' }
    await services.db.insertInto('password_resets').values(reset).execute()
    await logIn(app, { pwd: 'wrong horse' })

    const response = await deleteIt(client)
    expect([response.statusCode, response.json()]).toEqual([200, { message: 'Account deleted' }])
    expect(cleared(response)).toEqual(CLEARED)
    const after = await allRows(services.db)
    // What failed at the login counts on for the address it came from, and the registration too.
    const { attempts, ...rest } = after
    expect(attempts?.map((row) => (JSON.parse(String(row)) as { kind: string }).kind).sort()).toEqual([
      'login-address',
      'login-address',
      'register-address',
    ])
    const numbering = { sqlite_sequence: expect.anything() }
    expect({ ...rest, ...numbering }).toEqual({ ...before, attempts: undefined, ...numbering })
    expect(storedFiles(started)).toBe(filesBefore)
    expect((await other.must(listProjects, {})).projects).toHaveLength(1)
  })

  test('ends every session at once, and nobody logs in by it any more', async () => {
    const { app } = await startWithRobin()
    const [here, there] = [await open(app), await open(app)]
    expect((await deleteIt(here.client)).statusCode).toBe(200)
    for (const session of [here, there]) {
      expect((await session.client.call(listProjects, {})).problem).toMatchObject({
        statusCode: 401,
        code: 'session_ended',
      })
      expect(await refresh(app, session)).toBe(401)
      expect((await app.inject({ url: '/export', cookies: session.cookies })).statusCode).toBe(401)
    }
    for (const user of ['robin', 'robin@example.com']) expect((await logIn(app, { user })).statusCode).toBe(401)
  })

  test('frees its username and its e-mail address', async () => {
    const { app, robin, anonymous } = await startWithRobin()
    await deleteIt(robin)
    await anonymous.must(register, { body: registrationOf('robin') })
    const again = await signIn(app, 'robin')
    expect((await again.call(listProjects, {})).status).toBe(204)
  })

  test('asks for the password: a wrong or missing one deletes nothing', async () => {
    const { robin, services } = await startWithRobin()
    await settle(robin, 'Maple Street')
    const before = await allRows(services.db)
    expect((await deleteIt(robin, 'wrong horse')).json()).toMatchObject(WRONG)
    expect((await robin.send(deleteMyAccount, { body: {} })).problem).toMatchObject({
      statusCode: 400,
      fields: { currentPass: 'Required.' },
    })
    const uncompared = { attempts: undefined, sqlite_sequence: undefined }
    expect({ ...(await allRows(services.db)), ...uncompared }).toEqual({ ...before, ...uncompared })
  })

  test('is refused to the last Admin, whose right password counts as no failure', async () => {
    const { app, newUser, services } = await startTestApp()
    const admin = await newUser('robin', [Role.Admin])
    await newUser('other')
    for (let n = 0; n < 12; n++) {
      expect((await deleteIt(admin)).json()).toMatchObject({
        statusCode: 409,
        code: 'last_admin',
        message: 'The last Admin cannot be removed. Give the role to somebody else first.',
      })
    }
    expect((await logIn(app)).statusCode).toBe(200)
    await setRole(services.db, 'other', Role.Admin, true)
    expect((await deleteIt(admin)).statusCode).toBe(200)
  })

  test('of all Admins at once leaves one', async () => {
    const { newUser, services } = await startTestApp()
    const names = ['first', 'second', 'third']
    const admins = await Promise.all(names.map((name) => newUser(name, [Role.Admin])))
    const answers = await Promise.all(admins.map((admin) => deleteIt(admin)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 409])
    expect(await services.db.selectFrom('user_roles').select('role').where('role', '=', Role.Admin).execute()).toEqual([
      { role: Role.Admin },
    ])
  })

  test('keeps the bytes that another upload refers to', async () => {
    const started = await startWithRobin()
    const { robin, services, newUser } = started
    const other = await newUser('other')
    const { remote } = await settle(robin, 'Maple Street')
    const { remote: theirs } = await settle(other, 'Birch Lane')
    const { blob_id } = await services.db
      .selectFrom('uploads')
      .select('blob_id')
      .where('remote', '=', remote)
      .executeTakeFirstOrThrow()
    await services.db.updateTable('uploads').set({ blob_id }).where('remote', '=', theirs).execute()
    expect((await deleteIt(robin)).statusCode).toBe(200)
    expect((await other.raw({ url: `/download/${theirs}` })).body).toBe('a of Maple Street')
  })

  test('succeeds also where bytes cannot be removed: the log says so, and they are removed later', async () => {
    const started = await startTestApp(IN_FOLDER)
    const { services, newUser } = started
    const { remove } = services.store
    const logged: unknown[] = []
    const app = await createApp(services)
    app.addHook('onRequest', async (request) => {
      request.log.error = (details: unknown) => void logged.push(details)
    })
    const robin = await newUser('robin')
    await robin.upload([{ name: 'a.txt', bytes: Buffer.from('a') }])
    services.store.remove = async () => {
      throw new Error('EIO: i/o error')
    }
    const response = await deleteIt(new Client(app, robin.accessToken))
    expect(response.json()).toEqual({ message: 'Account deleted' })
    expect(logged).toEqual([{ err: expect.objectContaining({ message: 'EIO: i/o error' }) }])
    services.store.remove = remove
    await sweep(services)
    expect(storedFiles(started)).toBe(0)
  })
})

describe('deleting the account of an editor of somebody else’s project', () => {
  const startWithEditor = async () => {
    const started = await startTestApp()
    const [owner, editor] = [await started.newUser('owner'), await started.newUser('editor')]
    const theirs = await settle(owner, 'Maple Street')
    const mine = await settle(editor, 'Birch Lane')
    const member = { project_id: theirs.projectID, user_id: await userIDOf(started.services.db, 'editor') }
    await started.services.db
      .insertInto('project_members')
      .values({ ...member, role: 'editor' })
      .execute()
    return { ...started, owner, editor, theirs, mine }
  }

  test('leaves the owner what the editor attached: it becomes the owner’s', async () => {
    const { owner, editor, theirs, mine, services } = await startWithEditor()
    const [brought] = await editor.upload([{ name: 'b.txt', bytes: Buffer.from('brought') }])
    const remote = brought?.remote ?? ''
    const files = [
      { name: 'b.txt', remote },
      { name: 'also mine.txt', remote: mine.remote },
    ]
    await editor.must(addItemFiles, { body: { itemID: theirs.itemID, files } })
    const seen = await owner.must(getItem, { query: { itemID: theirs.itemID } })
    expect(seen.attachments.map(({ name }) => name)).toEqual(['a.txt', 'b.txt', 'also mine.txt'])

    expect((await deleteIt(editor)).statusCode).toBe(200)
    expect(await owner.must(getItem, { query: { itemID: theirs.itemID } })).toEqual(seen)
    expect((await owner.raw({ url: `/download/${remote}` })).body).toBe('brought')
    expect((await owner.raw({ url: `/download/${mine.remote}` })).body).toBe('a of Birch Lane')
    const uploads = await services.db.selectFrom('uploads').select('owner_id').distinct().execute()
    expect(uploads).toEqual([{ owner_id: await userIDOf(services.db, 'owner') }])

    // Theirs to do with as they like: also on another item, and gone with their account.
    await owner.must(addItemFiles, {
      body: {
        itemID: await owner.newItem(theirs.projectID, theirs.roomID),
        files: [{ name: 'b.txt', remote }],
      },
    })
    expect(await owner.must(listItems, { query: { roomID: theirs.roomID } })).toHaveLength(2)
    expect((await deleteIt(owner)).statusCode).toBe(200)
    expect(await services.db.selectFrom('blobs').selectAll().execute()).toEqual([])
  })

  test('leaves in the owner’s trash what the editor deleted there', async () => {
    const { owner, editor, theirs } = await startWithEditor()
    const { trashID } = await editor.must(deleteRoom, { query: { roomID: theirs.roomID } })
    expect((await deleteIt(editor)).statusCode).toBe(200)
    expect(await owner.must(listDeleted, {})).toMatchObject([
      { trashID, kind: 'room', deletedBy: 'editor', may: 'own' },
      { kind: 'project', deletedBy: 'owner' },
    ])
    await owner.must(restore, { body: { trashID } })
    expect(await owner.must(listItems, { query: { roomID: theirs.roomID } })).toHaveLength(1)
  })

  test('in the middle of attaching fails nothing and loses the owner nothing that was acknowledged', async () => {
    const { owner, editor, theirs } = await startWithEditor()
    const uploaded = await editor.upload(
      Array.from({ length: 20 }, (_, n) => ({ name: `${n}.txt`, bytes: Buffer.from(`bytes ${n}`) })),
    )
    const attached: string[] = []
    const attachAll = async () => {
      for (const { filename, remote } of [...uploaded, ...uploaded, ...uploaded, ...uploaded]) {
        const body = { itemID: theirs.itemID, files: [{ name: filename, remote }] }
        const { status } = await editor.call(addItemFiles, { body })
        if (status === 201) attached.push(remote)
        else expect([401, 404]).toContain(status)
      }
    }
    const [response] = await Promise.all([deleteIt(editor), attachAll(), attachAll()])
    expect(response.statusCode).toBe(200)
    const { attachments } = await owner.must(getItem, { query: { itemID: theirs.itemID } })
    expect(attachments.map(({ remote }) => remote)).toEqual(expect.arrayContaining(attached))
    for (const { remote } of attachments) {
      expect((await owner.raw({ url: `/download/${remote}` })).statusCode).toBe(200)
    }
  })

  test('of the owner’s account leaves the editor their own, and takes along what was on the owner’s items alone', async () => {
    const { owner, editor, theirs, mine, services } = await startWithEditor()
    const [brought] = await editor.upload([{ name: 'b.txt', bytes: Buffer.from('brought') }])
    const files = [
      { name: 'b.txt', remote: brought?.remote ?? '' },
      { name: 'mine.txt', remote: mine.remote },
    ]
    await editor.must(addItemFiles, { body: { itemID: theirs.itemID, files } })
    // Nobody deletes an account whose projects others have access to.
    await services.db.deleteFrom('project_members').execute()
    expect((await deleteIt(owner)).statusCode).toBe(200)
    expect((await editor.raw({ url: `/download/${brought?.remote}` })).statusCode).toBe(404)
    expect((await editor.raw({ url: `/download/${mine.remote}` })).body).toBe('a of Birch Lane')
    expect((await editor.must(listProjects, {})).projects.map(({ name }) => name)).toEqual(['Birch Lane'])
    expect(await services.db.selectFrom('project_members').selectAll().execute()).toEqual([])
  })
})
