import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'

/** The part of a file to read, both ends counted from 0 and included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Where the bytes of files lie. Keys are random, made by the caller and never used twice, so that an unfinished or late
 * write can hurt nobody. A store that cannot do what it is asked right now rejects with the problem `unavailable`, within
 * seconds as long as nothing moves.
 */
export interface FileStore {
  /**
   * Durable when it resolves. When it rejects, there is nothing under the key, or all of the bytes: a bucket that did not
   * answer in time may get them later.
   */
  put(key: string, bytes: Readable): Promise<void>
  /**
   * Streams the bytes, all of them or a part, counted from 0. Rejects with MissingBytes if there are none, and with
   * DamagedBytes where they are not as many as `size` says; without it all bytes are read.
   */
  read(key: string, size?: number, range?: ByteRange): Promise<Readable | Buffer>
  /**
   * Says whether anything may have been written to the bytes since an earlier time: the answer is another one then.
   * Undefined where nothing is there; absent from a store where asking costs as much as reading.
   */
  stateOf?(key: string): Promise<string | undefined>
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>
  /** Rejects when files can be neither written nor read right now. */
  check(): Promise<void>
  /** Everything in the store, in no order. What was written or removed a moment ago may be missing or still there. */
  list(): AsyncIterable<StoredObject>
}

interface StoredObject {
  key: string
  /** When it was written, by the clock of the store. */
  writtenAt: Date
}

/** What is no larger is read whole. */
export const READ_AT_ONCE = 1024 * 1024
/** Several times as fast as Node's 64 KB; three or four of them are in memory for each file that is being sent. */
export const STREAMED_AT_ONCE = 256 * 1024
/**
 * Passes on what is made of a source. It ends the source with itself, read or not: a generator that never began has no
 * end, and would leave a file or a connection open.
 */
export const passedOn = (source: Readable, chunks: AsyncIterable<Buffer>): Readable =>
  Readable.from(chunks, { objectMode: false }).once('close', () => source.destroy())

/** A new storage key. */
export const newStorageKey = (): string => randomBytes(16).toString('hex')

export const isStorageKey = (text: string): boolean => /^[0-9a-f]{32}$/.test(text)

/** Keys become paths and parts of addresses; what is none of ours is a mistake of the caller. */
export const requireStorageKey = (key: string): void => {
  if (!isStorageKey(key)) throw new Error('A storage key is 32 hexadecimal digits.')
}

/** The store answers, and has not what was put under this key. */
export abstract class FaultyBytes extends Error {
  abstract readonly condition: 'missing' | 'damaged'
}

/** Nothing is there. */
export class MissingBytes extends FaultyBytes {
  readonly condition = 'missing'
  constructor(key: string) {
    super(`There are no bytes under ${key}.`)
  }
}

/** Something else is there. */
export class DamagedBytes extends FaultyBytes {
  readonly condition = 'damaged'
  constructor(key: string) {
    super(`The bytes under ${key} are not those that were put there.`)
  }
}
