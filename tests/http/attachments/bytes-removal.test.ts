import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { DAY, MINUTE, isoTime } from '../../../src/server/platform/lib/clock.ts'
import { lockFiles } from '../../../src/server/platform/storage/backup-locks.repo.ts'
import { giveUpOldWrites } from '../../../src/server/platform/storage/pending-writes.repo.ts'
import { removeBytes } from '../../../src/server/platform/storage/remove-bytes.service.ts'
import { storeBytes } from '../../../src/server/platform/storage/store-bytes.service.ts'
import { condemnBlobs } from '../../../src/server/platform/storage/unneeded-blobs.repo.ts'
import { unavailable } from '../../../src/server/platform/http/app-error.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { unscoped } from '../../../src/server/platform/db/access/unscoped.ts'
import { multipart } from '../../support/test-app.ts'
import { textFile, ONE_STORE, start, statusOfUpload } from './stored-bytes.ts'

describe('removing bytes', () => {
  test('keeps bytes that an upload takes during the check', async () => {
    const { db, services, fileOnItem, storedFile, somebodyWaits, stored, bytesOf } = await start()
    const { remote, forGood } = await fileOnItem('same')
    const again = await storedFile('same')
    const { removed, remotes } = await db.transaction().execute(async (trx) => {
      const added = await again.add(trx)
      const removing = forGood()
      await somebodyWaits()
      return { removed: removing, remotes: added.remotes }
    })
    await removed
    await sweep(services)
    expect([await bytesOf(remote), await bytesOf(remotes[0] ?? '')]).toEqual([404, 'same'])
    expect(stored()).toContain((await db.selectFrom('blobs').select('storage_key').executeTakeFirst())?.storage_key)
  })

  test('waits for an upload that found equal bytes, and keeps them', async () => {
    const { db, services, storedFile, addAll, upload, somebodyWaits, blobs, bytesOf } = await start()
    await upload('same')
    const [blob] = await blobs()
    await db.deleteFrom('uploads').execute()
    const [same, other] = [await storedFile('same'), await storedFile('other')]
    const { adding, removing } = await db.transaction().execute(async (trx) => {
      // It stops at the mark that it has to settle.
      await trx
        .updateTable('pending_writes')
        .set((eb) => ({ started_at: eb.ref('started_at') }))
        .where('storage_key', '=', other.storageKey)
        .execute()
      const uploading = addAll(db, [same, other])
      await somebodyWaits()
      const removal = removeBytes(services, [blob?.id ?? 0])
      await somebodyWaits(2)
      return { adding: uploading, removing: removal }
    })
    const { remotes, superfluous } = await adding
    await removing
    expect(superfluous).toEqual([same.storageKey])
    expect(await Promise.all(remotes.map((remote) => bytesOf(remote)))).toEqual(['same', 'other'])
    expect(await blobs()).toMatchObject([{ id: blob?.id }, { storage_key: other.storageKey }])
  })

  test('does not wait for an upload of equal bytes once they are marked, and the upload is stored again', async () => {
    const { db, services, upload, somebodyWaits, blobs, bytesOf } = await start()
    await upload('same')
    const [blob] = await blobs()
    await db.deleteFrom('uploads').execute()
    const { again } = await db.transaction().execute(async (trx) => {
      expect(await condemnBlobs(trx, [blob?.id ?? 0])).toEqual([blob?.id])
      const uploading = upload('same')
      await somebodyWaits()
      return { again: uploading }
    })
    const remote = await again
    await sweep(services)
    expect(await blobs()).toMatchObject([{ storage_key: expect.not.stringMatching(blob?.storage_key ?? '') }])
    expect(await bytesOf(remote)).toBe('same')
  })

  test('removes no upload of equal bytes that arrives during the removal', async () => {
    const { fileOnItem, upload, gate, stored, blobs, bytesOf } = await start(ONE_STORE)
    const { forGood } = await fileOnItem('same')
    const [before] = stored()
    const { open, reached } = gate('remove')
    const removed = forGood()
    await reached
    const remote = await upload('same')
    open()
    await removed
    expect(stored()).toEqual((await blobs()).map(({ storage_key }) => storage_key))
    expect(stored()).not.toContain(before)
    expect(await bytesOf(remote)).toBe('same')
  })

  test('never leaves an upload without its bytes when repeated beside uploads of the same bytes', async () => {
    const { services, user, fileOnItem, stored, blobs, bytesOf } = await start()
    for (let round = 0; round < 8; round++) {
      const { forGood } = await fileOnItem('same')
      const [, ...answers] = await Promise.all([
        forGood(),
        ...Array.from({ length: 6 }, () => user.upload([textFile('a.txt', 'same')])),
        sweep(services).then(() => []),
      ])
      for (const [file] of answers) if (file) expect(await bytesOf(file.remote)).toBe('same')
    }
    expect(stored()).toEqual((await blobs()).map(({ storage_key }) => storage_key).sort())
  })

  test('removes the pictures made of them, and one being made', async () => {
    const { db, services, store, fileOnItem, gate, stored, blobs } = await start(ONE_STORE)
    const { forGood } = await fileOnItem('a picture')
    const [blob] = await blobs()
    const addPicture = async (kind: 'thumbnail' | 'screen') => {
      const bytes = await storeBytes(services, Readable.from([Buffer.from(kind)]))
      const row = {
        blob_id: blob?.id ?? 0,
        kind,
        storage_key: bytes.storageKey,
        sha256: bytes.sha256,
        size: bytes.size,
      }
      await db
        .insertInto('renditions')
        .values({ ...row, created_at: isoTime(services.clock) })
        .execute()
      await db.deleteFrom('pending_writes').where('storage_key', '=', bytes.storageKey).execute()
    }
    await addPicture('thumbnail')
    const { remove } = store
    const { open, reached } = gate('remove')
    const removed = forGood()
    await reached
    await addPicture('screen')
    open()
    await removed
    store.remove = remove
    expect(await blobs()).toEqual([])
    expect(await db.selectFrom('renditions').selectAll().execute()).toEqual([])
    expect(stored()).toEqual([])
  })

  test('may run in several sweeps at once', async () => {
    const { db, services, upload, stored, bytesOf } = await start()
    const kept = await upload('kept')
    for (let n = 0; n < 50; n++) await upload(`${n}`)
    await db.deleteFrom('uploads').where('remote', '!=', kept).execute()
    await Promise.all([sweep(services), sweep(services), sweep(services)])
    expect(stored()).toHaveLength(1)
    expect(await bytesOf(kept)).toBe('kept')
  })
})

describe('a hold on the files', () => {
  test('keeps everything in the store until the next sweep after it', async () => {
    const { db, services, clock, fileOnItem, upload, stored, blobs, bytesOf } = await start()
    const { remote, forGood } = await fileOnItem('same')
    const kept = await upload('kept')
    const before = stored()
    const hold = await lockFiles(db, clock)
    await forGood()
    await sweep(services)
    expect(stored()).toEqual(before)
    expect(await bytesOf(remote)).toBe(404)
    await hold.release()
    await sweep(services)
    expect(stored()).toHaveLength(1)
    expect(await blobs()).toHaveLength(1)
    expect(await bytesOf(kept)).toBe('kept')
  })

  test('makes an upload equal to marked bytes store its own', async () => {
    const { db, services, clock, fileOnItem, upload, stored, bytesOf } = await start()
    const { forGood } = await fileOnItem('same')
    const hold = await lockFiles(db, clock)
    await forGood()
    const again = await upload('same')
    expect(stored()).toHaveLength(2)
    await hold.release()
    await sweep(services)
    expect(stored()).toHaveLength(1)
    expect(await bytesOf(again)).toBe('same')
  })

  test('keeps bytes whose removal had begun before it', async () => {
    const { db, services, clock, upload, somebodyWaits, blobs, stored } = await start()
    await upload('same')
    const [blob] = await blobs()
    await db.deleteFrom('uploads').execute()
    const { removed } = await db.transaction().execute(async (trx) => {
      await unscoped(trx)
        .updateTable('blobs')
        .set((eb) => ({ size: eb.ref('size') }))
        .execute()
      const removing = removeBytes(services, [blob?.id ?? 0])
      await somebodyWaits()
      await lockFiles(trx, clock)
      return { removed: removing }
    })
    await removed
    expect(stored()).toEqual([blob?.storage_key])
    expect(await blobs()).toMatchObject([{ owner_id: null }])
  })

  test('expires ten minutes after its last renewal, and its holder learns so', async () => {
    const { db, services, clock, fileOnItem, stored } = await start()
    const { forGood } = await fileOnItem('same')
    const hold = await lockFiles(db, clock)
    await forGood()
    clock.turn(9 * MINUTE)
    await hold.renew()
    clock.turn(9 * MINUTE)
    await sweep(services)
    expect(stored()).toHaveLength(1)
    clock.turn(MINUTE)
    await sweep(services)
    expect(stored()).toEqual([])
    expect(await db.selectFrom('backup_locks').selectAll().execute()).toEqual([])
    await expect(hold.renew()).rejects.toThrow('held for too long')
  })
})

describe('bytes without an upload', () => {
  test('survive a sweep while their upload is in progress', async () => {
    const { services, clock, upload, gate, pending, bytesOf } = await start()
    const { open, reached } = gate('put')
    const uploading = upload('slow')
    await reached
    clock.turn(10 * MINUTE)
    await sweep(services)
    expect(await pending()).toBe(1)
    open()
    expect(await bytesOf(await uploading)).toBe('slow')
    expect(await pending()).toBe(0)
    await sweep(services)
    expect(await bytesOf(await uploading)).toBe('slow')
  })

  test('are removed 24 hours after their put failed, whenever they arrived', async () => {
    const { services, store, user, clock, stored, uploads, pending } = await start()
    const { put } = store
    const keys: string[] = []
    store.put = async (key, bytes) => {
      keys.push(key)
      for await (const chunk of bytes) void chunk
      throw unavailable(new Error('The bucket did not answer in time.'))
    }
    expect(await statusOfUpload(user, 'late')).toBe(503)
    store.put = put
    const [key = ''] = keys
    await store.put(key, Readable.from([Buffer.from('late')]))
    clock.turn(DAY - MINUTE)
    await sweep(services)
    expect(stored()).toEqual([key])
    expect(await pending()).toBe(1)
    clock.turn(MINUTE)
    await sweep(services)
    expect(stored()).toEqual([])
    expect(await pending()).toBe(0)
    expect(await uploads()).toEqual([])
  })

  test('are refused and removed if they took more than 24 hours', async () => {
    const { services, user, clock, gate, stored, uploads, blobs, pending } = await start()
    const { open, reached } = gate('put')
    const uploading = user.raw({ method: 'POST', url: '/upload', ...multipart([textFile('a.txt', 'slow')]) })
    await reached
    clock.turn(DAY)
    await sweep(services)
    open()
    const response = await uploading
    expect(response.json()).toMatchObject({ statusCode: 503, code: 'unavailable' })
    expect(response.headers['retry-after']).toBe('5')
    expect([stored(), await uploads(), await blobs(), await pending()]).toEqual([[], [], [], 0])
  })

  test('stay if they become an upload just before the sweep gives them up', async () => {
    const { db, services, clock, storedFile, somebodyWaits, later, bytesOf } = await start()
    const file = await storedFile('just in time')
    const user = await later(DAY)
    const { swept, remotes } = await db.transaction().execute(async (trx) => {
      const added = await file.add(trx)
      const giving = giveUpOldWrites(db, clock)
      await somebodyWaits()
      return { swept: giving, remotes: added.remotes }
    })
    expect(await swept).toEqual([])
    await sweep(services)
    expect(await bytesOf(remotes[0] ?? '', user)).toBe('just in time')
  })

  test('cannot become an upload after the sweep has given them up', async () => {
    const { db, services, clock, storedFile, somebodyWaits, stored, uploads, pending } = await start()
    const file = await storedFile('just too late')
    clock.turn(DAY)
    const { added } = await db.transaction().execute(async (trx) => {
      expect(await giveUpOldWrites(trx, clock)).toEqual([file.storageKey])
      const adding = file.add(db).catch((error: unknown) => error)
      await somebodyWaits()
      return { added: adding }
    })
    expect(await added).toMatchObject({ code: 'unavailable' })
    await sweep(services)
    expect([stored(), await uploads(), await pending()]).toEqual([[], [], 0])
  })

  test('stay if the outcome of the commit is unknown', async () => {
    const { db, user, stored, pending } = await start()
    await db.schema.dropTable('item_files').execute()
    await db.schema.dropTable('inbox_photos').execute()
    await db.schema.dropTable('brandings').execute()
    await db.schema.dropTable('revisions').execute()
    await db.schema.dropTable('uploads').execute()
    expect(await statusOfUpload(user, 'unknown')).toBe(500)
    expect(stored()).toHaveLength(1)
    expect(await pending()).toBe(1)
  })

  test('are removed by the sweep if the upload could not remove a duplicate', async () => {
    const { services, store, clock, upload, stored, pending, later, bytesOf } = await start(ONE_STORE)
    await upload('same')
    const { remove } = store
    store.remove = async () => {
      throw unavailable(new Error('The bucket does not answer.'))
    }
    await upload('same')
    expect(stored()).toHaveLength(2)
    store.remove = remove
    clock.turn(DAY - MINUTE)
    const again = await upload('same', await later(0))
    const user = await later(MINUTE)
    await sweep(services)
    expect(stored()).toHaveLength(1)
    // The third duplicate is less than a day old.
    expect(await pending()).toBe(1)
    expect(await bytesOf(again, user)).toBe('same')
  })
})
