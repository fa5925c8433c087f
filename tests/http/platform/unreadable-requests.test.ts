import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { getMyAccount } from '../../../src/shared/identity/account.api.ts'
import { createApp } from '../../../src/server/app.ts'
import { startTestApp } from '../../support/test-app.ts'
import { until } from '../../support/until.ts'

const HEADERS = [
  'cache-control: no-store',
  "content-security-policy: default-src 'none'",
  'cross-origin-resource-policy: same-origin',
  'referrer-policy: no-referrer',
  'x-content-type-options: nosniff',
  'x-frame-options: deny',
]

const listening = async () => {
  const started = await startTestApp()
  await started.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = started.app.server.address() as AddressInfo
  const ask = async (text: string): Promise<string> => {
    const socket = connect(port)
    socket.write(text)
    return Buffer.concat(await socket.toArray()).toString()
  }
  return { ...started, port, ask }
}

const END = 'Host: localhost\r\nConnection: close\r\n\r\n'

describe('an invalid HTTP request', () => {
  test('is answered as a problem, with the headers of every answer', async () => {
    const { ask } = await listening()
    for (const [text, status, code] of [
      [`GET /%ff HTTP/1.1\r\n${END}`, 400, 'malformed_request'],
      [`GET /download/%ff HTTP/1.1\r\n${END}`, 400, 'malformed_request'],
      [`GET /%ff HTTP/1.1\r\nAccept: text/html\r\n${END}`, 400, 'malformed_request'],
      ['GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'malformed_request'],
      [`GET /healthz HTTP/1.1\r\nHost: evil.example\r\n${END}`, 400, 'malformed_request'],
      ['GET / HTTP/9.9\r\n\r\n', 400, 'malformed_request'],
      ['what is this\r\n\r\n', 400, 'malformed_request'],
      [`GET /healthz HTTP/1.1\r\nBad Header: x\r\n${END}`, 400, 'malformed_request'],
      [`POST /login HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n${END}`, 400, 'malformed_request'],
      [`GET /healthz?${'x'.repeat(20_000)} HTTP/1.1\r\n${END}`, 431, 'head_too_large'],
      [
        `POST /login HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 1\r\n${END}{`,
        400,
        'malformed_request',
      ],
      [`PROPFIND /project HTTP/1.1\r\n${END}`, 404, 'not_found'],
      [`GET /nowhere HTTP/1.1\r\n${END}`, 404, 'not_found'],
    ] as const) {
      const answer = await ask(text)
      expect(answer, text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      for (const header of HEADERS) expect(head.toLowerCase(), text).toContain(header)
      expect(JSON.parse(body), text).toMatchObject({
        statusCode: status,
        code,
        message: expect.any(String),
        requestId: expect.any(String),
      })
    }
  })

  test('may have any Expect header, and needs no Host in HTTP/1.0', async () => {
    const { ask } = await listening()
    expect(await ask(`GET /healthz HTTP/1.1\r\nExpect: wonders\r\n${END}`)).toMatch(/^HTTP\/1\.1 200 /)
    expect(await ask('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  })
})

test('an answer with data is cached by no proxy and no browser', async () => {
  const { anonymous, newUser } = await startTestApp()
  const user = await newUser()
  const projectID = await user.newProject()
  for (const [client, url] of [
    [user, '/myaccount'],
    [user, '/projects'],
    [user, `/getrooms?projectID=${projectID}`],
    [user, '/mysessions'],
    [user, '/nowhere'],
    [anonymous, '/projects'],
    [anonymous, '/site'],
  ] as const) {
    expect((await client.raw({ url })).headers['cache-control'], url).toBe('no-store')
  }
  expect((await user.call(getMyAccount, {})).headers['cache-control']).toBe('no-store')
})

test('a caller who disconnects during a request is no error in the log', async () => {
  const { services } = await startTestApp()
  const app = await createApp(services)
  const logged: unknown[] = []
  let failed = 0
  app.addHook('onRequest', async (request) => {
    request.log.error = (...details: unknown[]) => void logged.push(details)
  })
  app.addHook('onError', async () => void failed++)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const json = 'Content-Type: application/json\r\nContent-Length: 100'
  for (const request of [`POST /login HTTP/1.1\r\n${json}`, `PUT /register HTTP/1.1\r\n${json}`]) {
    const before = failed
    const socket = connect(port)
    const arrived = once(app.server, 'request')
    socket.write(`${request}\r\n${END}{"user":`)
    await arrived
    socket.destroy()
    await until(() => failed > before)
  }
  await app.close()
  expect(logged).toEqual([])
})
