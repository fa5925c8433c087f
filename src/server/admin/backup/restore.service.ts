import { Readable } from 'node:stream'
import { migrate } from '../../platform/db/database.ts'
import { forEachFile } from '../../platform/storage/for-each-file.ts'
import { findForeignKey, requireOwnStore } from '../../platform/storage/store-identity.service.ts'
import { readFacts } from '../../platform/storage/read-facts.ts'
import type { FileStore } from '../../platform/storage/store.ts'
import { OperatorError } from '../../platform/lib/operator-error.ts'
import type { Services } from '../../services.ts'
import { openArchive, verifyArchive, type Archive, type ArchivedBytes, type VerifiedCounts } from './archive.ts'
import { countText, percentTeller, type Say } from './progress.ts'
import { expectFiles } from './restored-files.repo.ts'
import { isKnownMigration, replaceEverything, UnfitRows, whatIsInTheWay } from './tables.repo.ts'

type Dependencies = Pick<Services, 'db' | 'store' | 'clock'>

/** Tells operators why nothing was restored. */
class CannotRestore extends OperatorError {}

const unusable = (path: string, error: unknown): CannotRestore =>
  new CannotRestore(`${path} cannot be used: ${error instanceof Error ? error.message : String(error)}.`)

/** Verifies a whole archive before any of it is used. Rejects with CannotRestore. */
export const openVerified = async (path: string, say: Say): Promise<{ archive: Archive; looked: VerifiedCounts }> => {
  let archive: Archive | undefined
  try {
    say('Reading the archive…')
    archive = await openArchive(path)
    const looked = await verifyArchive(archive, percentTeller(say, 'Archive', archive.manifest.files.bytes))
    return { archive, looked }
  } catch (error) {
    archive?.close()
    throw unusable(path, error)
  }
}

/** A store with other files may belong to another installation; the two sweeps would delete each other's files. */
const requireEmptyStore = async (needed: Dependencies, place: string): Promise<void> => {
  const foreign = await findForeignKey(needed)
  if (foreign === undefined) return
  throw new CannotRestore(
    `There are files in ${place} already, such as ${foreign}. Restore into an empty folder or bucket, or set S3_PREFIX.`,
  )
}

const isStored = async (store: FileStore, { storageKey, size, sha256 }: ArchivedBytes): Promise<boolean> => {
  const facts = await readFacts(store, storageKey)
  return facts?.size === size && facts.sha256 === sha256
}

const NOTED_AT_ONCE = 100
const AT_ONCE = 8

/** Stores all files and reads each back. Files from an earlier try stay. */
const putFiles = async ({ db, store, clock }: Dependencies, archive: Archive, say: Say): Promise<void> => {
  const tell = percentTeller(say, 'Files', archive.manifest.files.bytes)
  let bytes = 0
  const putOne = async (file: ArchivedBytes) => {
    if (!(await isStored(store, file))) {
      await store.put(file.storageKey, Readable.from(await file.open(), { objectMode: false }))
      if (!(await isStored(store, file)))
        throw new Error(`The store does not return what was stored: ${file.storageKey}`)
    }
    bytes += file.size
    tell(bytes)
  }
  const put = async (files: readonly ArchivedBytes[]) => {
    const keys = files.map(({ storageKey }) => storageKey)
    await expectFiles(db, clock, keys)
    await forEachFile(files, putOne, AT_ONCE)
  }
  let files: ArchivedBytes[] = []
  for await (const file of archive.files()) {
    if (files.push(file) < NOTED_AT_ONCE) continue
    await put(files)
    files = []
  }
  if (files.length > 0) await put(files)
}

/**
 * Fills an empty installation from a verified archive: first the files, then all rows in one transaction. Until that
 * commits, the installation stays empty, and an interrupted restore is completed by running the command again.
 */
export const restoreBackup = async (needed: Dependencies, place: string, archive: Archive, say: Say): Promise<void> => {
  const { db } = needed
  const { migration, version } = archive.manifest
  if (!isKnownMigration(migration)) {
    throw new CannotRestore(`The archive was made by a newer version of Roomfolio (${version}). Update this one first.`)
  }
  const inTheWay = await whatIsInTheWay(db)
  if (inTheWay !== undefined) {
    throw new CannotRestore(`The database holds ${inTheWay}. Restore into an empty one; nothing has been changed.`)
  }
  await requireEmptyStore(needed, place)

  await migrate(db)
  await requireOwnStore(needed, place)
  await putFiles(needed, archive, say)
  const rowsOf = new Map(archive.manifest.tables.map(({ name, rows }) => [name, rows]))
  try {
    await replaceEverything(db, migration, archive.tables(), (table) =>
      say(`Rows: ${countText(rowsOf.get(table) ?? 0)} in ${table}`),
    )
  } catch (error) {
    if (!(error instanceof UnfitRows)) throw error
    throw new CannotRestore(`The archive cannot be used: ${error.message}. No row was changed; use another archive.`, {
      cause: error,
    })
  }
  say('Rows: committed')
  await migrate(db)
}
