import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setInterval, setTimeout } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { SessionBody } from '../../src/shared/auth.ts'
import { createApp } from '../../src/server/app.ts'
import type { Patience } from '../../src/server/http/connections.ts'
import { createTestDatabase } from '../support/database.ts'
import { startServerProcess } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { multipart, PASSWORD, registrationOf, startTestApp } from '../support/test-app.ts'

/** More than the system takes off our hands for a caller who reads nothing. */
const SIZE = 20 * 1024 * 1024
/** Of the test's server; long enough for a busy machine to move a piece of a body every tenth of it. */
const PATIENCE_MS = 1000

type Uploaded = { remote: string }[]

const MINE = multipart([{ name: 'a.bin', bytes: Buffer.alloc(100_000, 'a') }])

/** How a user with this token speaks to the server at this address, without a client that minds the protocol. */
const speaking = (origin: string, accessToken: string) => {
  const bearer = `Authorization: Bearer ${accessToken}`
  const open = (text: string): Socket => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    // How it ends is asked by what was received.
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
  return { open, head, uploading, downloading }
}

/** A server that loses patience soon, and a user of it. */
const start = async (patience: Partial<Patience>) => {
  const { services, newUser } = await startTestApp()
  const app = await createApp(services, { patience })
  onTestFinished(() => app.close())
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const user = await newUser()
  return { user, ...speaking(origin, user.accessToken ?? '') }
}

/** Everything that arrives until the connection ends, by whichever side. */
const received = async (socket: Socket): Promise<string> => {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  if (!socket.closed) await once(socket, 'close')
  return Buffer.concat(chunks).toString('latin1')
}

const TOO_SLOW = /^HTTP\/1\.1 408 Request Timeout\r\n[^]*Connection: close\r\n[^]*"code":"too_slow"/

describe('a caller who keeps the server waiting', () => {
  test('for the rest of a request, or sends it byte by byte, is told so and hung up on, whoever it is', async () => {
    const { open, head, uploading } = await start({ head: PATIENCE_MS, body: PATIENCE_MS })
    const json = ['Content-Type: application/json', 'Content-Length: 1000']
    const stalled = [
      open(''),
      open('POST /login HTTP/1.1\r\nHost: localhost\r\nX-Slow'),
      open(head('/login', json)),
      open(`${head('/login', json)}{"user":"rob`),
      open(`${head('/login', ['Content-Type: application/json', 'Transfer-Encoding: chunked'])}5\r\n{"use\r\n`),
      open(`${head('/refresh', json)}{`),
      open(`${uploading}${MINE.payload.subarray(0, 1000).toString()}`),
      open(head('/upload', ['Content-Type: multipart/form-data; boundary=x', 'Content-Length: 100000'])),
    ]
    const dribbling = [
      open(`${head('/login', json)}{"user":"`),
      open(`${uploading}${MINE.payload.subarray(0, 1000).toString()}`),
    ]
    const answers = Promise.all([...stalled, ...dribbling].map(received))
    const dribble = async () => {
      for await (const _ of setInterval(PATIENCE_MS / 20)) {
        for (const socket of dribbling) if (socket.writable) socket.write('a')
        if (dribbling.every((socket) => socket.closed)) return
      }
    }
    await dribble()
    const [nothing, ...others] = await answers
    expect(nothing).toMatch(TOO_SLOW)
    const [toStranger] = others.splice(6, 1)
    for (const answer of others) expect(answer).toMatch(TOO_SLOW)
    // Who was answered before is not answered twice.
    expect(toStranger).toMatch(/^HTTP\/1\.1 401 /)
    expect(toStranger).not.toContain('HTTP/1.1 408')
  })

  test('is waited for as long as something comes: a slow upload takes several times as long and arrives', async () => {
    const { open, uploading } = await start({ body: PATIENCE_MS })
    const socket = open(uploading)
    const answer = received(socket)
    const piece = Math.ceil(MINE.payload.length / 20)
    let sent = 0
    for await (const _ of setInterval(PATIENCE_MS / 10)) {
      socket.write(MINE.payload.subarray(sent, (sent += piece)))
      if (sent >= MINE.payload.length) break
    }
    expect(await answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*"filename":"a\.bin"/)
  })

  test('by taking nothing of what it asked for is hung up on; one who takes it slowly gets it all', async () => {
    const { user, open, downloading } = await start({ answer: PATIENCE_MS })
    const [file] = await user.upload([{ name: 'large.bin', bytes: Buffer.alloc(SIZE, 'a') }])
    const [stalled, slow] = [open(downloading(file?.remote)), open(downloading(file?.remote))]
    let [taken, pauses] = [0, 0]
    for await (const chunk of slow as AsyncIterable<Buffer>) {
      taken += chunk.length
      if (taken > (pauses * SIZE) / 20) {
        pauses++
        await setTimeout(PATIENCE_MS / 10)
      }
    }
    expect(taken).toBeGreaterThan(SIZE)
    // It is over by now, and only what was on its way arrives.
    expect((await received(stalled)).length).toBeLessThan(SIZE)
  })
})

test('a server that is asked to stop finishes what it can, and has ended within 10 seconds whatever callers do', async () => {
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
  // It takes nobody new from then on.
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
