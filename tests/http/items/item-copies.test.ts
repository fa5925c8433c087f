import { describe, expect, test } from 'vitest'
import { deleteMyAccount } from '../../../src/shared/identity/account.api.ts'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { copyItem, copyProject, copyRoom } from '../../../src/shared/items/bulk/copies.api.ts'
import { getHistory } from '../../../src/shared/history/history.api.ts'
import {
  deleteItem,
  deleteItemFile,
  getItem,
  listItems,
  updateItem,
  updateItemFile,
} from '../../../src/shared/items/items.api.ts'
import { removeMember } from '../../../src/shared/sharing/members.api.ts'
import { deleteProject } from '../../../src/shared/projects/projects.api.ts'
import { createRoom, deleteRoom, listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { listAllWithoutWords } from '../../../src/server/search/words-of-items.repo.ts'
import { DAY } from '../../../src/server/platform/lib/clock.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { addMember } from '../../support/members.ts'
import { problemWith } from '../../support/problems.ts'
import { PASSWORD, roomTypeID, signIn } from '../../support/test-app.ts'
import { NOBODYS, startWithFaucet, bytesOf, found, deleteThroughTrash } from './copied-items.ts'

describe('copying an item', () => {
  test('makes a copy in each room, with values, notes, swatch, title and files, sharing their bytes', async () => {
    const { robin, projectID, roomID, itemID, countBlobs } = await startWithFaucet()
    const rooms: number[] = []
    for (const name of ['Galley', 'Scullery', 'Bar']) rooms.push(await robin.newRoom(projectID, name))
    const blobs = await countBlobs()
    const { itemIDs, skipped, message } = await robin.must(copyItem, { body: { itemID, roomIDs: [...rooms, roomID] } })
    expect([skipped, message]).toEqual([[], 'Copied "Castellan" into 4 rooms'])
    const { catName, subcatName, field1, field3, note, title, sample, labels } = await robin.must(getItem, {
      query: { itemID },
    })
    const was = { catName, subcatName, field1, field3, note, title, sample, labels }
    for (const [at, copy] of itemIDs.entries()) {
      const is = await robin.must(getItem, { query: { itemID: copy } })
      expect(is).toMatchObject({ ...was, itemID: copy, roomID: [...rooms, roomID][at], version: 1 })
      expect(is.attachments.map(({ name, caption }) => [name, caption])).toEqual([
        ['faucet.png', 'As built'],
        ['manual.txt', ''],
      ])
    }
    expect(await countBlobs()).toBe(blobs)
    expect((await robin.must(listItems, { query: { roomID } })).map((item) => item.itemID)).toEqual([
      itemID,
      itemIDs.at(-1),
    ])
  })

  test('can omit its files, also from search', async () => {
    const { robin, projectID, itemID } = await startWithFaucet()
    const galley = await robin.newRoom(projectID, 'Galley')
    const { itemIDs, message } = await robin.must(copyItem, { body: { itemID, roomIDs: [galley], files: false } })
    expect(message).toBe('Copied "Castellan" into room "Galley"')
    expect((await robin.must(getItem, { query: { itemID: itemIDs[0] ?? 0 } })).attachments).toEqual([])
    expect((await found(robin, 'castellan')).sort()).toEqual([itemID, ...itemIDs].sort())
    expect(await found(robin, 'as built')).toEqual([itemID])
  })

  test('makes the copy searchable, even before the original is indexed', async () => {
    const { robin, db, projectID, itemID } = await startWithFaucet()
    const roomIDs = [await robin.newRoom(projectID, 'Galley'), await robin.newRoom(projectID, 'Bar')]
    await db.deleteFrom('item_words').execute()
    await listAllWithoutWords(db)
    const { itemIDs } = await robin.must(copyItem, { body: { itemID, roomIDs } })
    for (const q of ['castellan', 'left sink', 'faucet png'])
      expect((await found(robin, q)).sort(), q).toEqual([itemID, ...itemIDs].sort())
  })

  test('is refused with the rooms that do not fit the subcategory, unless the caller skips them', async () => {
    const { robin, projectID, roomID, itemID } = await startWithFaucet()
    const roomType = await roomTypeID(robin, 'Bedroom')
    const { roomID: bedroom } = await robin.must(createRoom, { body: { projectID, roomType, roomName: 'Bedroom' } })
    const lacking = [{ roomID: bedroom, roomName: 'Bedroom', items: [{ itemID, title: 'Castellan' }] }]
    for (const body of [
      { itemID, roomIDs: [roomID, bedroom] },
      { itemID, roomIDs: [bedroom], skip: true },
    ]) {
      const { problem } = await robin.call(copyItem, { body })
      expect(problem).toMatchObject({ ...problemWith('no_place_for_item', { names: 'Bedroom' }), rooms: lacking })
    }
    expect(await robin.must(listItems, { query: { roomID } })).toHaveLength(1)
    const { itemIDs, skipped } = await robin.must(copyItem, {
      body: { itemID, roomIDs: [bedroom, roomID], skip: true },
    })
    expect(skipped).toEqual(lacking)
    expect(itemIDs).toHaveLength(1)
  })

  test('accepts 1 to 100 distinct rooms of one project', async () => {
    const { robin, roomID, itemID } = await startWithFaucet()
    const elsewhere = await robin.newRoom(await robin.newProject('Elm Street'))
    for (const [roomIDs, sentence] of [
      [[], 'Choose 1 to 100 rooms.'],
      [Array.from({ length: 101 }, (_, at) => at + 1), 'Choose 1 to 100 rooms.'],
      [[roomID, roomID], 'Choose each room once.'],
      [[roomID, elsewhere], 'Choose rooms of one project.'],
    ] as const) {
      const { problem } = await robin.call(copyItem, { body: { itemID, roomIDs: [...roomIDs] } })
      expect(problem).toMatchObject({ statusCode: 400, fields: { roomIDs: sentence } })
    }
    expect(await robin.must(listItems, { query: { roomID } })).toHaveLength(1)
  })

  test('needs reading the source and writing the target; an absent room is a 404 anywhere in the list', async () => {
    const { robin, newUser, db, projectID, roomID, itemID } = await startWithFaucet()
    const casey = await newUser('casey')
    const own = await casey.newRoom(await casey.newProject('Birch Lane'))
    await addMember(db, projectID, 'casey', 'viewer')
    expect((await casey.call(copyItem, { body: { itemID, roomIDs: [roomID] } })).problem.code).toBe('not_allowed')
    const sam = await newUser('sam_e')
    const strangers = await sam.newRoom(await sam.newProject('Elm Street'))
    const problemOf = async (roomIDs: number[]) => {
      const { requestId: _, ...problem } = (await casey.call(copyItem, { body: { itemID, roomIDs } })).problem
      return problem
    }
    const notThere = { ...problemWith('not_found'), error: 'Not Found' }
    for (const there of [own, roomID])
      for (const gone of [NOBODYS, strangers])
        for (const roomIDs of [[gone], [there, gone], [gone, there]])
          expect(await problemOf(roomIDs), `${roomIDs}`).toEqual(notThere)
    expect(await robin.must(listItems, { query: { roomID } })).toHaveLength(1)
    const { itemIDs } = await casey.must(copyItem, { body: { itemID, roomIDs: [own] } })
    expect(await casey.must(getItem, { query: { itemID: itemIDs[0] ?? 0 } })).toMatchObject({ may: 'own', roomID: own })
  })
})

describe('a copy keeps its files', () => {
  test('when a file, the item or the room of the other is permanently deleted', async () => {
    for (const removesFirst of [true, false]) {
      const started = await startWithFaucet()
      const { app, services, clock, projectID, roomID, itemID, manual, countBlobs } = started
      let { robin } = started
      const blobs = await countBlobs()
      const galley = await robin.newRoom(projectID, 'Galley')
      const { itemIDs } = await robin.must(copyItem, { body: { itemID, roomIDs: [galley] } })
      const copy = { itemID: itemIDs[0] ?? 0, roomID: galley }
      const [goes, stays] = removesFirst ? [{ itemID, roomID }, copy] : [copy, { itemID, roomID }]
      await robin.must(deleteItemFile, { query: { itemID: goes.itemID, remote: manual } })
      await deleteThroughTrash(robin, 'manual.txt')
      await robin.must(deleteItem, { query: { itemID: goes.itemID } })
      await deleteThroughTrash(robin, 'Castellan')
      await robin.must(deleteRoom, { query: { roomID: goes.roomID } })
      await deleteThroughTrash(robin, removesFirst ? 'Kitchen' : 'Galley')
      clock.turn(2 * DAY)
      await sweep(services)
      robin = await signIn(app, 'robin')
      const { attachments } = await robin.must(getItem, { query: { itemID: stays.itemID } })
      expect(attachments.map(({ name }) => name)).toEqual(['faucet.png', 'manual.txt'])
      expect(await bytesOf(robin, manual)).toBe('Turn the lever.')
      expect(await countBlobs()).toBe(blobs)

      await robin.must(deleteItem, { query: { itemID: stays.itemID } })
      await deleteThroughTrash(robin, 'Castellan')
      expect(await countBlobs()).toBe(0)
    }
  })

  test('when the trash of the other expires', async () => {
    const { robin, services, clock, projectID, itemID, manual } = await startWithFaucet()
    const galley = await robin.newRoom(projectID, 'Galley')
    await robin.must(copyItem, { body: { itemID, roomIDs: [galley] } })
    await robin.must(deleteItem, { query: { itemID } })
    clock.turn(31 * DAY)
    await sweep(services)
    await sweep(services)
    const [copy] = await services.db.selectFrom('items').select('id').execute()
    expect(copy?.id).not.toBe(itemID)
    const stored = await services.db
      .selectFrom('uploads')
      .innerJoin('blobs', 'blobs.id', 'uploads.blob_id')
      .select('remote')
      .execute()
    expect(stored.map(({ remote }) => remote)).toContain(manual)
  })

  test.each(['the account that has the first', 'the account that has the copy'])(
    'when %s is deleted',
    async (which) => {
      const { app, robin, newUser, services, db, clock, projectID, manual, countBlobs } = await startWithFaucet()
      const casey = await newUser('casey')
      const userID = await addMember(db, projectID, 'casey', 'viewer')
      const copy = await casey.must(copyProject, { body: { projectID } })
      await robin.must(removeMember, { query: { projectID, userID } })
      const goes = which.endsWith('first') ? robin : casey
      await goes.must(deleteMyAccount, { body: { currentPass: PASSWORD } })
      clock.turn(2 * DAY)
      await sweep(services)
      const stays = await signIn(app, goes === robin ? 'casey' : 'robin')
      expect(await bytesOf(stays, manual)).toBe('Turn the lever.')

      const left = which.endsWith('first') ? copy.projectID : projectID
      await stays.must(deleteProject, { query: { projectID: left } })
      await deleteThroughTrash(stays, 'Maple Street')
      expect(await countBlobs()).toBe(0)
    },
  )

  test('when the other renames a file or saves another value', async () => {
    const { robin, projectID, itemID, manual } = await startWithFaucet()
    const galley = await robin.newRoom(projectID, 'Galley')
    const { itemIDs } = await robin.must(copyItem, { body: { itemID, roomIDs: [galley] } })
    const copied = itemIDs[0] ?? 0
    await robin.must(updateItemFile, { body: { itemID: copied, remote: manual, inputs: { name: 'lever.txt' } } })
    await robin.must(updateItem, { body: { itemID: copied, inputs: { field3: 'Nickel' } } })
    const first = await robin.must(getItem, { query: { itemID } })
    expect([first.field3, first.attachments.map(({ name }) => name)]).toEqual(['Brass', ['faucet.png', 'manual.txt']])
  })
})

test('a copy into several rooms is one event with a part per copy', async () => {
  const { robin, projectID, roomID, itemID } = await startWithFaucet()
  const roomIDs = [await robin.newRoom(projectID, 'Galley'), await robin.newRoom(projectID, 'Bar')]
  const { itemIDs } = await robin.must(copyItem, { body: { itemID, roomIDs } })
  const [entry, before] = (await robin.must(getActivity, { query: { projectID } })).events
  expect(entry).toMatchObject({ kind: 'items copied', room: null, item: null, is: 'Castellan: Galley, Bar' })
  expect(before?.kind).toBe('room created')
  for (const copy of itemIDs) {
    const { events } = await robin.must(getHistory, { query: { itemID: copy } })
    expect(events.map(({ kind, is }) => [kind, is])).toEqual([['item copied', 'Castellan, from Kitchen']])
  }
  await robin.must(copyItem, { body: { itemID, roomIDs: [roomID] } })
  const [one] = (await robin.must(getActivity, { query: { projectID } })).events
  expect(one).toMatchObject({ kind: 'item copied', room: { roomID }, item: { title: 'Castellan' } })
})

test('a copy takes the same number of statements for any number of rooms and files', async () => {
  const { robin, statements, projectID, roomID, itemID } = await startWithFaucet()
  const count = async (call: () => Promise<unknown>) => {
    const before = statements()
    await call()
    return statements() - before
  }
  let names = 0
  const copyAll = async () => {
    const roomIDs = (await robin.must(listRooms, { query: { projectID } })).rooms.map(({ ID }) => ID)
    return {
      item: await count(() => robin.must(copyItem, { body: { itemID, roomIDs } })),
      room: await count(() => robin.must(copyRoom, { body: { roomID, toProjectID: projectID } })),
      project: await count(() => robin.must(copyProject, { body: { projectID, name: `Copy ${++names}` } })),
    }
  }
  await robin.newRoom(projectID, 'Galley')
  const few = await copyAll()
  for (let n = 0; n < 8; n++) await robin.newRoom(projectID, `Room ${n}`)
  expect(await copyAll()).toEqual(few)
})
