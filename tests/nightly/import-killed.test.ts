import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { request as send } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HOUR } from '../../src/server/platform/lib/clock.ts'
import { unscoped } from '../../src/server/platform/db/access/unscoped.ts'
import { sweep } from '../../src/server/sweep.ts'
import type { SessionBody } from '../../src/shared/identity/auth.api.ts'
import { filesJSON, listItems } from '../../src/shared/items/items.api.ts'
import { listProjects } from '../../src/shared/projects/projects.api.ts'
import { listRooms } from '../../src/shared/projects/rooms.api.ts'
import { search } from '../../src/shared/search/search.api.ts'
import { entriesOf, partsOf, projectFileOf, zipOf } from '../support/project-file.ts'
import { startServerProcess, type ServerProcess } from '../support/server-process.ts'
import { IN_FOLDER, multipart, PASSWORD, signIn, startTestApp, type Client } from '../support/test-app.ts'
import { until } from '../support/until.ts'

const FILES = 100
const FILES_AT_ONCE = 20
const MORE_ITEMS = 1000
const ITEMS = FILES / FILES_AT_ONCE + MORE_ITEMS

/** A project file with files, and enough rows that writing them takes a while. */
const largeFile = async (user: Client): Promise<Buffer> => {
  const projectID = await user.newProject()
  const roomID = await user.newRoom(projectID)
  for (let n = 0; n < FILES; n += FILES_AT_ONCE) {
    const files = await user.upload(
      Array.from({ length: FILES_AT_ONCE }, (_, at) => ({ name: `${n + at}.bin`, bytes: randomBytes(40_000) })),
    )
    const attached = filesJSON(files.map(({ filename, remote }) => ({ name: filename, remote })))
    await user.newItem(projectID, roomID, { field1: `Item ${n}` }, attached)
  }
  const { head, lines, files } = await partsOf(await projectFileOf(user, projectID))
  const item = lines.find((line) => 'item' in line) ?? {}
  const more = Array.from({ length: MORE_ITEMS }, () => ({ item: { ...(item.item as object), files: undefined } }))
  return zipOf(entriesOf({ head: { ...head, items: ITEMS }, lines: [...lines, ...more], files }))
}

/** The process has its own clock. */
const logIn = async (origin: string): Promise<SessionBody> => {
  const body = JSON.stringify({ user: 'robin', pwd: PASSWORD })
  const headers = { 'content-type': 'application/json' }
  return (await (await fetch(`${origin}/login`, { method: 'POST', headers, body })).json()) as SessionBody
}

/** Starts an import and returns its outcome; only the share `sent` of the file is sent. */
const beginImport = async (origin: string, bytes: Buffer, key: string, sent = 1) => {
  const { accessToken } = await logIn(origin)
  const { payload, headers } = multipart([{ name: 'project.zip', bytes }])
  const request = send(`${origin}/importproject`, {
    method: 'PUT',
    headers: {
      ...headers,
      'content-length': payload.length,
      authorization: `Bearer ${accessToken}`,
      'idempotency-key': key.replaceAll(' ', '-'),
    },
  })
  const answered = new Promise<number | undefined>((resolve) => {
    request.once('response', (response) => {
      response.resume().once('close', () => resolve(response.statusCode))
      response.on('error', () => {})
    })
    request.once('error', () => resolve(undefined))
  })
  request.write(payload.subarray(0, payload.length * sent))
  if (sent === 1) request.end()
  return { answered }
}

test('a server killed during an import has created the whole project or nothing, and a repetition creates one', async () => {
  const { services, newUser, clock, app } = await startTestApp(IN_FOLDER, { alone: 'another process is killed' })
  const { db, config } = services
  const robin = await newUser('robin')
  const bytes = await largeFile(robin)
  const [spool, store] = [join(config.dataDir, 'spool'), join(config.dataDir, 'files')]
  const inSpool = () => (existsSync(spool) ? readdirSync(spool) : [])
  const keysInStore = () =>
    readdirSync(store, { withFileTypes: true, recursive: true })
      .filter((each) => each.isFile() && !each.parentPath.endsWith('unfinished'))
      .map(({ name }) => name)
  const blobs = async () =>
    (await unscoped(db).selectFrom('blobs').select('storage_key').execute()).map((b) => b.storage_key)
  const imported = async (user = robin) => (await user.must(listProjects, {})).projects.slice(1)

  /** By the files in the spool or in the store. An import that was sent completely may finish before the kill. */
  const MOMENTS: { name: string; sent?: number; mayBeMade?: true; hasCome: (stored: number) => boolean }[] = [
    { name: 'half of it sent', sent: 0.5, hasCome: () => inSpool().length > spooled },
    { name: 'half of its files stored', mayBeMade: true, hasCome: (stored) => stored >= FILES / 2 },
    { name: 'all of its files stored', mayBeMade: true, hasCome: (stored) => stored >= FILES },
  ]
  const start = (): Promise<ServerProcess> => startServerProcess(config.dataDir, config.database)
  let server = await start()
  const held = await blobs()
  const others = keysInStore().filter((key) => !held.includes(key))
  let made = 0
  let spooled = 0
  for (const { name, sent, mayBeMade, hasCome } of MOMENTS) {
    const keys = keysInStore().length
    spooled = inSpool().length
    const { answered } = await beginImport(server.origin, bytes, name, sent)
    await until(() => hasCome(keysInStore().length - keys))
    await server.kill()
    const status = await answered
    const there = (await imported()).length - made
    expect(there, name).toBeLessThanOrEqual(mayBeMade ? 1 : 0)
    if (status !== undefined) expect([status, there]).toEqual([201, 1])
    const { groups } = await robin.must(search, { query: { q: 'item 60' } })
    expect(groups, name).toHaveLength(1 + made + there)

    server = await start()
    expect(await (await beginImport(server.origin, bytes, name)).answered, name).toBe(201)
    expect(await imported(), name).toHaveLength(++made)
  }
  await server.stop()

  for (const { projectID } of await imported()) {
    const { rooms } = await robin.must(listRooms, { query: { projectID } })
    const items = await robin.must(listItems, { query: { roomID: rooms?.[0]?.ID ?? 0 } })
    expect([rooms?.length, items.length]).toEqual([1, ITEMS])
    expect(items.flatMap(({ attachments }) => attachments)).toHaveLength(FILES)
  }

  // Leftovers of failed imports are removed after a day.
  clock.turn(25 * HOUR)
  for (const folder of [spool, join(store, 'unfinished')])
    for (const left of readdirSync(folder)) utimesSync(join(folder, left), 0, 0)
  await sweep(services)
  await sweep(services)
  expect(inSpool()).toEqual([])
  expect(keysInStore().toSorted()).toEqual([...others, ...(await blobs())].toSorted())
  expect(await db.selectFrom('pending_writes').selectAll().execute()).toEqual([])
  const uploads = await unscoped(db)
    .selectFrom('uploads')
    .leftJoin('item_files', 'item_files.upload_id', 'uploads.id')
    .select(['uploads.id', 'item_files.item_id'])
    .execute()
  expect(uploads.filter(({ item_id }) => item_id === null)).toEqual([])
  expect(uploads).toHaveLength(FILES * (1 + made))
  expect(await imported(await signIn(app, 'robin'))).toHaveLength(made)
})
