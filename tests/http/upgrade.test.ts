import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openPromise } from 'yauzl'
import { createApp } from '../../src/server/app.ts'
import { listApplied, migrate, MIGRATION_NAMES } from '../../src/server/db/database.ts'
import { findStoreMark } from '../../src/server/files/own-store.repo.ts'
import { MARK } from '../../src/server/files/own-store.service.ts'
import { refresh } from '../../src/shared/auth.ts'
import { filesJSON, getItem } from '../../src/shared/items.ts'
import { listProjects } from '../../src/shared/projects.ts'
import type { RoomType } from '../../src/shared/room-structure.ts'
import { listRooms } from '../../src/shared/rooms.ts'
import { getUpcoming } from '../../src/shared/upcoming.ts'
import { makeMissingWords } from '../../src/server/search/words-of-items.repo.ts'
import { emptyInstallation, restoreInto, type Installation } from '../support/backups.ts'
import { ENGINE } from '../support/database.ts'
import { seenIn, type Seen } from '../support/seen.ts'
import { startServerProcess } from '../support/server-process.ts'
import { signIn, startTestApp } from '../support/test-app.ts'

/**
 * An installation of version 0.1.0 on each database, as that version left it when it ended: the sample project, things in
 * the trash, a session, an upload that no item has taken. Then the backup that it made of the one on SQLite, which has the
 * bytes of all files. What people saw was told by that version too. None of it is ever made anew.
 */
const OLD = fileURLToPath(new URL('../installations/0.1.0/', import.meta.url))
const PASSWORD = 'three cups of tea'

interface Old extends Seen {
  /** The cookie of robin's session. */
  session: string
  /** The name on the wire of robin's upload. */
  pending: string
}

const unpacked = (name: string): Buffer => gunzipSync(readFileSync(join(OLD, name)))

const sawOn = (engine: typeof ENGINE): Old =>
  JSON.parse(unpacked(engine === 'SQLite' ? 'seen-in-sqlite.json.gz' : 'seen-in-postgres.json.gz').toString()) as Old

const bytesOfFiles = async (): Promise<Map<string, Buffer>> => {
  const bySHA256 = new Map<string, Buffer>()
  const zip = await openPromise(join(OLD, 'backup.zip'), { lazyEntries: true })
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.startsWith('files/')) continue
    const bytes = await buffer(await zip.openReadStreamPromise(entry))
    bySHA256.set(createHash('sha256').update(bytes).digest('hex'), bytes)
  }
  return bySHA256
}

const layDownTables = async ({ db, folder }: Installation): Promise<void> => {
  if (ENGINE === 'SQLite') return writeFileSync(join(folder, 'roomfolio.sqlite'), unpacked('roomfolio.sqlite.gz'))
  await db.connection().execute(async (connection) => {
    await sql.raw(unpacked('postgres.sql.gz').toString()).execute(connection)
    // The dump took away the path on which names without a schema are found.
    await sql`set search_path to default`.execute(connection)
  })
}

/** With its tables and files as they were left. */
const oldInstallation = async (): Promise<Installation> => {
  const old = await emptyInstallation()
  await layDownTables(old)
  const bytes = await bytesOfFiles()
  const blobs = await old.db.selectFrom('blobs').select(['storage_key', 'sha256']).execute()
  for (const { storage_key: key, sha256 } of blobs) {
    await old.store.put(key, Readable.from(bytes.get(sha256) ?? [], { objectMode: false }))
  }
  // By which the database knows the store.
  const mark = await findStoreMark(old.db)
  if (mark !== undefined) await old.store.put(mark, Readable.from([MARK]))
  return old
}

/** The app of today on it, at the moment of old. */
const openAt = async ({ config, db, store }: Installation, at: string) => {
  const { services } = await startTestApp()
  const app = await createApp({ ...services, config, db, store, clock: { now: () => new Date(at) } })
  onTestFinished(() => app.close())
  return app
}

test('an installation of version 0.1.0 opens with everything that people saw in it, their sessions and their uploads', async () => {
  const old = await oldInstallation()
  const { at, session, pending, ...expected } = sawOn(ENGINE)
  await migrate(old.db)
  expect(await listApplied(old.db)).toEqual(MIGRATION_NAMES)
  const app = await openAt(old, at)

  const refreshed = await app.inject({ url: refresh.path, method: refresh.method, headers: { cookie: session } })
  expect(refreshed.json()).toMatchObject({ user: 'robin' })
  expect(await seenIn(app, PASSWORD)).toEqual(expected)

  const robin = await signIn(app, 'robin', PASSWORD)
  const [project] = (await robin.must(listProjects, {})).projects
  const projectID = project?.projectID ?? 0
  const [room] = (await robin.must(listRooms, { query: { projectID } })).rooms
  const files = filesJSON([{ name: 'waiting.txt', remote: pending }])
  const itemID = await robin.newItem(projectID, room?.ID ?? 0, {}, files)
  const { attachments } = await robin.must(getItem, { query: { itemID } })
  expect(attachments).toMatchObject([{ name: 'waiting.txt', remote: pending }])
  const { payload } = await robin.raw({ url: `/download/${pending}` })
  expect(payload).toBe('Not on an item yet')

  // What the job does that makes words.
  await makeMissingWords(old.db)
  const { coming } = await robin.must(getUpcoming, { query: { today: '2026-04-01' } })
  expect(coming.map(({ value, day }) => [value, day])).toContainEqual(['Jan 30, 2031', '2031-01-30'])
})

test('three servers that start at once on what version 0.1.0 left bring it up to date once, and all serve it', async () => {
  const { db, config, folder, settings } = await oldInstallation()
  const { installation } = sawOn(ENGINE)
  const servers = await Promise.all([1, 2, 3].map(() => startServerProcess(folder, config.database, settings)))
  for (const { origin } of servers) {
    expect(await (await fetch(`${origin}/readyz`)).json()).toEqual({ message: 'Database and file store answer.' })
    const { rooms } = (await (await fetch(`${origin}/roomtypes`)).json()) as { rooms: RoomType[] }
    expect(rooms.map(({ roomTypeName }) => roomTypeName)).toEqual((installation as { roomTypes: string[] }).roomTypes)
  }
  expect(await listApplied(db)).toEqual(MIGRATION_NAMES)
  const recurring = await db.selectFrom('jobs').select('kind').where('key', 'is not', null).execute()
  expect(recurring.map(({ kind }) => kind).sort()).toEqual(['sweep', 'words'])
})

test('a backup that version 0.1.0 made is restored, with everything that people saw', async () => {
  const to = await emptyInstallation()
  await restoreInto(to, join(OLD, 'backup.zip'))
  const { at, installation, people } = sawOn('SQLite')
  expect(await seenIn(await openAt(to, at), PASSWORD)).toEqual({ installation, people })
})
