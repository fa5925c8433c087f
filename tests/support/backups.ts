import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { createWriteStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { openPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { systemClock, type Clock } from '../../src/server/platform/lib/clock.ts'
import { parseConfig, type Config, type S3Settings } from '../../src/server/config.ts'
import { listTables, openDatabase, type DatabaseLocation } from '../../src/server/platform/db/database.ts'
import { unscoped, type UnscopedDatabase } from '../../src/server/platform/db/access/unscoped.ts'
import { openStore, placeOf } from '../../src/server/platform/storage/open-store.ts'
import { readFacts } from '../../src/server/platform/storage/read-facts.ts'
import type { FileStore } from '../../src/server/platform/storage/store.ts'
import { makeBackup, type Backup } from '../../src/server/admin/backup/backup.service.ts'
import { openVerified, restoreBackup } from '../../src/server/admin/backup/restore.service.ts'
import {
  addItemFiles,
  deleteItem,
  deleteItemFile,
  filesJSON,
  updateItemFile,
} from '../../src/shared/items/items.api.ts'
import { deleteProject } from '../../src/shared/projects/projects.api.ts'
import { Role } from '../../src/shared/contract/roles.ts'
import { createSubcategory } from '../../src/shared/structure/structure.api.ts'
import { createTestDatabase } from './database.ts'
import { temporaryFolder } from './temporary-folder.ts'
import type { TestApp, TestFile } from './test-app.ts'
import { builtProgram } from './programs.ts'

export const silent = () => {}

/** A database and a store, with the settings that open them. */
export interface Installation {
  config: Config
  db: UnscopedDatabase
  store: FileStore
  clock: Clock
  folder: string
  /** The environment in which a command or server opens this installation. */
  settings: Record<string, string>
}

const s3Environment = (s3: S3Settings): Record<string, string> => ({
  FILE_STORE: 's3',
  S3_BUCKET: s3.bucket,
  S3_ENDPOINT: s3.endpoint ?? '',
  S3_REGION: s3.region,
  S3_PREFIX: s3.prefix,
  S3_ACCESS_KEY_ID: s3.credentials?.accessKeyId ?? '',
  S3_SECRET_ACCESS_KEY: s3.credentials?.secretAccessKey ?? '',
})

/** An installation without tables and files, until the test ends: on the engine under test, or on SQLite. */
export const emptyInstallation = async ({ onSQLite = false, s3 }: { onSQLite?: boolean; s3?: S3Settings } = {}) => {
  const folder = temporaryFolder()
  const database = onSQLite
    ? { location: { sqliteFile: join(folder, 'roomfolio.sqlite') } as DatabaseLocation, remove: async () => {} }
    : await createTestDatabase(folder, { empty: true })
  const { location } = database
  const settings = {
    DATA_DIR: folder,
    DATABASE_URL: 'postgresURL' in location ? location.postgresURL : '',
    ...(s3 && s3Environment(s3)),
  }
  const config = parseConfig(settings)
  const db = unscoped(openDatabase(location, silent))
  onTestFinished(async () => {
    await db.destroy()
    await database.remove()
    rmSync(folder, { recursive: true, force: true })
  })
  const installation: Installation = {
    config,
    db,
    store: await openStore(config),
    clock: systemClock,
    folder,
    settings,
  }
  return installation
}

/** The same for the app of a test. */
export const installationOf = ({ services }: TestApp): Installation => {
  const { config, db, store, clock } = services
  const { database, dataDir, s3 } = config
  const url = 'postgresURL' in database ? database.postgresURL : ''
  const settings = { DATA_DIR: dataDir, DATABASE_URL: url, ...(s3 && s3Environment(s3)) }
  return { config, db, store, clock, folder: dataDir, settings }
}

type Needed = Pick<Installation, 'db' | 'store' | 'clock'>

/** Into a new file unless one is named. */
export const backUp = (from: Needed, folder: string, name = randomBytes(8).toString('hex')): Promise<Backup> =>
  makeBackup(from, join(folder, `${name}.zip`), silent)

export const restoreInto = async (
  { config, ...needed }: Installation,
  path: string,
  say: (line: string) => void = silent,
) => {
  const { archive } = await openVerified(path, say)
  try {
    await restoreBackup(needed, placeOf(config), archive, say)
  } finally {
    archive.close()
  }
}

/** The tables that no backup has. A new table is compared until it is listed here. */
const LEFT_OUT = [
  'attempts',
  'challenges',
  'backup_locks',
  'file_texts',
  'file_words',
  'file_pages',
  'idempotency_keys',
  'invitations',
  'item_words',
  'items_without_words',
  'kysely_migration',
  'kysely_migration_lock',
  'offers',
  'password_resets',
  'pending_writes',
  'remembered_browsers',
  'renditions',
  'session_tokens',
  'sessions',
  'webhook_deliveries',
]
const OWN_SETTINGS = [
  ...['admin_code', 'backup_claimed', 'backup_failed', 'backup_latest', 'backup_made'],
  ...['file_store', 'mail_failure', 'room_for_saves'],
]

/** Every row of every compared table, and the hash of every file they name. */
export const contentOf = async ({ db, store }: Pick<Installation, 'db' | 'store'>) => {
  const tables: Record<string, string[]> = {}
  for (const name of (await listTables(db)).filter((table) => !LEFT_OUT.includes(table)).sort()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)
    const kept = rows.filter(({ key, kind }) => {
      if (name === 'settings') return !OWN_SETTINGS.includes(String(key))
      // A restore adds it.
      if (name === 'security_events') return kind !== 'restored'
      // Data that it derives is no part of a backup either.
      return name !== 'jobs' || kind !== 'file-text'
    })
    tables[name] = kept.map((row) => JSON.stringify(row)).sort()
  }
  const blobs = await db.selectFrom('blobs').selectAll().orderBy('id').execute()
  const files: Record<string, unknown> = {}
  for (const { storage_key } of blobs) files[storage_key] = await readFacts(store, storage_key)
  return { tables, files }
}

const text = (name: string, content = `content of ${name}`): TestFile => ({ name, bytes: Buffer.from(content) })

/** Texts that formats, engines or systems treat specially. */
const DIFFICULT_TEXTS = [
  'line\nfeed, \r return, \t tab, "quotes", \\ backslash, \' apostrophe, ; -- $1 ?',
  'separators \u2028 and \u2029 and \u0085, \u0001 control, \ufeff mark, \u200d joiner',
  'ÅÉ ﬁ 漢字 עברית 🏠👩‍🔧',
  '🏠'.repeat(200),
]

/** An installation with something of everything that a backup keeps, and of what it omits. */
export const filledInstallation = async (started: TestApp) => {
  const { services, newUser, anonymous } = started
  const { db } = services
  const robin = await newUser('robin', [Role.Admin])
  const editor = await newUser('editor')
  const projectID = await robin.newProject('Maple Street')
  const roomID = await robin.newRoom(projectID)
  const names = ['manual.pdf', ...DIFFICULT_TEXTS.slice(1), 'empty', 'large', 'equal bytes', 'zeros']
  const uploads = await robin.upload([
    text('manual.pdf'),
    ...DIFFICULT_TEXTS.slice(1).map((name) => text(name)),
    { name: 'empty', bytes: Buffer.alloc(0) },
    { name: 'large', bytes: randomBytes(3 * 1024 * 1024 + 1) },
    text('equal bytes', 'content of manual.pdf'),
    { name: 'zeros', bytes: Buffer.alloc(100_000) },
  ])
  const files = filesJSON(uploads.map(({ remote }, at) => ({ name: names[at] ?? '', remote })))
  const [field1 = '', field2 = '', field3 = '', notes = ''] = DIFFICULT_TEXTS
  const itemID = await robin.newItem(projectID, roomID, { field1, field2, field3, notes }, files)

  const caption = 'Behind the lower grille, 台所'
  await robin.must(updateItemFile, { body: { itemID, remote: uploads[0]?.remote ?? '', inputs: { caption } } })
  const { id } = await db.selectFrom('uploads').select('id').limit(1).executeTakeFirstOrThrow()
  await db.updateTable('rooms').set({ cover_upload_id: id }).where('id', '=', roomID).execute()

  // One deleted thing of each kind.
  await robin.must(deleteItemFile, { query: { itemID, remote: uploads.at(-1)?.remote ?? '' } })
  const deleted = await robin.newItem(projectID, roomID, { field1: 'deleted' })
  const [inTrash] = await robin.upload([text('in the trash')])
  const attached = [{ name: 'in the trash', remote: inTrash?.remote ?? '' }]
  await robin.must(addItemFiles, { body: { itemID: deleted, files: attached } })
  await robin.must(deleteItem, { query: { itemID: deleted } })
  await robin.must(deleteProject, { query: { projectID: await robin.newProject('Deleted') } })
  await robin.upload([text('on no item yet')])

  // A shared project of another user.
  const others = await editor.newProject('Birch Lane')
  await editor.newItem(others, await editor.newRoom(others), { field3: 'Brass' })
  const { id: user_id } = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'robin')
    .executeTakeFirstOrThrow()
  await db.insertInto('project_members').values({ project_id: others, user_id, role: 'viewer' }).execute()

  await robin.must(createSubcategory, { body: { newSubCat: 'Heat Pump 🏠' } })
  const consultation = { name: 'Sam', email: 'sam@example.com', phone: '5', about: 'A wall.', preferredTimes: 'Noon' }
  const asked = await anonymous.raw({ method: 'POST', url: '/consultation', payload: { inputs: consultation } })
  if (asked.statusCode >= 300) throw new Error(asked.body)
  return { ...started, db, robin, editor, projectID, roomID, itemID }
}

interface CommandRun {
  code: number | null
  lines: string[]
  errors: string
}

/** Runs a command of an installation; `killAt` kills it after that many lines of output. */
export const runUntil = async (
  name: 'backup' | 'restore',
  { settings }: Pick<Installation, 'settings'>,
  words: readonly string[],
  killAt = Infinity,
): Promise<CommandRun> => {
  const child = spawn(process.execPath, [builtProgram(name), ...words], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk))
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (lines.push(line) === killAt) child.kill('SIGKILL')
  })
  await once(child, 'close')
  return { code: child.exitCode, lines, errors }
}

/** The same archive with other entries, or without some. */
export const rewritten = async (
  path: string,
  change: (name: string, bytes: Buffer) => Buffer | undefined,
  target = path.replace('.zip', '-changed.zip'),
) => {
  const from = await openPromise(path, { autoClose: true })
  const zip = new ZipFile()
  for await (const entry of from.eachEntry()) {
    const stream = await from.openReadStreamPromise(entry)
    const bytes = change(entry.fileName, Buffer.concat(await stream.toArray()))
    if (bytes) zip.addBuffer(bytes, entry.fileName)
  }
  zip.end()
  await once(zip.outputStream.pipe(createWriteStream(target)), 'finish')
  return target
}

export const inManifest = (
  name: string,
  bytes: Buffer,
  change: (manifest: Record<string, unknown>) => void,
): Buffer => {
  if (name !== 'manifest.json') return bytes
  const manifest = JSON.parse(bytes.toString()) as Record<string, unknown>
  change(manifest)
  return Buffer.from(JSON.stringify(manifest))
}
