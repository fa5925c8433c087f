import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { SessionBody } from '../../src/shared/identity/auth.api.ts'
import { openPaperMaker } from '../../src/server/papers/paper-process.ts'
import { readChecked } from '../../src/server/platform/storage/checked-bytes.ts'
import { answeringProgram } from '../support/answering-program.ts'
import { askAndNotRead } from '../support/ask-and-not-read.ts'
import { createTestDatabase } from '../support/database.ts'
import { s3Environment, startS3Server } from '../support/s3-server.ts'
import { startServerProcess } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { multipart, PASSWORD, registrationOf, startTestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'

const MIB = 1024 * 1024

describe.each(['folder', 'bucket'] as const)('unread downloads from a %s', (kind) => {
  test('are limited per user, so that others can download; queued ones continue when the first are read', async () => {
    const s3 = kind === 'bucket' ? (await startS3Server()).settings : null
    const { app, services, newUser } = await startTestApp({ fileStore: s3 ? 's3' : 'folder', s3 })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const robin = await newUser()
    const sam = await newUser()
    const bytes = randomBytes(12 * MIB)
    const [large] = await robin.upload([{ name: 'large.bin', bytes }])
    const [others] = await sam.upload([{ name: 'other.bin', bytes: bytes.subarray(1) }])
    const reading = new Set<Readable>()
    const { read } = services.store
    services.store.read = async (...file) => {
      const stream = await read(...file)
      if (stream instanceof Readable) {
        reading.add(stream)
        stream.once('close', () => reading.delete(stream))
      }
      return stream
    }

    const sockets: Socket[] = []
    for (let n = 0; n < 40; n++) {
      sockets.push(await askAndNotRead(port, `/download/${large?.remote}`, robin.accessToken ?? ''))
    }
    await until(() => reading.size === 24)
    const got = await sam.raw({ url: `/download/${others?.remote}` })
    expect(got.rawPayload.equals(bytes.subarray(1))).toBe(true)
    expect(reading.size).toBe(24)

    // The last ones were queued, and continue after the others.
    for (const socket of sockets.slice(0, 30)) socket.destroy()
    await Promise.all(sockets.slice(30).map((socket) => once(socket, 'readable')))
    for (const socket of sockets) socket.destroy()
    await until(() => reading.size === 0)
  })
})

/** A typesetter that returns papers of this size. */
const settingPapersOf = (bytes: number) =>
  openPaperMaker({ program: answeringProgram(`{ pdf: new Uint8Array(${bytes}) }`) })

test('unread papers are limited to two per user, and others get theirs', async () => {
  const { app, services, newUser } = await startTestApp({}, { alone: 'Each server counts what it sends.' })
  const papers = settingPapersOf(12 * MIB)
  services.papers = papers
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const robin = await newUser()
  const sam = await newUser()
  const paperOf = async (user: typeof robin) => `/paper?kind=home&projectID=${await user.newProject('Maple Street')}`
  const [own, others] = [await paperOf(robin), await paperOf(sam)]
  const sockets: Socket[] = []
  const statuses: string[] = []
  for (let n = 0; n < 5; n++) {
    const socket = await askAndNotRead(port, own, robin.accessToken ?? '')
    sockets.push(socket)
    void once(socket, 'readable').then(() => statuses.push(String(socket.read(12))))
  }
  await until(() => statuses.length === 2)
  let isThere = false
  const waiting = robin.raw({ url: own }).finally(() => (isThere = true))
  expect((await sam.raw({ url: others })).statusCode).toBe(200)
  expect([isThere, statuses]).toEqual([false, ['HTTP/1.1 200', 'HTTP/1.1 200']])
  for (const socket of sockets) socket.destroy()
  expect((await waiting).statusCode).toBe(200)
  await papers.close()
})

test('unread spreadsheets count as downloads do, and others get theirs', async () => {
  const { app, services, newUser } = await startTestApp({}, { alone: 'Each server counts what it sends.' })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const robin = await newUser()
  const sam = await newUser()
  /** Texts longer than a form allows, so that few items are enough. */
  const sheetOf = async (user: typeof robin, times: number) => {
    const projectID = await user.newProject('Maple Street')
    const id = await user.newItem(projectID, await user.newRoom(projectID))
    const item = await services.db.selectFrom('items').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const { id: _, ...copied } = item
    const copies = Array.from({ length: times }, () => ({ ...copied, notes: 'n'.repeat(Math.ceil(MIB / 10)) }))
    if (times > 0) await services.db.insertInto('items').values(copies).execute()
    return `/sheet?format=csv&projectID=${projectID}`
  }
  const own = await sheetOf(robin, 130)
  const others = await sheetOf(sam, 0)
  const sockets: Socket[] = []
  const statuses: string[] = []
  for (let n = 0; n < 5; n++) {
    const socket = await askAndNotRead(port, own, robin.accessToken ?? '')
    sockets.push(socket)
    void once(socket, 'readable').then(() => statuses.push(String(socket.read(12))))
  }
  const sent = () => statuses.filter((status) => status === 'HTTP/1.1 200').length
  await until(() => sent() === 2)
  expect((await sam.raw({ url: others })).statusCode).toBe(200)
  let isThere = false
  const waiting = robin.raw({ url: own }).finally(() => (isThere = true))
  expect((await sam.raw({ url: others })).statusCode).toBe(200)
  expect([isThere, sent()]).toEqual([false, 2])
  for (const socket of sockets) socket.destroy()
  expect((await waiting).statusCode).toBe(200)
})

test('an unread file is closed', async () => {
  const { services, newUser } = await startTestApp()
  await (await newUser()).upload([{ name: 'large.bin', bytes: randomBytes(3 * MIB) }])
  const { db, store } = services
  const opened: Readable[] = []
  const { read } = store
  store.read = async (...file) => {
    const stream = await read(...file)
    if (stream instanceof Readable) opened.push(stream)
    return stream
  }
  const { storage_key: storageKey, ...blob } = await db.selectFrom('blobs').selectAll().executeTakeFirstOrThrow()
  const stream = await readChecked(store, { storageKey, ...blob })
  expect(stream).toBeInstanceOf(Readable)
  if (stream instanceof Readable) stream.destroy()
  await until(() => opened[0]?.closed)
  expect(opened).toHaveLength(1)
})

describe.each(['folder', 'bucket'] as const)('a server with a %s', (kind) => {
  test('uses little memory for 400 downloads that one user does not read, and frees it', async () => {
    const folder = temporaryFolder()
    const { location, remove } = await createTestDatabase(folder)
    onTestFinished(remove)
    const s3 = kind === 'bucket' ? { FILE_STORE: 's3', ...s3Environment((await startS3Server()).settings) } : {}
    const server = await startServerProcess(folder, location, s3)
    const post = async <T>(path: string, headers: Record<string, string>, body: string | Buffer<ArrayBuffer>) =>
      (await (await fetch(server.origin + path, { method: 'POST', headers, body })).json()) as T
    const json = { 'content-type': 'application/json' }
    await post('/register', json, JSON.stringify(registrationOf('robin')))
    const { accessToken } = await post<SessionBody>('/login', json, JSON.stringify({ user: 'robin', pwd: PASSWORD }))
    const authorization = `Bearer ${accessToken}`
    const { headers, payload } = multipart([{ name: 'large.bin', bytes: Buffer.alloc(20 * MIB, 'a') }])
    const [file] = await post<{ remote: string }[]>('/upload', { ...headers, authorization }, payload)
    const before = await server.peakMemory()

    const sockets: Socket[] = []
    for (let n = 0; n < 400; n++) {
      sockets.push(await askAndNotRead(Number(new URL(server.origin).port), `/download/${file?.remote}`, accessToken))
    }
    // Those beyond the queue are refused, including the last.
    for (const last of sockets.slice(-1)) await once(last, 'readable')
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
    expect((await server.peakMemory()) - before).toBeLessThan(100 * MIB)
    for (const socket of sockets) socket.destroy()
    await until(async () => (await server.memory()) < before + 50 * MIB)
  })
})
