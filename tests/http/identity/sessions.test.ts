import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { listProjects } from '../../../src/shared/projects/projects.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/server/platform/lib/clock.ts'
import { hashPassword } from '../../../src/server/identity/passwords/passwords.ts'
import {
  endSession,
  findByAccessToken,
  openSession,
  rotateSession,
} from '../../../src/server/identity/sessions/sessions.repo.ts'
import { createUser } from '../../../src/server/identity/account/create-user.repo.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { Client, PASSWORD, registrationOf, startTestApp } from '../../support/test-app.ts'
import {
  SESSION,
  DOWNLOAD,
  cookieOf,
  handed,
  logIn,
  refresh,
  projectsStatus,
  ALIVE,
  DEAD,
  whatOpens,
  startWithRobin,
} from './sessions-fixture.ts'

describe('an access token', () => {
  test('is valid for 15 minutes', async () => {
    const { app, clock } = await startWithRobin()
    const { access } = handed(await logIn(app))
    clock.turn(15 * MINUTE - SECOND)
    expect(await projectsStatus(app, access)).toBe(204)
    clock.turn(SECOND)
    const answer = await new Client(app, access).call(listProjects, {})
    expect(answer.problem).toMatchObject({ statusCode: 401, code: 'session_ended' })
  })

  test('is no cookie, and no cookie is a bearer token', async () => {
    const { app } = await startWithRobin()
    const tokens = handed(await logIn(app))
    expect((await refresh(app, tokens.access)).statusCode).toBe(401)
    expect((await refresh(app, tokens.download)).statusCode).toBe(401)
    expect(await projectsStatus(app, tokens.refresh)).toBe(401)
    expect(await projectsStatus(app, tokens.download)).toBe(401)
  })
})

describe('a login', () => {
  test('ends the session that the browser had, and no other', async () => {
    const { app } = await startWithRobin()
    const [elsewhere, before] = [handed(await logIn(app)), handed(await logIn(app))]
    const payload = { user: 'robin', pwd: PASSWORD }
    const cookies = { [SESSION]: before.refresh }
    const failed = { ...payload, pwd: 'wrong horse' }
    expect((await app.inject({ method: 'POST', url: '/login', payload: failed, cookies })).statusCode).toBe(401)
    expect(await projectsStatus(app, before.access)).toBe(204)
    const after = handed(await app.inject({ method: 'POST', url: '/login', payload, cookies }))
    expect(await whatOpens(app, before)).toEqual(DEAD)
    for (const tokens of [elsewhere, after]) expect(await whatOpens(app, tokens)).toEqual(ALIVE)
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

  test('without a cookie, or with an unknown one, is a 401 that clears the cookies', async () => {
    const { app } = await startWithRobin()
    for (const response of [
      await app.inject({ method: 'POST', url: '/refresh' }),
      await refresh(app, 'no such token'),
    ]) {
      expect(response.json()).toMatchObject({ statusCode: 401, code: 'session_ended' })
      for (const name of [SESSION, DOWNLOAD]) expect(cookieOf(response, name)).toMatchObject({ value: '' })
    }
  })

  test('accepts an old token until its successor has been used, for any time', async () => {
    const { app, clock } = await startWithRobin()
    const first = handed(await logIn(app))
    handed(await refresh(app, first.refresh))
    clock.turn(23 * HOUR)
    expect(await whatOpens(app, handed(await refresh(app, first.refresh)))).toEqual(ALIVE)
  })

  test('accepts an old token for 10 seconds after its successor was used', async () => {
    const { app, clock } = await startWithRobin()
    const first = handed(await logIn(app))
    const second = handed(await refresh(app, first.refresh))
    handed(await refresh(app, second.refresh))
    clock.turn(10 * SECOND - 1)
    expect(await whatOpens(app, handed(await refresh(app, first.refresh)))).toEqual(ALIVE)
  })

  test('ends the whole session for all holders of an older token after that', async () => {
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

  test("with a stolen old token keeps the user's other sessions", async () => {
    const { app, clock } = await startWithRobin()
    const phone = handed(await logIn(app))
    const first = handed(await logIn(app))
    const second = handed(await refresh(app, first.refresh))
    await refresh(app, second.refresh)
    clock.turn(MINUTE)
    expect((await refresh(app, first.refresh)).statusCode).toBe(401)
    expect(await whatOpens(app, phone)).toEqual(ALIVE)
  })

  test('survives a lost answer', async () => {
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

  test('in several tabs at once keeps all of them signed in', async () => {
    const { app, clock } = await startWithRobin()
    const { refresh: shared } = handed(await logIn(app))
    const tabs = (await Promise.all(Array.from({ length: 5 }, () => refresh(app, shared)))).map(handed)
    expect(new Set(tabs.map(({ refresh: token }) => token)).size).toBe(5)
    // The browser keeps the last cookie, and every tab uses it.
    clock.turn(15 * MINUTE)
    const kept = tabs[3]?.refresh ?? ''
    const again = (await Promise.all(tabs.map(() => refresh(app, kept)))).map(handed)
    for (const tokens of again) expect(await projectsStatus(app, tokens.access)).toBe(204)
  })

  // Proves 6.1
  test('returns the current roles', async () => {
    const { app, services } = await startWithRobin()
    const first = handed(await logIn(app))
    await services.db.updateTable('user_roles').set({ role: Role.Reseller }).execute()
    expect((await refresh(app, first.refresh)).json()).toMatchObject({ roles: [Role.Reseller] })
  })
})

describe('Remember Me', () => {
  test('off: the cookies end with the browser, the session 24 hours after its last use', async () => {
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

  test('on: both last 30 days after the last use', async () => {
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

describe('90 days after login', () => {
  const lifeOfCookie = (response: LightMyRequestResponse) => cookieOf(response, SESSION)?.maxAge

  test('a session ends despite refreshes, and its cookie does not outlive it', async () => {
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

  test('a session promised longer before an upgrade cannot be refreshed, and is swept', async () => {
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
  test.each(['cookie', 'bearer'] as const)('by the %s ends that session at once, and no other', async (by) => {
    const { app } = await startWithRobin()
    const phone = handed(await logIn(app))
    const tokens = handed(await logIn(app))
    const response = await logOut(app, by === 'cookie' ? { cookie: tokens.refresh } : { bearer: tokens.access })
    expect(response.statusCode).toBe(204)
    expect(response.body).toBe('')
    expect(await whatOpens(app, tokens)).toEqual(DEAD)
    expect(await whatOpens(app, phone)).toEqual(ALIVE)
  })

  test('clears the cookies at their paths', async () => {
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

  test('works with an exchanged or expired token', async () => {
    const { app, clock } = await startWithRobin()
    const first = handed(await logIn(app))
    const second = handed(await refresh(app, first.refresh))
    clock.turn(HOUR)
    expect((await logOut(app, { bearer: first.access })).statusCode).toBe(204)
    expect(await whatOpens(app, second)).toEqual(DEAD)
  })

  test('wins over refreshes of tabs at the same moment, and fails none of them', async () => {
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
  test('is a 204 without a session, too', async () => {
    const { app } = await startWithRobin()
    for (const by of [{}, { cookie: 'no such token' }, { bearer: 'no such token' }]) {
      expect((await logOut(app, by)).statusCode).toBe(204)
    }
  })
})

describe('sweeping', () => {
  test('deletes expired sessions, and no other', async () => {
    const { app, clock, services } = await startTestApp()
    await createUser(services.db, clock, registrationOf('robin'), await hashPassword(PASSWORD), { firstIsAdmin: false })
    await logIn(app)
    const remembered = handed(await logIn(app, { remember: true }))
    clock.turn(DAY)
    await sweep(services)
    expect(await services.db.selectFrom('sessions').select('remember').execute()).toEqual([{ remember: 1 }])
    expect(await services.db.selectFrom('session_tokens').select('id').execute()).toHaveLength(1)
    expect((await refresh(app, remembered.refresh)).statusCode).toBe(200)
  })

  test('deletes expired attempts, and no other', async () => {
    const { app, clock, services } = await startWithRobin()
    for (const _ of [1, 2]) {
      await logIn(app, { pwd: 'wrong horse' })
      clock.turn(13 * HOUR)
    }
    await sweep(services)
    // One for the account, one for the name used, and one for the address.
    expect(await services.db.selectFrom('attempts').select('kind').execute()).toHaveLength(3)
  })
})
