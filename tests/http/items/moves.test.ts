import { expect, test } from 'vitest'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { getHistory } from '../../../src/shared/history/history.api.ts'
import { createItem, filesJSON, getItem, listItems, updateItem } from '../../../src/shared/items/items.api.ts'
import { moveItems } from '../../../src/shared/items/bulk/moves.api.ts'
import { createRoom, deleteRoom } from '../../../src/shared/projects/rooms.api.ts'
import { search } from '../../../src/shared/search/search.api.ts'
import { addMember } from '../../support/members.ts'
import { sentenceOf } from '../../support/problems.ts'
import { roomTypeID, startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'

const NOBODYS = Number.MAX_SAFE_INTEGER

/** A kitchen with two items, the first with a file, and an empty galley. */
const startWithItems = async () => {
  const started = await startTestApp()
  const robin = await started.newUser('robin')
  const projectID = await robin.newProject()
  const kitchen = await robin.newRoom(projectID)
  const galley = await robin.newRoom(projectID, 'Galley')
  const [file] = await robin.upload([{ name: 'manual.txt', bytes: Buffer.from('Turn the lever.') }])
  const files = filesJSON([{ name: 'manual.txt', remote: file?.remote ?? '' }])
  const itemIDs = [
    await robin.newItem(projectID, kitchen, { field1: 'Castellan', notes: 'left of the sink' }, files),
    await robin.newItem(projectID, kitchen, { field1: 'Harbor' }),
  ]
  return { ...started, robin, projectID, kitchen, galley, itemIDs, first: itemIDs[0] ?? 0 }
}

const idsIn = async (user: Client, roomID: number) =>
  (await user.must(listItems, { query: { roomID } })).map(({ itemID }) => itemID)

test('items move to another room with their contents, and back', async () => {
  const { robin, projectID, kitchen, galley, itemIDs, first } = await startWithItems()
  const before = await robin.must(getItem, { query: { itemID: first } })
  const moved = await robin.must(moveItems, { body: { itemIDs, roomID: galley } })
  expect(moved).toEqual({
    itemIDs,
    skipped: [],
    eventID: expect.any(Number),
    message: 'Moved 2 items to room "Galley"',
  })
  expect([await idsIn(robin, kitchen), await idsIn(robin, galley)]).toEqual([[], itemIDs])
  expect(await robin.must(getItem, { query: { itemID: first } })).toEqual({
    ...before,
    roomID: galley,
    roomName: 'Galley',
  })
  const { groups } = await robin.must(search, { query: { q: 'castellan left' } })
  expect(groups[0]?.rooms.map(({ roomID }) => roomID)).toEqual([galley])
  // A user who opened the item before the move can still save it.
  await robin.must(updateItem, { body: { itemID: first, inputs: { field1: 'Castle' }, version: before.version } })

  const [, entry, older] = (await robin.must(getActivity, { query: { projectID } })).events
  expect(entry).toMatchObject({ kind: 'items moved', item: null, is: '2 items to Galley' })
  expect(older?.kind).toBe('item created')
  const { events } = await robin.must(getHistory, { query: { itemID: first } })
  expect(events[1]).toMatchObject({ kind: 'item moved', was: 'Kitchen', is: 'Galley' })

  const back = await robin.must(moveItems, { body: { itemIDs: [first], roomID: kitchen } })
  expect(back.message).toBe('Moved "Castle" to room "Kitchen"')
  expect([await idsIn(robin, kitchen), await idsIn(robin, galley)]).toEqual([[first], itemIDs.slice(1)])
})

test('a move is refused with the items that do not fit the room, unless the caller skips them', async () => {
  const { robin, projectID, kitchen, itemIDs, first } = await startWithItems()
  const roomType = await roomTypeID(robin, 'Bedroom')
  const { roomID } = await robin.must(createRoom, { body: { projectID, roomType, roomName: 'Bedroom' } })
  for (const skip of [false, true]) {
    const { problem } = await robin.call(moveItems, { body: { itemIDs: [first], roomID, skip } })
    expect(problem).toMatchObject({
      ...{ statusCode: 409, code: 'no_place_for_items' },
      message: sentenceOf('no_place_for_items', { names: 'Castellan' }),
      items: [{ itemID: first, title: 'Castellan' }],
    })
  }
  expect(await idsIn(robin, kitchen)).toEqual(itemIDs)

  const bath = await robin.must(createRoom, {
    body: { projectID, roomType: await roomTypeID(robin, 'Bathroom'), roomName: 'Bath' },
  })
  const appliance = await subcategoryIDs(robin, 'Kitchen', 'Appliances', 'Refrigerator')
  const { itemID } = await robin.must(createItem, {
    body: { projectID, roomID: kitchen, ...appliance, inputs: { field1: 'Boreal' } },
  })
  const body = { itemIDs: [itemID, ...itemIDs], roomID: bath.roomID }
  expect((await robin.call(moveItems, { body })).problem.code).toBe('no_place_for_items')
  const moved = await robin.must(moveItems, { body: { ...body, skip: true } })
  expect([moved.itemIDs, moved.skipped.map((each) => each.itemID)]).toEqual([itemIDs, [itemID]])
  expect([await idsIn(robin, kitchen), await idsIn(robin, bath.roomID)]).toEqual([[itemID], itemIDs])
})

test('1 to 500 distinct items of the project move, and none if one is wrong', async () => {
  const { robin, newUser, kitchen, galley, itemIDs, first } = await startWithItems()
  const elsewhere = await robin.newProject('Elm Street')
  const other = await robin.newItem(elsewhere, await robin.newRoom(elsewhere))
  const sam = await newUser('sam_e')
  const theirs = await sam.newProject('Birch Lane')
  const strangers = await sam.newItem(theirs, await sam.newRoom(theirs))
  for (const [ids, reason] of [
    [[], '1 to 500'],
    [Array.from({ length: 501 }, (_, at) => at + 1), '1 to 500'],
    [[first, first], 'once'],
    [[first, other], 'project of the room'],
  ] as const) {
    const { problem } = await robin.call(moveItems, { body: { itemIDs: [...ids], roomID: galley } })
    expect(problem).toMatchObject({ statusCode: 400, fields: { itemIDs: expect.stringContaining(reason) } })
  }
  for (const gone of [NOBODYS, strangers])
    for (const ids of [[gone], [first, gone], [gone, first]]) {
      const { problem } = await robin.call(moveItems, { body: { itemIDs: ids, roomID: galley } })
      expect(problem, `${ids}`).toMatchObject({ statusCode: 404, code: 'not_found' })
    }
  await robin.must(deleteRoom, { query: { roomID: galley } })
  expect((await robin.call(moveItems, { body: { itemIDs, roomID: galley } })).status).toBe(404)
  expect(await idsIn(robin, kitchen)).toEqual(itemIDs)
  expect(await robin.must(moveItems, { body: { itemIDs, roomID: kitchen } })).toMatchObject({
    itemIDs: [],
    eventID: null,
  })
})

test('a move needs writing, and takes the same number of statements for any number of items', async () => {
  const { robin, newUser, services, statements, projectID, kitchen, galley, itemIDs } = await startWithItems()
  const casey = await newUser('casey')
  await addMember(services.db, projectID, 'casey', 'viewer')
  expect((await casey.call(moveItems, { body: { itemIDs, roomID: galley } })).problem.code).toBe('not_allowed')
  await addMember(services.db, projectID, 'casey', 'editor')
  const count = async (roomID: number) => {
    const before = statements()
    await casey.must(moveItems, { body: { itemIDs, roomID } })
    return statements() - before
  }
  const few = await count(galley)
  for (let n = 0; n < 6; n++) itemIDs.push(await robin.newItem(projectID, galley, { field1: `${n}` }))
  expect(await count(kitchen)).toBe(few)
  expect(await idsIn(robin, kitchen)).toEqual(itemIDs)
})
