import { expect, onTestFinished, test } from 'vitest'
import { forgot } from '../../../src/shared/identity/auth.api.ts'
import { getCalendarAddress, renewCalendarAddress } from '../../../src/shared/upkeep/calendar.api.ts'
import type { EndpointSpec } from '../../../src/shared/contract/endpoint.ts'
import { offerProject } from '../../../src/shared/sharing/handover.api.ts'
import { listLinks, getQRLink } from '../../../src/shared/sharing/links.api.ts'
import { inviteMember } from '../../../src/shared/sharing/members.api.ts'
import { inviteUser } from '../../../src/shared/identity/people.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { getSite } from '../../../src/shared/admin/site.api.ts'
import type { Config } from '../../../src/server/config.ts'
import { linkIn, MailServer } from '../../support/mail-server.ts'
import { PASSWORD, startTestApp } from '../../support/test-app.ts'
import { until } from '../../support/until.ts'

type Headers = Readonly<Record<string, string>>

const LAN = { host: '192.0.2.2:4201' }
const TUNNEL = { host: 'homes.example.com', 'x-forwarded-proto': 'https' }
const goes = { notes: true, files: true, history: false, members: false, links: false }
const TWO_PROXIES = {
  host: '127.0.0.1:3000',
  'x-forwarded-host': 'homes.example.com, inner',
  'x-forwarded-proto': 'https, http',
}

/** The origins of all URLs that a call returns. */
const linksBy = async (config: Partial<Config>) => {
  const { newUser } = await startTestApp(config)
  const user = await newUser('robin', [Role.User, Role.Admin])
  const projectID = await user.newProject()
  const roomID = await user.newRoom(projectID)
  await user.newLink(projectID)
  const ask = async (headers: Headers, { method, path }: EndpointSpec, payload?: object, query = '') => {
    const answer = await user.raw({ method, url: path + query, ...(payload && { payload }), headers })
    return JSON.stringify(answer.json())
  }
  return async (headers: Headers): Promise<Set<string>> => {
    const told = await Promise.all([
      ask(headers, listLinks, undefined, `?projectID=${projectID}`),
      ask(headers, getQRLink, { roomID }),
      ask(headers, renewCalendarAddress, {}).then(() => ask(headers, getCalendarAddress)),
      ask(headers, inviteMember, { projectID, email: 'avery@example.com', may: 'read' }),
      ask(headers, offerProject, { projectID, email: 'blake@example.com', goes, stays: true }),
      ask(headers, inviteUser, { email: 'casey@example.com' }),
      ask(headers, getSite),
    ])
    const origins = told.map((text) => new URL(/https?:\/\/[^"]+/.exec(text)?.[0] ?? text).origin)
    return new Set(origins)
  }
}

test('without PUBLIC_URL, links, codes, invitations and calendars use the address of the request', async () => {
  const ask = await linksBy({})
  expect(await ask(LAN)).toEqual(new Set(['http://192.0.2.2:4201']))
  for (const headers of [TUNNEL, TWO_PROXIES])
    expect(await ask(headers)).toEqual(new Set(['https://homes.example.com']))
  for (const host of ['homes.example.com/evil', 'robin@homes.example.com', 'homes.example.com:99999', 'a"b'])
    expect(await ask({ host })).toEqual(new Set(['http://localhost:3000']))
})

test('with PUBLIC_URL they use that, regardless of the request', async () => {
  const ask = await linksBy({ publicURL: 'https://rooms.example.com' })
  for (const headers of [LAN, TUNNEL, TWO_PROXIES])
    expect(await ask(headers)).toEqual(new Set(['https://rooms.example.com']))
})

test("without PUBLIC_URL a mail links to the server's machine, never to the address of a request", async () => {
  const mailServer = await MailServer.start()
  onTestFinished(() => mailServer.stop())
  const { anonymous, newUser } = await startTestApp({ smtpURL: mailServer.url })
  await newUser('robin')
  const evil = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' }
  await anonymous.raw({ method: 'POST', url: forgot.path, payload: { user: 'robin' }, headers: evil })
  expect(linkIn(await mailServer.waitForMail('robin@example.com')).origin).toBe('http://localhost:3000')
})

test('our own page is recognized by what the browser sends, even through a proxy with another address', async () => {
  const { app } = await startTestApp()
  const refresh = async (headers: Headers) =>
    (await app.inject({ method: 'POST', url: '/refresh', headers })).statusCode
  const ours: Headers[] = [
    { host: 'homes.example.com', origin: 'https://homes.example.com', 'sec-fetch-site': 'same-origin' },
    { host: '127.0.0.1:3000', origin: 'https://homes.example.com', 'sec-fetch-site': 'same-origin' },
    { host: 'homes.example.com', origin: 'https://homes.example.com' },
    { ...TWO_PROXIES, origin: 'https://homes.example.com' },
    { ...LAN, origin: 'http://192.0.2.2:4201' },
  ]
  for (const headers of ours) expect(await refresh(headers), JSON.stringify(headers)).toBe(401)
  const foreign: Headers[] = [
    { ...LAN, origin: 'http://evil.example' },
    { ...LAN, origin: 'http://192.0.2.2:8080' },
    { ...LAN, origin: 'null' },
    { host: '@', origin: 'null' },
    { ...TUNNEL, origin: 'https://homes.example.com', 'sec-fetch-site': 'same-site' },
  ]
  for (const headers of foreign) expect(await refresh(headers), JSON.stringify(headers)).toBe(403)
})

test('a page at an unknown address says what to set, and so does the log', async () => {
  const { app, log } = await startTestApp({ logLevel: 'warn' }, { alone: 'Each server says it once.' })
  const headers = { host: '127.0.0.1:3000', origin: 'http://homes.lan' }
  const ask = () => app.inject({ method: 'POST', url: '/refresh', headers })
  const { message } = (await ask()).json<{ message: string }>()
  expect(message).toMatch(
    /as http:\/\/homes\.lan, .* as http:\/\/127\.0\.0\.1:3000\. .* PUBLIC_URL=http:\/\/homes\.lan\.$/,
  )
  await ask()
  await until(() => log.length > 0)
  expect(log).toMatchObject([{ event: 'foreign_origin', msg: message }])
})

test.each<[string, Partial<Config>, Headers, string | undefined]>([
  ['without PUBLIC_URL', {}, TUNNEL, 'set PUBLIC_URL=https://homes.example.com'],
  [
    'by http where PUBLIC_URL is https',
    { publicURL: 'https://homes.example.com' },
    LAN,
    'where browsers keep no session',
  ],
  ['on the machine itself', {}, { host: 'localhost:3000' }, undefined],
  ['by PUBLIC_URL', { publicURL: 'https://homes.example.com' }, TUNNEL, undefined],
])('the log says once what to set for logins %s', async (_how, config, headers, told) => {
  const { app, newUser, log } = await startTestApp(
    { logLevel: 'warn', ...config },
    { alone: 'Each server says it once.' },
  )
  await newUser('robin')
  for (const _ of [1, 2]) {
    const payload = { user: 'robin', pwd: PASSWORD }
    expect((await app.inject({ method: 'POST', url: '/login', payload, headers })).statusCode).toBe(200)
  }
  expect(log.map(({ event, msg }) => [event, told !== undefined && msg.includes(told)])).toEqual(
    told === undefined ? [] : [['other_address', true]],
  )
})
