import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { DamagedBytes, passedOn, READ_AT_ONCE, type ByteRange, type FileStore } from './store.ts'

/** What the database knows of stored bytes. */
export interface KnownFile {
  storageKey: string
  /** Hexadecimal. */
  sha256: string
  size: number
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Bytes up to which hashing is faster than asking the store for the file's state. */
const SOON_COMPARED = 64 * 1024
const MOST_REMEMBERED = 10_000
/** The state in which bytes were last verified, by storage key, oldest first. */
const compared = new Map<string, string>()

const remember = (storageKey: string, state: string | undefined): void => {
  if (state === undefined) return
  const [first] = compared.keys()
  if (first !== undefined && compared.size >= MOST_REMEMBERED) compared.delete(first)
  compared.set(storageKey, state)
}

/** Passes bytes on, and fails before the last chunk if the hash differs, so wrong bytes never look like the whole file. */
async function* passingOn(
  bytes: Readable,
  { storageKey, sha256, size }: KnownFile,
  whenRight: () => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let passed = 0
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    hash.update(chunk)
    passed += chunk.length
    if (passed > size || (passed === size && hash.digest('hex') !== sha256)) throw new DamagedBytes(storageKey)
    yield chunk
  }
  if (passed < size) throw new DamagedBytes(storageKey)
  whenRight()
}

/**
 * Reads a file, or a part of it, and verifies it: the size always; the hash of a small file before returning it, of a large
 * one while streaming, which fails before the last bytes. Hashing is most of the work of a download, so it is skipped for a
 * part of a large file, and for verified bytes that the store reports as unchanged. Throws, or the stream fails, with
 * MissingBytes or DamagedBytes.
 */
export const readChecked = async (store: FileStore, file: KnownFile, range?: ByteRange): Promise<Readable | Buffer> => {
  const { storageKey, sha256, size } = file
  const isPart = range !== undefined && size > READ_AT_ONCE
  const state = isPart || size < SOON_COMPARED ? undefined : await store.stateOf?.(storageKey)
  const isCompared = state !== undefined && compared.get(storageKey) === state
  const bytes = await store.read(storageKey, size, isPart ? range : undefined)
  if (isPart) return bytes
  if (!Buffer.isBuffer(bytes)) {
    return isCompared
      ? bytes
      : passedOn(
          bytes,
          passingOn(bytes, file, () => remember(storageKey, state)),
        )
  }
  if (!isCompared) {
    if (hashOf(bytes) !== sha256) throw new DamagedBytes(storageKey)
    remember(storageKey, state)
  }
  return range ? bytes.subarray(range.start, range.end + 1) : bytes
}
