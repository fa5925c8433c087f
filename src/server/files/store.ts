import type { Readable } from 'node:stream'

/** The part of a file to read, both ends counted from 0 and included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Where the bytes of files lie. Keys are random, made by the caller and never used twice, so that an unfinished or late
 * write can hurt nobody.
 */
export interface FileStore {
  /** Durable when it resolves. When it rejects, nothing can be read under the key. */
  put(key: string, bytes: Readable): Promise<void>
  /** Streams the bytes, all of them or a part. Rejects with MissingBytes if there are none. */
  read(key: string, size: number, range?: ByteRange): Promise<Readable | Buffer>
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>
  /** Rejects when files can be neither written nor read right now. */
  check(): Promise<void>
  /** Everything in the store, in no order. What was written or removed a moment ago may be missing or still there. */
  list(): AsyncIterable<StoredObject>
}

export interface StoredObject {
  key: string
  /** When it was written, by the clock of the store. */
  writtenAt: Date
}

/** The store answers, and has nothing under this key. */
export class MissingBytes extends Error {
  constructor(key: string) {
    super(`There are no bytes under ${key}.`)
  }
}
