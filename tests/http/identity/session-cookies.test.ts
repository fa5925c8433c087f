import { describe, expect, test } from 'vitest'
import { createApp } from '../../../src/server/app.ts'
import { HOUR } from '../../../src/server/platform/lib/clock.ts'
import { startTestApp } from '../../support/test-app.ts'
import {
  SESSION,
  DOWNLOAD,
  cookieOf,
  handed,
  sent,
  logIn,
  refresh,
  projectsStatus,
  ALIVE,
  DEAD,
  whatOpens,
  startWithRobin,
} from './sessions-fixture.ts'

describe('cookies', () => {
  test('are HttpOnly and SameSite=Strict, and the download cookie goes to downloads and the export only', async () => {
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

  test('are bound to this host and https if the installation uses https', async () => {
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

  test('under plain names, which a neighboring host can set, are ignored under https', async () => {
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

  test('of downloads that a neighboring host plants under https open nothing', async () => {
    const { app, newUser } = await startTestApp(HTTPS)
    await newUser('robin')
    const [mine, planted] = [handed(await logIn(app)), handed(await logIn(app))]
    const statusWith = async (refreshToken: string | undefined, ...downloads: string[]) => {
      const pairs = [
        ...downloads.map((token) => `${SECURE_DOWNLOAD}=${token}`),
        ...(refreshToken === undefined ? [] : [`${HOST_SESSION}=${refreshToken}`]),
      ]
      const headers = { cookie: pairs.join('; ') }
      return (await app.inject({ url: '/download/AAAAAAAAAAAAAAAAAAAAAA', headers })).statusCode
    }
    expect(await statusWith(mine.refresh, mine.download)).toBe(404)
    expect(await statusWith(mine.refresh, planted.download)).toBe(401)
    expect(await statusWith(undefined, planted.download)).toBe(401)
    for (const both of [
      [planted.download, mine.download],
      [mine.download, planted.download],
    ])
      expect(await statusWith(mine.refresh, ...both)).toBe(401)
  })

  test('have plain names and no Secure if the installation uses http', async () => {
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

  test('of downloads outlive the access token, but not the session', async () => {
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

  test('of downloads open no other call', async () => {
    const { app } = await startWithRobin()
    const { download } = handed(await logIn(app))
    expect((await app.inject({ url: '/projects', cookies: { [DOWNLOAD]: download } })).statusCode).toBe(401)
  })
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

  test('is told apart from our own pages, which can', async () => {
    const { app } = await startWithRobin({ publicURL: 'https://homes.example.com' })
    for (const headers of OWN) {
      const tokens = handed(await refresh(app, handed(await logIn(app)).refresh, headers))
      const cookies = sent(tokens)
      expect((await app.inject({ method: 'POST', url: '/logout', cookies, headers })).statusCode).toBe(204)
      expect(await whatOpens(app, tokens)).toEqual(DEAD)
    }
  })
})
