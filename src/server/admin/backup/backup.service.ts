import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { MINUTE } from '../../platform/lib/clock.ts'
import { atOneMoment } from '../../platform/db/database.ts'
import { syncFolder } from '../../platform/storage/stores/folder-store.ts'
import { unlessFull } from '../../platform/db/problems.ts'
import { lockFiles } from '../../platform/storage/backup-locks.repo.ts'
import { MissingBytes, type FileStore } from '../../platform/storage/store.ts'
import { ensureFolder } from '../../platform/lib/ensure-folder.ts'
import type { Services } from '../../services.ts'
import { VERSION } from '../../platform/lib/version.ts'
import { ZipWriter } from '../../platform/lib/zip-writer.ts'
import {
  fileEntry,
  fileLines,
  FILES_ENTRY,
  FORMAT,
  linesOf,
  MANIFEST_ENTRY,
  README,
  README_ENTRY,
  readFileLines,
  tableEntry,
  type ArchivedFile,
  type Flaw,
  type Manifest,
} from './archive.ts'
import { finishedName, partialName } from './names.ts'
import { percentTeller, type Say } from './progress.ts'
import { KEPT_TABLES, readFileList, readMigration, readNextID, readRows, type KeptTable } from './tables.repo.ts'

type Dependencies = Pick<Services, 'db' | 'store' | 'clock'>

export interface Backup {
  path: string
  size: number
  sha256: string
  rows: number
  files: Manifest['files']
  /** Files that the store has lost or damaged; the archive has everything else. */
  flaws: Flaw[]
}

/**
 * While `work` runs, no bytes that were in the store at its start are removed. Rejects if that failed. On a full disk
 * no lock can be written, but neither can files be removed; if one is lost anyway, the archive lists it as a flaw.
 */
const withFilesLocked = async <T>({ db, clock }: Dependencies, work: () => Promise<T>): Promise<T> => {
  const hold = await unlessFull(lockFiles(db, clock))
  if (!hold) return work()
  // If a renewal fails, the next one makes up for it, or the last one rejects: an expired lock cannot be renewed.
  const timer = setInterval(() => void hold.renew().catch(() => {}), MINUTE)
  try {
    const result = await work()
    await hold.renew()
    return result
  } finally {
    clearInterval(timer)
    await hold.release()
  }
}

async function* tableLines(snapshot: Dependencies['db'], table: KeptTable, onRows: (count: number) => void) {
  let isFirst = true
  for await (const rows of readRows(snapshot, table)) {
    if (isFirst) yield linesOf([Object.keys(rows[0] ?? {})])
    isFirst = false
    yield linesOf(rows.map((row) => Object.values(row)))
    onRows(rows.length)
  }
  if (isFirst) yield linesOf([[]])
}

const TRIES = 3

/**
 * Yields what can be read of a file; after an interruption, resumes from there. Rejects if the store has none of it, or
 * does not answer at all.
 */
async function* readAll(store: FileStore, { storageKey, size }: ArchivedFile): AsyncGenerator<Buffer> {
  let at = 0
  for (let left = TRIES; left > 0; left--) {
    try {
      // Damaged bytes are kept too: they may be all that is left.
      const bytes = await store.read(storageKey, undefined, at > 0 ? { start: at, end: size - 1 } : undefined)
      for await (const chunk of Buffer.isBuffer(bytes) ? [bytes] : (bytes as AsyncIterable<Buffer>)) {
        at += chunk.length
        yield chunk
      }
      return
    } catch (error) {
      if (error instanceof MissingBytes && at === 0) throw error
    }
  }
  await store.check()
}

/** Returns the flaw of a file that is not as it was uploaded. */
const addFile = async (zip: ZipWriter, store: FileStore, file: ArchivedFile, time: Date): Promise<Flaw | undefined> => {
  const { storageKey } = file
  const chunks = readAll(store, file)
  let first: IteratorResult<Buffer>
  try {
    first = await chunks.next()
  } catch (error) {
    if (error instanceof MissingBytes) return { storageKey, found: null }
    throw error
  }
  const bytes = async function* () {
    if (first.done) return
    yield first.value
    yield* chunks
  }
  // Most files are pictures and PDFs, which do not compress.
  const { size, sha256 } = await zip.add(fileEntry(storageKey), bytes(), { method: 'stored', time })
  return size === file.size && sha256 === file.sha256 ? undefined : { storageKey, found: { size, sha256 } }
}

/** Writes all entries of an archive into the file at `path`, which it also reads while writing. */
const writeArchive = async ({ db, store, clock }: Dependencies, archive: FileHandle, path: string, say: Say) => {
  const hash = createHash('sha256')
  const zip = new ZipWriter(async (bytes) => {
    hash.update(bytes)
    await archive.writeFile(bytes)
  })
  const time = clock.now()
  const compressed = { method: 'compressed', time } as const
  await zip.add(README_ENTRY, Buffer.from(README), compressed)

  say('Reading the database…')
  const madeAt = time.toISOString()
  const tables: Manifest['tables'] = []
  let totalBytes = 0
  const { migration, list } = await atOneMoment(db, async (snapshot) => {
    for (const table of KEPT_TABLES) {
      let rows = 0
      const lines = tableLines(snapshot, table, (count) => (rows += count))
      const { sha256 } = await zip.add(tableEntry(table.name), lines, compressed)
      const nextID = await readNextID(snapshot, table)
      tables.push({ name: table.name, rows, sha256, ...(nextID !== undefined && { nextID }) })
    }
    const lines = async function* () {
      for await (const files of readFileList(snapshot)) {
        for (const { size } of files) totalBytes += size
        yield fileLines(files)
      }
    }
    const list = await zip.add(FILES_ENTRY, lines(), { method: 'stored', time })
    return { migration: await readMigration(snapshot), list }
  })

  await zip.flush()
  const tell = percentTeller(say, 'Copying files', totalBytes)
  const files: Manifest['files'] = { count: 0, bytes: 0, sha256: list.sha256 }
  const flaws: Flaw[] = []
  // The list is read back from the archive, so it need not stay in memory.
  const written = list.size === 0 ? [] : createReadStream(path, { start: list.start, end: list.start + list.size - 1 })
  for await (const file of readFileLines(written as AsyncIterable<Buffer>)) {
    const flaw = await addFile(zip, store, file, time)
    if (flaw) flaws.push(flaw)
    const size = flaw ? flaw.found?.size : file.size
    if (size !== undefined) {
      files.count++
      files.bytes += size
    }
    tell(files.bytes)
  }

  const manifest: Manifest = { format: FORMAT, version: VERSION, madeAt, migration, tables, files, flaws }
  await zip.add(MANIFEST_ENTRY, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`), compressed)
  const size = await zip.end()
  return { size, sha256: hash.digest('hex'), rows: tables.reduce((sum, { rows }) => sum + rows, 0), files, flaws }
}

/**
 * Archives the database and files as of one moment, while servers keep working. The file gets its final name when
 * everything is on disk; until then, and forever if the process is killed, it is a `.partial`. If the store has lost or
 * damaged files, the name says so.
 */
export const makeBackup = async (services: Dependencies, path: string, say: Say): Promise<Backup> => {
  ensureFolder(dirname(path))
  const partial = partialName(path, randomBytes(4).toString('hex'))
  const file = await open(partial, 'wx', 0o600)
  try {
    try {
      const made = await withFilesLocked(services, () => writeArchive(services, file, partial, say))
      await file.sync()
      const finished = finishedName(path, made.flaws.length === 0)
      await rename(partial, finished)
      await syncFolder(dirname(path))
      return { path: finished, ...made }
    } finally {
      await file.close()
    }
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}
