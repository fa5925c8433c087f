import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

/** The uncompressed size and checksum of an entry, and its offset in the ZIP. */
export interface Written {
  start: number
  size: number
  sha256: string
}

const VERSION = 45
const MADE_ON_UNIX = (3 << 8) | VERSION
const SIZES_FOLLOW = 1 << 3
const NAMES_ARE_UTF8 = 1 << 11
const ONLY_FOR_THE_OWNER = 0o100600
const DEFLATED = 8
const NOT_HERE_16 = 0xffff
const NOT_HERE_32 = 0xffffffff
const FLUSH_AT = 256 * 1024

type Field = readonly [bytes: 1 | 2 | 4 | 8, value: number]

/** Consecutive numbers in ZIP's byte order. */
const record = (...fields: Field[]): Buffer => {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) {
    if (bytes === 1) buffer.writeUInt8(value, at)
    else if (bytes === 2) buffer.writeUInt16LE(value, at)
    else if (bytes === 4) buffer.writeUInt32LE(value, at)
    else buffer.writeBigUInt64LE(BigInt(value), at)
    at += bytes
  }
  return buffer
}

/** In UTC, which the format does not specify. The earliest year is 1980. */
const dosTime = (time: Date): readonly [Field, Field] => [
  [2, (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1)],
  [2, ((time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate()],
]

/** The same in seconds since 1970, which is unambiguous. */
const exactTime = (time: Date): Buffer =>
  record([2, 0x5455], [2, 5], [1, 1], [4, Math.floor(time.getTime() / 1000) % 0x100000000])

/**
 * How bytes are written: unchanged, compressed, or in deflate blocks without compression. Readers that ignore the
 * directory find the end of deflate blocks, but not of unchanged bytes whose size follows them.
 */
export type Method = 'stored' | 'compressed' | 'framed'
const LEVELS = { compressed: 6, framed: 0 } as const

interface HowToAdd {
  method: Method
  /** When the entry was created or last changed. */
  time: Date
}

/**
 * Writes a ZIP sequentially, as fast as its target accepts it; buffers at most a quarter of a megabyte. Keeps about a
 * hundred bytes per entry in memory. The number and size of entries are unlimited: Zip64 is used where needed.
 */
export class ZipWriter {
  readonly #take: (bytes: Buffer) => Promise<void>
  readonly #zip64From: number
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #at = 0
  #entries = 0
  #directory: Buffer[] = []
  #lastRecords: Buffer[] = []

  /** `take` resolves when it can accept more. `zip64From` is the size or offset from which Zip64 is needed. */
  constructor(take: (bytes: Buffer) => Promise<void>, zip64From = NOT_HERE_32) {
    this.#take = take
    this.#zip64From = zip64From
  }

  /**
   * Adds an entry. Rejects if `bytes` fail or are not accepted; the ZIP then stays unfinished. If `bytes` is a buffer
   * to store unchanged, its size and checksum precede it.
   */
  async add(name: string, bytes: AsyncIterable<Buffer> | Buffer, { method, time }: HowToAdd): Promise<Written> {
    const nameBytes = Buffer.from(name)
    const exact = exactTime(time)
    const offset = this.#at
    const buffer = method === 'stored' && Buffer.isBuffer(bytes) ? bytes : undefined
    const flags = NAMES_ARE_UTF8 | (buffer ? 0 : SIZES_FOLLOW)
    const about = (checksum: number): Field[] => [
      ...([[2, VERSION], [2, flags], [2, method === 'stored' ? 0 : DEFLATED], ...dosTime(time)] as const),
      [4, checksum],
    ]
    let crc = buffer ? crc32(buffer) : 0
    let size = buffer?.length ?? 0
    await this.#write(
      record([4, 0x04034b50], ...about(crc), [4, size], [4, size], [2, nameBytes.length], [2, exact.length]),
      nameBytes,
      exact,
    )

    const start = this.#at
    const hash = createHash('sha256')
    if (buffer) {
      hash.update(buffer)
      await this.#write(buffer)
    } else {
      const chunks = Buffer.isBuffer(bytes) ? [bytes] : bytes
      const measured = async function* () {
        for await (const chunk of chunks) {
          hash.update(chunk)
          crc = crc32(chunk, crc)
          size += chunk.length
          yield chunk
        }
      }
      const take = async (taken: AsyncIterable<Buffer>) => {
        for await (const chunk of taken) await this.#write(chunk)
      }
      if (method === 'stored') await take(measured())
      else {
        const deflate = createDeflateRaw({ level: LEVELS[method], chunkSize: 64 * 1024 })
        await pipeline(Readable.from(measured(), { objectMode: false }), deflate, take)
      }
    }
    const stored = this.#at - start

    const zip64 = Math.max(size, stored, offset) >= this.#zip64From
    const sizeField = (value: number): Field => [zip64 ? 8 : 4, value]
    if (!buffer) await this.#write(record([4, 0x08074b50], [4, crc], sizeField(stored), sizeField(size)))

    const large = zip64 ? record([2, 1], [2, 24], [8, size], [8, stored], [8, offset]) : Buffer.alloc(0)
    const orLarge = (value: number): Field => [4, zip64 ? NOT_HERE_32 : value]
    this.#remember(
      record([4, 0x02014b50], [2, MADE_ON_UNIX], ...about(crc), orLarge(stored), orLarge(size)),
      record([2, nameBytes.length], [2, exact.length + large.length], [2, 0], [2, 0], [2, 0]),
      record([4, ONLY_FOR_THE_OWNER * 0x10000], orLarge(offset)),
      nameBytes,
      exact,
      large,
    )
    this.#entries++
    return { start, size, sha256: hash.digest('hex') }
  }

  /** Writes the directory of all entries. Returns the size of the ZIP. */
  async end(): Promise<number> {
    const offset = this.#at
    await this.#write(...this.#directory, ...this.#lastRecords)
    const size = this.#at - offset
    const end = this.#at

    const few = this.#entries < NOT_HERE_16 && Math.max(size, offset) < this.#zip64From
    if (!few) {
      await this.#write(
        record([4, 0x06064b50], [8, 44], [2, MADE_ON_UNIX], [2, VERSION], [4, 0], [4, 0]),
        record([8, this.#entries], [8, this.#entries], [8, size], [8, offset]),
        record([4, 0x07064b50], [4, 0], [8, end], [4, 1]),
      )
    }
    const entries: Field = [2, few ? this.#entries : NOT_HERE_16]
    const orLarge = (value: number): Field => [4, few ? value : NOT_HERE_32]
    await this.#write(record([4, 0x06054b50], [2, 0], [2, 0], entries, entries, orLarge(size), orLarge(offset), [2, 0]))
    await this.flush()
    return this.#at
  }

  /** Waits until everything added was accepted. */
  async flush(): Promise<void> {
    const waiting = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#waitingBytes = 0
    await this.#take(waiting)
  }

  async #write(...chunks: Buffer[]): Promise<void> {
    for (const chunk of chunks) {
      this.#waiting.push(chunk)
      this.#waitingBytes += chunk.length
      this.#at += chunk.length
      if (this.#waitingBytes >= FLUSH_AT) await this.flush()
    }
  }

  /** Many small buffers take several times the memory of a few large ones. */
  #remember(...records: Buffer[]): void {
    this.#lastRecords.push(...records)
    if (this.#lastRecords.length < 1000) return
    this.#directory.push(Buffer.concat(this.#lastRecords))
    this.#lastRecords = []
  }
}
