import { describe, expect, test } from 'vitest'
import { copyRoom } from '../../../src/shared/items/bulk/copies.api.ts'
import {
  addItemFiles,
  createItem,
  deleteItem,
  getItem,
  listItems,
  updateItem,
} from '../../../src/shared/items/items.api.ts'
import { moveItems, moveRooms } from '../../../src/shared/items/bulk/moves.api.ts'
import { orderRooms } from '../../../src/shared/items/bulk/ordering.api.ts'
import { deleteProject } from '../../../src/shared/projects/projects.api.ts'
import { deleteRoom } from '../../../src/shared/projects/rooms.api.ts'
import { listTrash, restore } from '../../../src/shared/history/trash.api.ts'
import { addMember } from '../../support/members.ts'
import { subcategoryIDs } from '../../support/test-app.ts'
import { start, roomsIn, itemsIn, eventsOf, undone, notUndone, strays } from './moved-rooms.ts'

describe('undoing a move of rooms', () => {
  test('returns the rooms to their places, once, from either activity, and can itself be undone', async () => {
    const started = await start()
    const { robin, from, to, kitchen, first, second, move } = started
    const attic = await robin.newRoom(from, 'Attic')
    const bar = await robin.newRoom(from, 'Bar')
    await robin.must(orderRooms, { body: { projectID: from, roomIDs: [kitchen, bar, attic] } })
    await robin.must(deleteItem, { query: { itemID: second } })
    const moved = await move([attic, kitchen], to)
    expect(moved.message).toBe('Moved 2 rooms to project "Elm Street"')
    expect((await eventsOf(robin, to))[0]).toMatchObject({
      kind: 'rooms moved here',
      was: 'Maple Street',
      is: '2 rooms',
    })
    const [away] = await eventsOf(robin, from)
    expect(away).toMatchObject({ kind: 'rooms moved away', was: '2 rooms', is: 'Elm Street' })
    await robin.must(updateItem, { body: { itemID: first, inputs: { field1: 'Castle' } } })

    const back = await undone(robin, moved.eventID)
    expect(back).toMatchObject({ kept: [], message: 'Moved 2 rooms back to project "Maple Street".' })
    expect(await roomsIn(robin, from)).toEqual([kitchen, bar, attic])
    expect((await robin.must(getItem, { query: { itemID: first } })).field1).toBe('Castle')
    expect(await robin.must(listTrash, {})).toMatchObject([{ where: 'Maple Street > Kitchen' }])
    expect((await notUndone(robin, moved.eventID)).code).toBe('undone_already')
    expect((await notUndone(robin, away?.eventID ?? 0)).code).toBe('changed_since')
    await undone(robin, back.eventID)
    expect([await roomsIn(robin, from), await roomsIn(robin, to)]).toEqual([[bar], [attic, kitchen]])
    // The activity of the other project offers Undo too.
    const [again] = await eventsOf(robin, from)
    await undone(robin, again?.eventID ?? 0)
    expect(await roomsIn(robin, to)).toEqual([])
    expect(await strays(started)).toEqual([])
  })

  test('is refused if a room was moved again, or a room or project is in the trash', async () => {
    const { robin, newUser, services, from, to, kitchen, move } = await start()
    const third = await robin.newProject('Birch Lane')
    const one = await move([kitchen], to)
    const two = await move([kitchen], third)
    expect((await notUndone(robin, one.eventID)).code).toBe('changed_since')
    await undone(robin, two.eventID)
    const { trashID } = await robin.must(deleteRoom, { query: { roomID: kitchen } })
    expect((await notUndone(robin, one.eventID)).code).toBe('changed_since')
    await robin.must(restore, { body: { trashID } })
    const gone = await robin.must(deleteProject, { query: { projectID: from } })
    expect((await notUndone(robin, one.eventID)).code).toBe('changed_since')
    await robin.must(restore, { body: { trashID: gone.trashID } })
    const casey = await newUser('casey')
    await addMember(services.db, to, 'casey', 'editor')
    expect((await notUndone(casey, one.eventID)).code).toBe('not_allowed')
    await undone(robin, one.eventID)
    expect(await roomsIn(robin, from)).toEqual([kitchen])
  })

  test('of an earlier change skips items that are now in another project', async () => {
    const { robin, from, to, kitchen, first, move } = await start()
    const copied = await robin.must(copyRoom, { body: { roomID: kitchen, toProjectID: from } })
    const galley = await robin.newRoom(from, 'Galley')
    const items = await robin.must(moveItems, { body: { itemIDs: [first], roomID: galley } })
    await move([copied.roomID, galley], to)
    for (const { eventID } of [copied, items]) expect((await notUndone(robin, eventID)).code).toBe('changed_since')
    expect(await itemsIn(robin, galley)).toEqual([first])
    expect(await roomsIn(robin, to)).toEqual([galley, copied.roomID])
  })
})

describe('concurrently', () => {
  test('several moves of the same rooms end with each room in one project', async () => {
    const started = await start()
    const { robin, from, to, kitchen } = started
    const third = await robin.newProject('Birch Lane')
    const attic = await robin.newRoom(to, 'Attic')
    const rooms = [kitchen, attic]
    for (let round = 0; round < 6; round++) {
      const asked = [from, to, third].flatMap((toProjectID) =>
        rooms.map((roomID) => ({ roomIDs: [roomID], toProjectID })),
      )
      const answers = await Promise.all(asked.map((body) => robin.call(moveRooms, { body })))
      expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 200))
    }
    const there = (await Promise.all([from, to, third].map((projectID) => roomsIn(robin, projectID)))).flat()
    expect(there.toSorted((a, b) => a - b)).toEqual(rooms)
    expect(await strays(started)).toEqual([])
  })

  test('a move and other changes lose nothing acknowledged and leave nothing in two projects', async () => {
    const started = await start()
    const { robin, from, to, kitchen, first, remote } = started
    const kind = await subcategoryIDs(robin, 'Kitchen', 'Plumbing', 'Faucet')
    for (let round = 0; round < 8; round++) {
      const [here, there] = round % 2 === 0 ? [from, to] : [to, from]
      const doomed = await robin.newItem(here, kitchen, { field1: 'Doomed' })
      const name = `${round}.png`
      const [moved, saved, attached, created, deleted] = await Promise.all([
        robin.call(moveRooms, { body: { roomIDs: [kitchen], toProjectID: there } }),
        robin.call(updateItem, { body: { itemID: first, inputs: { notes: `round ${round}` } } }),
        robin.call(addItemFiles, { body: { itemID: doomed, files: [{ name, remote }] } }),
        robin.call(createItem, { body: { projectID: here, roomID: kitchen, ...kind, inputs: { field1: name } } }),
        robin.call(deleteItem, { query: { itemID: first + 1 } }),
      ])
      expect([moved.status, saved.status, attached.status]).toEqual([200, 200, addItemFiles.status])
      expect([201, 404]).toContain(created.status)
      expect([200, 404]).toContain(deleted.status)
      expect((await robin.must(getItem, { query: { itemID: first } })).note).toBe(`round ${round}`)
      expect((await robin.must(getItem, { query: { itemID: doomed } })).attachments).toHaveLength(1)
      const names = (await robin.must(listItems, { query: { roomID: kitchen } })).map(({ field1 }) => field1)
      expect(names.includes(name)).toBe(created.status === 201)
      for (const { trashID } of (await robin.must(listTrash, {})) ?? [])
        await robin.must(restore, { body: { trashID } })
      expect(await strays(started)).toEqual([])
    }
  })
})
