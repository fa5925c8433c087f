import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'

/** A part of a file; `start` and `end` count from 0 and are both included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Stores the bytes of files. Callers create random keys and never reuse one, so an unfinished or late write is harmless. A
 * store that cannot work right now throws `unavailable` within seconds.
 */
export interface FileStore {
  /** Durable when it resolves. If it rejects, none or all of the bytes are stored: a slow bucket may still store them later. */
  put(key: string, bytes: Readable): Promise<void>
  /** Reads all bytes or a part. Throws MissingBytes if there are none, and DamagedBytes if their number is not `size`. */
  read(key: string, size?: number, range?: ByteRange): Promise<Readable | Buffer>
  /**
   * A value that changes when the bytes are written to; undefined if there are none. Stores where asking costs as much as
   * reading lack it.
   */
  stateOf?(key: string): Promise<string | undefined>
  /** Removing missing bytes is no error. */
  remove(key: string): Promise<void>
  /** Throws if files can be neither written nor read right now. */
  check(): Promise<void>
  /** Everything in the store, unordered. Recent writes and removals may not show. */
  list(): AsyncIterable<StoredObject>
}

interface StoredObject {
  key: string
  /** When it was written, by the clock of the store. */
  writtenAt: Date
}

/** Files up to this size are read at once. */
export const READ_AT_ONCE = 1024 * 1024
/** Several times as fast as Node's 64 KB; each file being sent has three or four in memory. */
export const STREAMED_AT_ONCE = 256 * 1024
/** Streams chunks made from a source, and destroys the source when closed: an unread generator would leave it open. */
export const passedOn = (source: Readable, chunks: AsyncIterable<Buffer>): Readable =>
  Readable.from(chunks, { objectMode: false }).once('close', () => source.destroy())

/** A new storage key. */
export const newStorageKey = (): string => randomBytes(16).toString('hex')

export const isStorageKey = (text: string): boolean => /^[0-9a-f]{32}$/.test(text)

/** Keys become paths and parts of URLs, so an invalid one throws. */
export const requireStorageKey = (key: string): void => {
  if (!isStorageKey(key)) throw new Error('A storage key is 32 hexadecimal digits.')
}

/** The store works, but the bytes under a key are missing or damaged. */
export abstract class FaultyBytes extends Error {
  abstract readonly condition: 'missing' | 'damaged'
}

export class MissingBytes extends FaultyBytes {
  readonly condition = 'missing'
  constructor(key: string) {
    super(`There are no bytes under ${key}.`)
  }
}

export class DamagedBytes extends FaultyBytes {
  readonly condition = 'damaged'
  constructor(key: string) {
    super(`The bytes under ${key} are not those that were put there.`)
  }
}
