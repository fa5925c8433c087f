import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { openPromise } from 'yauzl'
import { findStoreMark } from '../../src/server/platform/storage/store-identity.repo.ts'
import { STORE_MARKER } from '../../src/server/platform/storage/store-identity.service.ts'
import { emptyInstallation, type Installation } from './backups.ts'
import { ENGINE } from './database.ts'
import type { Seen } from './seen.ts'

/**
 * An installation of version 0.1.0 on each database as that version left it: the sample project, things in the trash, a
 * session, and a pending upload; and its backup of the SQLite one, which has the bytes of all files. That version also
 * recorded what users saw. Never regenerate any of it.
 */
export const OLD = fileURLToPath(new URL('../installations/0.1.0/', import.meta.url))
export const PASSWORD = 'three cups of tea'

export interface Old extends Seen {
  /** The cookie of robin's session. */
  session: string
  /** The remote of robin's upload. */
  pending: string
}

const unpacked = (name: string): Buffer => gunzipSync(readFileSync(join(OLD, name)))

export const sawOn = (engine: typeof ENGINE): Old =>
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
    // The dump reset the search path.
    await sql`set search_path to default`.execute(connection)
  })
}

/** With its tables and files as that version left them. */
export const oldInstallation = async (): Promise<Installation> => {
  const old = await emptyInstallation()
  await layDownTables(old)
  const bytes = await bytesOfFiles()
  const blobs = await old.db.selectFrom('blobs').select(['storage_key', 'sha256']).execute()
  for (const { storage_key: key, sha256 } of blobs) {
    await old.store.put(key, Readable.from(bytes.get(sha256) ?? [], { objectMode: false }))
  }
  // The mark of the store that the database recognizes.
  const mark = await findStoreMark(old.db)
  if (mark !== undefined) await old.store.put(mark, Readable.from([STORE_MARKER]))
  return old
}
