import { readdirSync } from 'node:fs'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { deleteMyAccount } from '../../../src/shared/identity/account.api.ts'
import { addItemFiles, getItem } from '../../../src/shared/items/items.api.ts'
import { getOverview } from '../../../src/shared/admin/overview.api.ts'
import { createSampleProject, deleteProject } from '../../../src/shared/projects/projects.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { deleteForGood } from '../../../src/shared/history/trash.api.ts'
import { DAY, MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { mintActor } from '../../../src/server/platform/db/actor.ts'
import type { Database } from '../../../src/server/platform/db/database.ts'
import { holdFiles } from '../../../src/server/platform/storage/backup-locks.repo.ts'
import { giveUpOldWrites } from '../../../src/server/platform/storage/pending-writes.repo.ts'
import { removeBytes } from '../../../src/server/platform/storage/remove-bytes.service.ts'
import { storeBytes } from '../../../src/server/platform/storage/store-bytes.service.ts'
import { condemnBlobs } from '../../../src/server/platform/storage/unneeded-blobs.repo.ts'
import { addUploads, type StoredFile } from '../../../src/server/attachments/uploads.repo.ts'
import { unavailable } from '../../../src/server/platform/http/app-error.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { unscoped } from '../../../src/server/platform/db/access/unscoped.ts'
import { somebodyWaits } from '../../support/somebody-waits.ts'
import { multipart, PASSWORD, signIn, startTestApp, type Client, IN_FOLDER } from '../../support/test-app.ts'

const textFile = (name: string, text: string) => ({ name, bytes: Buffer.from(text) })

const ONE_STORE = { alone: 'It holds up or breaks the store of one server.' }

const start = async (how: Parameters<typeof startTestApp>[1] = {}) => {
  const started = await startTestApp(IN_FOLDER, how)
  const { services, app } = started
  const { db, store, clock } = services
  const user = await started.newUser('robin')
  const { id } = await db.selectFrom('users').select('id').where('username', '=', 'robin').executeTakeFirstOrThrow()
  const actor = mintActor({
    userID: id,
    username: 'robin',
    roles: [Role.User],
    sessionID: 0,
    mustChangePassword: false,
  })
  const upload = async (text: string, client = user) => {
    const [file] = await client.upload([textFile('a.txt', text)])
    return file?.remote ?? ''
  }
  return {
    ...started,
    db,
    store,
    user,
    upload,
    /** What lies in the file store. */
    stored: () =>
      readdirSync(services.config.filesFolder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .sort(),
    blobs: () => db.selectFrom('blobs').selectAll().orderBy('id').execute(),
    uploads: () => db.selectFrom('uploads').selectAll().orderBy('id').execute(),
    pending: async () => (await db.selectFrom('pending_writes').selectAll().execute()).length,
    bytesOf: async (remote: string, client = user) => {
      const { statusCode, body } = await client.raw({ url: `/download/${remote}` })
      return statusCode === 200 ? body : statusCode
    },
    /** Bytes in the store that are nobody's yet, and the transaction that makes them an upload of the user's. */
    storedFile: async (text: string) => {
      const file = { originalName: 'b.txt', ...(await storeBytes(services, Readable.from([Buffer.from(text)]))) }
      return { ...file, add: (trx: Database) => addUploads(trx, clock, actor, [file], services.config) }
    },
    addAll: (trx: Database, files: readonly StoredFile[]) => addUploads(trx, clock, actor, files, services.config),
    /** A file on an item, and how to remove it for good. */
    fileOnItem: async (text: string, client = user) => {
      const projectID = await client.newProject(`Home of "${text}"`)
      const remote = await upload(text, client)
      const itemID = await client.newItem(projectID, await client.newRoom(projectID))
      await client.must(addItemFiles, { body: { itemID, files: [{ name: 'a.txt', remote }] } })
      const forGood = async () => {
        const { trashID } = await client.must(deleteProject, { query: { projectID } })
        await client.must(deleteForGood, { query: { trashID } })
      }
      return { remote, itemID, forGood }
    },
    later: async (time: number) => {
      started.clock.turn(time)
      return signIn(app, 'robin')
    },
    /** Makes a step of the store wait until it is let through. */
    gate: (step: 'put' | 'remove') => {
      const real = store[step].bind(store) as (...args: unknown[]) => Promise<void>
      let open: () => void = () => {}
      let reached: () => void = () => {}
      const opened = new Promise<void>((resolve) => (open = resolve))
      const isReached = new Promise<void>((resolve) => (reached = resolve))
      store[step] = async (...args: unknown[]) => {
        reached()
        await opened
        await real(...args)
      }
      return { open, reached: isReached }
    },
    somebodyWaits: (howMany?: number) => somebodyWaits(db, howMany),
  }
}

const statusOfUpload = async (user: Client, text: string) =>
  (await user.raw({ method: 'POST', url: '/upload', ...multipart([textFile('a.txt', text)]) })).statusCode

describe('equal bytes', () => {
  test('of one owner are stored once, and each upload keeps its own name and remote', async () => {
    const { user, stored, blobs, bytesOf } = await start()
    const first = await user.upload([textFile('plan.txt', 'same'), textFile('other.txt', 'other')])
    const again = await user.upload([
      textFile('copy.txt', 'same'),
      textFile('new.txt', 'new'),
      textFile('new again.txt', 'new'),
    ])
    const all = [...first, ...again]
    expect(all.map(({ filename }) => filename)).toEqual([
      'plan.txt',
      'other.txt',
      'copy.txt',
      'new.txt',
      'new again.txt',
    ])
    expect(new Set(all.map(({ remote }) => remote)).size).toBe(5)
    expect(await Promise.all(all.map(({ remote }) => bytesOf(remote)))).toEqual(['same', 'other', 'same', 'new', 'new'])
    const keys = (await blobs()).map(({ storage_key }) => storage_key)
    expect(keys).toHaveLength(3)
    expect(stored()).toEqual(keys.toSorted())
    const { headers } = await user.raw({ url: `/download/${again[0]?.remote}` })
    expect(headers['content-disposition']).toContain('copy.txt')
  })

  test('that arrive ten times at the same moment are stored once, and every upload is answered', async () => {
    const { user, stored, blobs, bytesOf } = await start()
    const names = Array.from({ length: 10 }, (_, n) => `${n}.txt`)
    // In either order, so that two who each have one of them would wait for the other.
    const answers = await Promise.all(
      names.map((name, n) => {
        const files = [textFile(name, 'first'), textFile(name, 'second')]
        return user.upload(n % 2 === 0 ? files : files.toReversed())
      }),
    )
    for (const [n, [one, two]] of answers.entries()) {
      const shown = [await bytesOf(one?.remote ?? ''), await bytesOf(two?.remote ?? '')]
      expect(shown).toEqual(n % 2 === 0 ? ['first', 'second'] : ['second', 'first'])
    }
    expect(await blobs()).toHaveLength(2)
    expect(stored()).toHaveLength(2)
  })

  test('wait for the upload that came a moment before, and share its bytes', async () => {
    const { db, storedFile, upload, somebodyWaits, blobs, stored, bytesOf } = await start()
    const before = await storedFile('same')
    const { remotes, second } = await db.transaction().execute(async (trx) => {
      const added = await before.add(trx)
      const uploading = upload('same')
      await somebodyWaits()
      return { remotes: added.remotes, second: uploading }
    })
    expect([await bytesOf(remotes[0] ?? ''), await bytesOf(await second)]).toEqual(['same', 'same'])
    expect(await blobs()).toMatchObject([{ storage_key: before.storageKey }])
    expect(stored()).toEqual([before.storageKey])
  })

  test('of two owners are stored for each: what one removes stays the other’s', async () => {
    const { newUser, user, fileOnItem, blobs, stored, bytesOf } = await start()
    const other = await newUser('other')
    const [mine, theirs] = [await fileOnItem('same'), await fileOnItem('same', other)]
    expect(await blobs()).toHaveLength(2)
    expect(await bytesOf(theirs.remote, user)).toBe(404)
    expect(await bytesOf(mine.remote, other)).toBe(404)
    await mine.forGood()
    expect(await bytesOf(theirs.remote, other)).toBe('same')
    expect(stored()).toHaveLength(1)
    await theirs.forGood()
    expect(stored()).toEqual([])
  })

  test('stay until the last of their uploads is gone', async () => {
    const { fileOnItem, upload, stored, blobs, bytesOf } = await start()
    const first = await fileOnItem('same')
    const waiting = await upload('same')
    await first.forGood()
    expect([await bytesOf(first.remote), await bytesOf(waiting)]).toEqual([404, 'same'])
    expect(stored()).toHaveLength(1)
    expect(await blobs()).toHaveLength(1)
  })

  test('count once for an administrator', async () => {
    const { newUser, upload, blobs } = await start()
    const admin = await newUser('admin', [Role.Admin])
    for (const text of ['12345', '12345', '1']) await upload(text)
    expect(await admin.must(getOverview, {})).toMatchObject({ files: 2, storageBytes: 6 })
    expect(await blobs()).toHaveLength(2)
  })

  test('of two sample projects of one user are stored once', async () => {
    const { user, stored, blobs } = await start()
    const { projectID } = await user.must(createSampleProject, {})
    const files = stored()
    await user.must(deleteProject, { query: { projectID } })
    await user.must(createSampleProject, {})
    expect(stored()).toEqual(files)
    expect((await blobs()).map(({ storage_key }) => storage_key).sort()).toEqual(files)
  })

  test('that an account leaves on the item of another stay, and that one’s next upload is stored by itself', async () => {
    const { db, newUser, user, upload, fileOnItem, blobs, stored, bytesOf } = await start()
    const editor = await newUser('editor')
    const mine = await fileOnItem('mine')
    const { project_id } = await db
      .selectFrom('items')
      .select('project_id')
      .where('id', '=', mine.itemID)
      .executeTakeFirstOrThrow()
    const { id: user_id } = await db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'editor')
      .executeTakeFirstOrThrow()
    await db.insertInto('project_members').values({ project_id, user_id, role: 'editor' }).execute()
    const [onTheirs, onItsOwn] = [await upload('brought', editor), await fileOnItem('brought', editor)]
    await editor.must(addItemFiles, {
      body: { itemID: mine.itemID, files: [{ name: 'b.txt', remote: onTheirs }] },
    })
    expect(await blobs()).toHaveLength(2)
    const gone = await editor.raw({
      method: deleteMyAccount.method,
      url: deleteMyAccount.path,
      payload: { currentPass: PASSWORD },
    })
    expect(gone.statusCode).toBe(200)
    expect(await bytesOf(onTheirs)).toBe('brought')
    expect(await bytesOf(onItsOwn.remote)).toBe(404)
    expect((await blobs()).map(({ owner_id }) => owner_id === null)).toEqual([false, true])

    const again = await upload('brought')
    expect(await blobs()).toHaveLength(3)
    expect((await user.must(getItem, { query: { itemID: mine.itemID } })).attachments).toHaveLength(2)
    await mine.forGood()
    expect(await bytesOf(again)).toBe('brought')
    expect(stored()).toHaveLength(1)
  })
})

describe('the removal of bytes', () => {
  test('spares those that an upload takes while it looks', async () => {
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

  test('waits for an upload that has found its bytes there already, and spares them', async () => {
    const { db, services, storedFile, addAll, upload, somebodyWaits, blobs, bytesOf } = await start()
    await upload('same')
    const [blob] = await blobs()
    await db.deleteFrom('uploads').execute()
    const [same, other] = [await storedFile('same'), await storedFile('other')]
    const { adding, removing } = await db.transaction().execute(async (trx) => {
      // It gets no further than to what it has to settle.
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

  test('that has decided does not wait for an upload of equal bytes, which is stored anew', async () => {
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

  test('that is in the middle takes no upload of equal bytes along', async () => {
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

  test('and uploads of the same bytes, again and again, never leave an upload without its bytes', async () => {
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

  test('takes along the pictures made of them, and one that is made at that moment', async () => {
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
        .values({ ...row, created_at: new Date().toISOString() })
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

  test('by several sweeps at once does no harm', async () => {
    const { db, services, upload, stored, bytesOf } = await start()
    const kept = await upload('kept')
    for (let n = 0; n < 50; n++) await upload(`${n}`)
    await db.deleteFrom('uploads').where('remote', '!=', kept).execute()
    await Promise.all([sweep(services), sweep(services), sweep(services)])
    expect(stored()).toHaveLength(1)
    expect(await bytesOf(kept)).toBe('kept')
  })
})

describe('while somebody holds the files', () => {
  test('nothing is removed from the store; the next sweep after that does it', async () => {
    const { db, services, clock, fileOnItem, upload, stored, blobs, bytesOf } = await start()
    const { remote, forGood } = await fileOnItem('same')
    const kept = await upload('kept')
    const before = stored()
    const hold = await holdFiles(db, clock)
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

  test('an upload of equal bytes gets bytes of its own, for the old ones are on their way out', async () => {
    const { db, services, clock, fileOnItem, upload, stored, bytesOf } = await start()
    const { forGood } = await fileOnItem('same')
    const hold = await holdFiles(db, clock)
    await forGood()
    const again = await upload('same')
    expect(stored()).toHaveLength(2)
    await hold.release()
    await sweep(services)
    expect(stored()).toHaveLength(1)
    expect(await bytesOf(again)).toBe('same')
  })

  test('also those stay whose removal had begun when the hold came', async () => {
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
      await holdFiles(trx, clock)
      return { removed: removing }
    })
    await removed
    expect(stored()).toEqual([blob?.storage_key])
    expect(await blobs()).toMatchObject([{ owner_id: null }])
  })

  test('a hold ends by itself after ten minutes without a sign of life, and whoever had it is told', async () => {
    const { db, services, clock, fileOnItem, stored } = await start()
    const { forGood } = await fileOnItem('same')
    const hold = await holdFiles(db, clock)
    await forGood()
    clock.turn(9 * MINUTE)
    await hold.renew()
    clock.turn(9 * MINUTE)
    await sweep(services)
    expect(stored()).toHaveLength(1)
    clock.turn(MINUTE)
    await sweep(services)
    expect(stored()).toEqual([])
    expect(await db.selectFrom('file_holds').selectAll().execute()).toEqual([])
    await expect(hold.renew()).rejects.toThrow('held for too long')
  })
})

describe('bytes that are nobody’s yet', () => {
  test('are not taken by a sweep while their upload goes on', async () => {
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

  test('of a put that failed are removed after 24 hours, whenever they arrived', async () => {
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

  test('and took more than 24 hours are refused, and nothing of them is left', async () => {
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

  test('stay where they become an upload just before the sweep gives them up', async () => {
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

  test('become no upload just after the sweep has given them up', async () => {
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

  test('stay where nobody knows whether the database has committed them', async () => {
    const { db, user, stored, pending } = await start()
    await db.schema.dropTable('item_files').execute()
    await db.schema.dropTable('inbox_photos').execute()
    await db.schema.dropTable('revisions').execute()
    await db.schema.dropTable('uploads').execute()
    expect(await statusOfUpload(user, 'unknown')).toBe(500)
    expect(stored()).toHaveLength(1)
    expect(await pending()).toBe(1)
  })

  test('do no harm where the store cannot remove what is superfluous: the sweep does', async () => {
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
    // The last of the three, whose bytes were superfluous too, is not a day old.
    expect(await pending()).toBe(1)
    expect(await bytesOf(again, user)).toBe('same')
  })
})
