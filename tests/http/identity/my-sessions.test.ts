import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { endMySession, listMySessions, type MySession } from '../../../src/shared/identity/account.api.ts'
import type { SessionBody } from '../../../src/shared/identity/auth.api.ts'
import { listProjects } from '../../../src/shared/projects/projects.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { setRole } from '../../../src/server/identity/account/users.repo.ts'
import { DAY, HOUR, MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { Client, PASSWORD, startTestApp } from '../../support/test-app.ts'
import { problemWith, sentenceOf } from '../../support/problems.ts'

/** A browser that logs in, with its user agent and address. */
const logIn = async (app: FastifyInstance, browser: string, remember = false) => {
  const response = await app.inject({
    method: 'POST',
    url: '/login',
    payload: { user: 'robin', pwd: PASSWORD, remember },
    headers: { 'user-agent': browser },
    remoteAddress: '192.0.2.7',
  })
  const { accessToken } = response.json<SessionBody>()
  return { client: new Client(app, accessToken), cookies: cookiesOf(response) }
}

const cookiesOf = (response: LightMyRequestResponse) =>
  Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]))

const refresh = (app: FastifyInstance, { cookies }: { cookies: Record<string, string> }) =>
  app.inject({ method: 'POST', url: '/refresh', cookies })

const start = async () => {
  const started = await startTestApp()
  // The factory opens a session; ended here so that the test has only its own.
  const first = await started.newUser('robin')
  const [own] = await first.must(listMySessions, {})
  await first.must(endMySession, { query: { sessionID: own?.sessionID ?? 0 } })
  return started
}

const browsers = (sessions: readonly MySession[]) => sessions.map(({ userAgent }) => userAgent)
const idOf = (sessions: readonly MySession[], browser: string): number =>
  sessions.find(({ userAgent }) => userAgent === browser)?.sessionID ?? 0

describe("the list of a user's sessions", () => {
  test('shows the browser, address, start, last use and end of each', async () => {
    const { app, clock } = await start()
    const at = clock.now()
    const here = await logIn(app, 'Desk')
    await logIn(app, 'Phone', true)
    const after = (ms: number) => new Date(at.getTime() + ms).toISOString()
    const [phone, desk] = await here.client.must(listMySessions, {})
    const times = { address: '192.0.2.7', createdAt: after(0), lastUsedAt: after(0) }
    const sessionID = expect.any(Number)
    expect(desk).toEqual({
      ...times,
      sessionID,
      current: true,
      userAgent: 'Desk',
      remember: false,
      expiresAt: after(DAY),
    })
    expect(phone).toEqual({
      ...times,
      sessionID,
      current: false,
      userAgent: 'Phone',
      remember: true,
      expiresAt: after(30 * DAY),
    })
  })

  test('is sorted by last use, newest first', async () => {
    const { app, clock } = await start()
    const desk = await logIn(app, 'Desk')
    clock.turn(MINUTE)
    await logIn(app, 'Phone')
    clock.turn(MINUTE)
    await logIn(app, 'Tablet')
    expect(browsers(await desk.client.must(listMySessions, {}))).toEqual(['Tablet', 'Phone', 'Desk'])
    clock.turn(MINUTE)
    await refresh(app, desk)
    const sessions = await desk.client.must(listMySessions, {})
    expect(browsers(sessions)).toEqual(['Desk', 'Tablet', 'Phone'])
    expect(sessions[0]?.lastUsedAt).toBe(clock.now().toISOString())
  })

  test('omits ended sessions and those of other users', async () => {
    const { app, clock, newUser } = await start()
    await newUser('other')
    await logIn(app, 'Forgotten')
    const ended = await logIn(app, 'Ended')
    await app.inject({ method: 'POST', url: '/logout', cookies: ended.cookies })
    clock.turn(23 * HOUR)
    const { client } = await logIn(app, 'Desk')
    expect(browsers(await client.must(listMySessions, {}))).toEqual(['Desk', 'Forgotten'])
    clock.turn(HOUR)
    const { client: later } = await logIn(app, 'Phone')
    expect(browsers(await later.must(listMySessions, {}))).toEqual(['Phone', 'Desk'])
  })

  test('is open to every role, also to users without projects', async () => {
    const { app, services } = await start()
    const { client } = await logIn(app, 'Desk')
    await setRole(services.db, 'robin', Role.User, false)
    expect(browsers(await client.must(listMySessions, {}))).toEqual(['Desk'])
  })
})

describe('ending a session of the user', () => {
  test('ends all uses of it at once, and no other session', async () => {
    const { app } = await start()
    const [desk, lost, tablet] = [await logIn(app, 'Desk'), await logIn(app, 'Lost'), await logIn(app, 'Tablet')]
    const sessionID = idOf(await desk.client.must(listMySessions, {}), 'Lost')
    const response = await desk.client.raw({
      method: 'DELETE',
      url: `/mysession?sessionID=${sessionID}`,
      payload: { currentPass: PASSWORD },
    })
    expect(response.json()).toEqual({ message: 'Session ended' })
    expect(response.cookies).toEqual([])

    expect((await lost.client.call(listProjects, {})).problem).toMatchObject({ statusCode: 401, code: 'session_ended' })
    expect((await refresh(app, lost)).statusCode).toBe(401)
    for (const url of ['/download/AAAAAAAAAAAAAAAAAAAAAA', '/export']) {
      expect((await app.inject({ url, cookies: lost.cookies })).statusCode).toBe(401)
    }
    for (const { client } of [desk, tablet]) {
      expect(browsers(await client.must(listMySessions, {}))).toEqual(['Tablet', 'Desk'])
    }
  })

  test("clears the cookies if it is the caller's own", async () => {
    const { app } = await start()
    const { client } = await logIn(app, 'Desk')
    const sessionID = idOf(await client.must(listMySessions, {}), 'Desk')
    const response = await client.raw({ method: 'DELETE', url: `/mysession?sessionID=${sessionID}` })
    expect(response.statusCode).toBe(200)
    expect(response.cookies.map(({ name, path, value }) => [name, path, value]).sort()).toEqual([
      ['roomfolio_download', '/download', ''],
      ['roomfolio_download', '/export', ''],
      ['roomfolio_download', '/paper', ''],
      ['roomfolio_download', '/sheet', ''],
      ['roomfolio_session', '/', ''],
    ])
    expect((await client.call(listProjects, {})).status).toBe(401)
  })

  test("requires the current password unless it is the caller's own", async () => {
    const { app } = await start()
    const [desk, lost] = [await logIn(app, 'Desk'), await logIn(app, 'Lost')]
    const sessions = await desk.client.must(listMySessions, {})
    const end = (currentPass?: string) =>
      desk.client.call(endMySession, { query: { sessionID: idOf(sessions, 'Lost') }, body: { currentPass } })
    expect((await end()).problem).toMatchObject({ statusCode: 400, fields: { currentPass: 'Required.' } })
    expect((await end('wrong horse')).problem).toMatchObject({
      ...problemWith('current_password_wrong'),
      fields: { currentPass: sentenceOf('current_password_wrong') },
    })
    expect((await lost.client.call(listProjects, {})).status).toBe(204)
    expect((await end(PASSWORD)).status).toBe(200)
    expect((await lost.client.call(listProjects, {})).status).toBe(401)
    const own = { query: { sessionID: idOf(sessions, 'Desk') }, body: {} }
    expect((await desk.client.call(endMySession, own)).status).toBe(200)
  })

  test('answers 404 the second time, as for an ended one', async () => {
    const { app, clock } = await start()
    await logIn(app, 'Forgotten')
    await logIn(app, 'Lost')
    const before = await logIn(app, 'Before')
    const sessions = await before.client.must(listMySessions, {})
    const lost = { query: { sessionID: idOf(sessions, 'Lost') }, body: { currentPass: PASSWORD } }
    await before.client.must(endMySession, lost)
    clock.turn(DAY)
    const { client } = await logIn(app, 'Desk')
    for (const browser of ['Lost', 'Forgotten']) {
      const answer = await client.call(endMySession, { query: { sessionID: idOf(sessions, browser) } })
      expect(answer.problem, browser).toMatchObject({ statusCode: 404, code: 'not_found' })
    }
  })
})
