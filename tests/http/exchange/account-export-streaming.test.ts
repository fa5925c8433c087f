import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { listMySessions } from '../../../src/shared/identity/account.api.ts'
import { createApp } from '../../../src/server/app.ts'
import { readAccountExport } from '../../support/account-export.ts'
import { until } from '../../support/until.ts'
import { attach, text, startWithRoom } from './account-export.ts'

const MB = 1024 * 1024

/** The app listening on a port, with the errors it logs and the file streams it opens. */
const listening = async () => {
  const started = await startWithRoom()
  const { services, robin } = started
  const app = await createApp(services)
  onTestFinished(() => app.close())
  const logged: unknown[] = []
  app.addHook('onRequest', async (request) => {
    request.log.error = (details: unknown) => void logged.push(details)
  })
  const opened: Readable[] = []
  const { read } = services.store
  services.store.read = async (...file) => {
    const bytes = await read(...file)
    if (!Buffer.isBuffer(bytes)) opened.push(bytes)
    return bytes
  }
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const call = (method = 'GET') =>
    fetch(`${address}/export`, { method, headers: { authorization: `Bearer ${robin.accessToken}` } })
  return { ...started, logged, opened, call, address, port: (app.server.address() as AddressInfo).port }
}

const storedFiles = ({ config }: { config: { dataDir: string } }) =>
  readdirSync(join(config.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

/** Changes a byte in the middle of a file. */
const change = (path: string) => {
  const bytes = readFileSync(path)
  const middle = Math.floor(bytes.length / 2)
  writeFileSync(path, bytes.fill((bytes[middle] ?? 0) ^ 1, middle, middle + 1))
}

describe('an account export with missing or changed files', () => {
  test.each([
    ['missing', 'gone', 10, (path: string) => rmSync(path), undefined],
    ['missing', 'gone', 3 * MB, (path: string) => rmSync(path), undefined],
    ['damaged', 'cut short', 10, (path: string) => truncateSync(path, 5), 5],
    ['damaged', 'cut short', 3 * MB, (path: string) => truncateSync(path, 2 * MB), 2 * MB],
    ['damaged', 'changed', 10, change, 10],
    ['damaged', 'changed', 3 * MB, change, 3 * MB],
  ])(
    'lists a file as %s that is %s (%i bytes), contains all others, and logs it',
    async (condition, _, size, harm, left) => {
      const { robin, projectID, roomID, services, logged, call } = await listening()
      await attach(robin, projectID, roomID, [{ name: 'a.bin', bytes: Buffer.alloc(size) }])
      for (const path of storedFiles(services)) harm(path)
      await attach(robin, projectID, roomID, [text('b.txt')])
      const { entries, projects } = await readAccountExport(Buffer.from(await (await call()).arrayBuffer()))
      const [harmed, whole] = ['files/Kitchen/Castellan/a.bin', 'files/Kitchen/Castellan (2)/b.txt']
      const [project] = projects
      expect([...(project?.files.keys() ?? [])]).toEqual(left === undefined ? [whole] : [harmed, whole])
      expect(project?.files.get(harmed)?.length).toBe(left)
      expect(project?.files.get(whole)?.toString()).toBe('content of b.txt')
      const listedIn = (all: ReadonlyMap<string, Buffer> | undefined) =>
        all?.get('MISSING.txt')?.toString().split('\n').slice(4)
      expect(listedIn(project?.entries)).toEqual([`${condition}  ${harmed}`, ''])
      expect(listedIn(entries)).toEqual([`${condition}  projects/Maple Street.zip/${harmed}`, ''])
      expect(logged).toEqual([{ err: expect.objectContaining({ condition }), userID: expect.any(Number) }])
    },
  )
})

describe('an account export that fails', () => {
  const broken = { err: expect.any(Error), userID: expect.any(Number) }

  test('breaks the connection and logs the error if a file cannot be read to its end', async () => {
    const { robin, projectID, roomID, services, logged, call } = await listening()
    await attach(robin, projectID, roomID, [{ name: 'a.bin', bytes: Buffer.alloc(3 * MB) }])
    services.store.read = async () =>
      Readable.from(
        (async function* () {
          for (let n = 0; n < 20; n++) yield Buffer.alloc(MB)
          throw new Error('EIO: i/o error, read')
        })(),
      )
    await expect(call().then((response) => response.arrayBuffer())).rejects.toThrow()
    expect(logged).toEqual([{ ...broken, err: expect.objectContaining({ message: 'EIO: i/o error, read' }) }])
    expect((await robin.call(listMySessions, {})).status).toBe(200)
  })

  test('is an ordinary 500 if the rows cannot be read', async () => {
    const { robin, services } = await startWithRoom()
    await services.db.schema.dropTable('reminders').execute()
    const response = await robin.raw({ url: '/export' })
    expect(response.json()).toMatchObject({ statusCode: 500, code: 'unexpected' })
    expect(response.headers).not.toHaveProperty('content-disposition')
  })
})

describe('the client of an account export', () => {
  const startWithLargeFiles = async () => {
    const started = await listening()
    const { robin, projectID, roomID, port } = started
    const bytes = Buffer.alloc(20 * MB, 1)
    for (const name of ['first', 'second']) await attach(robin, projectID, roomID, [{ name, bytes }])
    const socket = connect(port)
    socket.write(
      `GET /export HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${robin.accessToken}\r\n\r\n`,
    )
    await once(socket, 'readable')
    await until(() => started.opened[0]?.isPaused())
    return { ...started, socket }
  }

  test('sets the pace: files are read one at a time, as fast as the client reads', async () => {
    const { socket, opened } = await startWithLargeFiles()
    expect(opened).toHaveLength(1)
    const received = Buffer.concat(await socket.toArray())
    expect(received.length).toBeGreaterThan(40 * MB)
    expect(opened).toHaveLength(2)
    expect(received.subarray(-7).toString()).toBe('\r\n0\r\n\r\n')
  })

  test('is refused a second export until the first ends, while other users get theirs', async () => {
    const { socket, call, newUser, address } = await startWithLargeFiles()
    const refused = await call()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    expect(await refused.json()).toMatchObject({ code: 'export_under_way' })
    const sam = await newUser('sam_e')
    const theirs = await fetch(`${address}/export`, { headers: { authorization: `Bearer ${sam.accessToken}` } })
    expect((await readAccountExport(Buffer.from(await theirs.arrayBuffer()))).projects).toEqual([])
    expect((await call('HEAD')).status).toBe(200)
    await socket.toArray()
    // A cancelled export does not block the next one either.
    for (let n = 0; n < 2; n++) {
      await until(async () => {
        const { status, body } = await call()
        await body?.cancel()
        return status === 200
      })
    }
  })

  test('that disconnects early gets another export once the work on the first has ended', async () => {
    const { call, services, address, robin } = await listening()
    const { db } = services
    const transaction = db.transaction.bind(db)
    let begun = 0
    let goOn = () => {}
    const mayGoOn = new Promise<void>((resolve) => (goOn = resolve))
    const reading = vi.spyOn(db, 'transaction').mockImplementation(() => {
      const builder = transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
      const execute: typeof builder.execute = (read) =>
        builder.execute(async (trx) => {
          begun++
          await mayGoOn
          return read(trx)
        })
      const gated = { setIsolationLevel: () => gated, setAccessMode: () => gated, execute }
      return gated as unknown as typeof builder
    })
    onTestFinished(() => reading.mockRestore())
    const leaving = new AbortController()
    const headers = { authorization: `Bearer ${robin.accessToken}` }
    const gone = fetch(`${address}/export`, { headers, signal: leaving.signal })
    await until(() => begun === 1)
    leaving.abort()
    await expect(gone).rejects.toThrow()
    for (let n = 0; n < 3; n++) expect((await call()).status).toBe(429)
    goOn()
    reading.mockRestore()
    await until(async () => {
      const { status, body } = await call()
      await body?.cancel()
      return status === 200
    })
    expect(begun).toBe(1)
  })

  test('that disconnects ends the reading, and no file stays open', async () => {
    const { socket, opened, logged } = await startWithLargeFiles()
    socket.destroy()
    await until(() => opened[0]?.closed)
    expect(opened).toHaveLength(1)
    expect(logged).toEqual([])
  })
})
