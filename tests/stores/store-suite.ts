import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { S3Settings } from '../../src/server/config.ts'
import { openS3Store } from '../../src/server/platform/storage/stores/s3-store.ts'
import {
  DamagedBytes,
  MissingBytes,
  newStorageKey,
  READ_AT_ONCE,
  type FileStore,
} from '../../src/server/platform/storage/store.ts'

/** A store under test, empty or not. */
interface StoreUnderTest {
  store: FileStore
  /** The same files, seen by another process. */
  openAgain(): Promise<FileStore>
  /** The names of unfinished files. */
  unfinished(): string[]
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The contents as a stream, or as buffered bytes. */
export const bytesOf = async (read: Readable | Buffer): Promise<Buffer> =>
  Buffer.isBuffer(read) ? read : Buffer.concat(await read.toArray())

export const put = async (store: FileStore, bytes: Buffer): Promise<string> => {
  const key = newStorageKey()
  await store.put(key, Readable.from([bytes]))
  return key
}

export const keysIn = async (store: FileStore): Promise<string[]> => {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys
}

/** Runs work on many items with limited concurrency. */
export const inParallel = async <T>(all: readonly T[], atOnce: number, work: (one: T) => Promise<void>) => {
  const left = [...all]
  const next = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await work(one)
  }
  await Promise.all(Array.from({ length: atOnce }, next))
}

const LARGE = 64
const MIB = 1024 * 1024

/** A stream of this many different MiB, and its hash once it has ended. */
const largeStream = () => {
  const hash = createHash('sha256')
  const source = Readable.from(
    (function* () {
      for (let n = 0; n < LARGE; n++) {
        const bytes = randomBytes(MIB)
        hash.update(bytes)
        yield bytes
      }
    })(),
    { objectMode: false },
  )
  return { source, hash }
}

/** Tests of every store. Each test calls `open`; `many` is more files than one page of its list. */
export const describeStore = (open: () => Promise<StoreUnderTest>, { many }: { many: number }): void => {
  describe('a file', () => {
    test.each([0, 1, 5000, READ_AT_ONCE, READ_AT_ONCE + 1, 5 * MIB + 3])(
      'of %i bytes is read as it was put, also by another process',
      async (size) => {
        const { store, openAgain, unfinished } = await open()
        const bytes = randomBytes(size)
        const key = await put(store, bytes)
        expect(unfinished()).toEqual([])
        for (const reader of [store, await openAgain()]) {
          expect((await bytesOf(await reader.read(key, size))).equals(bytes)).toBe(true)
        }
      },
    )

    test(`of ${LARGE} MiB streams in and out`, async () => {
      const { store, unfinished } = await open()
      const { source, hash } = largeStream()
      const key = newStorageKey()
      await store.put(key, source)
      expect(unfinished()).toEqual([])
      const read = await store.read(key, LARGE * MIB)
      const readHash = createHash('sha256')
      for await (const chunk of read) readHash.update(chunk as Buffer)
      expect(readHash.digest('hex')).toBe(hash.digest('hex'))
      await store.remove(key)
    })

    test.each([1000, 3 * MIB])('of %i bytes is read in parts', async (size) => {
      const { store } = await open()
      const bytes = randomBytes(size)
      const key = await put(store, bytes)
      for (const [start, end] of [
        [0, 1],
        [0, 99],
        [100, size - 2],
        [size - 1, size - 1],
        [0, size - 1],
      ] as const) {
        const part = await bytesOf(await store.read(key, size, { start, end }))
        expect(part.equals(bytes.subarray(start, end + 1)), `${start} to ${end}`).toBe(true)
      }
    })

    test('of which only the beginning is read blocks nothing', async () => {
      const { store } = await open()
      const bytes = randomBytes(8 * MIB)
      const key = await put(store, bytes)
      for (let n = 0; n < 20; n++) {
        const read = (await store.read(key, bytes.length)) as Readable
        for await (const chunk of read) {
          expect((chunk as Buffer).equals(bytes.subarray(0, (chunk as Buffer).length))).toBe(true)
          break
        }
      }
      expect(sha256(await bytesOf(await store.read(key, bytes.length)))).toBe(sha256(bytes))
    })

    test('that was never put, or is removed, is missing for every range', async () => {
      const { store } = await open()
      const key = await put(store, Buffer.from('the plan'))
      await store.remove(key)
      for (const absent of [key, newStorageKey()]) {
        await expect(store.read(absent, 8)).rejects.toThrow(MissingBytes)
        await expect(store.read(absent, 5 * MIB)).rejects.toThrow(MissingBytes)
        await expect(store.read(absent, 8, { start: 0, end: 3 })).rejects.toThrow(MissingBytes)
      }
    })

    test('of another size than expected is damaged for every range', async () => {
      const { store } = await open()
      for (const size of [8, 2 * MIB]) {
        const key = await put(store, randomBytes(size))
        for (const wrong of [size - 1, size + 1, size * 2]) {
          await expect(store.read(key, wrong)).rejects.toThrow(DamagedBytes)
          await expect(store.read(key, wrong, { start: 0, end: 3 })).rejects.toThrow(DamagedBytes)
        }
        await expect(store.read(key, size * 2, { start: size, end: size + 3 })).rejects.toThrow(DamagedBytes)
        expect(await bytesOf(await store.read(key))).toHaveLength(size)
      }
    })

    test('can be removed repeatedly, without removing others', async () => {
      const { store } = await open()
      const [gone, kept] = [await put(store, Buffer.from('gone')), await put(store, Buffer.from('kept'))]
      for (let n = 0; n < 3; n++) await store.remove(gone)
      await store.remove(newStorageKey())
      expect((await bytesOf(await store.read(kept, 4))).toString()).toBe('kept')
    })

    test('whose sender disconnects is not stored, and the sender gets an error', async () => {
      const { store, unfinished } = await open()
      for (const size of [0, 10, 3 * MIB]) {
        const key = newStorageKey()
        const source = Readable.from(
          (function* () {
            yield randomBytes(size)
            throw new Error('The sender went away.')
          })(),
        )
        await expect(store.put(key, source)).rejects.toThrow('The sender went away.')
        await expect(store.read(key, size)).rejects.toThrow(MissingBytes)
        expect(await keysIn(store)).not.toContain(key)
      }
      expect(unfinished()).toEqual([])
    })

    test('among many put at once keeps its own bytes', async () => {
      const { store } = await open()
      const all = Array.from({ length: 40 }, (_, n) => randomBytes(n * 40_000))
      const keys = await Promise.all(all.map((bytes) => put(store, bytes)))
      await Promise.all(
        all.map(async (bytes, at) => {
          const read = await bytesOf(await store.read(keys[at] ?? '', bytes.length))
          expect(read.equals(bytes), `file ${at}`).toBe(true)
        }),
      )
    })
  })

  test('a name that is no storage key is refused before any access', async () => {
    const { store, unfinished } = await open()
    for (const name of ['', 'a', '../../etc/passwd', 'A'.repeat(32), 'g'.repeat(32), `${newStorageKey()}0`]) {
      await expect(store.put(name, Readable.from(['bytes']))).rejects.toThrow('A storage key is')
      await expect(store.read(name, 1)).rejects.toThrow('A storage key is')
      await expect(store.remove(name)).rejects.toThrow('A storage key is')
    }
    expect(unfinished()).toEqual([])
  })

  test('the list has exactly the existing files, with their time of writing', async () => {
    const { store } = await open()
    const before = Date.now()
    const keys = new Set<string>()
    await inParallel(Array.from({ length: many }, newStorageKey), 16, async (key) => {
      await store.put(key, Readable.from([Buffer.from(key)]))
      keys.add(key)
    })
    const gone = [...keys].slice(0, 20)
    await inParallel(gone, 16, async (key) => store.remove(key))
    const times = new Map<string, Date>()
    for await (const { key, writtenAt } of store.list()) times.set(key, writtenAt)
    for (const key of gone) expect(times.has(key)).toBe(false)
    for (const key of keys) {
      if (gone.includes(key)) continue
      // A bucket's clock may be accurate to whole seconds only.
      expect(times.get(key)?.getTime()).toBeGreaterThanOrEqual(before - 1000)
      expect(times.get(key)?.getTime()).toBeLessThanOrEqual(Date.now() + 1000)
    }
    await inParallel([...keys], 16, async (key) => store.remove(key))
  })

  test('a working store says so', async () => {
    const { store } = await open()
    await expect(store.check()).resolves.toBeUndefined()
  })
}

/** Additional tests of buckets. `open` gives a bucket and a folder for unfinished files. */
export const describeBucket = (open: () => Promise<{ settings: S3Settings; scratch: string }>): void => {
  test('two installations in one bucket do not see each other or other objects', async () => {
    const { settings, scratch } = await open()
    const mark = `${newStorageKey()}-`
    const of = (prefix: string) => openS3Store({ ...settings, prefix: mark + prefix }, scratch)
    const [maple, elm, inFolder] = await Promise.all([of('maple-'), of('elm-'), of('maple-old/')])
    const [mine, theirs] = [await put(maple, Buffer.from('mine')), await put(elm, Buffer.from('theirs'))]
    const foreign = await put(inFolder, Buffer.from('foreign'))
    // Begins like our keys, but is none.
    const other = await put(await of('maple-backup-'), Buffer.from('other'))

    expect(await keysIn(maple)).toEqual([mine])
    expect(await keysIn(elm)).toEqual([theirs])
    expect(await keysIn(inFolder)).toEqual([foreign])
    expect(await keysIn(await openS3Store({ ...settings, prefix: mark }, scratch))).toEqual([])
    await expect(maple.read(theirs, 6)).rejects.toThrow(MissingBytes)
    await maple.remove(theirs)
    expect((await bytesOf(await elm.read(theirs, 6))).toString()).toBe('theirs')
    expect((await bytesOf(await (await of('maple-backup-')).read(other, 5))).toString()).toBe('other')
  })

  test('a missing bucket is an unavailable store: no file counts as missing', async () => {
    const { settings, scratch } = await open()
    const store = await openS3Store({ ...settings, bucket: 'no-such-bucket' }, scratch)
    const key = newStorageKey()
    for (const work of [
      () => store.put(key, Readable.from(['bytes'])),
      () => store.read(key, 5),
      () => store.read(key, 5 * MIB),
      () => store.check(),
      () => keysIn(store),
    ]) {
      await expect(work()).rejects.toMatchObject({ code: 'unavailable' })
    }
  })
}
