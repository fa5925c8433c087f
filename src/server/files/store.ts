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
  /** Streams the bytes, all of them or a part. Rejects if there are none. */
  read(key: string, size: number, range?: ByteRange): Promise<Readable | Buffer>
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>
  /** Rejects when files can be neither written nor read right now. */
  check(): Promise<void>
}
