import { describe, expect, test } from 'vitest'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { copyItem } from '../../../src/shared/items/bulk/copies.api.ts'
import { getHistory } from '../../../src/shared/history/history.api.ts'
import { createItem, filesJSON, getItem, listItems, updateItem } from '../../../src/shared/items/items.api.ts'
import { createRoom, deleteRoom } from '../../../src/shared/projects/rooms.api.ts'
import { search } from '../../../src/shared/search/search.api.ts'
import { deleteItems, setLabel } from '../../../src/shared/items/bulk/bulk-changes.api.ts'
import { deletePermanently, listTrash, restore } from '../../../src/shared/history/trash.api.ts'
import { atMost } from '../../../src/shared/contract/text-rules.ts'
import { DAY } from '../../../src/server/platform/lib/clock.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { BRAND } from '../../support/cases.ts'
import { addMember } from '../../support/members.ts'
import { problemWith, sentenceOf } from '../../support/problems.ts'
import { roomTypeID, startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'

const NOBODYS = Number.MAX_SAFE_INTEGER

/** A kitchen with three faucets and a paint, and a galley with a faucet; the first has a file. */
const startWithItems = async () => {
  const started = await startTestApp()
  const robin = await started.newUser('robin')
  const projectID = await robin.newProject()
  const kitchen = await robin.newRoom(projectID)
  const galley = await robin.newRoom(projectID, 'Galley')
  const [file] = await robin.upload([{ name: 'manual.txt', bytes: Buffer.from('Turn the lever.') }])
  const remote = file?.remote ?? ''
  const files = filesJSON([{ name: 'manual.txt', remote }])
  const first = await robin.newItem(projectID, kitchen, { field1: 'Castellan', notes: 'left of the sink' }, files)
  const second = await robin.newItem(projectID, kitchen, { field1: 'Harbor' })
  const third = await robin.newItem(projectID, kitchen, { field1: 'Harrow' })
  const other = await robin.newItem(projectID, galley, { field1: 'Castellan' })
  const paintKind = await subcategoryIDs(robin, 'Kitchen', 'Paint', 'Wall Paint')
  const { itemID: paint } = await robin.must(createItem, {
    body: { projectID, roomID: kitchen, ...paintKind, inputs: { field2: 'Dry Sage' } },
  })
  return { ...started, robin, projectID, kitchen, galley, remote, first, second, third, other, paint }
}

const idsIn = async (user: Client, roomID: number) =>
  ((await user.call(listItems, { query: { roomID } })).body ?? []).map(({ itemID }) => itemID)
const found = async (user: Client, q: string): Promise<number[]> =>
  (await user.must(search, { query: { q } })).groups.flatMap(({ rooms }) =>
    rooms.flatMap(({ items }) => items.map(({ itemID }) => itemID)),
  )
const newest = async (user: Client, projectID: number) =>
  (await user.must(getActivity, { query: { projectID } })).events[0]

describe('items deleted together', () => {
  test('are one entry of the trash and one event, and are restored as one', async () => {
    const { robin, projectID, kitchen, galley, first, second, third, other, paint } = await startWithItems()
    const before = await robin.must(getItem, { query: { itemID: first } })
    const { trashID, message } = await robin.must(deleteItems, { body: { itemIDs: [third, first, other] } })
    expect(message).toBe('Deleted 3 items')
    expect([await idsIn(robin, kitchen), await idsIn(robin, galley)]).toEqual([[second, paint], []])
    expect(await found(robin, 'castellan')).toEqual([])
    expect(await robin.must(listTrash, {})).toMatchObject([
      { trashID, kind: 'items', name: '3 items', where: 'Maple Street', deletedBy: 'robin', may: 'own' },
    ])
    expect(await newest(robin, projectID)).toMatchObject({ kind: 'items deleted', item: null, was: '3 items' })

    expect((await robin.must(restore, { body: { trashID } })).message).toBe('Restored 3 items')
    expect([await idsIn(robin, kitchen), await idsIn(robin, galley)]).toEqual([[first, second, third, paint], [other]])
    expect(await robin.must(getItem, { query: { itemID: first } })).toEqual(before)
    expect((await found(robin, 'castellan')).sort()).toEqual([first, other])
    expect(await newest(robin, projectID)).toMatchObject({ kind: 'items restored', is: '3 items' })
    const { events } = await robin.must(getHistory, { query: { itemID: first } })
    expect(events.map(({ kind }) => kind)).toEqual(['item restored', 'item deleted', 'item created'])
    expect(await robin.must(listTrash, {})).toEqual([])
  })

  test('are listed with their room if they share one, and by name if there is one item', async () => {
    const { robin, first, second, third } = await startWithItems()
    await robin.must(deleteItems, { body: { itemIDs: [second, third] } })
    expect((await robin.must(deleteItems, { body: { itemIDs: [first] } })).message).toBe('Deleted item "Castellan"')
    expect(await robin.must(listTrash, {})).toMatchObject([
      { kind: 'item', name: 'Castellan', where: 'Maple Street > Kitchen' },
      { kind: 'items', name: '2 items', where: 'Maple Street > Kitchen' },
    ])
  })

  test('can be restored after the room of one of them', async () => {
    const { robin, galley, first, other } = await startWithItems()
    const { trashID } = await robin.must(deleteItems, { body: { itemIDs: [first, other] } })
    const room = await robin.must(deleteRoom, { query: { roomID: galley } })
    const { problem } = await robin.call(restore, { body: { trashID } })
    expect(problem).toMatchObject(problemWith('restore_parent_first', { kind: 'room', name: 'Galley' }))
    await robin.must(restore, { body: { trashID: room.trashID } })
    await robin.must(restore, { body: { trashID } })
    expect(await idsIn(robin, galley)).toEqual([other])
  })

  test('are permanently deleted as one with their bytes, with an event per item', async () => {
    const { robin, projectID, services, remote, first, second } = await startWithItems()
    const { trashID } = await robin.must(deleteItems, { body: { itemIDs: [first, second] } })
    expect((await robin.must(deletePermanently, { query: { trashID } })).message).toBe('Permanently deleted 2 items')
    expect(await newest(robin, projectID)).toMatchObject({ kind: 'items removed', was: '2 items' })
    const events = await services.db
      .selectFrom('events')
      .select('item_id')
      .where('kind', '=', 'item removed')
      .orderBy('id')
      .execute()
    expect(events.map(({ item_id }) => item_id)).toEqual([first, second])
    expect(await services.db.selectFrom('uploads').select('id').where('remote', '=', remote).execute()).toEqual([])
    expect((await robin.raw({ url: `/download/${remote}` })).statusCode).toBe(404)
  })

  test('are permanently deleted after 30 days, even if one of them was restored', async () => {
    const { robin, services, clock, kitchen, first, second, paint, third } = await startWithItems()
    await robin.must(deleteItems, { body: { itemIDs: [first, second] } })
    clock.turn(31 * DAY)
    await sweep(services)
    const left = await services.db.selectFrom('items').select('id').where('room_id', '=', kitchen).execute()
    expect(left.map(({ id }) => id).sort()).toEqual([third, paint].sort())
    const events = await services.db
      .selectFrom('events')
      .select(['kind', 'user_id', 'part_of'])
      .where('kind', 'in', ['item removed', 'items removed'])
      .orderBy('id')
      .execute()
    expect(events.map(({ kind, user_id, part_of }) => [kind, user_id, part_of !== null])).toEqual([
      ['items removed', null, false],
      ['item removed', null, true],
      ['item removed', null, true],
    ])
  })

  test('stay in the trash when the room of one of them is permanently deleted', async () => {
    const { robin, kitchen, galley, first, other, services } = await startWithItems()
    const { trashID } = await robin.must(deleteItems, { body: { itemIDs: [first, other] } })
    const room = await robin.must(deleteRoom, { query: { roomID: galley } })
    await robin.must(deletePermanently, { query: { trashID: room.trashID } })
    expect(await services.db.selectFrom('items').select('id').where('id', '=', other).execute()).toEqual([])
    expect((await robin.must(restore, { body: { trashID } })).message).toBe('Restored 1 item')
    expect(await idsIn(robin, kitchen)).toContain(first)
  })

  test('lose their entry with the last room', async () => {
    const { robin, galley, other, projectID } = await startWithItems()
    const further = await robin.newItem(projectID, galley, { field1: 'Lever' })
    await robin.must(deleteItems, { body: { itemIDs: [other, further] } })
    const room = await robin.must(deleteRoom, { query: { roomID: galley } })
    await robin.must(deletePermanently, { query: { trashID: room.trashID } })
    expect(await robin.must(listTrash, {})).toEqual([])
  })
})

describe('setting one label of several items', () => {
  test('works like a save: versions, titles, swatches and search follow', async () => {
    const { robin, projectID, kitchen, first, second, other, paint, third } = await startWithItems()
    const kind = await subcategoryIDs(robin, 'Kitchen', 'Paint', 'Wall Paint')
    const body = { projectID, roomID: kitchen, ...kind, inputs: { field2: 'Harbor Slate' } }
    const { itemID: slate } = await robin.must(createItem, { body })
    const labels = (await robin.must(getItem, { query: { itemID: paint } })).labels
    const colorName = labels.find(({ label }) => label === 'Color Name')?.propID ?? 0

    const set = await robin.must(setLabel, {
      body: { itemIDs: [first, second, other], propID: BRAND, value: 'Boreal' },
    })
    expect([set.itemIDs, set.skipped, set.message]).toEqual([
      [first, second, other],
      [],
      'Set Brand on 3 items to "Boreal"',
    ])
    for (const itemID of [first, second, other])
      expect(await robin.must(getItem, { query: { itemID } })).toMatchObject({
        ...{ field1: 'Boreal', title: 'Boreal', version: 2 },
      })
    expect((await robin.must(getItem, { query: { itemID: first } })).note).toBe('left of the sink')
    expect((await robin.must(getItem, { query: { itemID: third } })).version).toBe(1)
    expect((await found(robin, 'boreal')).sort()).toEqual([first, second, other].sort())
    expect(await found(robin, 'castellan')).toEqual([])
    expect(await found(robin, 'manual.txt boreal')).toEqual([first])

    await robin.must(setLabel, { body: { itemIDs: [paint, slate], propID: colorName, value: 'Dry Sage' } })
    const [one, two] = [
      await robin.must(getItem, { query: { itemID: paint } }),
      await robin.must(getItem, { query: { itemID: slate } }),
    ]
    expect([two.title, two.sample]).toEqual([one.title, one.sample])
    expect(one.version).toBe(1)

    expect((await newest(robin, projectID))?.kind).toBe('item changed')
    const { events } = await robin.must(getHistory, { query: { itemID: first } })
    expect(events[0]).toMatchObject({
      kind: 'item changed',
      changes: [{ label: 'Brand', before: 'Castellan', after: 'Boreal' }],
    })
  })

  test('empties it with an empty value, and changes nothing if all have the value', async () => {
    const { robin, projectID, first, second } = await startWithItems()
    const set = (value: string) => robin.must(setLabel, { body: { itemIDs: [first, second], propID: BRAND, value } })
    expect((await set('')).message).toBe('Cleared Brand on 2 items')
    expect(await newest(robin, projectID)).toMatchObject({ kind: 'items changed', is: 'Brand on 2 items: –' })
    expect((await robin.must(getItem, { query: { itemID: first } })).title).toBe('Faucet')
    expect(await set('')).toMatchObject({ itemIDs: [], eventID: null })
    expect((await robin.must(getItem, { query: { itemID: first } })).version).toBe(2)
  })

  test('is refused with the items that lack the label, unless the caller skips them', async () => {
    const { robin, first, paint } = await startWithItems()
    const [label] = (await robin.must(getItem, { query: { itemID: first } })).labels.filter(
      (each) => each.label === 'Cartridge / Valve Number',
    )
    const body = { itemIDs: [first, paint], propID: label?.propID ?? 0, value: 'C-1' }
    const { problem } = await robin.call(setLabel, { body })
    expect(problem).toMatchObject({
      ...{ statusCode: 409, code: 'no_such_label', items: [{ itemID: paint, title: 'Dry Sage' }] },
      message: sentenceOf('no_such_label', { names: 'Dry Sage' }),
    })
    expect((await robin.must(getItem, { query: { itemID: first } })).version).toBe(1)
    const set = await robin.must(setLabel, { body: { ...body, skip: true } })
    expect([set.itemIDs, set.skipped.map(({ itemID }) => itemID)]).toEqual([[first], [paint]])
    const none = await robin.call(setLabel, { body: { ...body, itemIDs: [paint], skip: true } })
    expect(none.problem.code).toBe('no_such_label')
    expect((await robin.call(setLabel, { body: { ...body, propID: NOBODYS } })).problem.code).toBe('no_such_label')
  })

  test('is a conflict for a user who saves an older version of an item', async () => {
    const { robin, first, second } = await startWithItems()
    await robin.must(setLabel, { body: { itemIDs: [first, second], propID: BRAND, value: 'Boreal' } })
    const { problem } = await robin.call(updateItem, {
      body: { itemID: first, inputs: { field1: 'Mine' }, version: 1 },
    })
    expect(problem).toMatchObject({ code: 'item_changed', current: { field1: 'Boreal' } })
  })

  test('refuses a value that is too long, and names it', async () => {
    const { robin, first } = await startWithItems()
    const { problem } = await robin.call(setLabel, {
      body: { itemIDs: [first], propID: BRAND, value: 'x'.repeat(256) },
    })
    expect(problem).toMatchObject({ statusCode: 400, fields: { value: atMost(255) } })
  })
})

describe('copying several items', () => {
  test('copies them into each room in order, as one event', async () => {
    const { robin, projectID, galley, first, second, other } = await startWithItems()
    const bar = await robin.newRoom(projectID, 'Bar')
    const { itemIDs, message } = await robin.must(copyItem, {
      body: { itemIDs: [second, first], roomIDs: [bar, galley] },
    })
    expect(message).toBe('Copied 2 items into 2 rooms')
    expect([await idsIn(robin, bar), await idsIn(robin, galley)]).toEqual([
      itemIDs.slice(0, 2),
      [other, ...itemIDs.slice(2)],
    ])
    const titles = (await robin.must(listItems, { query: { roomID: bar } })).map(({ title }) => title)
    expect(titles).toEqual(['Harbor', 'Castellan'])
    expect(await newest(robin, projectID)).toMatchObject({ kind: 'items copied', is: '2 items: Bar, Galley' })
  })

  test('is refused with the items that do not fit a room, unless the caller skips them there', async () => {
    const { robin, projectID, galley, first, paint } = await startWithItems()
    const roomType = await roomTypeID(robin, 'Bedroom')
    const { roomID: bedroom } = await robin.must(createRoom, { body: { projectID, roomType, roomName: 'Bedroom' } })
    const body = { itemIDs: [first, paint], roomIDs: [galley, bedroom] }
    const left = [{ roomID: bedroom, roomName: 'Bedroom', items: [{ itemID: first, title: 'Castellan' }] }]
    expect((await robin.call(copyItem, { body })).problem).toMatchObject({ code: 'no_place_for_item', rooms: left })
    const copied = await robin.must(copyItem, { body: { ...body, skip: true } })
    expect(copied.skipped).toEqual(left)
    expect([copied.itemIDs.length, (await idsIn(robin, bedroom)).length]).toEqual([3, 1])
  })

  test('makes at most 2,000 copies at once', async () => {
    const { robin, galley, first } = await startWithItems()
    const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
    for (const [body, limit] of [
      [{ roomIDs: [galley] }, 'one item or 1 to 500'],
      [{ itemID: first, itemIDs: [first], roomIDs: [galley] }, 'one item or 1 to 500'],
      [{ itemIDs: [], roomIDs: [galley] }, '1 to 500 items'],
      [{ itemIDs: numbers(41), roomIDs: numbers(50) }, '2000 copies'],
    ] as const) {
      const { problem } = await robin.send(copyItem, { body })
      expect(problem).toMatchObject({ statusCode: 400, fields: { itemIDs: expect.stringContaining(limit) } })
    }
  })
})

test.each([
  ['deleted', (itemIDs: number[]) => [deleteItems, { body: { itemIDs } }] as const],
  ['set', (itemIDs: number[]) => [setLabel, { body: { itemIDs, propID: BRAND, value: 'Boreal' } }] as const],
])('1 to 500 distinct items of one project are %s, and none if one is wrong', async (_, request) => {
  const { robin, newUser, kitchen, first } = await startWithItems()
  const elsewhere = await robin.newProject('Elm Street')
  const other = await robin.newItem(elsewhere, await robin.newRoom(elsewhere))
  const sam = await newUser('sam_e')
  const theirs = await sam.newProject('Birch Lane')
  const strangers = await sam.newItem(theirs, await sam.newRoom(theirs))
  const before = await robin.must(listItems, { query: { roomID: kitchen } })
  for (const [ids, sentence] of [
    [[], 'Choose 1 to 500 items.'],
    [Array.from({ length: 501 }, (_each, at) => at + 1), 'Choose 1 to 500 items.'],
    [[first, first], 'Choose each item once.'],
    [[first, other], 'Choose items of one project.'],
  ] as const) {
    const [endpoint, input] = request([...ids])
    const { problem } = await robin.send(endpoint, input)
    expect(problem).toMatchObject({ statusCode: 400, fields: { itemIDs: sentence } })
  }
  for (const gone of [NOBODYS, strangers])
    for (const ids of [[gone], [first, gone], [gone, first]]) {
      const [endpoint, input] = request(ids)
      const { problem } = await robin.send(endpoint, input)
      expect(problem, `${ids}`).toMatchObject({ statusCode: 404, code: 'not_found' })
    }
  expect(await robin.must(listItems, { query: { roomID: kitchen } })).toEqual(before)
})

test('each bulk change needs writing, and takes the same number of statements for any number of items', async () => {
  const { robin, newUser, services, statements, projectID, kitchen, galley, first, second, third } =
    await startWithItems()
  const casey = await newUser('casey')
  await addMember(services.db, projectID, 'casey', 'viewer')
  const bodies = { itemIDs: [first, second] }
  expect((await casey.call(deleteItems, { body: bodies })).problem.code).toBe('not_allowed')
  const refused = await casey.call(setLabel, { body: { ...bodies, propID: BRAND, value: 'x' } })
  expect(refused.problem.code).toBe('not_allowed')
  await addMember(services.db, projectID, 'casey', 'editor')
  const count = async (work: () => Promise<unknown>) => {
    const before = statements()
    await work()
    return statements() - before
  }
  const cost = async (itemIDs: number[]) => ({
    set: await count(() => casey.must(setLabel, { body: { itemIDs, propID: BRAND, value: `${itemIDs.length}` } })),
    copy: await count(() => casey.must(copyItem, { body: { itemIDs, roomIDs: [galley, kitchen] } })),
    delete: await count(() => casey.must(deleteItems, { body: { itemIDs } })),
  })
  const few = await cost([first, second])
  const many = [third]
  for (let n = 0; n < 7; n++) many.push(await robin.newItem(projectID, galley, { field1: `${n}` }))
  expect(await cost(many)).toEqual(few)
})
