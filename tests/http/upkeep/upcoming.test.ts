import { expect, test } from 'vitest'
import { copyItem, copyProject } from '../../../src/shared/items/bulk/copies.api.ts'
import {
  createItem,
  deleteItem,
  getItem,
  listItems,
  updateItem,
  type ItemInputs,
} from '../../../src/shared/items/items.api.ts'
import { moveItems } from '../../../src/shared/items/bulk/moves.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { createRoom, deleteRoom, listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { exportStructure } from '../../../src/shared/structure/structure-file.api.ts'
import { getSubcategoryUse, listProperties, setLabels } from '../../../src/shared/structure/labels.api.ts'
import { listFields } from '../../../src/shared/structure/room-structure.api.ts'
import { createTask } from '../../../src/shared/upkeep/tasks.api.ts'
import { saveAsTemplate } from '../../../src/shared/items/bulk/templates.api.ts'
import { deletePermanently, restore } from '../../../src/shared/history/trash.api.ts'
import { COMING_AT_ONCE, getUpcoming, OVER_AT_ONCE } from '../../../src/shared/upkeep/upcoming.api.ts'
import { migrations } from '../../../src/server/platform/db/migrations/index.ts'
import type { Database } from '../../../src/server/platform/db/database.ts'
import { unscoped } from '../../../src/server/platform/db/access/unscoped.ts'
import { makeMissingWords } from '../../../src/server/search/words-of-items.repo.ts'
import { pictureOf } from '../../support/sample-pictures.ts'
import { addMember } from '../../support/members.ts'
import { roomTypeID, startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'

const TODAY = '2031-01-30'
const DAY = 24 * 60 * 60_000

const start = async () => {
  const started = await startTestApp()
  const user = await started.newUser('robin')
  const projectID = await user.newProject()
  const roomID = await user.newRoom(projectID)
  // A faucet has its warranty in the last field.
  const newItem = (expires: string, inputs: ItemInputs = {}, files?: string) =>
    user.newItem(projectID, roomID, { field1: 'Castellan', field6: expires, ...inputs }, files)
  return { ...started, user, projectID, roomID, newItem }
}

const upcoming = (client: Client, more: { projectID?: number; after?: string; before?: string; today?: string } = {}) =>
  client.must(getUpcoming, { query: { today: TODAY, ...more } })

/** To be inserted again as another item. */
const rowLike = async (db: Database, itemID: number) => {
  const items = unscoped(db).selectFrom('items').where('id', '=', itemID)
  const { id: _, ...row } = await items.selectAll().executeTakeFirstOrThrow()
  return row
}

/** Its contents, in short: ends, then those that are over. */
const seen = async (client: Client, more: { projectID?: number; today?: string } = {}) => {
  const { coming, over } = await upcoming(client, more)
  return [coming, over].map((list) => list.map(({ day, itemID }) => `${day} ${itemID}`))
}

test('a save with an ambiguous date, or a duration without a start, answers with its label', async () => {
  const { newUser } = await startTestApp()
  const robin = await newUser('robin')
  const projectID = await robin.newProject()
  const roomID = await robin.newRoom(projectID, 'Kitchen')
  const ids = await subcategoryIDs(robin, 'Kitchen', 'Appliances', 'Refrigerator')
  const body = { projectID, roomID, ...ids, inputs: { field6: '03/04/2031' } }
  const { itemID, unclear } = await robin.must(createItem, { body })
  expect(unclear).toEqual(['Warranty Expires'])
  const saved = async (inputs: ItemInputs) => (await robin.must(updateItem, { body: { itemID, inputs } })).unclear
  expect(await saved({ field6: '2 years' })).toEqual(['Warranty Expires'])
  expect(await saved({ field5: '2024-01-02' })).toBeUndefined()
  const { over } = await robin.must(getUpcoming, { query: { itemID, today: '2031-01-01' } })
  expect(over).toMatchObject([{ day: '2026-01-02', value: '2 years' }])
  expect(await saved({ field6: 'Lifetime' })).toBeUndefined()
})

test('ends of all homes are listed soonest first, then those that are over, latest first', async () => {
  const { user, projectID, roomID, newItem } = await start()
  const [file, other, photo] = await user.upload([
    { name: 'a.txt', bytes: Buffer.from('a') },
    { name: 'b.txt', bytes: Buffer.from('b') },
    { name: 'c.png', bytes: await pictureOf('red', 'png') },
  ])
  const files = JSON.stringify({
    ...{ 'warranty-certificate.txt': other?.remote, 'Hatch receipt.txt': file?.remote, 'c.png': photo?.remote },
  })
  const today = await newItem('Jan 30, 2031', { field2: 'K-77', notes: 'Call Hatch at (555) 010-0122.' }, files)
  const later = await newItem('2036')
  const soon = await newItem('until Feb 2031', {}, JSON.stringify({ 'warranty_certificate.txt': other?.remote }))
  const yesterday = await newItem('29.1.2031')
  const before = await newItem('12/24/2027')
  await newItem('Lifetime')
  await newItem('')
  const cottage = await user.newProject('Lakeside Cottage')
  const bath = await user.newRoom(cottage, 'Bath')
  const there = await user.newItem(cottage, bath, { field1: 'Aldous', field6: '2031-02-01' })

  const all = await upcoming(user)
  expect([all.today, all.later, all.earlier]).toEqual([TODAY, null, null])
  expect(all.coming.map(({ day, itemID }) => [day, itemID])).toEqual([
    ['2031-01-30', today],
    ['2031-02-01', there],
    ['2031-02-28', soon],
    ['2036-12-31', later],
  ])
  expect(all.over.map(({ day, itemID }) => [day, itemID])).toEqual([
    ['2031-01-29', yesterday],
    ['2027-12-24', before],
  ])
  expect(all.coming[0]).toEqual({
    ...{ day: '2031-01-30', label: 'Warranty Expires', value: 'Jan 30, 2031' },
    ...{ itemID: today, title: 'Castellan K-77', sample: null, subCatName: 'Faucet' },
    ...{ roomID, roomName: 'Kitchen', projectID, projectName: 'Maple Street' },
    paper: { name: 'Hatch receipt.txt', remote: file?.remote },
    phone: '(555) 010-0122',
    picture: photo?.remote,
  })
  expect(all.coming[1]).toMatchObject({ projectName: 'Lakeside Cottage', roomName: 'Bath', paper: null, phone: null })
  expect(all.coming[2]?.paper).toEqual({ name: 'warranty_certificate.txt', remote: other?.remote })

  expect(await seen(user, { projectID: cottage })).toEqual([[`2031-02-01 ${there}`], []])
  expect(await seen(user, { projectID: cottage, today: '2031-02-02' })).toEqual([[], [`2031-02-01 ${there}`]])
})

test("without a day the server's clock decides what is over", async () => {
  const { user, clock, newItem } = await start()
  const day = (after: number) => new Date(clock.now().getTime() + after * DAY).toISOString().slice(0, 10)
  const [today, yesterday] = [await newItem(day(0)), await newItem(day(-1))]
  expect(await user.must(getUpcoming, { query: {} })).toMatchObject({
    ...{ today: day(0), coming: [{ itemID: today }], over: [{ itemID: yesterday }] },
  })
})

test('permits, service records, alarms and warranties that are items end, too', async () => {
  const { user, projectID } = await start()
  const roomType = await roomTypeID(user, 'Whole House')
  const { roomID } = await user.must(createRoom, { body: { projectID, roomName: 'Whole House', roomType } })
  const kinds = [
    ['Records', 'Warranty', 'End Date'],
    ['Records', 'Service Record', 'Next Due'],
    ['Records', 'Permit / Certificate', 'Final / Expiry Date'],
    ['Lighting & Electrical', 'Smoke / CO Alarm', 'Replace By'],
  ] as const
  for (const [category, subcategory, label] of kinds) {
    const ids = await subcategoryIDs(user, 'Whole House', category, subcategory)
    const labels = await user.must(listFields, { query: { subCatID: ids.subcatID } })
    const slot = labels.find((each) => each.label === label)?.field ?? 'field1'
    // Other dates do not end.
    const inputs = Object.fromEntries(labels.map(({ field }) => [field, '2040-01-01']))
    await user.must(createItem, { body: { projectID, roomID, ...ids, inputs: { ...inputs, [slot]: '2031-05-01' } } })
  }
  const { coming } = await upcoming(user)
  expect(coming.map(({ day, label }) => [day, label])).toEqual(kinds.map(([, , label]) => ['2031-05-01', label]))
})

test('an ambiguous or invalid date stays as written and is not listed', async () => {
  const { user, newItem } = await start()
  const others = ['03.04.2031', '3.4.31', '30.1.31', '5. listopada 2031']
  for (const written of [...others, '03/04/2031', 'Lifetime', '10 years', ' Feb 30, 2031 ', 'x'.repeat(100)]) {
    const itemID = await newItem(written)
    expect((await user.must(getItem, { query: { itemID } })).field6).toBe(written)
  }
  const itemID = await newItem(' jan  30 ’31')
  expect((await user.must(getItem, { query: { itemID } })).field6).toBe(' jan  30 ’31')
  expect(await seen(user)).toEqual([[`2031-01-30 ${itemID}`], []])
})

test('days follow saves, moves, copies, changed labels and their undoing', async () => {
  const { user, newUser, projectID, roomID, newItem } = await start()
  const admin = await newUser('admin', [Role.Admin])
  const itemID = await newItem('2031-05-01')
  await user.must(updateItem, { body: { itemID, inputs: { field6: 'May 2 2031' } } })
  expect(await seen(user)).toEqual([[`2031-05-02 ${itemID}`], []])
  await user.must(updateItem, { body: { itemID, inputs: { field1: 'Marlow' } } })
  expect(await seen(user)).toEqual([[`2031-05-02 ${itemID}`], []])

  await user.must(copyItem, { body: { itemID, roomIDs: [roomID] } })
  const copy = (await upcoming(user)).coming.at(-1)?.itemID ?? 0
  const attic = await user.newRoom(projectID, 'Attic')
  await user.must(moveItems, { body: { itemIDs: [copy], roomID: attic } })
  expect(await seen(user)).toEqual([[`2031-05-02 ${itemID}`, `2031-05-02 ${copy}`], []])
  await user.must(updateItem, { body: { itemID: copy, inputs: { field6: '' } } })
  expect(await seen(user)).toEqual([[`2031-05-02 ${itemID}`], []])

  const { projectID: second } = await user.must(copyProject, { body: { projectID, name: 'Second' } })
  const [ofSecond] = (await upcoming(user, { projectID: second })).coming
  expect(ofSecond).toMatchObject({ day: '2031-05-02', projectName: 'Second' })

  const { subcatID } = await subcategoryIDs(user, 'Kitchen', 'Plumbing', 'Faucet')
  const { properties } = await admin.must(listProperties, {})
  const propID = (name: string) => properties.find(({ propName }) => propName === name)?.propID ?? 0
  const labels = await user.must(listFields, { query: { subCatID: subcatID } })
  const now = labels.map((label) => label.propID)
  const purchased = [...now.slice(0, 5), propID('Purchase Date')]
  await admin.must(setLabels, { body: { subcatID, fields: purchased, confirmed: true } })
  expect(await seen(user)).toEqual([[], []])
  await admin.must(setLabels, { body: { subcatID, fields: now, confirmed: true } })
  expect(await seen(user, { projectID })).toEqual([[`2031-05-02 ${itemID}`], []])
  expect((await admin.must(getSubcategoryUse, { query: { subcatID } })).items).toBe(4)
  expect((await admin.must(exportStructure, {})).subcategories.Faucet?.at(-1)).toBe('Warranty Expires')
})

test('older values are read once by the job that indexes words, and so are saves of an older server', async () => {
  const { user, services, newItem } = await start()
  const itemID = await newItem('2031-05-01')
  const { db } = services
  const forget = () => unscoped(db).updateTable('items').set({ ends: '' }).execute()
  await forget()
  expect(await seen(user)).toEqual([[], []])
  await unscoped(db).insertInto('items_without_words').values({ item_id: itemID }).execute()
  await makeMissingWords(db)
  expect(await seen(user)).toEqual([[`2031-05-01 ${itemID}`], []])
  expect((await user.must(getItem, { query: { itemID } })).version).toBe(1)

  // The previous version read this as April 3.
  const dotted = await newItem('03.04.2031')
  await unscoped(db)
    .updateTable('items')
    .set({ ends: '[{"slot":6,"day":"2031-04-03"}]' })
    .where('id', '=', dotted)
    .execute()
  expect((await seen(user))[0]).toContain(`2031-04-03 ${dotted}`)
  await migrations['0038-dates-for-all']?.up(db)
  await makeMissingWords(db)
  expect(await seen(user)).toEqual([[`2031-05-01 ${itemID}`], []])
})

test('ends of unreadable homes and of things in the trash are hidden', async () => {
  const { user, services, newUser, projectID, roomID, newItem } = await start()
  const itemID = await newItem('2031-05-01')
  const [viewer, stranger] = [await newUser('avery'), await newUser('casey')]
  await addMember(services.db, projectID, 'avery', 'viewer')
  const its = [[`2031-05-01 ${itemID}`], []]
  expect(await seen(viewer)).toEqual(its)
  expect(await seen(stranger)).toEqual([[], []])
  expect((await stranger.call(getUpcoming, { query: { projectID } })).status).toBe(404)
  expect((await stranger.call(getUpcoming, { query: { projectID: 4_000_000 } })).status).toBe(404)

  const { trashID } = await user.must(deleteItem, { query: { itemID } })
  expect(await seen(viewer)).toEqual([[], []])
  expect(await seen(user, { projectID })).toEqual([[], []])
  await user.must(restore, { body: { trashID } })
  expect(await seen(viewer)).toEqual(its)
  const room = await user.must(deleteRoom, { query: { roomID } })
  expect(await seen(viewer)).toEqual([[], []])
  await user.must(deletePermanently, { query: { trashID: room.trashID } })
  const left = await unscoped(services.db).selectFrom('item_ends').selectAll().execute()
  expect(left).toEqual([])
})

test('an item lists only its own, and nothing if it is absent, in the trash or of others', async () => {
  const { user, newUser, statements, projectID, newItem } = await start()
  const [faucet, other] = [await newItem('2031-05-01'), await newItem('2031-05-02')]
  const over = await newItem('2030-05-01')
  const task = (name: string, at: object) =>
    user.must(createTask, { body: { projectID, ...at, inputs: { name, day: '2031-02-01', repeats: null } } })
  await task('Change Cartridge', { itemID: faucet })
  await task('Flush Lines', {})
  const of = async (itemID: number, more: { projectID?: number } = {}) => {
    const { coming, tasks, over } = await user.must(getUpcoming, { query: { today: TODAY, itemID, ...more } })
    return [coming.map(({ day }) => day), tasks.map(({ name }) => name), over.map(({ day }) => day)]
  }
  const before = statements()
  expect(await of(faucet)).toEqual([['2031-05-01'], ['Change Cartridge'], []])
  // The second is that of the session.
  expect(statements() - before).toBe(2)
  expect(await of(faucet, { projectID })).toEqual([['2031-05-01'], ['Change Cartridge'], []])
  expect(await of(other)).toEqual([['2031-05-02'], [], []])
  expect(await of(over)).toEqual([[], [], ['2030-05-01']])
  expect(await of(await newItem(''))).toEqual([[], [], []])

  const { projectID: templateID } = await user.must(saveAsTemplate, { body: { projectID } })
  const [room] = (await user.must(listRooms, { query: { projectID: templateID } }))?.rooms ?? []
  const [kept] = (await user.must(listItems, { query: { roomID: room?.ID ?? 0 } })) ?? []
  const ofTemplate = await user.must(getUpcoming, { query: { today: TODAY, itemID: kept?.itemID ?? 0 } })
  expect(ofTemplate).toMatchObject({ coming: [], tasks: [], over: [], template: true })

  const cottage = await user.newProject('Lakeside Cottage')
  const [casey, gone] = [await newUser('casey'), await newItem('2031-05-03')]
  await user.must(deleteItem, { query: { itemID: gone } })
  const asked = [
    user.call(getUpcoming, { query: { itemID: faucet, projectID: cottage } }),
    user.call(getUpcoming, { query: { itemID: gone } }),
    user.call(getUpcoming, { query: { itemID: 4_000_000 } }),
    casey.call(getUpcoming, { query: { itemID: faucet } }),
  ]
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
})

test('a hundred future and fifty past ends come per page, each exactly once', async () => {
  const { user, services, newItem } = await start()
  const first = await newItem('2031-05-01')
  const { db } = services
  const row = await rowLike(db, first)
  const days = (count: number, year: number) =>
    Array.from({ length: count }, (_each, n) => `${year}-0${1 + (n % 3)}-0${1 + (n % 7)}`)
  const rows = [...days(COMING_AT_ONCE + 20, 2032), ...days(OVER_AT_ONCE + 20, 2029)].map((day) => ({
    ...row,
    ends: JSON.stringify([{ slot: 6, day }]),
  }))
  await unscoped(db).insertInto('items').values(rows).execute()

  const one = await upcoming(user)
  expect([one.coming.length, one.over.length]).toEqual([COMING_AT_ONCE, OVER_AT_ONCE])
  const rest = await upcoming(user, { after: one.later ?? '' })
  expect([rest.coming.length, rest.later, rest.over, rest.earlier]).toEqual([21, null, [], null])
  const before = await upcoming(user, { before: one.earlier ?? '' })
  expect([before.over.length, before.earlier, before.coming, before.later]).toEqual([20, null, [], null])

  const coming = [...one.coming, ...rest.coming].map(({ day, itemID }) => `${day} ${`${itemID}`.padStart(9, '0')}`)
  expect(coming).toEqual([...new Set(coming)].sort())
  const over = [...one.over, ...before.over].map(({ day, itemID }) => `${day} ${`${itemID}`.padStart(9, '0')}`)
  expect(over).toEqual([...new Set(over)].sort().reverse())
  expect([coming.length, over.length]).toEqual([COMING_AT_ONCE + 21, OVER_AT_ONCE + 20])
})

test('a page has a hundred, regardless of ends and tasks in the trash before them', async () => {
  const { user, services, projectID, roomID, newItem } = await start()
  const first = await newItem('2031-05-01')
  const { db } = services
  const row = await rowLike(db, first)
  const ending = (day: string, count: number) =>
    Array.from({ length: count }, () => ({ ...row, ends: JSON.stringify([{ slot: 6, day }]) }))
  const gone = await user.newRoom(projectID, 'Gone')
  const inRoom = ending('2031-02-01', COMING_AT_ONCE + 20).map((one) => ({ ...one, room_id: gone }))
  const inserted = [...inRoom, ...ending('2031-03-01', COMING_AT_ONCE + 5)]
  await unscoped(db).insertInto('items').values(inserted).execute()
  const task = { ...{ room_id: gone, item_id: null, note: '', every: 0, unit: 'day' as const, from_done: 0 } }
  const tasks = Array.from({ length: COMING_AT_ONCE + 20 }, (_each, n) => {
    const when = { day: '2031-02-02', starts: '2031-02-02', done_on: null, created_at: row.created_at }
    return { ...task, ...when, name: `Gone ${n}`, project_id: projectID }
  })
  await unscoped(db).insertInto('tasks').values(tasks).execute()
  const inputs = { name: 'Change Cartridge', day: '2031-02-03', repeats: null }
  await user.must(createTask, { body: { projectID, roomID, inputs } })
  await user.must(deleteRoom, { query: { roomID: gone } })

  const told = await upcoming(user)
  expect(told.tasks.map(({ name }) => name)).toEqual(['Change Cartridge'])
  expect([told.coming.length, told.coming.every(({ day }) => day === '2031-03-01')]).toEqual([COMING_AT_ONCE - 1, true])
  const rest = await upcoming(user, { after: told.later ?? '' })
  expect([rest.coming.length, rest.later]).toEqual([7, null])
})

test('it needs one statement for one home and for a hundred', async () => {
  const { user, statements, newItem } = await start()
  await newItem('2031-05-01')
  const count = async () => {
    const before = statements()
    const { coming } = await upcoming(user)
    return [coming.length, statements() - before]
  }
  // The second is that of the session.
  expect(await count()).toEqual([1, 2])
  for (let n = 0; n < 20; n++) {
    const home = await user.newProject(`Home ${n}`)
    await user.newItem(home, await user.newRoom(home), { field6: '2031-06-01' })
  }
  expect(await count()).toEqual([21, 2])
})

test.each([
  [{ today: '2031-02-30' }, 'today'],
  [{ today: 'tomorrow' }, 'today'],
  [{ after: '2031-01-30' }, 'after'],
  [{ before: '2031-01-30 0 7' }, 'before'],
])('an invalid day or place is refused by name: %j', async (query, field) => {
  const { user } = await start()
  const { status, problem } = await user.call(getUpcoming, { query })
  expect(status).toBe(400)
  expect(JSON.stringify(problem)).toContain(field)
})
