import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { CreateBucketCommand, DeleteBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Config } from '../../src/server/config.ts'
import type { DatabaseLocation } from '../../src/server/platform/db/database.ts'
import { openStore } from '../../src/server/platform/storage/open-store.ts'
import { addStoreMark, findStoreMark } from '../../src/server/platform/storage/store-identity.repo.ts'
import {
  adoptStore,
  findForeignKey,
  ForeignStore,
  STORE_MARKER,
  requireOwnStore,
} from '../../src/server/platform/storage/store-identity.service.ts'
import { storeBytes } from '../../src/server/platform/storage/store-bytes.service.ts'
import { unavailable } from '../../src/server/platform/http/app-error.ts'
import type { Services } from '../../src/server/services.ts'
import { runCommand } from '../support/command.ts'
import { createTestDatabase, ENGINE } from '../support/database.ts'
import { s3Environment, startS3Server } from '../support/s3-server.ts'
import { startServerProcess } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { multipart, startTestApp, IN_FOLDER } from '../support/test-app.ts'
import { until } from '../support/until.ts'

const start = async () => {
  const started = await startTestApp(IN_FOLDER)
  const { config, db, store } = started.services
  const away = join(config.dataDir, 'away')
  return {
    ...started,
    config,
    db,
    store,
    objects: () =>
      readdirSync(config.filesFolder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .sort(),
    moveAway: async () => {
      renameSync(config.filesFolder, away)
      await openStore(config)
    },
    putBack: () => {
      rmSync(config.filesFolder, { recursive: true })
      renameSync(away, config.filesFolder)
    },
    /** Another server on the same data; its output if it refuses to start. */
    startServer: (settings?: Record<string, string>) => startServerProcess(config.dataDir, config.database, settings),
    refusal: async (settings?: Record<string, string>) =>
      startServerProcess(config.dataDir, config.database, settings).then(
        () => 'It started.',
        (error: Error) => error.message,
      ),
  }
}

test('a server refuses to start without its files, says so without a stack, and starts when they are back', async () => {
  const { config, db, objects, startServer, refusal, moveAway, putBack } = await start()
  await (await startServer()).kill()
  expect(objects()).toEqual([await findStoreMark(db)])

  await moveAway()
  const said = await refusal()
  expect(said).toContain('The server ended with 1 ')
  expect(said).toContain(`\nThe files of this database are not in ${config.filesFolder}. Is the disk mounted, `)
  expect(said).not.toMatch(/^\s+at /m)
  const { settings } = await startS3Server()
  expect(await refusal({ FILE_STORE: 's3', ...s3Environment(settings) })).toContain(
    `\nThe files of this database are not in the bucket files at ${settings.endpoint}. Is the disk mounted, `,
  )

  putBack()
  const { origin } = await startServer()
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
})

test('a store that does not answer blocks no start: /readyz reports it', async () => {
  const { db, newUser, startServer } = await start()
  await newUser()
  const bucket = await startS3Server()
  await bucket.stop()
  const { origin } = await startServer({ FILE_STORE: 's3', ...s3Environment(bucket.settings) })
  expect((await fetch(`${origin}/readyz`)).status).toBe(503)
  expect(await findStoreMark(db)).toBeUndefined()
  await bucket.start()
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
})

test('a bucket that refuses access ends the start with advice', async () => {
  const { newUser, refusal } = await start()
  await newUser()
  const { settings } = await startS3Server()
  const server = (changed: Record<string, string>) =>
    refusal({ FILE_STORE: 's3', ...s3Environment(settings), ...changed })
  const said = await server({ S3_BUCKET: 'other' })
  expect(said).toContain(
    `The files cannot be used in the bucket other at ${settings.endpoint}. There is no such bucket (NoSuchBucket). `,
  )
  expect(said).not.toMatch(/^\s+at /m)
  expect(await server({ S3_ACCESS_KEY_ID: 'nobody' })).toContain(' Correct S3_ACCESS_KEY_ID.')
})

test('a bucket that starts to refuse access is reported by /readyz until it is fixed', async () => {
  const { settings } = await startS3Server()
  const { bucket: Bucket, endpoint = '', region, credentials = null } = settings
  const owner = new S3Client({ endpoint, region, forcePathStyle: true, ...(credentials && { credentials }) })
  onTestFinished(() => owner.destroy())
  const { anonymous, newUser } = await startTestApp({ fileStore: 's3', s3: settings })
  const user = await newUser()
  const upload = () =>
    user.raw({ method: 'POST', url: '/upload', ...multipart([{ name: 'plan', bytes: STORE_MARKER }]) })
  expect((await anonymous.raw({ url: '/readyz' })).statusCode).toBe(200)

  await owner.send(new DeleteBucketCommand({ Bucket }))
  const refused = await anonymous.raw({ url: '/readyz' })
  expect(refused.statusCode).toBe(503)
  expect(refused.json()).toMatchObject({
    reasons: ['The file store’s bucket refuses this server.'],
    reasonCodes: ['files_refused'],
  })
  expect((await upload()).statusCode).toBe(503)

  await owner.send(new CreateBucketCommand({ Bucket }))
  expect((await anonymous.raw({ url: '/readyz' })).statusCode).toBe(200)
  expect((await upload()).statusCode).toBe(200)
})

test('an older installation is adopted with its files, and not without them', async () => {
  const { services, newUser, db, store, objects, moveAway, putBack } = await start()
  const user = await newUser()
  await user.upload(['1', '2', '3'].map((name) => ({ name, bytes: Buffer.from(name) })))
  await moveAway()
  await expect(requireOwnStore(services, 'the folder')).rejects.toThrow(ForeignStore)
  expect(await findStoreMark(db)).toBeUndefined()
  putBack()
  // One missing file is no reason to refuse the others.
  const latest = db.selectFrom('blobs').select('storage_key').orderBy('id', 'desc')
  await store.remove((await latest.executeTakeFirstOrThrow()).storage_key)
  await requireOwnStore(services, 'the folder')
  expect(objects()).toHaveLength(3)
  expect(objects()).toContain(await findStoreMark(db))
})

test('a mark that was not written in time is retried at the next start', async () => {
  const { services, db, store, objects } = await start()
  const { put } = store
  store.put = async () => {
    throw unavailable(new Error('The bucket does not answer.'))
  }
  await expect(requireOwnStore(services, 'the folder')).rejects.toMatchObject({ code: 'unavailable' })
  expect(await findStoreMark(db)).toBeUndefined()
  store.put = put
  await requireOwnStore(services, 'the folder')
  await requireOwnStore(services, 'the folder')
  expect(objects()).toEqual([await findStoreMark(db)])
})

test('operators who have lost the files can continue with the store as it is', async () => {
  const { services, db, objects, moveAway } = await start()
  await requireOwnStore(services, 'the folder')
  const before = await findStoreMark(db)
  await moveAway()
  await adoptStore(services, 'the folder')
  const after = await findStoreMark(db)
  expect(after).not.toBe(before)
  expect(objects()).toEqual([after])
  // The store is theirs from now on.
  await adoptStore(services, 'the folder')
  await requireOwnStore(services, 'the folder')
  expect(objects()).toEqual([after])
})

// SQLite readers have a snapshot, so there is no conflict.
if (ENGINE === 'PostgreSQL') {
  test('a mark that another server is writing is not foreign', async () => {
    const { services, db, store } = await start()
    const { storageKey } = await storeBytes(services, Readable.from([STORE_MARKER]))
    const { found } = await db.transaction().execute(async (trx) => {
      await sql`lock table pending_writes in access exclusive mode`.execute(trx)
      const found = findForeignKey({ db, store })
      const waiting = sql`select 1 from pg_locks where relation = 'pending_writes'::regclass and not granted`
      await until(async () => (await waiting.execute(trx)).rows.length > 0)
      await addStoreMark(trx, storageKey)
      return { found }
    })
    expect(await found).toBeUndefined()
  })
}

describe('a database that knows none of the existing files', () => {
  const LOST = / There are files in .+, but this database knows none of them\. Are DATABASE_URL and DATA_DIR /

  /** Settings with an empty database, and the files of another installation beside it. */
  const loseDatabase = async ({ database, dataDir }: Config): Promise<DatabaseLocation> => {
    if ('sqliteFile' in database) {
      for (const end of ['', '-wal', '-shm']) renameSync(database.sqliteFile + end, join(dataDir, `lost${end}`))
      return database
    }
    const empty = await createTestDatabase(dataDir, { empty: true })
    onTestFinished(() => empty.remove())
    return empty.location
  }

  const sayingOf = (begun: Promise<unknown>): Promise<string> =>
    begun.then(
      () => 'It started.',
      (error: Error) => error.message.replace(/\s+/g, ' '),
    )

  test('is no new installation: the server does not start, explains it, and continues once it is fixed', async () => {
    const { config, newUser } = await start()
    await (await newUser()).upload([{ name: 'plan', bytes: Buffer.from('the plan') }])
    const database = await loseDatabase(config)
    const begin = () => startServerProcess(config.dataDir, database)
    const said = await sayingOf(begin())
    expect(said).toMatch(LOST)
    expect(said).toContain('npm run restore -- FILE. To start over and keep these files: npm run files -- adopt')
    expect(said).not.toContain('node:')
    // A second start does not mistake the leftovers of the first for an installation.
    expect(await sayingOf(begin())).toMatch(LOST)

    const services = { config: { ...config, database } } as Services
    expect(await runCommand('files', services, ['adopt'])).toMatchObject({ code: 0 })
    const { origin } = await begin()
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  })

  test('is none beside a bucket either, even while the bucket does not answer', async () => {
    const bucket = await startS3Server()
    const settings = { FILE_STORE: 's3', ...s3Environment(bucket.settings) }
    const { services } = await startTestApp({ fileStore: 's3', s3: bucket.settings })
    await requireOwnStore(services, 'the bucket')
    const begin = async () => {
      const folder = temporaryFolder()
      const database = await createTestDatabase(folder, { empty: true })
      onTestFinished(() => database.remove())
      return startServerProcess(folder, database.location, settings)
    }
    expect(await sayingOf(begin())).toMatch(LOST)
    await bucket.stop()
    const said = await sayingOf(begin())
    expect(said).toContain('The database is new, and the bucket files at ')
    expect(said).toContain(
      ' does not answer: there may be files of a database that was lost. Start again when it answers.',
    )
  })
})
