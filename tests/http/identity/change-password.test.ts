import { describe, expect, test } from 'vitest'
import { changePassword, listMySessions } from '../../../src/shared/identity/account.api.ts'
import { listProjects } from '../../../src/shared/projects/projects.api.ts'
import { SENTENCES } from '../../../src/shared/contract/text-rules.ts'
import { MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { Client, PASSWORD } from '../../support/test-app.ts'
import { NEW_PASSWORD, moving, logIn, open, refresh, startWithRobin, WRONG } from './account-fixture.ts'
import { problemWith } from '../../support/problems.ts'

describe('changing the password', () => {
  // Proves 7.25
  test('accepts the new password at once, exactly as sent, and no longer the old one', async () => {
    const { app, robin } = await startWithRobin()
    const newPass = '  Pässwörd 😀 '
    expect(await robin.must(changePassword, { body: { currentPass: PASSWORD, newPass } })).toEqual({
      message: 'Password changed',
    })
    expect((await logIn(app)).statusCode).toBe(401)
    expect((await logIn(app, { pwd: newPass.trim() })).statusCode).toBe(401)
    expect((await logIn(app, { pwd: newPass })).statusCode).toBe(200)
  })

  test('ends every other session of the user at once, and of nobody else', async () => {
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
  test('refuses a guessable password before it checks the current one', async () => {
    const { robin } = await startWithRobin()
    for (const [newPass, sentence] of [
      ['Password1', SENTENCES.passwordCommon],
      ['robin2024', SENTENCES.passwordNamed],
      ['ROBIN@example.com', SENTENCES.passwordNamed],
      ['roomfolio', SENTENCES.passwordNamed],
    ] as const) {
      const answer = await robin.call(changePassword, { body: { currentPass: 'wrong horse', newPass } })
      expect(answer.problem).toMatchObject({ statusCode: 400, code: 'invalid_input', fields: { newPass: sentence } })
    }
  })

  test('with a wrong current password changes nothing and names the wrong field', async () => {
    const { app, robin } = await startWithRobin()
    for (const currentPass of ['wrong horse', '', ` ${PASSWORD}`, PASSWORD.toUpperCase()]) {
      const answer = await robin.call(changePassword, { body: { currentPass, newPass: NEW_PASSWORD } })
      expect(answer.problem, currentPass).toMatchObject(WRONG)
    }
    expect((await logIn(app)).statusCode).toBe(200)
  })

  test('succeeds once for two calls at once with the same current password', async () => {
    const { app } = await startWithRobin()
    const sessions = await Promise.all([1, 2, 3, 4].map(() => open(app)))
    const answers = await Promise.all(
      sessions.map(({ client }, at) =>
        client.call(changePassword, { body: { currentPass: PASSWORD, newPass: `new password ${at}` } }),
      ),
    )
    const won = answers.findIndex(({ status }) => status === 200)
    // The loser gets either of two true errors: wrong password or ended session.
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
    test('counts as a failed login of the account: the eleventh try has to wait, here and at the login', async () => {
      const { app, robin, clock } = await startWithRobin()
      await logIn(app)
      for (let n = 0; n < 10; n++) expect((await call(robin, 'wrong horse')).json()).toMatchObject(WRONG)
      const refused = await call(robin, PASSWORD)
      expect(refused.json()).toMatchObject(problemWith('too_many_tries', { wait: '15 minutes' }))
      expect(refused.headers['retry-after']).toBe('900')
      expect((await logIn(app)).statusCode).toBe(429)
      clock.turn(15 * MINUTE)
      expect((await logIn(app)).statusCode).toBe(200)
    })

    test('counts for the address it comes from', async () => {
      const { app, robin } = await startWithRobin({ loginTriesPerAddress: 2 })
      await logIn(app)
      const here = { remoteAddress: '192.0.2.1' }
      for (let n = 0; n < 2; n++) expect((await call(robin, 'wrong horse', here)).statusCode).toBe(409)
      expect((await logIn(app, { user: 'nobody' })).statusCode).toBe(401)
      const login = { method: 'POST', url: '/login', payload: { user: 'other', pwd: 'x' }, ...here } as const
      expect((await app.inject(login)).statusCode).toBe(429)
    })

    test('is the only one that blocks a session: failed logins of strangers do not, even from its own address', async () => {
      const { app, robin } = await startWithRobin({ loginTriesPerAddress: 10 })
      await logIn(app)
      for (let n = 0; n < 10; n++) expect((await logIn(app, { pwd: 'wrong horse' })).statusCode).toBe(401)
      expect((await logIn(app)).statusCode).toBe(429)
      expect((await call(robin, 'wrong horse')).json()).toMatchObject(WRONG)
      expect((await call(robin, PASSWORD)).statusCode).toBe(200)
    })

    test('is checked ten times for thirty calls at once', async () => {
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
