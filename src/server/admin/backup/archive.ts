import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { buffer } from 'node:stream/consumers'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import * as z from 'zod/mini'
import { isStorageKey } from '../../platform/storage/store.ts'

/** The archive's format. Older versions of the product cannot read a higher number. */
export const FORMAT = 1

export const README_ENTRY = 'README.txt'
export const MANIFEST_ENTRY = 'manifest.json'
export const FILES_ENTRY = 'files.jsonl'
export const tableEntry = (table: string): string => `tables/${table}.jsonl`
export const fileEntry = (storageKey: string): string => `files/${storageKey}`

export const README = `A backup of Roomfolio

To restore it into a new, empty installation:   npm run restore -- FILE
To check that it is complete and undamaged:     npm run restore -- --check FILE

tables/*.jsonl  The database as of one moment, with tables in dependency order. The first line of each names
                the columns, every other line is a row: JSON, times in UTC.
files.jsonl     The attached files: name below files/, size in bytes and SHA-256 of each.
files/          Their bytes. tables/blobs.jsonl has their storage_key, tables/uploads.jsonl their owners,
                tables/item_files.jsonl their items and display names.
manifest.json   The time and version of this backup, and the SHA-256 of the tables and of files.jsonl.

Not included: sessions, password reset links, and pictures that are rebuilt from the files. This file contains all
users' data and their password hashes: protect it like the installation itself.
`

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const count = z.int().check(z.gte(0))
const name = z.string().check(z.regex(/^[a-z][a-z0-9_]*$/))
const bytesOf = z.object({ size: count, sha256: hash })

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** The version of the product that made it. */
  version: z.string(),
  madeAt: z.string(),
  /** The last migration of these tables. */
  migration: z.string(),
  tables: z.array(z.object({ name, rows: count, sha256: hash, nextID: z.optional(count) })),
  files: z.object({ count, bytes: count, sha256: hash }),
  /** Files that the store had lost or damaged at the time, and what it had instead. */
  flaws: z.array(z.object({ storageKey: z.string(), found: z.nullable(bytesOf) })),
})
export type Manifest = z.output<typeof manifestSchema>
export type Flaw = Manifest['flaws'][number]

/** Values as the database returns them. */
const row = z.array(z.nullable(z.union([z.string(), z.number()])))

const fileLine = z.tuple([z.string().check(z.refine(isStorageKey)), count, hash])

/** A file as it was uploaded. */
export interface ArchivedFile {
  storageKey: string
  size: number
  sha256: string
}

export const linesOf = (values: readonly unknown[]): Buffer =>
  Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''))

export const fileLines = (files: readonly ArchivedFile[]): Buffer =>
  linesOf(files.map(({ storageKey, size, sha256 }) => [storageKey, size, sha256]))

/** The message tells operators what is wrong with an archive, or why it cannot be used. */
class ArchiveError extends Error {}

// Parsers' messages are long and quote user data.
const damaged = () => new ArchiveError('a part of it is damaged')

const parseJSON = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw damaged()
  }
}

const parseAs = <S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> => {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw damaged()
  return parsed.data
}

/** Longer than any row: a revision's snapshot can have several megabytes. */
const LINE_MAX = 32 * 1024 * 1024

/** Splits only at line feeds: other line readers also split at characters that JSON does not escape. */
async function* readLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  const decoder = new StringDecoder('utf8')
  // The start of a line in parts, so that a long one is joined only once.
  let parts: string[] = []
  let length = 0
  for await (const chunk of bytes) {
    const [first = '', ...others] = decoder.write(chunk).split('\n')
    parts.push(first)
    length += first.length
    if (length > LINE_MAX) throw new ArchiveError('a line of it has no end')
    for (const next of others) {
      yield parseJSON(parts.join(''))
      parts = [next]
      length = next.length
    }
  }
  if (length > 0) throw new ArchiveError('a line is cut off')
}

export const readFileLines = async function* (bytes: AsyncIterable<Buffer>): AsyncGenerator<ArchivedFile> {
  for await (const line of readLines(bytes)) {
    const [storageKey, size, sha256] = parseAs(fileLine, line)
    yield { storageKey, size, sha256 }
  }
}

/** Passes bytes through; throws at the end if they are not the expected ones. */
export async function* verified(
  bytes: AsyncIterable<Buffer>,
  expected: { sha256: string; size?: number },
  what: string,
): AsyncGenerator<Buffer> {
  const digest = createHash('sha256')
  let size = 0
  for await (const chunk of bytes) {
    digest.update(chunk)
    size += chunk.length
    yield chunk
  }
  if (digest.digest('hex') !== expected.sha256 || (expected.size ?? size) !== size) {
    throw new ArchiveError(`${what} is not what was backed up`)
  }
}

/** One table of an archive; its values suit both database engines. */
interface ArchivedTable {
  name: string
  nextID: number | undefined
  columns: string[]
  rows: AsyncGenerator<unknown[]>
}

/** One file of an archive. */
export interface ArchivedBytes {
  storageKey: string
  size: number
  sha256: string
  /** The stream fails at the end if the bytes are damaged. */
  open(): Promise<AsyncIterable<Buffer>>
}

export interface Archive {
  manifest: Manifest
  /** In dependency order. */
  tables(): AsyncGenerator<ArchivedTable>
  /** The files for the store: all but those already lost. */
  files(): AsyncGenerator<ArchivedBytes>
  close(): void
}

/** No manifest is larger, unless every file is lost. */
const MANIFEST_MAX = 64 * 1024 * 1024

const openZip = (path: string): Promise<ZipFile> => openPromise(path, { autoClose: false, strictFileNames: true })

const streamOf = (zip: ZipFile, entry: Entry): Promise<Readable> => zip.openReadStreamPromise(entry)

const readManifest = async (zip: ZipFile, entry: Entry | undefined): Promise<Manifest> => {
  if (!entry || entry.uncompressedSize > MANIFEST_MAX) throw new ArchiveError('it is no backup of Roomfolio')
  const bytes = await buffer(await streamOf(zip, entry))
  const json = parseJSON(bytes.toString()) as { format?: unknown; version?: unknown } | null
  if (typeof json?.format === 'number' && json.format > FORMAT) {
    throw new ArchiveError(
      `it was made by a newer version of Roomfolio (${String(json.version)}); update this one first`,
    )
  }
  const parsed = manifestSchema.safeParse(json)
  if (!parsed.success) throw new ArchiveError('its manifest is not one of Roomfolio')
  return parsed.data
}

/** Opens an archive; any part can be read repeatedly. Keeps only the manifest in memory. */
export const openArchive = async (path: string): Promise<Archive> => {
  const zip = await openZip(path)
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.startsWith('files/')) continue
    if (entries.has(entry.fileName)) throw new ArchiveError(`it contains ${entry.fileName} twice`)
    entries.set(entry.fileName, entry)
  }
  const manifest = await readManifest(zip, entries.get(MANIFEST_ENTRY))
  const flaws = new Map(manifest.flaws.map(({ storageKey, found }) => [storageKey, found]))

  const bytesOfEntry = async (entryName: string, expected: { sha256: string }): Promise<AsyncIterable<Buffer>> => {
    const entry = entries.get(entryName)
    if (!entry) throw new ArchiveError(`${entryName} is missing`)
    return verified(await streamOf(zip, entry), expected, entryName)
  }

  return {
    manifest,

    async *tables() {
      for (const { name: table, nextID, sha256 } of manifest.tables) {
        const lines = readLines(await bytesOfEntry(tableEntry(table), { sha256 }))
        const first = await lines.next()
        const columns = parseAs(z.array(name), first.value)
        const rows = async function* () {
          for await (const line of lines) {
            if (!Array.isArray(line) || line.length !== columns.length) {
              throw new ArchiveError(`a row of ${table} has too many or too few columns`)
            }
            yield parseAs(row, line)
          }
        }
        yield { name: table, nextID, columns, rows: rows() }
      }
    },

    async *files() {
      // Files are in the order of their list, so neither needs to be kept in memory.
      const walk = await openZip(path)
      try {
        const stored = walk.eachEntry()
        const nextFile = async (): Promise<Entry | undefined> => {
          for (;;) {
            const next = await stored.next()
            if (next.done) return undefined
            if (next.value.fileName.startsWith('files/')) return next.value
          }
        }
        const list = await bytesOfEntry(FILES_ENTRY, manifest.files)
        for await (const { storageKey, ...uploaded } of readFileLines(list)) {
          const flaw = flaws.get(storageKey)
          if (flaw === null) continue
          const entry = await nextFile()
          const entryName = fileEntry(storageKey)
          if (entry?.fileName !== entryName) throw new ArchiveError(`${entryName} is not in its place`)
          const expected = flaw ?? uploaded
          const openFile = async () => verified(await streamOf(zip, entry), expected, entryName)
          yield { storageKey, ...expected, open: openFile }
        }
        const left = await nextFile()
        if (left) throw new ArchiveError(`${left.fileName} is not in the list of files`)
      } finally {
        walk.close()
      }
    },

    close: () => zip.close(),
  }
}

/** What was verified: rows of tables and bytes of files. */
export interface VerifiedCounts {
  rows: number
  files: number
  bytes: number
}

/** Reads a whole archive and throws an ArchiveError if any bit of it has changed. */
export const verifyArchive = async (archive: Archive, onFile: (bytes: number) => void): Promise<VerifiedCounts> => {
  const looked: VerifiedCounts = { rows: 0, files: 0, bytes: 0 }
  const expected = new Map(archive.manifest.tables.map(({ name: table, rows }) => [table, rows]))
  for await (const { name: table, rows } of archive.tables()) {
    let found = 0
    for await (const _ of rows) if (++found > (expected.get(table) ?? 0)) break
    if (found !== expected.get(table)) throw new ArchiveError(`${tableEntry(table)} has ${found} rows`)
    looked.rows += found
  }
  for await (const file of archive.files()) {
    for await (const _ of await file.open());
    looked.files++
    looked.bytes += file.size
    onFile(looked.bytes)
  }
  const { count: files, bytes } = archive.manifest.files
  if (looked.files !== files || looked.bytes !== bytes) throw new ArchiveError('some of its files are missing')
  return looked
}
