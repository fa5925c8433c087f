import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { Actor } from '../platform/db/actor.ts'
import { AppError } from '../platform/http/app-error.ts'
import type { Services } from '../services.ts'
import { ZipWriter, type Method } from '../platform/lib/zip-writer.ts'
import type { KnownFile } from '../platform/storage/checked-bytes.ts'
import { patchesFor, withPatches } from './without-position.service.ts'
import { DamagedBytes, FaultyBytes, MissingBytes, READ_AT_ONCE } from '../platform/storage/store.ts'

const PIECE = 64 * 1024

/** Joins texts into larger ones. */
export async function* inPieces(texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (piece.length >= PIECE) {
      yield piece
      piece = ''
    }
  }
  yield piece
}

/** A file and its path in the ZIP. */
export interface FileInZip extends KnownFile {
  path: string
  storedAt: Date
  type: string
  /** Removes where the photo was taken. */
  withoutPosition: boolean
}

/** Limits for reading files ahead while earlier ones are written. */
const MOST_AHEAD = 16
const BYTES_AHEAD = 2 * READ_AT_ONCE

/** Groups small files to be read together; large files are alone. */
function* groupsOf<F extends FileInZip>(files: readonly F[]): Generator<F[]> {
  let group: F[] = []
  let bytes = 0
  for (const file of files) {
    bytes += file.size
    if (group.length > 0 && (group.length === MOST_AHEAD || bytes > BYTES_AHEAD)) {
      yield group
      group = []
      bytes = file.size
    }
    group.push(file)
  }
  if (group.length > 0) yield group
}

const LIST_OF_FAULTS = `The server does not have all of these files as they were uploaded. Missing files are not included, and
damaged files are included up to where they can be read. The server's operator may have them in a backup.
Photos and videos from which their location could not be removed are withheld; ask the owner of the project for them.

`

interface Written {
  size: number
  sha256: string
}

interface ZipOfFiles {
  addText(path: string, texts: Iterable<string> | AsyncIterable<string>): Promise<Written>
  /** Stores bytes uncompressed. */
  addBytes(path: string, bytes: Buffer): Promise<void>
  /**
   * Yields what was written for each file; undefined for a missing one. Awaits `mayRead` before each group of files; if it
   * rejects, the ZIP ends.
   */
  addFiles<F extends FileInZip>(
    files: readonly F[],
    mayRead: () => Promise<void>,
  ): AsyncIterable<[file: F, written: Written | undefined]>
  addZip(path: string, addAll: AddAll): Promise<void>
}
export type AddAll = (zip: ZipOfFiles) => Promise<void>

export interface SentZip {
  zip: Readable
  /** Resolves when reading has ended, for whatever reason. */
  ended: Promise<void>
}

/** `ended` rejects if the ZIP is cut off. `faults` are complete when it has ended. */
const openZip = (
  services: Pick<Services, 'store' | 'clock'>,
  note: (fault: FaultyBytes) => void,
  addAll: AddAll,
): SentZip & { faults: readonly string[] } => {
  const { store, clock } = services
  const output = new PassThrough()
  const disconnected = new AbortController()
  const zip = new ZipWriter(async (bytes) => {
    disconnected.signal.throwIfAborted()
    if (!output.write(bytes)) await once(output, 'drain', { signal: disconnected.signal })
  })
  let reading: Readable | undefined
  // Aborts reading when the client disconnects, even from a store that stalls.
  output.on('close', () => {
    disconnected.abort()
    reading?.destroy()
  })

  const add = (path: string, bytes: Readable | Buffer, method: Method, time = clock.now()) => {
    if (Buffer.isBuffer(bytes)) return zip.add(path, bytes, { method, time })
    reading = bytes
    return zip.add(path, bytes as AsyncIterable<Buffer>, { method, time })
  }
  const faults: string[] = []
  const addFault = (fault: FaultyBytes, path: string) => {
    note(fault)
    faults.push(`${fault.condition.padEnd(9)}${path}\n`)
  }

  const readFile = (file: FileInZip) =>
    store.read(file.storageKey, file.size).catch((error: unknown) => {
      if (error instanceof FaultyBytes) return error
      throw error
    })
  /** Undefined for a photo that is left out because its position cannot be removed. */
  const patchesIn = async (file: FileInZip) => {
    try {
      return file.withoutPosition ? await patchesFor(store, file) : []
    } catch (error) {
      if (error instanceof FaultyBytes) addFault(error, file.path)
      else if (error instanceof AppError && error.code === 'position_stays') faults.push(`withheld ${file.path}\n`)
      else throw error
      return undefined
    }
  }
  /** Stores files uncompressed: most are pictures and PDFs. */
  const addFile = async (file: FileInZip, read: Readable | Buffer | FaultyBytes) => {
    const patches = await patchesIn(file)
    if (!patches) return undefined
    try {
      if (read instanceof MissingBytes) throw read
      // Damaged bytes are included: they may be all that is left.
      const bytes = withPatches(read instanceof FaultyBytes ? await store.read(file.storageKey) : read, patches)
      const written = await add(file.path, bytes, Buffer.isBuffer(bytes) ? 'stored' : 'framed', file.storedAt)
      if (read instanceof FaultyBytes) addFault(read, file.path)
      else if (patches.length === 0 && written.sha256 !== file.sha256)
        addFault(new DamagedBytes(file.storageKey), file.path)
      return written
    } catch (error) {
      if (!(error instanceof MissingBytes)) throw error
      addFault(error, file.path)
      return undefined
    }
  }
  const parts: ZipOfFiles = {
    addText: (path, texts) => add(path, Readable.from(texts, { objectMode: false }), 'compressed'),
    async addBytes(path, bytes) {
      await add(path, bytes, 'stored')
    },
    async *addFiles<F extends FileInZip>(files: readonly F[], mayRead: () => Promise<void>) {
      const readGroup = async (group: readonly F[]) => {
        await mayRead()
        return Promise.all(group.map(async (file) => [file, await readFile(file)] as const))
      }
      const groups = [...groupsOf(files)]
      let ahead: ReturnType<typeof readGroup> | undefined
      for (const [at, group] of groups.entries()) {
        const read = await (ahead ?? readGroup(group))
        const next = groups[at + 1]
        // Large files are streams, opened when they are written.
        ahead = next?.every(({ size }) => size <= READ_AT_ONCE) ? readGroup(next) : undefined
        // A rejection surfaces when the group is awaited.
        ahead?.catch(() => {})
        for (const [file, bytes] of read) yield [file, await addFile(file, bytes)] as [F, Written | undefined]
      }
    },
    async addZip(path, addAllOfIt) {
      const inner = openZip(services, note, addAllOfIt)
      await Promise.all([add(path, inner.zip, 'framed'), inner.ended])
      faults.push(...inner.faults.map((fault) => fault.replace(/^.{9}/, `$&${path}/`)))
    },
  }
  const make = async () => {
    await addAll(parts)
    if (faults.length > 0) await parts.addText('MISSING.txt', [LIST_OF_FAULTS, ...faults])
    await zip.end()
    output.end()
  }
  const ended = make().catch((error: unknown) => {
    // The client disconnected.
    if (output.destroyed) return
    output.destroy(error as Error)
    throw error
  })
  return { zip: output, ended, faults }
}

/**
 * Streams a ZIP with backpressure. It lists missing and damaged files. If a file cannot be read right now, the download is cut
 * off, so a partial ZIP is never taken for a complete one.
 */
export const zipOfFiles = (
  services: Pick<Services, 'store' | 'clock'>,
  { userID }: Actor,
  log: FastifyBaseLogger,
  addAll: AddAll,
): SentZip => {
  const note = (fault: FaultyBytes) => log.error({ err: fault, userID }, `a file of an export is ${fault.condition}`)
  const { zip, ended } = openZip(services, note, addAll)
  return { zip, ended: ended.catch((error: unknown) => log.error({ err: error, userID }, 'an export broke off')) }
}
