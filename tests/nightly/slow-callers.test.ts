import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { SessionBody } from '../../src/shared/identity/auth.api.ts'
import { createApp } from '../../src/server/app.ts'
import type { Patience } from '../../src/server/platform/http/server.ts'
import { createTestDatabase } from '../support/database.ts'
import { startServerProcess } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { multipart, PASSWORD, registrationOf, startTestApp } from '../support/test-app.ts'

/** More than the system buffers for a caller who reads nothing. */
const SIZE = 20 * 1024 * 1024
/** The address of the test's server. */
const PATIENCE_MS = 300

type Uploaded = { remote: string }[]

const MINE = multipart([{ name: 'a.bin', bytes: Buffer.alloc(100_000, 'a') }])

/** Sends raw bytes of a user to the server, without an HTTP client that enforces the protocol. */
const speaking = (origin: string, accessToken: string) => {
  const bearer = `Authorization: Bearer ${accessToken}`
  const open = (text: string): Socket => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    // Tests check received data instead of the way it ends.
    socket.on('error', () => {})
    socket.write(text)
    onTestFinished(() => void socket.destroy())
    return socket
  }
  const head = (path: string, lines: readonly string[], method = 'POST') =>
    [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n')
  const form = [`Content-Type: ${MINE.headers['content-type']}`, `Content-Length: ${MINE.payload.length}`]
  const uploading = head('/upload', [bearer, ...form, 'Connection: close'])
  const downloading = (remote = '') => head(`/download/${remote}`, [bearer, 'Connection: close'], 'GET')
  const stalledUpload = () => open(`${uploading}${MINE.payload.subarray(0, 1000).toString()}`)
  return { open, head, uploading, downloading, stalledUpload }
}

/** A server with short timeouts, and a user. */
const start = async (patience: Partial<Patience>) => {
  const { services, newUser } = await startTestApp()
  const app = await createApp(services, { patience })
  onTestFinished(() => app.close())
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const user = await newUser()
  return { app, user, services, ...speaking(origin, user.accessToken ?? '') }
}

/** Everything received until either side closes the connection. */
const received = async (socket: Socket): Promise<string> => {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  if (!socket.closed) await once(socket, 'close')
  return Buffer.concat(chunks).toString('latin1')
}

const TOO_SLOW = /^HTTP\/1\.1 408 Request Timeout\r\n[^]*Connection: close\r\n[^]*"code":"too_slow"/

describe('a slow caller', () => {
  test('that does not finish a request gets an error and is disconnected, with or without a session', async () => {
    const { open, head, uploading, stalledUpload } = await start({ head: PATIENCE_MS, silence: 3 * PATIENCE_MS })
    const json = ['Content-Type: application/json', 'Content-Length: 1000']
    const stalled = [
      open(''),
      open('POST /login HTTP/1.1\r\nHost: localhost\r\nX-Slow'),
      open(head('/login', json)),
      open(`${head('/login', json)}{"user":"rob`),
      open(`${head('/login', ['Content-Type: application/json', 'Transfer-Encoding: chunked'])}5\r\n{"use\r\n`),
      open(`${head('/refresh', json)}{`),
      open(uploading),
      stalledUpload(),
    ]
    for (const answer of await Promise.all(stalled.map(received))) expect(answer).toMatch(TOO_SLOW)
    // Requests already answered get no second answer.
    const stranger = open(
      head('/upload', ['Content-Type: multipart/form-data; boundary=x', 'Transfer-Encoding: chunked']),
    )
    await once(stranger, 'readable')
    stranger.write('no length of a chunk\r\n')
    expect((await received(stranger)).match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 401'])
  })

  test('that lets a body drip is disconnected, however often bytes arrive', async () => {
    const { stalledUpload } = await start({ silence: 3 * PATIENCE_MS })
    const socket = stalledUpload()
    const drip = setInterval(() => socket.write('a'), PATIENCE_MS / 5)
    onTestFinished(() => clearInterval(drip))
    expect(await received(socket)).toMatch(TOO_SLOW)
  })

  test('is awaited while data arrives: an upload may take several times as long as headers', async () => {
    const { open, uploading } = await start({ head: PATIENCE_MS })
    const socket = open(uploading)
    const answer = received(socket)
    const piece = Math.ceil(MINE.payload.length / 5)
    for (let sent = 0; sent < MINE.payload.length; sent += piece) {
      // A pause that is too long for headers.
      expect(await received(open('POST /login HTTP/1.1\r\n'))).toMatch(TOO_SLOW)
      socket.write(MINE.payload.subarray(sent, sent + piece))
    }
    expect(await answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*"filename":"a\.bin"/)
  })

  test('that reads no answer is disconnected; one that waits for the server is not', async () => {
    const { app, user, services, open, downloading, stalledUpload } = await start({ silence: PATIENCE_MS })
    const [file] = await user.upload([{ name: 'large.bin', bytes: Buffer.alloc(SIZE, 'a') }])
    const arrived = once(app.server, 'connection')
    const unread = open(downloading(file?.remote))
    const [ours] = (await arrived) as [Socket]
    await once(ours, 'close')
    expect((await received(unread)).length).toBeLessThan(SIZE)
    const { read } = services.store
    services.store.read = async (...which) => {
      expect(await received(stalledUpload())).toMatch(TOO_SLOW)
      return read(...which)
    }
    expect((await received(open(downloading(file?.remote)))).length).toBeGreaterThan(SIZE)
  })
})

test('a stopping server finishes what it can, and ends within 10 seconds', async () => {
  const folder = temporaryFolder()
  const { location, remove } = await createTestDatabase(folder)
  onTestFinished(remove)
  const server = await startServerProcess(folder, location)
  const send = async (path: string, headers: Record<string, string>, body: string | Buffer<ArrayBuffer>) =>
    (await fetch(server.origin + path, { method: 'POST', headers, body })).json()
  const json = { 'content-type': 'application/json' }
  await send('/register', json, JSON.stringify(registrationOf('robin')))
  const { accessToken } = (await send('/login', json, JSON.stringify({ user: 'robin', pwd: PASSWORD }))) as SessionBody
  const { headers, payload } = multipart([{ name: 'large.bin', bytes: Buffer.alloc(SIZE, 'a') }])
  const [file] = (await send('/upload', { ...headers, authorization: `Bearer ${accessToken}` }, payload)) as Uploaded

  const { open, head, uploading, downloading } = speaking(server.origin, accessToken)
  const unread = open(downloading(file?.remote))
  const idle = open(head('/healthz', [], 'GET'))
  const login = head('/login', ['Content-Type: application/json', 'Content-Length: 1000'])
  const stuck = [open(''), open(`${login}{"user":"rob`), open(`${uploading}--roomfolio`), unread, idle]
  const underWay = open(uploading)
  underWay.write(MINE.payload.subarray(0, 50_000))
  await Promise.all([once(unread, 'readable'), once(idle, 'readable')])

  const stopping = server.stop()
  // From then on it accepts no new connections.
  for (let isOpen = true; isOpen;) {
    const late = connect(Number(new URL(server.origin).port), '127.0.0.1')
    isOpen = await new Promise((resolve) => late.on('connect', () => resolve(true)).on('error', () => resolve(false)))
    late.destroy()
  }
  underWay.write(MINE.payload.subarray(50_000))
  expect(await received(underWay)).toMatch(/^HTTP\/1\.1 200 OK/)
  const { code, took } = await stopping
  expect(code).toBe(0)
  expect(took).toBeLessThan(10_000)
  for (const socket of stuck) await received(socket)
})
