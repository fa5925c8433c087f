import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  addItemFiles,
  createItem,
  deleteItem,
  deleteItemFile,
  updateItem,
} from '../../../src/shared/items/items.api.ts'
import { deleteProject } from '../../../src/shared/projects/projects.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { search } from '../../../src/shared/search/search.api.ts'
import { setLabels } from '../../../src/shared/structure/labels.api.ts'
import { deletePermanently, listTrash, restore } from '../../../src/shared/history/trash.api.ts'
import { makeMissingWords, listAllWithoutWords } from '../../../src/server/search/words-of-items.repo.ts'
import { unscoped } from '../../../src/server/platform/db/access/unscoped.ts'
import { ENGINE } from '../../support/database.ts'
import { startTestApp, subcategoryIDs, type TestApp } from '../../support/test-app.ts'

type Database = TestApp['services']['db']

const rowsOf = (db: Database) => db.selectFrom('item_words').selectAll().orderBy('item_id').execute()

/** The words after the pending ones are made, and those of a full rebuild. */
const storedAndRebuilt = async (db: Database) => {
  await makeMissingWords(db)
  const stored = await rowsOf(db)
  await db.deleteFrom('item_words').execute()
  await listAllWithoutWords(db)
  await makeMissingWords(db)
  return { stored, rebuilt: await rowsOf(db) }
}

const start = async () => {
  const started = await startTestApp()
  const admin = await started.newUser('admin', [Role.Admin])
  const user = await started.newUser('user')
  const projectID = await user.newProject()
  const roomID = await user.newRoom(projectID)
  const ids = await subcategoryIDs(user, 'Kitchen', 'Plumbing', 'Faucet')
  return { ...started, db: started.services.db, admin, user, projectID, roomID, ids }
}

test('the words after many changes equal those of a rebuild', async () => {
  const { db, admin, user, projectID, roomID, ids } = await start()
  const uploads = await user.upload(
    ['a-manual.pdf', 'Straße 5.jpg', 'SW 7008.txt'].map((name) => ({ name, bytes: Buffer.from(name) })),
  )
  const remotes = uploads.map(({ remote }) => remote)
  const text = fc.constantFrom(
    '',
    'Harrow & Vale',
    'HV-6102-B',
    'SW 7008',
    'Łódź żółty',
    '原木地板',
    'أحمر',
    '1¼',
    '🛁',
  )
  const inputs = fc.record(
    { field1: text, field2: text, field3: text, field4: text, notes: text },
    { requiredKeys: [] },
  )
  const files = fc
    .subarray([0, 1, 2])
    .map((some) => JSON.stringify(Object.fromEntries(some.map((at) => [`${at}x.pdf`, remotes[at]]))))
  const change = fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('create' as const), inputs, files }) },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('save' as const),
        at: fc.nat(9),
        inputs,
        files: fc.option(files, { nil: undefined }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('attach' as const), at: fc.nat(9), file: fc.nat(2) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('detach' as const), at: fc.nat(9), file: fc.nat(2) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), at: fc.nat(9) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('restore' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('relabel' as const),
        order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 5 }),
      }),
    },
  )
  const labels = await db.selectFrom('labels').select('id').orderBy('id').limit(6).execute()
  const items: number[] = []
  const changes = fc.sample(change, { numRuns: 120, seed: 13 })
  for (const each of changes) {
    const itemID = 'at' in each ? (items[each.at % Math.max(1, items.length)] ?? 0) : 0
    if (each.do === 'create') {
      const body = { projectID, roomID, ...ids, inputs: each.inputs, files: each.files }
      const { status, body: created } = await user.call(createItem, { body })
      if (status === 201) items.push(created.itemID)
    } else if (each.do === 'save') {
      await user.call(updateItem, { body: { itemID, inputs: each.inputs, files: each.files } })
    } else if (each.do === 'attach') {
      await user.call(addItemFiles, {
        body: { itemID, files: [{ name: 'new.pdf', remote: remotes[each.file] ?? '' }] },
      })
    } else if (each.do === 'detach') {
      await user.call(deleteItemFile, { query: { itemID, remote: remotes[each.file] ?? '' } })
    } else if (each.do === 'delete') {
      await user.call(deleteItem, { query: { itemID } })
    } else if (each.do === 'relabel') {
      const fields = each.order.map((at) => labels[at]?.id ?? 0)
      await admin.call(setLabels, { body: { subcatID: ids.subcatID, fields, confirmed: true } })
    } else {
      const entry = ((await user.call(listTrash, {})).body ?? [])[0]
      if (!entry) continue
      if (each.do === 'restore') await user.call(restore, { body: { trashID: entry.trashID } })
      else await user.call(deletePermanently, { query: { trashID: entry.trashID } })
    }
  }
  const { stored, rebuilt } = await storedAndRebuilt(db)
  expect(stored.length).toBeGreaterThan(5)
  expect(stored).toEqual(rebuilt)
  const there = await db.selectFrom('items').select('id').orderBy('id').execute()
  expect(stored.map((row) => row.item_id)).toEqual(there.map(({ id }) => id))
})

test('words are stored with the item', async () => {
  const { db, user, projectID, roomID } = await start()
  const [file] = await user.upload([{ name: 'manual.pdf', bytes: Buffer.from('a') }])
  const files = JSON.stringify({ 'guide.pdf': file?.remote })
  const itemID = await user.newItem(projectID, roomID, { field1: 'SW 7008', notes: 'Two coats' }, files)
  const [row] = await rowsOf(db)
  expect(row).toMatchObject({ item_id: itemID, room_id: roomID, filled: 1, notes: ' two coats ' })
  expect(row?.vals).toMatch(/^ sw7008 7008 sw =sw7008(?:·\d)+ $/)
  expect(row?.files).toBe(' guidepdf pdf manualpdf ')
  await user.must(updateItem, { body: { itemID, inputs: { field1: 'Oak', notes: '' } } })
  expect(await rowsOf(db)).toMatchObject([{ filled: 1, notes: '', files: ' guidepdf pdf manualpdf ' }])
  expect((await rowsOf(db))[0]?.vals).toMatch(/^ oak =oak(?:·\d)+ $/)
  expect(await db.selectFrom('items_without_words').selectAll().execute()).toEqual([])
})

test('words are deleted and moved with their item', async () => {
  const { db, user, projectID, roomID } = await start()
  const other = await user.newRoom(projectID)
  const itemID = await user.newItem(projectID, roomID, { field1: 'Oak' })
  await db.updateTable('items').set({ room_id: other }).where('id', '=', itemID).execute()
  expect(await rowsOf(db)).toMatchObject([{ item_id: itemID, room_id: other }])
  const { trashID } = await user.must(deleteProject, { query: { projectID } })
  await user.must(deletePermanently, { query: { trashID } })
  expect(await rowsOf(db)).toEqual([])
})

test('items changed by an older server without words and titles are listed, and get them', async () => {
  const { db, user, projectID, roomID } = await start()
  const itemID = await user.newItem(projectID, roomID, { field1: 'Oak' })
  const listed = async () =>
    (await db.selectFrom('items_without_words').selectAll().execute()).map((row) => row.item_id)
  const change = (client: Pick<Database, 'updateTable'>, field1: string) =>
    client.updateTable('items').set({ field1 }).where('id', '=', itemID).execute()
  await change(db, 'Elm')
  expect(await listed()).toEqual([])
  if (ENGINE === 'SQLite') return
  await db.connection().execute(async (old) => {
    await sql`set roomfolio.words = ''`.execute(old)
    await change(unscoped(old), 'Ash')
    await sql`set roomfolio.words = '1'`.execute(old)
  })
  expect(await listed()).toEqual([itemID])
  await makeMissingWords(db)
  expect((await rowsOf(db))[0]?.vals).toContain(' ash ')
  expect(await db.selectFrom('items').select('title').execute()).toEqual([{ title: 'Ash' }])
  expect(await listed()).toEqual([])
})

test('an item with pending words is found, and a rebuild makes the words of all', async () => {
  const { db, newUser, user, projectID, roomID } = await start()
  const itemID = await user.newItem(projectID, roomID, { field1: 'Zephyr' })
  const stranger = await newUser('stranger')
  const theirs = await stranger.newProject()
  await stranger.newItem(theirs, await stranger.newRoom(theirs), { field1: 'Mistral' })
  const words = await rowsOf(db)
  const waiting = () => db.selectFrom('items_without_words').selectAll().execute()

  // The state after an upgrade or a restore.
  await db.deleteFrom('item_words').execute()
  await listAllWithoutWords(db)
  const { groups } = await user.must(search, { query: { q: 'zephyr' } })
  expect(groups.flatMap(({ rooms }) => rooms.flatMap(({ items }) => items.map((item) => item.itemID)))).toEqual([
    itemID,
  ])
  expect(await waiting()).toHaveLength(1)

  await listAllWithoutWords(db)
  await makeMissingWords(db)
  expect(await rowsOf(db)).toEqual(words)
  expect(await waiting()).toEqual([])
})
