import { createHash, randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readyz } from '../../src/shared/admin/site.api.ts'
import { DAY } from '../../src/server/platform/lib/clock.ts'
import { openS3Store } from '../../src/server/platform/storage/stores/s3-store.ts'
import { MissingBytes, newStorageKey, type FileStore } from '../../src/server/platform/storage/store.ts'
import { sweep } from '../../src/server/sweep.ts'
import { bytesOf, describeBucket, describeStore, inParallel, keysIn, put } from '../stores/store-suite.ts'
import { multipart, startTestApp, type TestFile } from '../support/test-app.ts'
import { scaleFolder } from './daemon.ts'
import type { Engine } from './engine.ts'
import { expectLittleMemory, settingsOf } from './memory.ts'

const MIB = 1024 * 1024
/** The store's time-out, and what a busy machine adds. */
const LONGEST = 25_000
const RECOVERY = { timeout: 120_000, interval: 250 }
const UNAVAILABLE = { code: 'unavailable', headers: { 'Retry-After': expect.stringMatching(/^\d+$/) } }

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

type Way = 'put' | 'put of much' | 'read' | 'remove' | 'list' | 'check'

const ways = (store: FileStore, key: string): Record<Way, () => Promise<unknown>> => ({
  put: () => put(store, randomBytes(1000)),
  'put of much': () => put(store, randomBytes(20 * MIB)),
  read: () => store.read(key, 8),
  remove: () => store.remove(newStorageKey()),
  list: () => keysIn(store),
  check: () => store.check(),
})

/** The tests of every engine. `needsStorage` names calls that need the program with the bytes. */
export const describeEngine = (
  engine: () => Engine,
  { programs, needsStorage }: { programs: readonly string[]; needsStorage: readonly Way[] },
): void => {
  /** A prefix of the bucket for one test. */
  const open = async () => {
    const scratch = mkdtempSync(join(scaleFolder(), 'scratch-'))
    onTestFinished(() => rmSync(scratch, { recursive: true, force: true }))
    const settings = { ...engine().settings, prefix: `${newStorageKey()}-` }
    return {
      settings,
      scratch,
      store: await openS3Store(settings, scratch),
      openAgain: () => openS3Store(settings, scratch),
      unfinished: () => readdirSync(scratch),
    }
  }
  const openApp = async () => {
    const { settings } = await open()
    const started = await startTestApp({ fileStore: 's3', s3: settings })
    const user = await started.newUser('robin')
    const upload = (files: readonly TestFile[]) => user.raw({ method: 'POST', url: '/upload', ...multipart(files) })
    return { ...started, user, upload }
  }
  /** Waits until every call works again. */
  const recovered = (store: FileStore) =>
    vi.waitFor(async () => {
      await store.check()
      await store.remove(await put(store, randomBytes(10)))
    }, RECOVERY)

  describe('keeps what every store keeps:', () => describeStore(open, { many: 1100 }))
  describe('keeps what every bucket keeps:', () => describeBucket(open))

  test('the first byte alone can be read', async () => {
    const { store } = await open()
    const key = await put(store, Buffer.from('the plan'))
    expect((await bytesOf(await store.read(key, 8, { start: 0, end: 0 }))).toString()).toBe('t')
  })

  test('bytes that change on their way are refused: the sum that is sent along is compared', async () => {
    const { bucket, endpoint, region, credentials } = engine().settings
    const client = new S3Client({
      region,
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      ...(endpoint !== undefined && { endpoint }),
      ...(credentials && { credentials: { ...credentials } }),
    })
    const md5 = createHash('md5').update('what was sent').digest('base64')
    const command = new PutObjectCommand({ Bucket: bucket, Key: 'changed', Body: 'what arrived!', ContentMD5: md5 })
    await expect(client.send(command)).rejects.toMatchObject({ name: 'BadDigest' })
    client.destroy()
  })

  test('a wrong secret is the store’s trouble, and nobody’s file is called missing for it', async () => {
    const { settings, scratch, store } = await open()
    const key = await put(store, Buffer.from('the plan'))
    const credentials = { accessKeyId: settings.credentials?.accessKeyId ?? '', secretAccessKey: 'wrong' }
    const stranger = await openS3Store({ ...settings, credentials }, scratch)
    for (const [way, work] of Object.entries(ways(stranger, key))) {
      await expect(work(), way).rejects.toMatchObject(UNAVAILABLE)
    }
  })

  /** Expects that concurrent calls are all refused within the time-out. */
  const expectRefused = async (store: FileStore, key: string, names?: readonly Way[]) => {
    const all = ways(store, key)
    const longest = await Promise.all(
      (names ?? (Object.keys(all) as Way[])).map(async (way) => {
        const started = performance.now()
        await expect(all[way](), way).rejects.toMatchObject(UNAVAILABLE)
        return performance.now() - started
      }),
    )
    expect(Math.max(...longest)).toBeLessThan(LONGEST)
    console.log(`refused after ${(Math.max(...longest) / 1000).toFixed(1)} s at most`)
  }

  test.each(['killed', 'frozen'])('a gateway that is %s is not available, and serves everything later', async (how) => {
    const { store, unfinished } = await open()
    const key = await put(store, Buffer.from('the plan'))
    const { gateway } = engine()
    if (how === 'killed') await gateway.kill()
    else gateway.freeze()
    await expectRefused(store, key)
    expect(unfinished()).toEqual([])
    if (how === 'killed') gateway.start()
    else gateway.thaw()
    await recovered(store)
    expect((await bytesOf(await store.read(key, 8))).toString()).toBe('the plan')
  })

  test('storage that hangs behind a living gateway keeps nobody waiting, and serves everything later', async () => {
    const { store, unfinished } = await open()
    const key = await put(store, Buffer.from('the plan'))
    engine().hangStorage()
    await expectRefused(store, key, needsStorage)
    expect(unfinished()).toEqual([])
    await engine().resumeStorage()
    await recovered(store)
    expect((await bytesOf(await store.read(key, 8))).toString()).toBe('the plan')
  })

  test('people hear 503 and when to try again while storage hangs or the gateway is dead, and then it works', async () => {
    const { user, anonymous, services, upload } = await openApp()
    const files = [{ name: 'plan.txt', bytes: Buffer.from('the plan') }]
    const [kept] = await user.upload(files)
    const { gateway, hangStorage, resumeStorage } = engine()
    const isReady = async () => (await anonymous.raw({ url: readyz.path })).statusCode

    for (const trouble of ['hung storage', 'dead gateway']) {
      if (trouble === 'hung storage') hangStorage()
      else await gateway.kill()
      const answers = await Promise.all([upload(files), user.raw({ url: `/download/${kept?.remote}` })])
      for (const answer of answers) {
        expect(answer.statusCode, trouble).toBe(503)
        expect(answer.headers['retry-after'], trouble).toMatch(/^\d+$/)
        expect(answer.json()).toMatchObject({ code: 'unavailable' })
      }
      if (trouble === 'dead gateway' || needsStorage.includes('check')) expect(await isReady(), trouble).toBe(503)
      if (trouble === 'hung storage') await resumeStorage()
      else gateway.start()
      await recovered(services.store)
      expect(await isReady()).toBe(200)
      expect((await upload(files)).statusCode).toBe(200)
      expect((await user.raw({ url: `/download/${kept?.remote}` })).body).toBe('the plan')
    }
  })

  test('a put that ran out of time is whole or not there whenever it arrives, and is swept after a day', async () => {
    const { services, clock, upload } = await openApp()
    const { store, db } = services
    const texts = Array.from({ length: 8 }, (_, n) => `late plan ${n}, `.repeat(1000))
    const size = texts[0]?.length
    engine().hangStorage()
    const answers = await Promise.all(texts.map((text, n) => upload([{ name: `${n}.txt`, bytes: Buffer.from(text) }])))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(texts.map(() => 503))
    await engine().resumeStorage()
    await recovered(store)

    const pending = await db.selectFrom('pending_writes').select('storage_key').execute()
    expect(pending).toHaveLength(texts.length)
    const arrived = async () => {
      let late = 0
      for (const { storage_key } of pending) {
        const read = await store.read(storage_key, size).catch((error: unknown) => {
          expect(error).toBeInstanceOf(MissingBytes)
        })
        if (!read) continue
        late++
        expect(texts).toContain((await bytesOf(read)).toString())
      }
      return late
    }
    const late = await arrived()
    console.log(`${late} of ${texts.length} puts that ran out of time arrived later`)
    clock.turn(DAY)
    await sweep(services)
    expect(await arrived()).toBe(0)
    expect(await keysIn(store)).toEqual([])
    expect(await db.selectFrom('pending_writes').selectAll().execute()).toEqual([])
  })

  test.each(programs)('kill -9 of the %s under eight writers loses and tears nothing', async (program) => {
    const { store, unfinished } = await open()
    const daemon = engine().programs[program]
    if (!daemon) throw new Error(`There is no ${program}.`)
    const written = new Map<string, { sha256: string; size: number }>()
    const acknowledged = new Set<string>()
    let refused = 0
    let isOver = false
    const write = async () => {
      while (!isOver) {
        const bytes = randomBytes(randomInt(1, 2 * MIB))
        const key = newStorageKey()
        written.set(key, { sha256: sha256(bytes), size: bytes.length })
        try {
          await store.put(key, Readable.from([bytes]))
          acknowledged.add(key)
        } catch (error) {
          expect(error).toMatchObject(UNAVAILABLE)
          refused++
        }
      }
    }
    const writers = Promise.all(Array.from({ length: 8 }, write))
    const more = async (acknowledgements: number, refusals = Infinity) => {
      const [most, worst] = [acknowledged.size + acknowledgements, refused + refusals]
      await vi.waitUntil(() => acknowledged.size >= most || refused >= worst, RECOVERY)
    }
    for (let round = 0; round < 2; round++) {
      await more(20)
      await daemon.kill()
      // Enough time to notice the loss.
      await more(30, 1)
      daemon.start()
    }
    await more(20)
    isOver = true
    await writers
    await recovered(store)

    let torn = 0
    const lost: string[] = []
    await inParallel([...written], 8, async ([key, { sha256: hash, size }]) => {
      const read = await store.read(key, size).catch((error: unknown) => {
        expect(error).toBeInstanceOf(MissingBytes)
      })
      if (read && sha256(await bytesOf(read)) !== hash) torn++
      if (!read && acknowledged.has(key)) lost.push(key)
    })
    console.log(`${program}: ${acknowledged.size} acknowledged, ${refused} refused, ${lost.length} lost, ${torn} torn`)
    expect({ torn, lost }).toEqual({ torn: 0, lost: [] })
    expect(unfinished()).toEqual([])
  })

  test('eight uploads of 200 MB at once take less than 200 MB of memory', async () => {
    await expectLittleMemory({ ...settingsOf(engine().settings), S3_PREFIX: `${newStorageKey()}-` })
  })
}
