import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { Actor } from '../db/actor.ts'
import type { Services } from '../services.ts'
import { openSlices } from '../slices.ts'
import { ZipWriter } from '../zip-writer.ts'
import type { KnownFile } from './checked-bytes.ts'
import { DamagedBytes, MissingBytes, type FaultyBytes, type FileStore } from './store.ts'

const PIECE = 64 * 1024

/** Joins texts into larger ones, in slices of time. */
export async function* inPieces(texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  const breathe = openSlices()
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (piece.length >= PIECE) {
      yield piece
      piece = ''
    }
    await breathe()
  }
  yield piece
}

/** A part at a time, between which everything else goes. */
async function* slicesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  const breathe = openSlices()
  for (let at = 0; at < bytes.length; at += PIECE) {
    yield bytes.subarray(at, at + PIECE)
    await breathe()
  }
}

/** A file with its place in the ZIP. */
export interface FileInZip extends KnownFile {
  path: string
  storedAt: Date
}

/** The bytes of a file, as they were uploaded or as far as the store has them. */
const readExported = async (
  store: FileStore,
  { storageKey, size }: FileInZip,
): Promise<{ bytes: Readable; fault: FaultyBytes | undefined }> => {
  let fault: FaultyBytes | undefined
  const bytes = await store.read(storageKey, size).catch((error: unknown) => {
    if (!(error instanceof DamagedBytes)) throw error
    fault = error
    // Too few or too many of them: they may be all that is left.
    return store.read(storageKey)
  })
  return { bytes: Buffer.isBuffer(bytes) ? Readable.from([bytes]) : bytes, fault }
}

const LIST_OF_FAULTS = `The server has not all of these files as they were uploaded. Those that are missing are not here, and those that are
damaged are here as far as they can be read. Whoever runs the server may have them in a backup.

`

export interface ZipOfFiles {
  /** Answers what was written. */
  addText(path: string, texts: Iterable<string> | AsyncIterable<string>): Promise<{ size: number; sha256: string }>
  /** Of bytes that nothing makes smaller. */
  addBytes(path: string, bytes: Buffer): Promise<void>
  /** Answers what was written of it; undefined where the store has lost it. */
  addFile(file: FileInZip): Promise<{ size: number; sha256: string } | undefined>
}

export interface SentZip {
  zip: Readable
  /** Fulfilled when nothing is read for it any more, however it ended. */
  ended: Promise<void>
}

/**
 * A ZIP that is made while it is sent: no faster than it is taken, and with one file open at a time. What the store has
 * lost or damaged is listed in it. It breaks off where a file cannot be read right now, so that nobody takes half for the
 * whole.
 */
export const zipOfFiles = (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  actor: Actor,
  log: FastifyBaseLogger,
  addAll: (zip: ZipOfFiles) => Promise<void>,
): SentZip => {
  const output = new PassThrough()
  const gone = new AbortController()
  const zip = new ZipWriter(async (bytes) => {
    gone.signal.throwIfAborted()
    if (!output.write(bytes)) await once(output, 'drain', { signal: gone.signal })
  })
  let reading: Readable | undefined
  // Whoever takes it no longer ends the reading too, also of a store that gives nothing.
  output.on('close', () => {
    gone.abort()
    reading?.destroy()
  })

  const add = (path: string, bytes: Readable, how: { compress: boolean; time: Date }) => {
    reading = bytes
    return zip.add(path, bytes as AsyncIterable<Buffer>, how)
  }
  const faults: string[] = []
  const note = (fault: FaultyBytes, path: string) => {
    log.error({ err: fault, userID: actor.userID }, `a file of an export is ${fault.condition}`)
    faults.push(`${fault.condition.padEnd(9)}${path}\n`)
  }
  const parts: ZipOfFiles = {
    addText: (path, texts) =>
      add(path, Readable.from(texts, { objectMode: false }), { compress: true, time: clock.now() }),
    async addBytes(path, bytes) {
      await add(path, Readable.from(slicesOf(bytes)), { compress: false, time: clock.now() })
    },
    async addFile(file) {
      try {
        const { bytes, fault } = await readExported(store, file)
        // Most files are pictures and PDFs, which nothing makes smaller.
        const written = await add(file.path, bytes, { compress: false, time: file.storedAt })
        if (fault) note(fault, file.path)
        else if (written.sha256 !== file.sha256) note(new DamagedBytes(file.storageKey), file.path)
        return written
      } catch (error) {
        if (!(error instanceof MissingBytes)) throw error
        note(error, file.path)
        return undefined
      }
    },
  }
  const make = async () => {
    await addAll(parts)
    if (faults.length > 0) await parts.addText('MISSING.txt', [LIST_OF_FAULTS, ...faults])
    await zip.end()
    output.end()
  }
  const ended = make().catch((error: unknown) => {
    if (output.destroyed) return
    log.error({ err: error, userID: actor.userID }, 'an export broke off')
    output.destroy(error as Error)
  })
  return { zip: output, ended }
}
