import { expect, test } from 'vitest'
import { addItemFiles, deleteItem } from '../../../src/shared/items/items.api.ts'
import { HOUR, MINUTE, isoTime } from '../../../src/server/platform/lib/clock.ts'
import { askToRead, markUnread } from '../../../src/server/attachments/text/file-texts.repo.ts'
import { openTextReader } from '../../../src/server/attachments/text/text-process.ts'
import { openJobQueue } from '../../../src/server/platform/jobs/job-queue.ts'
import { JOBS } from '../../../src/server/job-registry.ts'
import { startJobs } from '../../../src/server/platform/jobs/runner.ts'
import { TOKENIZER_VERSION } from '../../../src/server/platform/lib/words/tokens.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { backUp, emptyInstallation, installationOf, restoreInto } from '../../support/backups.ts'
import { pdfOf } from '../../support/pdf.ts'
import { builtProgram } from '../../support/programs.ts'
import { startTestApp, type Client, type TestFile } from '../../support/test-app.ts'

const manual = (word: string): Buffer => pdfOf(3, { lines: (page) => (page === 2 ? ['Care of the', word] : ['Cover']) })

const start = async (config: Parameters<typeof startTestApp>[0] = {}) => {
  const started = await startTestApp(config)
  const { db } = started.services
  return {
    ...started,
    db,
    /** Puts these files on a new item of the user. */
    attach: async (user: Client, files: readonly TestFile[]) => {
      const uploads = await user.upload(files)
      const projectID = await user.newProject(`Home ${uploads[0]?.remote}`)
      const roomID = await user.newRoom(projectID)
      const itemID = await user.newItem(projectID, roomID)
      const entries = uploads.map(({ filename, remote }) => ({ name: filename, remote }))
      await user.must(addItemFiles, { body: { itemID, files: entries } })
      return { projectID, roomID, itemID, remotes: uploads.map(({ remote }) => remote) }
    },
    /** The pages of a word, for each file that has it. */
    pagesOf: async (word: string) =>
      (await db.selectFrom('file_words').where('word', '=', word).select('pages').orderBy('blob_id').execute()).map(
        ({ pages }) => pages,
      ),
    unread: async () => (await db.selectFrom('file_texts').where('form', 'is', null).selectAll().execute()).length,
    jobs: async () => (await db.selectFrom('jobs').where('kind', '=', 'file-text').selectAll().execute()).length,
  }
}

test('a job reads a file attached to an item, page by page', async () => {
  const { attach, pagesOf, newUser, jobsDone, unread, jobs } = await start()
  await attach(await newUser(), [{ name: 'manual.pdf', bytes: manual('Cartridge') }])
  expect(await pagesOf('cartridge')).toEqual([])
  await jobsDone()
  expect(await pagesOf('cartridge')).toEqual(['2'])
  expect(await unread()).toBe(0)
  expect(await jobs()).toBe(0)
})

test('an upload on no item is not read', async () => {
  const { newUser, jobsDone, db } = await start()
  await (await newUser()).upload([{ name: 'a.txt', bytes: Buffer.from('walnut') }])
  await jobsDone()
  expect(await db.selectFrom('file_texts').selectAll().execute()).toEqual([])
})

test('equal bytes are read once per owner', async () => {
  const { attach, pagesOf, newUser, jobsDone, jobs } = await start()
  const [one, other] = [await newUser(), await newUser()]
  const file = { name: 'manual.pdf', bytes: manual('Cartridge') }
  await attach(one, [file, { ...file, name: 'copy.pdf' }])
  await jobsDone()
  await attach(one, [file])
  expect(await jobs()).toBe(0)
  await attach(other, [file])
  expect(await jobs()).toBe(1)
  await jobsDone()
  expect(await pagesOf('cartridge')).toEqual(['2', '2'])
})

test('unreadable files have no words, are not retried, and do not fail their job', async () => {
  const { attach, newUser, jobsDone, db, unread } = await start()
  const user = await newUser()
  await attach(user, [
    { name: 'locked.pdf', bytes: pdfOf(2, { locked: true }) },
    { name: 'damaged.pdf', bytes: Buffer.from('%PDF-1.7 and then nothing') },
    { name: 'broken.docx', bytes: Buffer.from('PK\x03\x04 and then nothing') },
    { name: 'empty.txt', bytes: Buffer.alloc(0) },
    { name: 'photo.gif', bytes: Buffer.from('GIF89a walnut') },
  ])
  await jobsDone()
  expect(await db.selectFrom('file_words').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('file_pages').selectAll().execute()).toEqual([])
  expect(await unread()).toBe(0)
  expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([])
})

test('a file whose bytes are lost has no words, and the others are read', async () => {
  const { attach, newUser, jobsDone, pagesOf, db, services, unread } = await start()
  const user = await newUser()
  await attach(user, [{ name: 'lost.txt', bytes: Buffer.from('walnut') }])
  const { storage_key } = await db.selectFrom('blobs').select('storage_key').executeTakeFirstOrThrow()
  await services.store.remove(storage_key)
  await attach(user, [{ name: 'kept.txt', bytes: Buffer.from('oak') }])
  await jobsDone()
  expect(await pagesOf('walnut')).toEqual([])
  expect(await pagesOf('oak')).toEqual([''])
  expect(await unread()).toBe(0)
})

test('files of several users are read in turns', async () => {
  const { attach, newUser, services, db, app } = await start()
  const [much, little] = [await newUser(), await newUser()]
  const texts = Array.from({ length: 4 }, (_, at) => ({ name: `${at}.txt`, bytes: Buffer.from(`oak${at} walnut`) }))
  await attach(much, texts)
  await attach(little, [{ name: 'one.txt', bytes: Buffer.from('ash') }])
  const order: number[] = []
  const noting = openTextReader({ program: { file: builtProgram('text-worker'), execArgv: [] }, patience: 5 * MINUTE })
  const texts_ = {
    ...noting,
    make: (...[wanted, ...rest]: Parameters<typeof noting.make>) => {
      order.push(wanted.whose)
      return noting.make(wanted, ...rest)
    },
  }
  const runner = startJobs({ ...services, texts: texts_ as typeof noting }, app.log, {
    jobs: JOBS,
    pollEvery: null,
    withRecurring: false,
  })
  await runner.idle()
  await runner.stop()
  await noting.close()
  const owners = (await db.selectFrom('file_texts').select('turn_of').distinct().orderBy('turn_of').execute()).map(
    ({ turn_of }) => turn_of,
  )
  const [first, second] = owners
  expect(order).toEqual([first, second, first, first, first])
})

test('permanently deleting a file deletes its words', async () => {
  const { attach, newUser, jobsDone, clock, services, db } = await start()
  const user = await newUser()
  const { itemID } = await attach(user, [{ name: 'manual.pdf', bytes: manual('Cartridge') }])
  await jobsDone()
  await user.must(deleteItem, { query: { itemID } })
  clock.turn(31 * 24 * HOUR)
  await sweep(services)
  clock.turn(25 * HOUR)
  await sweep(services)
  expect(await db.selectFrom('blobs').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('file_words').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('file_texts').selectAll().execute()).toEqual([])
})

test('another server reads the files that a killed server had begun', async () => {
  const { attach, newUser, jobsDone, clock, db, pagesOf, jobs } = await start()
  await attach(await newUser(), [{ name: 'manual.pdf', bytes: manual('Cartridge') }])
  // The state a killed server leaves.
  const end = isoTime(clock, MINUTE)
  await db.updateTable('jobs').set({ claimed_by: 'a server that is no more', due_at: end, tries: 1 }).execute()
  await jobsDone()
  expect(await pagesOf('cartridge')).toEqual([])
  clock.turn(2 * MINUTE)
  await jobsDone()
  expect(await pagesOf('cartridge')).toEqual(['2'])
  expect(await jobs()).toBe(0)
})

test('only one server reads at a time', async () => {
  const { attach, newUser, jobsDone, clock, db, unread } = await start()
  const user = await newUser()
  await attach(user, [{ name: 'a.txt', bytes: Buffer.from('oak') }])
  await db
    .updateTable('jobs')
    .set({ claimed_by: 'another server', due_at: isoTime(clock, MINUTE) })
    .execute()
  await attach(user, [{ name: 'b.txt', bytes: Buffer.from('ash') }])
  await jobsDone()
  expect(await unread()).toBe(2)
  clock.turn(2 * MINUTE)
  await jobsDone()
  expect(await unread()).toBe(0)
})

test('a store that does not answer is retried later', async () => {
  const { attach, newUser, jobsDone, clock, servers, pagesOf, unread } = await start()
  await attach(await newUser(), [{ name: 'a.txt', bytes: Buffer.from('oak') }])
  const mends = servers.map(({ store }) => {
    const { read } = store
    store.read = () => Promise.reject(new Error('The bucket does not answer.'))
    return () => void (store.read = read)
  })
  await jobsDone()
  expect(await unread()).toBe(1)
  for (const mend of mends) mend()
  clock.turn(MINUTE)
  await jobsDone()
  expect(await pagesOf('oak')).toEqual([''])
})

test('the sweep queues files that were attached by older versions or have lost their job', async () => {
  const { attach, newUser, jobsDone, services, db, pagesOf } = await start()
  await attach(await newUser(), [{ name: 'a.txt', bytes: Buffer.from('oak') }])
  await db.deleteFrom('jobs').execute()
  await sweep(services)
  await jobsDone()
  expect(await pagesOf('oak')).toEqual([''])
  expect((await db.selectFrom('file_texts').select('form').execute())[0]?.form).toBe(TOKENIZER_VERSION)
})

test('all files are read again after a restore', async () => {
  const started = await start()
  const { attach, newUser, jobsDone, services, app, pagesOf } = started
  await attach(await newUser(), [{ name: 'manual.pdf', bytes: manual('Cartridge') }])
  await jobsDone()
  expect(await pagesOf('cartridge')).toEqual(['2'])

  const backup = await backUp(installationOf(started), services.config.dataDir)
  const { db, store, ...to } = await emptyInstallation()
  await restoreInto({ db, store, ...to }, backup.path)
  expect(await db.selectFrom('file_words').selectAll().execute()).toEqual([])
  const restored = { ...services, db, store, jobs: openJobQueue(db, services.clock) }
  await sweep(restored)
  const runner = startJobs(restored, app.log, { jobs: JOBS, pollEvery: null, withRecurring: false })
  await runner.idle()
  await runner.stop()
  const words = db.selectFrom('file_words').where('word', '=', 'cartridge').select('pages')
  expect(await words.execute()).toEqual([{ pages: '2' }])
})

test('all files can be read again, and stay searchable until then', async () => {
  const { attach, newUser, jobsDone, clock, services, db, pagesOf, unread } = await start()
  await attach(await newUser(), [{ name: 'manual.pdf', bytes: manual('Cartridge') }])
  await jobsDone()
  // As stored by a version with another form of words.
  await db
    .insertInto('file_words')
    .values({
      blob_id: (await db.selectFrom('blobs').select('id').executeTakeFirstOrThrow()).id,
      word: 'former',
      pages: '1',
    })
    .execute()
  expect(await markUnread(services.db)).toBe(1)
  await askToRead(services.db, clock)
  expect([await unread(), await pagesOf('cartridge'), await pagesOf('former')]).toEqual([1, ['2'], ['1']])
  await jobsDone()
  expect([await unread(), await pagesOf('cartridge'), await pagesOf('former')]).toEqual([0, ['2'], []])
})
