import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { addItemFiles, deleteItem } from '../../src/shared/items/items.api.ts'
import { createApp } from '../../src/server/app.ts'
import { DAY } from '../../src/server/platform/lib/clock.ts'
import { checkFiles, SharedStore } from '../../src/server/platform/storage/check-files.service.ts'
import { moveFiles } from '../../src/server/platform/storage/move-files.service.ts'
import { openStore } from '../../src/server/platform/storage/open-store.ts'
import { findStoreMark } from '../../src/server/platform/storage/store-identity.repo.ts'
import {
  ForeignStore,
  STORE_MARKER,
  requireOwnStore,
} from '../../src/server/platform/storage/store-identity.service.ts'
import { settleWrites } from '../../src/server/platform/storage/pending-writes.repo.ts'
import { storeBytes } from '../../src/server/platform/storage/store-bytes.service.ts'
import { newStorageKey } from '../../src/server/platform/storage/store.ts'
import { sweep } from '../../src/server/sweep.ts'
import { unscoped } from '../../src/server/platform/db/access/unscoped.ts'
import { runCommand, startCommand } from '../support/command.ts'
import { s3Environment, startS3Server } from '../support/s3-server.ts'
import { Client, startTestApp, type TestApp, IN_FOLDER } from '../support/test-app.ts'
import { until } from '../support/until.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** An installation whose server has been started before, with shortcuts to damage its files. */
const start = async (config: Parameters<typeof startTestApp>[0] = {}) => {
  const started = await startTestApp({ ...IN_FOLDER, ...config })
  const { services, clock } = started
  const { db, config: settings, store } = services
  await requireOwnStore(services, 'the folder')
  const user = await started.newUser('robin')
  const pathOf = (key: string) => join(settings.filesFolder, key.slice(0, 2), key)
  const blobOf = async (remote: string) =>
    db
      .selectFrom('blobs')
      .innerJoin('uploads', 'uploads.blob_id', 'blobs.id')
      .where('remote', '=', remote)
      .select(['blobs.id', 'blobs.storage_key as key'])
      .executeTakeFirstOrThrow()
  return {
    ...started,
    db,
    store,
    settings,
    user,
    pathOf,
    blobOf,
    upload: async (name: string, bytes: Buffer | string = `bytes of ${name}`) => {
      const [file] = await user.upload([{ name, bytes: Buffer.from(bytes) }])
      return file?.remote ?? ''
    },
    pathOfUpload: async (remote: string) => pathOf((await blobOf(remote)).key),
    /** An orphaned object of this age. */
    putOrphan: async (bytes: Buffer, age: number) => {
      const key = newStorageKey()
      await store.put(key, Readable.from([bytes]))
      const written = new Date(clock.now().getTime() - age)
      utimesSync(pathOf(key), written, written)
      return key
    },
    addPicture: async (remote: string, kind: 'thumbnail' | 'screen') => {
      const { storageKey, sha256: hash, size } = await storeBytes(services, Readable.from([Buffer.from(kind + remote)]))
      const { id } = await blobOf(remote)
      await db.transaction().execute(async (trx) => {
        await settleWrites(trx, [storageKey])
        const bytes = { storage_key: storageKey, sha256: hash, size }
        const created_at = clock.now().toISOString()
        await unscoped(trx)
          .insertInto('renditions')
          .values({ blob_id: id, kind, ...bytes, created_at })
          .execute()
      })
      return storageKey
    },
    /** Everything in the folder, by key. */
    objects: () => objectsIn(settings.filesFolder),
    check: async (remove = false) => {
      const lines: string[] = []
      const result = await checkFiles(services, remove, (line) => lines.push(line))
      return { result, lines }
    },
  }
}

const objectsIn = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [name, sha256(readFileSync(join(parentPath, name)))]),
  )

const ALL_RIGHT = { missing: 0, damaged: 0, faultyPictures: 0, orphans: 0 }

describe('npm run files -- check', () => {
  test('lists missing and damaged files with their owner and place, and orphans', async () => {
    const { services, user, upload, pathOfUpload, putOrphan, addPicture, pathOf, objects } = await start()
    const projectID = await user.newProject()
    const roomID = await user.newRoom(projectID)
    const itemID = await user.newItem(projectID, roomID, { field1: 'Castellan' })
    const trashedID = await user.newItem(projectID, roomID)
    const [missing, damaged, shortened, waiting] = [
      await upload('missing.pdf'),
      await upload('damaged.pdf'),
      await upload('shortened.pdf'),
      await upload('waiting.pdf'),
    ]
    for (const id of [itemID, trashedID]) {
      await user.must(addItemFiles, { body: { itemID: id, files: [{ name: 'shown.pdf', remote: missing }] } })
    }
    await user.must(deleteItem, { query: { itemID: trashedID } })
    const files = [
      { name: 'damaged.pdf', remote: damaged },
      { name: 'shortened.pdf', remote: shortened },
      { name: 'right.pdf', remote: await upload('right.pdf') },
    ]
    await user.must(addItemFiles, { body: { itemID, files } })
    rmSync(await pathOfUpload(missing))
    writeFileSync(await pathOfUpload(damaged), 'Bytes of damaged.pdf')
    writeFileSync(await pathOfUpload(shortened), 'bytes of')
    rmSync(await pathOfUpload(waiting))
    await addPicture(files[2]?.remote ?? '', 'screen')
    rmSync(pathOf(await addPicture(files[2]?.remote ?? '', 'thumbnail')))
    const orphan = await putOrphan(Buffer.from('orphan'), 2 * DAY)
    await putOrphan(Buffer.from('young'), DAY / 2)
    const before = objects()

    const { code, stdout, stderr } = await runCommand('files', services, ['check'])
    const home = 'Maple Street > Kitchen > Castellan'
    expect(stdout.trimEnd().split('\n').sort()).toEqual(
      [
        `missing: "shown.pdf" of robin: ${home}`,
        `missing: "shown.pdf" of robin: Maple Street > Kitchen > Faucet (in the trash)`,
        `damaged: "damaged.pdf" of robin: ${home}`,
        `damaged: "shortened.pdf" of robin: ${home}`,
        'missing: "waiting.pdf" of robin, on no item yet',
        `missing: thumbnail of "right.pdf" of robin: ${home}`,
        `orphan: ${orphan}`,
        'Files: 5, of which 2 missing and 2 damaged.',
        'Smaller pictures: 2, of which 1 missing or damaged.',
        'Orphans: 1.',
      ].sort(),
    )
    expect([code, stderr]).toEqual([1, ''])
    expect(objects()).toEqual(before)
  })

  test('exits with 0 if all is well, and with 2 for wrong arguments', async () => {
    const { services, upload } = await start()
    await upload('a.txt')
    const right = [
      'Files: 1, of which 0 missing and 0 damaged.',
      'Smaller pictures: 0, of which 0 missing or damaged and rebuilt when requested.',
      'Orphans: 0, removed.',
      '',
    ].join('\n')
    expect(await runCommand('files', services, ['check', '--remove'])).toEqual({ code: 0, stdout: right, stderr: '' })
    const usage = expect.stringContaining('Usage: npm run files -- check')
    expect(await runCommand('files', services, ['move', 's3', 's3'])).toMatchObject({ code: 2, stderr: usage })
  })

  test('escapes control characters in names', async () => {
    const { services, upload, pathOfUpload } = await start()
    const waiting = await upload('\u001b[2Jphoto\u202egpj.exe\nmissing: "b"')
    rmSync(await pathOfUpload(waiting))
    const { stdout } = await runCommand('files', services, ['check'])
    expect(stdout.split('\n')[0]).toBe(
      'missing: "\\u{1b}[2Jphoto\\u{202e}gpj.exe\\u{a}missing: "b"" of robin, on no item yet',
    )
  })

  test('with --remove deletes orphans and faulty pictures, and nothing else', async () => {
    const { db, upload, addPicture, pathOf, pathOfUpload, putOrphan, objects, check } = await start()
    const [right, damaged] = [await upload('right.png'), await upload('damaged.png')]
    writeFileSync(await pathOfUpload(damaged), 'nothing of it')
    const kept = await addPicture(right, 'thumbnail')
    const lost = await addPicture(right, 'screen')
    rmSync(pathOf(lost))
    const spoilt = await addPicture(damaged, 'screen')
    writeFileSync(pathOf(spoilt), 'no picture')
    const orphans = [await putOrphan(Buffer.from('a'), 2 * DAY), await putOrphan(Buffer.alloc(0), 2 * DAY)]
    await putOrphan(Buffer.from('young'), DAY / 2)
    const before = objects()

    expect((await check()).result).toMatchObject({ damaged: 1, faultyPictures: 2, orphans: 2 })
    expect(objects()).toEqual(before)
    expect((await check(true)).result).toMatchObject({ damaged: 1, faultyPictures: 2, orphans: 2 })
    for (const key of [...orphans, spoilt]) before.delete(key)
    expect(objects()).toEqual(before)
    expect(await db.selectFrom('renditions').select('storage_key').execute()).toEqual([{ storage_key: kept }])
    expect((await check(true)).result).toEqual({ ...ALL_RIGHT, files: 2, pictures: 1, damaged: 1 })
  })

  test('reports no file that is deleted while it reads', async () => {
    const { db, services, store, upload, check } = await start()
    const [gone] = [await upload('gone'), await upload('stays'), await upload('condemned')]
    await db.deleteFrom('uploads').where('original_name', '=', 'condemned').execute()
    const { read } = store
    store.read = async (...args) => {
      await db.deleteFrom('uploads').where('remote', '=', gone).execute()
      await sweep(services)
      return read(...args)
    }
    expect(await check()).toEqual({ result: { ...ALL_RIGHT, files: 2, pictures: 0 }, lines: [] })
  })

  test('treats no pending upload as an orphan, however old, nor one that gets its row during the check', async () => {
    const { services, store, upload, check, objects } = await start()
    const { storageKey } = await storeBytes(services, Readable.from([Buffer.from('slow')]))
    const { list } = store
    store.list = async function* () {
      await upload('new')
      for await (const object of list()) yield { ...object, writtenAt: new Date(0) }
    }
    const { result } = await check(true)
    expect(result.orphans).toBe(0)
    expect(objects().has(storageKey)).toBe(true)
  })

  test('removes nothing if another installation uses the same store', async () => {
    const { putOrphan, check, objects } = await start()
    await putOrphan(Buffer.from('theirs'), 2 * DAY)
    await putOrphan(STORE_MARKER, 2 * DAY)
    const before = objects()
    expect((await check()).result.orphans).toBe(2)
    await expect(check(true)).rejects.toThrow(SharedStore)
    expect(objects()).toEqual(before)
  })

  test('needs as many statements for many files as for few', async () => {
    const { statements, upload, pathOfUpload, putOrphan, check } = await start()
    const counts: number[] = []
    for (const files of [2, 40]) {
      for (let n = 0; n < files; n++) rmSync(await pathOfUpload(await upload(`${files}.${n}`)))
      for (let n = 0; n < files; n++) await putOrphan(Buffer.from(`${n}`), 2 * DAY)
      const before = statements()
      await check(true)
      counts.push(statements() - before)
    }
    expect(counts[1]).toBe(counts[0])
  })

  test('reports an unavailable store, and refuses a foreign one', async () => {
    const bucket = await startS3Server()
    const { services, store, db } = await start({ fileStore: 's3', s3: bucket.settings })
    await bucket.stop()
    const settings = { FILE_STORE: 's3', ...s3Environment(bucket.settings) }
    const away = await runCommand('files', services, ['check'], { settings })
    expect(away).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('The file store does not answer ('),
    })
    await bucket.start()
    await store.remove((await findStoreMark(db)) ?? '')
    const foreign = await runCommand('files', services, ['check'], { settings })
    expect(foreign).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('are not in the bucket files'),
    })
  })
})

const SIZES = [0, 1, 1024 * 1024 - 1, 1024 * 1024 + 1, 2_500_000]

/** Files of many sizes, by remote, and a bucket beside the folder. */
const startWithBucket = async () => {
  const bucket = await startS3Server()
  const started = await start({ s3: bucket.settings, maxFilesPerUpload: 1000 })
  const { user, settings, services } = started
  const files = SIZES.map((size) => ({ name: `${size}.bin`, bytes: randomBytes(size) }))
  const uploaded = await user.upload(files)
  const remotes = uploaded.map(({ remote }, at) => ({ remote, bytes: files[at]?.bytes ?? Buffer.alloc(0) }))
  const s3 = await openStore(settings, 's3')
  return {
    ...started,
    bucket,
    s3,
    remotes,
    environment: s3Environment(bucket.settings),
    run: (words: string[], environment: Record<string, string> = {}) =>
      runCommand('files', services, words, { settings: { ...s3Environment(bucket.settings), ...environment } }),
    keysIn: async (store: TestApp['services']['store']) => {
      const keys: string[] = []
      for await (const { key } of store.list()) keys.push(key)
      return keys.sort()
    },
    /** Compares downloads of a server on that store with the uploads. */
    expectAllOn: async (store: TestApp['services']['store']) => {
      const app = await createApp({ ...services, store })
      const client = new Client(app, user.accessToken)
      for (const { remote, bytes } of remotes) {
        const { statusCode, rawPayload } = await client.raw({ url: `/download/${remote}` })
        expect([statusCode, rawPayload.equals(bytes)]).toEqual([200, true])
      }
      await app.close()
    },
  }
}

describe('npm run files -- move', () => {
  test('copies every byte to a bucket and back, changes nothing in the source, and says what to do next', async () => {
    const { db, settings, s3, bucket, run, remotes, addPicture, keysIn, objects, expectAllOn } = await startWithBucket()
    await addPicture(remotes[1]?.remote ?? '', 'thumbnail')
    const before = objects()
    const there = await run(['move', 'folder', 's3'])
    expect(there).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Error') })
    expect(there.stdout.split('\n').slice(-4)).toEqual([
      `Files copied to the bucket files at ${bucket.settings.endpoint}: ${SIZES.length + 1}. Already there: 0.`,
      'If the server was running, stop it and run this again to copy what was added since.',
      `Then set FILE_STORE=s3 and start the server. When everything works, you can empty ${settings.filesFolder}.`,
      '',
    ])
    expect(objects()).toEqual(before)
    expect(await keysIn(s3)).toEqual([...before.keys()].sort())
    await requireOwnStore({ db, store: s3, clock: { now: () => new Date() } }, 'the bucket')
    await expectAllOn(s3)

    rmSync(settings.filesFolder, { recursive: true })
    const back = await run(['move', 's3', 'folder'], { FILE_STORE: 's3' })
    expect(back).toMatchObject({ code: 0, stdout: expect.stringContaining('Then set FILE_STORE=folder and start') })
    expect(objects()).toEqual(before)
    await expectAllOn(await openStore(settings))
  })

  test('killed midway leaves no store that a server would accept, and continues when it is repeated', async () => {
    const { db, services, user, store, s3, environment, keysIn, objects, expectAllOn } = await startWithBucket()
    await user.upload(Array.from({ length: 200 }, (_, n) => ({ name: `${n}`, bytes: Buffer.from(`file ${n}`) })))
    const command = startCommand('files', services, ['move', 'folder', 's3'], { settings: environment })
    await until(async () => (await keysIn(s3)).length > 20)
    await command.kill()
    const half = (await keysIn(s3)).length
    expect(half).toBeLessThan(objects().size - 1)
    await expect(requireOwnStore({ ...services, store: s3 }, 'the bucket')).rejects.toThrow(ForeignStore)

    const again = await moveFiles(db, store, s3, () => {})
    // The last few may have been put but incomplete when it was killed.
    expect(again.there).toBeGreaterThan(half - 10)
    expect(again).toEqual({ copied: 200 + SIZES.length - again.there, there: again.there, faults: 0 })
    expect(await keysIn(s3)).toEqual([...objects().keys()].sort())
    await requireOwnStore({ ...services, store: s3 }, 'the bucket')
    await expectAllOn(s3)
    expect(await moveFiles(db, store, s3, () => {})).toMatchObject({ copied: 0, there: 200 + SIZES.length })
  })

  test('reports missing and damaged files, copies the others and leaves no mark', async () => {
    const { db, s3, run, remotes, pathOfUpload, blobOf, keysIn } = await startWithBucket()
    const [, missing, damaged] = remotes
    rmSync(await pathOfUpload(missing?.remote ?? ''))
    writeFileSync(await pathOfUpload(damaged?.remote ?? ''), Buffer.alloc(damaged?.bytes.length ?? 0))
    const { code, stdout } = await run(['move', 'folder', 's3'])
    expect(code).toBe(1)
    expect(stdout).toContain('missing: "1.bin" of robin, on no item yet\n')
    expect(stdout).toContain(`damaged: "${SIZES[2]}.bin" of robin, on no item yet\n`)
    expect(stdout).toContain('Missing or damaged in ')
    const right = await Promise.all([remotes[0], remotes[3], remotes[4]].map((each) => blobOf(each?.remote ?? '')))
    expect(await keysIn(s3)).toEqual(right.map(({ key }) => key).sort())
    expect(await findStoreMark(db)).toBeDefined()
  })

  test('repairs the new store, and removes its mark until it is complete', async () => {
    const { db, services, store, s3, remotes, blobOf, pathOfUpload, expectAllOn } = await startWithBucket()
    await moveFiles(db, store, s3, () => {})
    const { key } = await blobOf(remotes[1]?.remote ?? '')
    await s3.put(key, Readable.from([Buffer.from('x')]))
    expect(await moveFiles(db, store, s3, () => {})).toEqual({ copied: 1, there: SIZES.length - 1, faults: 0 })
    await expectAllOn(s3)
    await s3.remove(key)
    rmSync(await pathOfUpload(remotes[1]?.remote ?? ''))
    expect(await moveFiles(db, store, s3, () => {})).toMatchObject({ copied: 0, faults: 1 })
    await expect(requireOwnStore({ ...services, store: s3 }, 'the bucket')).rejects.toThrow(ForeignStore)
  })

  test('reports no file that is deleted while it copies', async () => {
    const { db, services, store, s3, remotes } = await startWithBucket()
    const { read } = store
    store.read = async (...args) => {
      await db
        .deleteFrom('uploads')
        .where('remote', '=', remotes[0]?.remote ?? '')
        .execute()
      await sweep(services)
      return read(...args)
    }
    const lines: string[] = []
    const { faults } = await moveFiles(db, store, s3, (line) => lines.push(line))
    expect([faults, lines]).toEqual([0, [`${SIZES.length - 1} are there.`]])
  })

  test('without a bucket names the missing setting', async () => {
    const { services } = await start()
    const { code, stderr } = await runCommand('files', services, ['move', 'folder', 's3'])
    expect([code, stderr]).toEqual([
      1,
      'Set S3_BUCKET and the other settings of the bucket, and leave FILE_STORE as it is.\n',
    ])
  })
})
