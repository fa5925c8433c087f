import { describe, expect, test } from 'vitest'
import { logout, refresh } from '../../../src/shared/identity/auth.api.ts'
import { exportMyData } from '../../../src/shared/identity/account.api.ts'
import { PASSWORD, startTestApp } from '../../support/test-app.ts'

const PUBLIC_URL = 'https://example.com/our/homes'
const PATH = '/our/homes'
const PAGE = { accept: 'text/html' }

const start = async (publicURL = PUBLIC_URL) => {
  const { app, newUser } = await startTestApp({ publicURL })
  await newUser('robin')
  const logIn = () => app.inject({ method: 'POST', url: `${PATH}/login`, payload: { user: 'robin', pwd: PASSWORD } })
  return { app, logIn }
}

describe('with a path in PUBLIC_URL', () => {
  test('calls are answered under it only, except for the calls of operators', async () => {
    const { app } = await start()
    const statusOf = async (url: string, headers = {}) => {
      const { statusCode, headers: answered } = await app.inject({ url, headers })
      expect(answered).toHaveProperty('content-security-policy')
      return statusCode
    }
    expect(await statusOf(`${PATH}/projects`)).toBe(401)
    expect(await statusOf(`${PATH}/site?unknown=1`)).toBe(200)
    for (const elsewhere of ['/projects', '/our/homesick/projects', '/our', `/other${PATH}/projects`, `/${PATH}/site`])
      expect([elsewhere, await statusOf(elsewhere)]).toEqual([elsewhere, 404])
    for (const probe of ['/healthz', '/readyz', `${PATH}/healthz`, `${PATH}/readyz?from=proxy`])
      expect([probe, await statusOf(probe)]).toEqual([probe, 200])
  })

  test('a page opened without it redirects there, and never to another site', async () => {
    const { app } = await start()
    for (const url of ['/', '/login?from=mail', '//evil.example/']) {
      const { statusCode, headers } = await app.inject({ url, headers: PAGE })
      expect([statusCode, headers.location]).toEqual([302, PATH + url])
    }
    expect((await app.inject({ method: 'POST', url: '/login', headers: PAGE })).statusCode).toBe(404)
  })

  test('no other path of the host gets a session cookie, which works here', async () => {
    const { app, logIn } = await start()
    const session = await logIn()
    const [REFRESH, DOWNLOAD] = ['__Secure-roomfolio_session', '__Secure-roomfolio_download']
    const places = [
      { name: REFRESH, path: PATH, secure: true, httpOnly: true, sameSite: 'Strict' },
      { name: DOWNLOAD, path: `${PATH}/download`, secure: true },
      { name: DOWNLOAD, path: `${PATH}/export`, secure: true },
      { name: DOWNLOAD, path: `${PATH}/sheet`, secure: true },
      { name: DOWNLOAD, path: `${PATH}/paper`, secure: true },
    ]
    expect(session.cookies).toMatchObject([
      ...places,
      { name: '__Secure-roomfolio_browser', path: PATH, secure: true, httpOnly: true, sameSite: 'Strict' },
    ])
    const cookies = Object.fromEntries(session.cookies.map(({ name, value }) => [name, value]))
    // As the app sends them; another site of that name, and another one, are refused.
    const fromApp = { origin: 'https://example.com', 'sec-fetch-site': 'same-origin' }
    const ask = (path: string, headers: Record<string, string>) =>
      app.inject({ method: 'POST', url: PATH + path, cookies, headers })
    expect((await ask(refresh.path, { origin: 'https://evil.example' })).statusCode).toBe(403)
    const renewed = await ask(refresh.path, fromApp)
    expect([renewed.statusCode, renewed.cookies]).toEqual([200, expect.toSatisfy(Array.isArray)])
    expect(renewed.cookies).toMatchObject(places)
    const exported = await app.inject({ url: PATH + exportMyData.path, cookies })
    expect(exported.statusCode).toBe(200)

    const out = await ask(logout.path, fromApp)
    const cleared = out.cookies.filter(({ value }) => value === '').map(({ name, path }) => [name, path])
    for (const { name, path } of places) expect(cleared).toContainEqual([name, path])
  })

  test('cookies have it on http, too, under their plain names', async () => {
    const { logIn } = await start(`http://example.com${PATH}`)
    expect((await logIn()).cookies).toMatchObject([
      { name: 'roomfolio_session', path: PATH },
      { name: 'roomfolio_download', path: `${PATH}/download` },
      { name: 'roomfolio_download', path: `${PATH}/export` },
      { name: 'roomfolio_download', path: `${PATH}/sheet` },
      { name: 'roomfolio_download', path: `${PATH}/paper` },
      { name: 'roomfolio_browser', path: PATH },
    ])
  })

  test('/openapi.json has it as server address, and /docs loads under it', async () => {
    const { app } = await start()
    expect((await app.inject({ url: `${PATH}/openapi.json` })).json()).toMatchObject({ servers: [{ url: PUBLIC_URL }] })
    expect((await app.inject({ url: `${PATH}/docs/json` })).json()).toMatchObject({ servers: [{ url: PATH }] })
    const { body } = await app.inject({ url: `${PATH}/docs`, headers: PAGE })
    const named = [...body.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address = '']) => address)
    expect(named.length).toBeGreaterThan(3)
    for (const address of named) {
      expect(address).toMatch(/^\/our\/homes\/docs\/static\//)
      expect([address, (await app.inject({ url: address })).statusCode]).toEqual([address, 200])
    }
  })
})
