import { createHash, randomInt } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { SessionBody } from '../../src/shared/identity/auth.api.ts'
import type { RoomStructure, RoomType } from '../../src/shared/structure/room-structure.api.ts'
import type { Item } from '../../src/shared/items/items.api.ts'
import type { Project } from '../../src/shared/projects/projects.api.ts'
import { openDatabase } from '../../src/server/platform/db/database.ts'
import { unscoped } from '../../src/server/platform/db/access/unscoped.ts'
import { openFolderStore } from '../../src/server/platform/storage/stores/folder-store.ts'
import { createTestDatabase } from '../support/database.ts'
import { startServerProcess } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { PASSWORD, registrationOf } from '../support/test-app.ts'

const ROUNDS = 3
const CONNECTIONS = 5

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Calls a server that may be killed at any moment: every call ends with an answer or an error. */
class Caller {
  origin = ''
  accessToken = ''

  async send(method: string, path: string, body?: object): Promise<Response> {
    return fetch(this.origin + path, {
      method,
      headers: {
        authorization: `Bearer ${this.accessToken}`,
        ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
  }

  async json<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await this.send(method, path, body)
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }
}

/** What the server has acknowledged. */
interface Acknowledged {
  projects: Map<number, string>
  /** The newest version of each item; every save writes its version number into the first field. */
  versions: Map<number, number>
  /** The hash of each upload's bytes. */
  uploads: Map<string, string>
  attached: { itemID: number; remote: string }[]
}

const ADDRESS = { address: '1 Elm', city: 'Burlington', state: 'VT', zip: '05401' }

test(`a server killed in the middle of saves and uploads starts by itself and has all it acknowledged, ${ROUNDS} times`, async () => {
  const folder = temporaryFolder()
  const { location, remove } = await createTestDatabase(folder, { empty: true })
  onTestFinished(async () => {
    await remove()
    rmSync(folder, { recursive: true, force: true })
  })
  const caller = new Caller()
  const done: Acknowledged = { projects: new Map(), versions: new Map(), uploads: new Map(), attached: [] }

  let server = await startServerProcess(folder, location)
  caller.origin = server.origin
  await caller.json('POST', '/register', registrationOf('robin'))
  const session = await caller.json<SessionBody>('POST', '/login', { user: 'robin', pwd: PASSWORD })
  caller.accessToken = session.accessToken
  const kitchen = await kitchenOf(caller)

  for (let round = 1; round <= ROUNDS; round++) {
    // The moment is one of progress, not of time: after this many more acknowledgements.
    let left = randomInt(30, 120)
    let killed: Promise<void> | undefined
    const acknowledge = (note: () => void) => {
      note()
      if (--left === 0) killed = server.kill()
    }
    const streams = Array.from({ length: CONNECTIONS }, (_, n) =>
      work(caller, kitchen, done, acknowledge, `${round}.${n}`).catch((error: unknown) => error),
    )
    const ends = await Promise.all(streams)
    for (const end of ends) expect(end).toMatchObject({ message: expect.stringMatching(/fetch failed|terminated/) })
    expect(left).toBeLessThanOrEqual(0)
    await killed

    server = await startServerProcess(folder, location)
    caller.origin = server.origin
    await expectAll(caller, done)
    await expectNoHalfFile(folder, location)
  }
})

const kitchenOf = async (caller: Caller) => {
  const { rooms } = await caller.json<{ rooms: RoomType[] }>('GET', '/roomtypes')
  const roomType = rooms.find(({ roomTypeName }) => roomTypeName === 'Kitchen')?.roomTypeID ?? 0
  const structure = await caller.json<RoomStructure>('GET', `/roomstructure?roomType=${roomType}`)
  const [catID, category] =
    Object.entries(structure).find(([, { parentCatName }]) => parentCatName === 'Plumbing') ?? []
  return { roomType, catID: Number(catID), subcatID: category?.subcatList[0] ?? 0 }
}

/** One user who works without a pause until the server is gone: projects, rooms, items, saves, uploads, attachments. */
const work = async (
  caller: Caller,
  { roomType, ...subcategory }: Awaited<ReturnType<typeof kitchenOf>>,
  done: Acknowledged,
  acknowledge: (note: () => void) => void,
  label: string,
): Promise<never> => {
  for (let n = 0; ; n++) {
    const name = `Project ${label}.${n}`
    const { projectID } = await caller.json<{ projectID: number }>('PUT', '/project', { inputs: { name, ...ADDRESS } })
    acknowledge(() => done.projects.set(projectID, name))
    const room = { projectID, roomType, roomName: 'Kitchen' }
    const { roomID } = await caller.json<{ roomID: number }>('PUT', '/createroom', room)
    const item = { projectID, roomID, ...subcategory, inputs: { field1: '1' } }
    const { itemID } = await caller.json<{ itemID: number }>('PUT', '/item', item)
    acknowledge(() => done.versions.set(itemID, 1))

    for (let version = 1; version <= 4; version++) {
      const save = { itemID, version, inputs: { field1: String(version + 1) } }
      const saved = await caller.json<{ version: number }>('POST', '/item', save)
      acknowledge(() => done.versions.set(itemID, saved.version))
    }

    const bytes = [randomInt(1, 5000), randomInt(100_000, 400_000)].map((size) => Buffer.alloc(size, `${label}.${n}`))
    const form = new FormData()
    for (const [at, each] of bytes.entries()) form.append('files', new File([each], `${at}.bin`))
    const uploads = await caller.json<{ remote: string }[]>('POST', '/upload', form)
    acknowledge(() => {
      for (const [at, { remote }] of uploads.entries()) done.uploads.set(remote, sha256(bytes[at] ?? Buffer.alloc(0)))
    })
    const files = uploads.map(({ remote }, at) => ({ name: `${at}.bin`, remote }))
    await caller.json('PUT', '/itemfiles', { itemID, files })
    acknowledge(() => done.attached.push(...uploads.map(({ remote }) => ({ itemID, remote }))))
  }
}

/** Checks everything that was acknowledged: projects, versions with their values, and files to the last byte. */
const expectAll = async (caller: Caller, done: Acknowledged): Promise<void> => {
  for (const [projectID, name] of done.projects) {
    const { project } = await caller.json<{ project: Project }>('GET', `/project?projectID=${projectID}`)
    expect(project.name).toBe(name)
  }
  for (const [itemID, version] of done.versions) {
    const item = await caller.json<Item>('GET', `/item?itemID=${itemID}`)
    expect(item.version).toBeGreaterThanOrEqual(version)
    expect(item.field1).toBe(String(item.version))
    const remotes = item.attachments.map(({ remote }) => remote)
    const attached = done.attached.filter((entry) => entry.itemID === itemID).map(({ remote }) => remote)
    expect(remotes).toEqual(expect.arrayContaining(attached))
  }
  for (const [remote, hash] of done.uploads) {
    const response = await caller.send('GET', `/download/${remote}`)
    expect(response.status).toBe(200)
    expect(sha256(new Uint8Array(await response.arrayBuffer()))).toBe(hash)
  }
}

/** Each file that a row names is complete, acknowledged or not, and unfinished ones are removed in time. */
const expectNoHalfFile = async (folder: string, location: Parameters<typeof openDatabase>[0]): Promise<void> => {
  const db = unscoped(openDatabase(location, () => {}))
  const blobs = await db.selectFrom('blobs').selectAll().execute()
  await db.destroy()
  const files = join(folder, 'files')
  for (const { storage_key, sha256: hash, size } of blobs) {
    const bytes = readFileSync(join(files, storage_key.slice(0, 2), storage_key))
    expect([bytes.length, sha256(bytes)]).toEqual([size, hash])
  }
  const unfinished = join(files, 'unfinished')
  for (const name of readdirSync(unfinished)) utimesSync(join(unfinished, name), 0, 0)
  await openFolderStore(files)
  expect(readdirSync(unfinished)).toEqual([])
}
