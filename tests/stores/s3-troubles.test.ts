import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { openS3Store } from '../../src/server/platform/storage/stores/s3-store.ts'
import { newStorageKey, type FileStore } from '../../src/server/platform/storage/store.ts'
import { startS3Server } from '../support/s3-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { bytesOf, keysIn, put } from './store-suite.ts'

const MIB = 1024 * 1024
const PATIENCE = 10_000

const scratchFolder = (): string => {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A store on a gateway that the test controls. */
const startGateway = async (
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
  options = { patience: PATIENCE },
) => {
  const gateway = createServer((request, response) => void answer(request, response))
  gateway.listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  onTestFinished(() => {
    gateway.closeAllConnections()
    gateway.close()
  })
  const scratch = scratchFolder()
  const { port } = gateway.address() as AddressInfo
  const settings = {
    bucket: 'files',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    prefix: '',
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
  }
  const store = await openS3Store(settings, scratch, options)
  return { store, unfinished: () => readdirSync(scratch) }
}

/** From now on only the test advances time; I/O continues. */
const stopTime = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

const WAYS: [string, (store: FileStore) => Promise<unknown>][] = [
  ['put', (store) => put(store, randomBytes(1000))],
  ['put of much', (store) => put(store, randomBytes(8 * MIB))],
  ['read', (store) => store.read(newStorageKey(), 10)],
  ['read of much', (store) => store.read(newStorageKey(), 8 * MIB)],
  ['remove', (store) => store.remove(newStorageKey())],
  ['list', (store) => keysIn(store)],
  ['check', (store) => store.check()],
]

test.each(WAYS)('a bucket that never answers delays no caller for long: %s', async (_, work) => {
  const { store, unfinished } = await startGateway(() => {}, { patience: 300 })
  await expect(work(store)).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'Retry-After': expect.stringMatching(/^\d+$/) },
  })
  expect(unfinished()).toEqual([])
})

test('an unreachable bucket is unavailable, and available when it is back', async () => {
  const server = await startS3Server()
  const scratch = scratchFolder()
  const store = await openS3Store(server.settings, scratch)
  const key = await put(store, Buffer.from('the plan'))
  await server.stop()
  await Promise.all(WAYS.map(([way, work]) => expect(work(store), way).rejects.toMatchObject({ code: 'unavailable' })))
  expect(readdirSync(scratch)).toEqual([])
  await server.start()
  await store.check()
  expect((await bytesOf(await store.read(key, 8))).toString()).toBe('the plan')
})

test('a put that a busy bucket refuses is retried completely, with its checksum', async () => {
  const bytes = randomBytes(5 * MIB)
  const received: { length: string | undefined; md5: unknown; bytes: Buffer }[] = []
  const { store } = await startGateway(async (request, response) => {
    const { 'content-length': length, 'content-md5': md5 } = request.headers
    received.push({ length, md5, bytes: Buffer.concat(await request.toArray()) })
    if (received.length < 3) response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
    else response.writeHead(200).end()
  })
  await put(store, bytes)
  expect(received).toHaveLength(3)
  for (const each of received) {
    expect(each.length).toBe(String(bytes.length))
    expect(each.md5).toBe(createHash('md5').update(bytes).digest('base64'))
    expect(each.bytes.equals(bytes)).toBe(true)
  }
})

test.each([
  [403, 'AccessDenied', 1],
  [404, 'NoSuchBucket', 1],
  [500, 'InternalError', 3],
  [503, 'SlowDown', 3],
  [503, undefined, 3],
])('an answer of %i %s is an unavailable store after %i attempts, for every operation', async (status, code, tries) => {
  // Late answers are not retried, and on a busy machine every answer is late.
  stopTime()
  await Promise.all(
    WAYS.map(async ([way, work]) => {
      let asked = 0
      const { store } = await startGateway((request, response) => {
        asked++
        request.resume()
        response.writeHead(status).end(code && `<Error><Code>${code}</Code></Error>`)
      })
      await expect(work(store), way).rejects.toMatchObject({ code: 'unavailable' })
      expect(asked, way).toBe(tries)
    }),
  )
})

test('a slow refusal of a bucket is not retried', async () => {
  let asked = 0
  const { store } = await startGateway(async (request, response) => {
    asked++
    await request.toArray()
    await vi.advanceTimersByTimeAsync(PATIENCE / 2)
    response.writeHead(503).end()
  })
  stopTime()
  await expect(put(store, randomBytes(2 * MIB))).rejects.toMatchObject({ code: 'unavailable' })
  expect(asked).toBe(1)
})

test('a put to a slow bucket has no time limit while it makes progress', async () => {
  const bytes = randomBytes(64 * MIB)
  let received = 0
  const { store } = await startGateway(async (request, response) => {
    for await (const chunk of request) {
      received += (chunk as Buffer).length
      // A thirtieth of the time limit per MiB, some of which wait in the system's buffers.
      await vi.advanceTimersByTimeAsync((PATIENCE / 30) * ((chunk as Buffer).length / MIB))
    }
    response.writeHead(200).end()
  })
  stopTime()
  await put(store, bytes)
  expect(received).toBe(bytes.length)
})

test('a slow reader has no time limit', async () => {
  const bytes = randomBytes(32 * MIB)
  const { store } = await startGateway((_request, response) => response.end(bytes))
  stopTime()
  const read = (await store.read(newStorageKey(), bytes.length)) as Readable
  const chunks: Buffer[] = []
  for await (const chunk of read) {
    if (chunks.length < 3) await vi.advanceTimersByTimeAsync(PATIENCE * 5)
    chunks.push(chunk as Buffer)
  }
  expect(Buffer.concat(chunks).equals(bytes)).toBe(true)
})

test('a read that the bucket cuts off ends with an error, not with half a file', async () => {
  const { store } = await startGateway((_request, response) => {
    response.writeHead(200, { 'content-length': 5 * MIB })
    response.write(randomBytes(2 * MIB), () => response.destroy())
  })
  const read = (await store.read(newStorageKey(), 5 * MIB)) as Readable
  await expect(bytesOf(read)).rejects.toMatchObject({ code: 'unavailable' })
})

test('a read that stalls ends with an error', async () => {
  const { store } = await startGateway(
    (_request, response) => {
      response.writeHead(200, { 'content-length': 5 * MIB })
      response.write(randomBytes(2 * MIB))
    },
    { patience: 300 },
  )
  const readAll = async () => bytesOf(await store.read(newStorageKey(), 5 * MIB))
  await expect(readAll()).rejects.toMatchObject({ code: 'unavailable' })
})

test('a reader that disconnects closes the connection to the bucket', async () => {
  let closed = () => {}
  const isClosed = new Promise<void>((resolve) => (closed = resolve))
  const { store } = await startGateway((_request, response) => {
    response.on('close', closed)
    response.writeHead(200, { 'content-length': 500 * MIB })
    response.write(randomBytes(2 * MIB))
  })
  const read = (await store.read(newStorageKey(), 500 * MIB)) as Readable
  await once(read, 'readable')
  read.destroy()
  await isClosed
  expect(read.destroyed).toBe(true)
})

test('many slow readers do not block others', async () => {
  const { store } = await startGateway((request, response) => {
    if (request.url?.includes('max-keys')) return response.end('<ListBucketResult></ListBucketResult>')
    return response.writeHead(200, { 'content-length': 8 * MIB }).write(randomBytes(1000))
  })
  stopTime()
  const readers = await Promise.all(Array.from({ length: 200 }, () => store.read(newStorageKey(), 8 * MIB)))
  await expect(store.check()).resolves.toBeUndefined()
  for (const reader of readers as Readable[]) reader.destroy()
})

test('an endpoint at an unused address is unavailable', async () => {
  const port = await freePort()
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  const settings = { bucket: 'files', endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', prefix: '' }
  const store = await openS3Store(
    { ...settings, credentials: { accessKeyId: 'a', secretAccessKey: 'b' } },
    scratchFolder(),
  )
  await expect(store.check()).rejects.toMatchObject({ code: 'unavailable' })
})
