import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { login, register, type SessionBody } from '../../../src/shared/identity/auth.api.ts'
import { listProjects } from '../../../src/shared/projects/projects.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { createApp } from '../../../src/server/app.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/server/platform/lib/clock.ts'
import { hashPassword } from '../../../src/server/identity/passwords.ts'
import {
  endSession,
  findByAccessToken,
  openSession,
  rotateSession,
} from '../../../src/server/identity/sessions.repo.ts'
import { createUser } from '../../../src/server/identity/create-user.repo.ts'
import type { Database } from '../../../src/server/platform/db/database.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { Client, PASSWORD, registrationOf, startTestApp, type TestApp } from '../../support/test-app.ts'

const SESSION = 'roomfolio_session'
const DOWNLOAD = 'roomfolio_download'

const cookieOf = (response: LightMyRequestResponse, name: string) =>
  response.cookies.find((cookie) => cookie.name === name)

/** What an answer of /login or /refresh hands to the browser; under https the names have prefixes. */
const handed = (response: LightMyRequestResponse) => {
  const valueOf = (name: string) => response.cookies.find((cookie) => cookie.name.endsWith(name))?.value ?? ''
  expect(response.statusCode).toBe(200)
  return {
    access: response.json<SessionBody>().accessToken,
    refresh: valueOf(SESSION),
    download: valueOf(DOWNLOAD),
  }
}
type Handed = ReturnType<typeof handed>

/** Each cookie under its name of http and that of https. */
const sent = ({ refresh, download }: Partial<Pick<Handed, 'refresh' | 'download'>>) => ({
  ...(refresh !== undefined && { [SESSION]: refresh, [`__Host-${SESSION}`]: refresh }),
  ...(download !== undefined && { [DOWNLOAD]: download, [`__Secure-${DOWNLOAD}`]: download }),
})

const logIn = (app: FastifyInstance, body: object = {}) =>
  app.inject({ method: 'POST', url: '/login', payload: { user: 'robin', pwd: PASSWORD, ...body } })

const refresh = (app: FastifyInstance, token: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/refresh', cookies: sent({ refresh: token }), headers })

const projectsStatus = async (app: FastifyInstance, access: string) =>
  (await new Client(app, access).call(listProjects, {})).status

const ALIVE = { access: 204, refresh: 200, download: 404 }
const DEAD = { access: 401, refresh: 401, download: 401 }

/** What each token of a session still opens. The download names no file: 404 says that the session was good. */
const whatOpens = async (app: FastifyInstance, tokens: Handed) => ({
  access: await projectsStatus(app, tokens.access),
  download: (
    await app.inject({ url: '/download/AAAAAAAAAAAAAAAAAAAAAA', cookies: sent({ download: tokens.download }) })
  ).statusCode,
  refresh: (await refresh(app, tokens.refresh)).statusCode,
})

const startWithRobin = async (config: Parameters<typeof startTestApp>[0] = {}): Promise<TestApp> => {
  const started = await startTestApp(config)
  await started.newUser('robin')
  return started
}

describe('logging in', () => {
  // Proves 3.1, 3.2, 3.16, 6.1, 7.2
  test('gives an access token, the roles and the name', async () => {
    const { app } = await startWithRobin()
    const response = await logIn(app)
    expect(response.json()).toEqual({ accessToken: expect.any(String), roles: [Role.User], user: 'robin' })
    expect(await projectsStatus(app, handed(response).access)).toBe(204)
  })

  test('takes the username or the e-mail address, in any case', async () => {
    const { app } = await startWithRobin()
    for (const user of ['robin', 'ROBIN', ' Robin ', 'robin@example.com', 'Robin@EXAMPLE.com']) {
      expect((await logIn(app, { user })).json(), user).toMatchObject({ user: 'robin' })
    }
  })

  // Proves 5.8
  test('without username or password says so', async () => {
    const { app } = await startWithRobin()
    for (const [body, missing] of [
      [{ user: undefined, pwd: undefined }, ['pwd', 'user']],
      [{ user: '', pwd: '' }, ['pwd', 'user']],
      [{ user: '   ' }, ['user']],
      [{ user: null }, ['user']],
      [{ pwd: null }, ['pwd']],
      [{ pwd: '' }, ['pwd']],
    ] as const) {
      const response = await logIn(app, body)
      expect(response.json()).toMatchObject({ statusCode: 400, message: 'Missing user/pass' })
      expect(Object.keys(response.json<{ fields: object }>().fields).sort()).toEqual(missing)
    }
  })

  test('with a character that no name or password can hold is a malformed request', async () => {
    const { app } = await startWithRobin()
    for (const bad of ['robin\0', 'robin\ud800']) {
      const fields = { user: 'Contains a character that cannot be stored.' }
      expect((await logIn(app, { user: bad })).json()).toMatchObject({ statusCode: 400, fields })
      expect((await logIn(app, { pwd: bad })).json()).toMatchObject({ statusCode: 400, fields: { pwd: fields.user } })
    }
  })

  test('takes a name or password that is too long for any account as a wrong one', async () => {
    const { app } = await startWithRobin()
    const long = randomBytes(9000).toString('base64url')
    expect((await logIn(app, { user: long })).statusCode).toBe(401)
    expect((await logIn(app, { pwd: long })).statusCode).toBe(401)
  })

  test('answers an unknown user as it answers a wrong password', async () => {
    const { app } = await startWithRobin()
    const wrong = await logIn(app, { pwd: 'wrong horse' })
    const unknown = await logIn(app, { user: 'nobody' })
    expect(wrong.json()).toMatchObject({ statusCode: 401, message: 'Invalid Username or Password' })
    expect(unknown.json()).toEqual({ ...wrong.json<object>(), requestId: expect.any(String) })
    expect(wrong.cookies).toEqual([])
  })

  test('takes a password exactly as it was set, blanks and letters alike', async () => {
    const { app, anonymous } = await startTestApp()
    const pwd = '  Pässwörd 😀 '
    await anonymous.must(register, { body: { ...registrationOf('robin'), pwd } })
    expect((await logIn(app, { pwd })).statusCode).toBe(200)
    for (const wrong of [pwd.trim(), pwd.toLowerCase(), pwd.normalize('NFD')]) {
      expect((await logIn(app, { pwd: wrong })).statusCode).toBe(401)
    }
  })
})

describe('an access token', () => {
  test('is good for 15 minutes', async () => {
    const { app, clock } = await startWithRobin()
    const { access } = handed(await logIn(app))
    clock.turn(15 * MINUTE - SECOND)
    expect(await projectsStatus(app, access)).toBe(204)
    clock.turn(SECOND)
    const answer = await new Client(app, access).call(listProjects, {})
    expect(answer.problem).toMatchObject({
      statusCode: 401,
      code: 'session_ended',
      message: 'Your session has ended. Please log in again.',
    })
  })

  test('opens nothing as a cookie, and no cookie opens anything as a bearer', async () => {
    const { app } = await startWithRobin()
    const tokens = handed(await logIn(app))
    expect((await refresh(app, tokens.access)).statusCode).toBe(401)
    expect((await refresh(app, tokens.download)).statusCode).toBe(401)
    expect(await projectsStatus(app, tokens.refresh)).toBe(401)
    expect(await projectsStatus(app, tokens.download)).toBe(401)
  })
})

describe('refreshing', () => {
  test('restores the session with new tokens for the same user', async () => {
    const { app, clock } = await startWithRobin()
    const first = handed(await logIn(app))
    clock.turn(HOUR)
    const response = await refresh(app, first.refresh)
    expect(response.json()).toEqual({ accessToken: expect.any(String), roles: [Role.User], user: 'robin' })
    const second = handed(response)
    expect(new Set([...Object.values(first), ...Object.values(second)]).size).toBe(6)
    expect(await whatOpens(app, second)).toEqual(ALIVE)
  })

  test('without a cookie, or with one that nobody was given, is a 401 that clears the cookies', async () => {
    const { app } = await startWithRobin()
    for (const response of [
      await app.inject({ method: 'POST', url: '/refresh' }),
      await refresh(app, 'no such token'),
    ]) {
      expect(response.json()).toMatchObject({ statusCode: 401, code: 'session_ended' })
      for (const name of [SESSION, DOWNLOAD]) expect(cookieOf(response, name)).toMatchObject({ value: '' })
    }
  })

  test('with an old token works until its successor has been used, however long that takes', async () => {
    const { app, clock } = await startWithRobin()
    const first = handed(await logIn(app))
    handed(await refresh(app, first.refresh))
    clock.turn(23 * HOUR)
    expect(await whatOpens(app, handed(await refresh(app, first.refresh)))).toEqual(ALIVE)
  })

  test('with an old token works for 10 seconds after its successor was used', async () => {
    const { app, clock } = await startWithRobin()
    const first = handed(await logIn(app))
    const second = handed(await refresh(app, first.refresh))
    handed(await refresh(app, second.refresh))
    clock.turn(10 * SECOND - 1)
    expect(await whatOpens(app, handed(await refresh(app, first.refresh)))).toEqual(ALIVE)
  })

  test('with an older token later than that ends the whole session, for whoever holds it', async () => {
    const { app, clock } = await startWithRobin()
    const first = handed(await logIn(app))
    const second = handed(await refresh(app, first.refresh))
    const third = handed(await refresh(app, second.refresh))
    clock.turn(10 * SECOND)
    expect(await projectsStatus(app, third.access)).toBe(204)

    const stolen = await refresh(app, first.refresh)
    expect(stolen.json()).toMatchObject({ statusCode: 401, code: 'session_ended' })
    for (const tokens of [first, second, third]) expect(await whatOpens(app, tokens)).toEqual(DEAD)
  })

  test('with a stolen old token leaves the other sessions of that user alone', async () => {
    const { app, clock } = await startWithRobin()
    const phone = handed(await logIn(app))
    const first = handed(await logIn(app))
    const second = handed(await refresh(app, first.refresh))
    await refresh(app, second.refresh)
    clock.turn(MINUTE)
    expect((await refresh(app, first.refresh)).statusCode).toBe(401)
    expect(await whatOpens(app, phone)).toEqual(ALIVE)
  })

  test('loses nothing when an answer is lost on the way', async () => {
    const { app, clock } = await startWithRobin()
    const first = handed(await logIn(app))
    await refresh(app, first.refresh)
    clock.turn(HOUR)
    let tokens = handed(await refresh(app, first.refresh))
    for (let hour = 0; hour < 3; hour++) {
      clock.turn(HOUR)
      tokens = handed(await refresh(app, tokens.refresh))
    }
    expect(await whatOpens(app, tokens)).toEqual(ALIVE)
  })

  test('by several tabs at once gives each a session of use', async () => {
    const { app, clock } = await startWithRobin()
    const { refresh: shared } = handed(await logIn(app))
    const tabs = (await Promise.all(Array.from({ length: 5 }, () => refresh(app, shared)))).map(handed)
    expect(new Set(tabs.map(({ refresh: token }) => token)).size).toBe(5)
    // The browser keeps the cookie that came last; every tab goes on with it.
    clock.turn(15 * MINUTE)
    const kept = tabs[3]?.refresh ?? ''
    const again = (await Promise.all(tabs.map(() => refresh(app, kept)))).map(handed)
    for (const tokens of again) expect(await projectsStatus(app, tokens.access)).toBe(204)
  })

  // Proves 6.1
  test('brings the roles of today', async () => {
    const { app, services } = await startWithRobin()
    const first = handed(await logIn(app))
    await services.db.updateTable('user_roles').set({ role: Role.Reseller }).execute()
    expect((await refresh(app, first.refresh)).json()).toMatchObject({ roles: [Role.Reseller] })
  })
})

describe('Remember Me', () => {
  test('unticked: the cookies end with the browser, the session 24 hours after its last use', async () => {
    const { app, clock } = await startWithRobin()
    const response = await logIn(app, { remember: false })
    for (const name of [SESSION, DOWNLOAD]) {
      expect(cookieOf(response, name)).not.toHaveProperty('maxAge')
      expect(cookieOf(response, name)).not.toHaveProperty('expires')
    }
    clock.turn(DAY - SECOND)
    const used = handed(await refresh(app, handed(response).refresh))
    clock.turn(DAY - SECOND)
    const last = handed(await refresh(app, used.refresh))
    clock.turn(DAY)
    expect(await whatOpens(app, last)).toEqual(DEAD)
  })

  test('ticked: both last 30 days after the last use', async () => {
    const { app, clock } = await startWithRobin()
    const response = await logIn(app, { remember: true })
    for (const name of [SESSION, DOWNLOAD]) expect(cookieOf(response, name)).toMatchObject({ maxAge: 2_592_000 })
    clock.turn(30 * DAY - SECOND)
    const again = await refresh(app, handed(response).refresh)
    for (const name of [SESSION, DOWNLOAD]) expect(cookieOf(again, name)).toMatchObject({ maxAge: 2_592_000 })
    clock.turn(30 * DAY - SECOND)
    const last = handed(await refresh(app, handed(again).refresh))
    clock.turn(30 * DAY)
    expect(await whatOpens(app, last)).toEqual(DEAD)
  })
})

describe('90 days after its login', () => {
  const lifeOfCookie = (response: LightMyRequestResponse) => cookieOf(response, SESSION)?.maxAge

  test('a session ends, however often it was refreshed, and its cookie does not outlive it', async () => {
    const { app, clock } = await startWithRobin()
    let last = await logIn(app, { remember: true })
    for (let days = 0; days < 80; days += 20) {
      clock.turn(20 * DAY)
      last = await refresh(app, handed(last).refresh)
    }
    expect(lifeOfCookie(last)).toBe((10 * DAY) / SECOND)
    clock.turn(10 * DAY - MINUTE)
    last = await refresh(app, handed(last).refresh)
    expect(lifeOfCookie(last)).toBe(MINUTE / SECOND)
    const tokens = handed(last)
    expect(await whatOpens(app, tokens)).toEqual(ALIVE)
    clock.turn(MINUTE)
    expect(await whatOpens(app, tokens)).toEqual(DEAD)
  })

  test('one that was promised longer before an upgrade is refreshed no more, and swept', async () => {
    const { app, clock, services } = await startWithRobin()
    const { refresh: token } = handed(await logIn(app, { remember: true }))
    const created_at = new Date(clock.now().getTime() - 90 * DAY).toISOString()
    await services.db.updateTable('sessions').set({ created_at }).execute()
    await sweep(services)
    expect(await services.db.selectFrom('sessions').select('id').execute()).toEqual([])
    expect((await refresh(app, token)).statusCode).toBe(401)
  })
})

describe('logging out', () => {
  const logOut = (app: FastifyInstance, by: { cookie?: string; bearer?: string }) =>
    app.inject({
      method: 'POST',
      url: '/logout',
      ...(by.cookie !== undefined && { cookies: { [SESSION]: by.cookie } }),
      ...(by.bearer !== undefined && { headers: { authorization: `Bearer ${by.bearer}` } }),
    })

  // Proves 4.17
  test.each(['cookie', 'bearer'] as const)('by the %s ends the session at once, and that one alone', async (by) => {
    const { app } = await startWithRobin()
    const phone = handed(await logIn(app))
    const tokens = handed(await logIn(app))
    const response = await logOut(app, by === 'cookie' ? { cookie: tokens.refresh } : { bearer: tokens.access })
    expect(response.statusCode).toBe(204)
    expect(response.body).toBe('')
    expect(await whatOpens(app, tokens)).toEqual(DEAD)
    expect(await whatOpens(app, phone)).toEqual(ALIVE)
  })

  test('clears the cookies where they were set', async () => {
    const { app } = await startWithRobin()
    const response = await logOut(app, { cookie: handed(await logIn(app)).refresh })
    const expires = new Date(0)
    expect(response.headers['clear-site-data']).toBe('"cache"')
    expect(response.cookies).toMatchObject([
      { name: SESSION, value: '', path: '/', expires },
      { name: DOWNLOAD, value: '', path: '/download', expires },
      { name: DOWNLOAD, value: '', path: '/export', expires },
      { name: DOWNLOAD, value: '', path: '/sheet', expires },
      { name: DOWNLOAD, value: '', path: '/paper', expires },
    ])
  })

  test('works with a token that was exchanged, or is over', async () => {
    const { app, clock } = await startWithRobin()
    const first = handed(await logIn(app))
    const second = handed(await refresh(app, first.refresh))
    clock.turn(HOUR)
    expect((await logOut(app, { bearer: first.access })).statusCode).toBe(204)
    expect(await whatOpens(app, second)).toEqual(DEAD)
  })

  test('wins over tabs that refresh at the same moment, and fails none of them', async () => {
    const { services } = await startWithRobin()
    const { db, clock } = services
    const { id: userID } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    for (let round = 0; round < 20; round++) {
      const { tokens } = await openSession(db, clock, { userID, remember: false, userAgent: '', address: '' })
      const tabs = () => Array.from({ length: 4 }, () => rotateSession(db, clock, tokens.refresh))
      const first = tabs()
      const left = endSession(db, tokens.refresh)
      const restored = await Promise.all([...first, ...tabs()])
      await left
      for (const access of [tokens.access, ...restored.map((session) => session?.tokens.access ?? '')]) {
        expect(await findByAccessToken(db, clock, access)).toBeUndefined()
      }
    }
  })

  // Proves 7.1
  test('is a 204 also for those who have no session', async () => {
    const { app } = await startWithRobin()
    for (const by of [{}, { cookie: 'no such token' }, { bearer: 'no such token' }]) {
      expect((await logOut(app, by)).statusCode).toBe(204)
    }
  })
})

describe('the cookies', () => {
  test('are HttpOnly and SameSite=Strict, and that of downloads goes to downloads and the export alone', async () => {
    const { app } = await startWithRobin()
    const response = await logIn(app)
    const ofSession = [
      { name: SESSION, path: '/', httpOnly: true, sameSite: 'Strict' },
      { name: DOWNLOAD, path: '/download', httpOnly: true, sameSite: 'Strict' },
      { name: DOWNLOAD, path: '/export', httpOnly: true, sameSite: 'Strict' },
      { name: DOWNLOAD, path: '/sheet', httpOnly: true, sameSite: 'Strict' },
      { name: DOWNLOAD, path: '/paper', httpOnly: true, sameSite: 'Strict' },
    ]
    expect((await refresh(app, handed(response).refresh)).cookies).toMatchObject(ofSession)
    expect(response.cookies).toMatchObject([
      ...ofSession,
      { name: 'roomfolio_browser', path: '/', httpOnly: true, sameSite: 'Strict' },
    ])
  })

  const HTTPS = { publicURL: 'https://homes.example.com' }
  const [HOST_SESSION, SECURE_DOWNLOAD] = [`__Host-${SESSION}`, `__Secure-${DOWNLOAD}`]
  const SET_BY_HTTPS = [
    { name: HOST_SESSION, path: '/', secure: true },
    { name: SECURE_DOWNLOAD, path: '/download', secure: true },
    { name: SECURE_DOWNLOAD, path: '/export', secure: true },
    { name: SECURE_DOWNLOAD, path: '/sheet', secure: true },
    { name: SECURE_DOWNLOAD, path: '/paper', secure: true },
  ]

  test('are taken from this host and https alone, where the installation is reached by https', async () => {
    const { app } = await startWithRobin(HTTPS)
    const response = await logIn(app)
    const given = Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]))
    const again = await app.inject({ method: 'POST', url: '/refresh', cookies: given })
    const browser = { name: '__Host-roomfolio_browser', path: '/', secure: true }
    for (const [{ cookies, headers }, set] of [
      [response, [...SET_BY_HTTPS, browser]],
      [again, SET_BY_HTTPS],
    ] as const) {
      expect(cookies).toMatchObject(set)
      for (const cookie of cookies) expect(cookie).not.toHaveProperty('domain')
      expect(headers).toHaveProperty('strict-transport-security')
    }
    const renewed = Object.fromEntries(again.cookies.map(({ name, value }) => [name, value]))
    const url = '/download/AAAAAAAAAAAAAAAAAAAAAA'
    expect((await app.inject({ url, cookies: renewed })).statusCode).toBe(404)
    const out = await app.inject({ method: 'POST', url: '/logout', cookies: renewed })
    const cleared = out.cookies.filter(({ value }) => value === '').map(({ name, path }) => [name, path])
    for (const { name, path } of SET_BY_HTTPS) expect(cleared).toContainEqual([name, path])
    for (const cookie of out.cookies) expect(cookie.secure).toBe(true)
    expect((await app.inject({ url, cookies: renewed })).statusCode).toBe(401)
  })

  test('under plain names, which a neighboring host can set, count for nothing under https', async () => {
    const { app, services } = await startWithRobin()
    const tokens = handed(await logIn(app))
    const upgraded = await createApp({ ...services, config: { ...services.config, ...HTTPS } })
    const url = '/download/AAAAAAAAAAAAAAAAAAAAAA'
    expect((await upgraded.inject({ url, cookies: { [DOWNLOAD]: tokens.download } })).statusCode).toBe(401)
    const planted = { method: 'POST', url: '/refresh', cookies: { [SESSION]: tokens.refresh } } as const
    expect((await upgraded.inject(planted)).statusCode).toBe(401)

    const real = cookieOf(await logIn(upgraded), HOST_SESSION)?.value ?? ''
    const cookies = { [SESSION]: 'planted', [HOST_SESSION]: real }
    expect((await upgraded.inject({ method: 'POST', url: '/refresh', cookies })).statusCode).toBe(200)
  })

  test('have plain names and no Secure where the installation is reached by http', async () => {
    const { app } = await startWithRobin({ publicURL: 'http://homes.example.com' })
    const response = await logIn(app)
    const ofSession = [SESSION, DOWNLOAD, DOWNLOAD, DOWNLOAD, DOWNLOAD]
    for (const [{ cookies }, names] of [
      [response, [...ofSession, 'roomfolio_browser']],
      [await refresh(app, handed(response).refresh), ofSession],
    ] as const) {
      expect(cookies.map(({ name, secure }) => [name, secure])).toEqual(names.map((name) => [name, undefined]))
    }
    expect(response.headers).not.toHaveProperty('strict-transport-security')
  })

  test('the download cookie outlives the access token, but not the session', async () => {
    const { app, clock, newUser } = await startTestApp()
    const user = await newUser('robin')
    const [file] = await user.upload([{ name: 'plan.txt', bytes: Buffer.from('the plan') }])
    const tokens = handed(await logIn(app))
    const download = () => app.inject({ url: `/download/${file?.remote}`, cookies: { [DOWNLOAD]: tokens.download } })
    clock.turn(HOUR)
    expect(await projectsStatus(app, tokens.access)).toBe(401)
    expect((await download()).body).toBe('the plan')
    await app.inject({ method: 'POST', url: '/logout', cookies: { [SESSION]: tokens.refresh } })
    expect((await download()).statusCode).toBe(401)
  })

  test('the download cookie opens no other call', async () => {
    const { app } = await startWithRobin()
    const { download } = handed(await logIn(app))
    expect((await app.inject({ url: '/projects', cookies: { [DOWNLOAD]: download } })).statusCode).toBe(401)
  })
})

describe('sweeping', () => {
  test('removes the sessions that are over, and no other', async () => {
    const { app, clock, services } = await startTestApp()
    await createUser(services.db, clock, registrationOf('robin'), await hashPassword(PASSWORD), false)
    await logIn(app)
    const remembered = handed(await logIn(app, { remember: true }))
    clock.turn(DAY)
    await sweep(services)
    expect(await services.db.selectFrom('sessions').select('remember').execute()).toEqual([{ remember: 1 }])
    expect(await services.db.selectFrom('session_tokens').select('id').execute()).toHaveLength(1)
    expect((await refresh(app, remembered.refresh)).statusCode).toBe(200)
  })

  test('forgets tries that no window counts any more, and no other', async () => {
    const { app, clock, services } = await startWithRobin()
    for (const _ of [1, 2]) {
      await logIn(app, { pwd: 'wrong horse' })
      clock.turn(13 * HOUR)
    }
    await sweep(services)
    // One for the account, one for the name that it was tried by, and one for the address.
    expect(await services.db.selectFrom('attempts').select('kind').execute()).toHaveLength(3)
  })
})

/** Everything the database holds, as one text. */
const everything = async (db: Database): Promise<string> => {
  const tables = await db.introspection.getTables()
  const rows = tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db))
  return JSON.stringify((await Promise.all(rows)).map((result) => result.rows))
}

test('the database holds tokens by their hash alone, and no password', async () => {
  const { app, services } = await startWithRobin()
  const first = handed(await logIn(app))
  const second = handed(await refresh(app, first.refresh))
  const stored = await everything(services.db)
  for (const token of [...Object.values(first), ...Object.values(second)]) {
    expect(stored).toContain(createHash('sha256').update(token).digest('hex'))
    expect(stored).not.toContain(token)
  }
  expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  expect(stored).not.toContain(PASSWORD)
})

describe('a page of another site', () => {
  const FOREIGN: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'http://localhost.evil.example' },
    { origin: 'http://localhost:8080' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://homes.example.com', 'sec-fetch-site': 'cross-site' },
  ]
  const OWN: Record<string, string>[] = [
    {},
    { origin: 'https://homes.example.com' },
    { origin: 'https://homes.example.com', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: 'http://inside.example:8080', host: 'inside.example:8080' },
  ]

  test('can neither refresh nor log out', async () => {
    const { app } = await startWithRobin({ publicURL: 'https://homes.example.com' })
    const tokens = handed(await logIn(app))
    for (const headers of FOREIGN) {
      for (const url of ['/refresh', '/logout']) {
        const response = await app.inject({ method: 'POST', url, cookies: sent(tokens), headers })
        expect(response.json(), JSON.stringify(headers)).toMatchObject({ statusCode: 403, code: 'foreign_origin' })
        expect(response.cookies).toEqual([])
      }
    }
    expect(await whatOpens(app, tokens)).toEqual(ALIVE)
  })

  test('is not one of ours, which can', async () => {
    const { app } = await startWithRobin({ publicURL: 'https://homes.example.com' })
    for (const headers of OWN) {
      const tokens = handed(await refresh(app, handed(await logIn(app)).refresh, headers))
      const cookies = sent(tokens)
      expect((await app.inject({ method: 'POST', url: '/logout', cookies, headers })).statusCode).toBe(204)
      expect(await whatOpens(app, tokens)).toEqual(DEAD)
    }
  })
})

describe('registering', () => {
  // Proves 7.3
  test('says that it was successful, and the account can log in', async () => {
    const { anonymous } = await startTestApp()
    expect(await anonymous.must(register, { body: registrationOf('robin') })).toEqual({
      message: 'Registration Successful!',
    })
    expect(await anonymous.must(login, { body: { user: 'robin', pwd: PASSWORD } })).toMatchObject({
      roles: [Role.User],
    })
  })

  test.each(['robin', 'ROBIN'])('a username that exists, as %j, is refused', async (user) => {
    const { anonymous } = await startWithRobin()
    const body = { ...registrationOf(user), inputs: registrationOf('other').inputs }
    expect((await anonymous.call(register, { body })).problem).toMatchObject({
      statusCode: 409,
      error: 'Conflict',
      message: 'Username already exists',
      fields: { user: 'Username already exists' },
    })
  })

  test.each(['robin@example.com', ' ROBIN@Example.com'])('an e-mail in use, as %j, is refused', async (email) => {
    const { anonymous } = await startWithRobin()
    const other = registrationOf('other')
    const body = { ...other, inputs: { ...other.inputs, email } }
    expect((await anonymous.call(register, { body })).problem).toMatchObject({
      statusCode: 409,
      message: 'Email address is already in use',
      fields: { email: 'Email address is already in use' },
    })
  })

  test('ten times at once with one name makes one account', async () => {
    const { anonymous, services } = await startTestApp()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => anonymous.call(register, { body: registrationOf('robin') })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)])
    expect(await services.db.selectFrom('users').select('username').execute()).toEqual([{ username: 'robin' }])
  })

  // Proves 3.3, 5.4
  test('names every input that is missing or wrong', async () => {
    const { anonymous } = await startTestApp()
    const { problem } = await anonymous.send(register, {
      body: { user: '1st', pwd: 'short', inputs: { email: 'nobody', first: '  ', company: null } },
    })
    expect(problem).toMatchObject({
      statusCode: 400,
      code: 'invalid_input',
      fields: {
        user: '4 to 24 characters. Must begin with a letter. Letters, numbers, underscores and hyphens allowed.',
        pwd: 'Must be at least 8 characters.',
        email: 'Must be an email address.',
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
  test('stores names trimmed, in the case they were sent', async () => {
    const { anonymous, services } = await startTestApp()
    const body = registrationOf('Robin_1')
    await anonymous.must(register, { body: { ...body, inputs: { ...body.inputs, first: ' Robín ', company: ' ' } } })
    const row = await services.db
      .selectFrom('users')
      .select(['username', 'first_name', 'company', 'address2'])
      .executeTakeFirst()
    expect(row).toEqual({ username: 'Robin_1', first_name: 'Robín', company: '', address2: '' })
  })

  test('gives nobody a role that they ask for', async () => {
    const { anonymous } = await startTestApp()
    const { user, pwd, inputs } = registrationOf('robin')
    for (const body of [
      { user, pwd, inputs: { ...inputs, roles: [9001] } },
      { user, pwd, inputs, roles: [9001] },
    ]) {
      const { status, problem } = await anonymous.send(register, { body })
      expect([status, problem.fields]).toEqual([400, { roles: 'Not known here.' }])
    }
    await anonymous.must(register, { body: { user, pwd, inputs } })
    expect(await anonymous.must(login, { body: { user, pwd } })).toMatchObject({ roles: [Role.User] })
  })
})

describe('a password that is guessed first', () => {
  test('is refused to who registers, by the name of its field', async () => {
    const { anonymous } = await startTestApp()
    for (const [pwd, sentence] of [
      ['12345678', 'One of the commonest passwords. Please choose another.'],
      ['Password1!', 'One of the commonest passwords. Please choose another.'],
      ['robin-sample', 'Must not be the username, the email address or Roomfolio.'],
      ['robin-sample@example.com', 'Must not be the username, the email address or Roomfolio.'],
      ['Roomfolio1', 'Must not be the username, the email address or Roomfolio.'],
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

  test('also becomes Admin, the second does not', async () => {
    const { anonymous } = await startTestApp({ firstUserIsAdmin: true })
    for (const user of ['first', 'second']) await anonymous.must(register, { body: registrationOf(user) })
    expect(await rolesOf(anonymous, 'first')).toEqual([Role.User, Role.Admin])
    expect(await rolesOf(anonymous, 'second')).toEqual([Role.User])
  })

  test('becomes none where the setting is off', async () => {
    const { anonymous } = await startTestApp({ firstUserIsAdmin: false })
    await anonymous.must(register, { body: registrationOf('first') })
    expect(await rolesOf(anonymous, 'first')).toEqual([Role.User])
  })

  test('is exactly one, also when ten register at once', async () => {
    const { anonymous, services } = await startTestApp({ firstUserIsAdmin: true })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => anonymous.call(register, { body: registrationOf(`user${at}`) })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(await admins(services.db)).toHaveLength(1)
  })

  test('is exactly one, also when ten come at once to the database itself', async () => {
    // Hashing passwords, a few at a time, would set them apart.
    const { services } = await startTestApp()
    const add = (_: unknown, at: number) =>
      createUser(services.db, services.clock, registrationOf(`user${at}`), 'a hash', true)
    await Promise.all(Array.from({ length: 10 }, add))
    expect(await admins(services.db)).toHaveLength(1)
  })
})
