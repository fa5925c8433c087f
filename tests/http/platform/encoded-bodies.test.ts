import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createProject } from '../../../src/shared/projects/projects.api.ts'
import { multipart, PASSWORD, startTestApp } from '../../support/test-app.ts'

const ENCODERS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }
const MB = 1024 * 1024

const refusal = (encoding: string) => ({
  statusCode: 415,
  error: 'Unsupported Media Type',
  code: 'unsupported_encoding',
  message: `Unsupported content encoding "${encoding}". Send the body without one.`,
})

describe('a compressed body', () => {
  test('is refused by the name of its encoding for any call, and nothing of it is stored', async () => {
    const { newUser, services } = await startTestApp()
    const user = await newUser('robin')
    const form = multipart([{ name: 'a.bin', bytes: randomBytes(3 * MB) }])
    const json = { 'content-type': 'application/json' }
    for (const [encoding, encode] of Object.entries(ENCODERS)) {
      for (const { method, url, headers, payload } of [
        { method: 'POST', url: '/upload', ...form },
        { method: 'POST', url: '/login', headers: json, payload: JSON.stringify({ user: 'robin', pwd: PASSWORD }) },
        { method: createProject.method, url: createProject.path, headers: json, payload: '{"inputs":{}}' },
      ] as const) {
        const encoded = { ...headers, 'content-encoding': encoding }
        const response = await user.raw({ method, url, headers: encoded, payload: encode(payload) })
        expect(response.json(), `${url} ${encoding}`).toMatchObject(refusal(encoding))
        expect(response.headers['accept-encoding']).toBe('identity')
      }
    }
    expect(await services.db.selectFrom('uploads').selectAll().execute()).toEqual([])
  })

  test('is refused before it has arrived', async () => {
    const { app, newUser } = await startTestApp()
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const { accessToken } = await newUser()
    const { headers, payload } = multipart([{ name: 'a.bin', bytes: randomBytes(3 * MB) }])
    const body = gzipSync(payload)
    const sent = request({
      port,
      method: 'POST',
      path: '/upload',
      headers: { ...headers, authorization: `Bearer ${accessToken}`, 'content-encoding': 'gzip' },
    })
    sent.write(body.subarray(0, MB))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(415)
    sent.destroy()
  })

  test('is detected by its header in any spelling; a body marked as identity is read', async () => {
    const { anonymous } = await startTestApp()
    const send = (encoding: string) =>
      anonymous.raw({
        method: 'POST',
        url: '/login',
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
        payload: '{"user":"nobody","pwd":"nothing here"}',
      })
    for (const [header, encoding] of [
      ['GZIP', 'GZIP'],
      ['identity, gzip', 'gzip'],
      ['x-unheard-of', 'x-unheard-of'],
      ['zstd', 'zstd'],
    ] as const) {
      expect((await send(header)).json(), header).toMatchObject(refusal(encoding))
    }
    for (const header of ['identity', 'Identity', '', ' identity , ']) {
      expect((await send(header)).json(), header).toMatchObject({ code: 'wrong_credentials' })
    }
  })

  test('does not matter for unknown calls and callers without rights', async () => {
    const { anonymous } = await startTestApp()
    const headers = { 'content-encoding': 'gzip' }
    expect((await anonymous.raw({ method: 'POST', url: '/upload', headers })).statusCode).toBe(401)
    expect((await anonymous.raw({ method: 'POST', url: '/nowhere', headers })).statusCode).toBe(404)
    expect((await anonymous.raw({ url: '/healthz', headers })).statusCode).toBe(200)
  })
})
