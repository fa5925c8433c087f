import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { deleteItem, listItems } from '../../../src/shared/items/items.api.ts'
import { moveItems } from '../../../src/shared/items/bulk/moves.api.ts'
import { orderItems, orderRooms } from '../../../src/shared/items/bulk/ordering.api.ts'
import { deleteRoom, listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { undo } from '../../../src/shared/history/undo.api.ts'
import { addMember } from '../../support/members.ts'
import type { Client } from '../../support/test-app.ts'
import { startWithRooms, roomsOf, itemsOf } from './ordered-rooms.ts'

describe('undoing an order', () => {
  const undone = (user: Client, eventID: number | null) => user.must(undo, { body: { eventID: eventID ?? 0 } })
  const refused = async (user: Client, eventID: number | null) =>
    (await user.call(undo, { body: { eventID: eventID ?? 0 } })).problem

  test('restores the order of rooms and items, is open to editors, and can itself be undone', async () => {
    const { robin, newUser, services, projectID, bar, kitchen, library, faucet, faucets } = await startWithRooms()
    const casey = await newUser('casey')
    await addMember(services.db, projectID, 'casey', 'editor')
    const [first, second, third] = faucets as [number, number, number]
    const rooms = await robin.must(orderRooms, { body: { projectID, roomIDs: [library, bar, kitchen] } })
    const items = await robin.must(orderItems, { body: { roomID: kitchen, itemIDs: [third, first, second] } })
    await robin.newRoom(projectID, 'Attic')
    await faucet('fourth')

    const roomsBack = await undone(casey, rooms.eventID)
    expect(roomsBack.message).toContain('project "Maple Street"')
    // Without a custom order: by name, new ones included.
    expect(await roomsOf(robin, projectID)).toEqual(['Attic', 'Bar', 'Kitchen', 'Library'])
    const itemsBack = await undone(casey, items.eventID)
    expect(itemsBack.message).toContain('room "Kitchen"')
    expect((await itemsOf(robin, kitchen)).Faucet).toEqual(['first', 'second', 'third', 'fourth'])
    const { events } = await robin.must(getActivity, { query: { projectID } })
    expect(events.slice(0, 2)).toMatchObject([
      { kind: 'items reordered', who: 'casey', room: { roomID: kitchen } },
      { kind: 'rooms reordered', who: 'casey' },
    ])
    expect((await refused(robin, rooms.eventID)).code).toBe('undone_already')

    await undone(robin, roomsBack.eventID)
    expect(await roomsOf(robin, projectID)).toEqual(['Library', 'Bar', 'Kitchen', 'Attic'])
    await undone(robin, itemsBack.eventID)
    expect((await itemsOf(robin, kitchen)).Faucet).toEqual(['third', 'first', 'second', 'fourth'])
  })

  test('restores an order that was reset', async () => {
    const { robin, projectID, bar, kitchen, library, faucets } = await startWithRooms()
    const [first, second, third] = faucets as [number, number, number]
    await robin.must(orderRooms, { body: { projectID, roomIDs: [library, bar, kitchen] } })
    await robin.must(orderItems, { body: { roomID: kitchen, itemIDs: [third, first, second] } })
    const rooms = await robin.must(orderRooms, { body: { projectID, roomIDs: [] } })
    const items = await robin.must(orderItems, { body: { roomID: kitchen, itemIDs: [] } })
    await undone(robin, rooms.eventID)
    await undone(robin, items.eventID)
    expect(await roomsOf(robin, projectID)).toEqual(['Library', 'Bar', 'Kitchen'])
    expect((await itemsOf(robin, kitchen)).Faucet).toEqual(['third', 'first', 'second'])
  })

  test('is refused without changes if another user has ordered or reset since', async () => {
    const { robin, newUser, services, projectID, bar, kitchen, library, faucets } = await startWithRooms()
    const casey = await newUser('casey')
    await addMember(services.db, projectID, 'casey', 'editor')
    const [first, second, third] = faucets as [number, number, number]
    const rooms = await robin.must(orderRooms, { body: { projectID, roomIDs: [library, bar, kitchen] } })
    const items = await robin.must(orderItems, { body: { roomID: kitchen, itemIDs: [third, first, second] } })
    // First, with the others in the same order as before.
    const attic = await robin.newRoom(projectID, 'Attic')
    const later = await casey.must(orderRooms, { body: { projectID, roomIDs: [attic, library, bar, kitchen] } })
    await casey.must(orderItems, { body: { roomID: kitchen, itemIDs: [second, third, first] } })

    expect(await refused(robin, rooms.eventID)).toMatchObject({
      ...{ statusCode: 409, code: 'changed_since' },
      message: 'Can’t undo: these rooms have been reordered since.',
    })
    expect(await refused(robin, items.eventID)).toMatchObject({
      ...{ statusCode: 409, code: 'changed_since' },
      message: 'Can’t undo: these items have been reordered since.',
    })
    expect(await roomsOf(robin, projectID)).toEqual(['Attic', 'Library', 'Bar', 'Kitchen'])
    expect((await itemsOf(robin, kitchen)).Faucet).toEqual(['second', 'third', 'first'])

    // After the later one is undone, the earlier one can be.
    await undone(casey, later.eventID)
    await undone(robin, rooms.eventID)
    expect(await roomsOf(robin, projectID)).toEqual(['Attic', 'Bar', 'Kitchen', 'Library'])

    const last = await robin.must(orderItems, { body: { roomID: kitchen, itemIDs: [first, third, second] } })
    const givenUp = await casey.must(orderItems, { body: { roomID: kitchen, itemIDs: [] } })
    expect((await refused(robin, last.eventID)).code).toBe('changed_since')
    await casey.must(orderItems, { body: { roomID: kitchen, itemIDs: [second, first, third] } })
    expect((await refused(casey, givenUp.eventID)).code).toBe('changed_since')
    expect((await itemsOf(robin, kitchen)).Faucet).toEqual(['second', 'first', 'third'])
  })

  test('skips items that were deleted or moved, and is refused if the room was deleted', async () => {
    const { robin, projectID, bar, kitchen, library, faucet, faucets } = await startWithRooms()
    const [first, second, third] = faucets as [number, number, number]
    const fourth = await faucet('fourth')
    const gone = await robin.newRoom(projectID, 'Den')
    const rooms = await robin.must(orderRooms, { body: { projectID, roomIDs: [library, gone, kitchen, bar] } })
    const items = await robin.must(orderItems, { body: { roomID: kitchen, itemIDs: [fourth, third, second, first] } })
    await robin.must(deleteRoom, { query: { roomID: gone } })
    await robin.must(deleteItem, { query: { itemID: second } })
    for (const roomID of [bar, kitchen]) await robin.must(moveItems, { body: { itemIDs: [third], roomID } })
    await undone(robin, rooms.eventID)
    expect(await roomsOf(robin, projectID)).toEqual(['Bar', 'Kitchen', 'Library'])
    await undone(robin, items.eventID)
    expect((await itemsOf(robin, kitchen)).Faucet).toEqual(['first', 'third', 'fourth'])

    const again = await robin.must(orderItems, { body: { roomID: kitchen, itemIDs: [fourth, first] } })
    await robin.must(deleteRoom, { query: { roomID: kitchen } })
    expect((await refused(robin, again.eventID)).code).toBe('changed_since')
  })

  test('at the same time as others order ends with one of the orders, and only one of two undoes it', async () => {
    const { robin, newUser, services, projectID, bar, kitchen, library } = await startWithRooms()
    const casey = await newUser('casey')
    await addMember(services.db, projectID, 'casey', 'editor')
    for (let round = 0; round < 3; round++) {
      await robin.must(orderRooms, { body: { projectID, roomIDs: [] } })
      const { eventID } = await robin.must(orderRooms, { body: { projectID, roomIDs: [library, kitchen, bar] } })
      const body = { eventID: eventID ?? 0 }
      const roomIDs = [kitchen, library, bar]
      const [mine, theirs, order] = await Promise.all([
        robin.call(undo, { body }),
        casey.call(undo, { body }),
        casey.call(orderRooms, { body: { projectID, roomIDs } }),
      ])
      expect(order.status).toBe(200)
      expect([mine.status, theirs.status].filter((status) => status === 200).length).toBeLessThanOrEqual(1)
      for (const answer of [mine, theirs])
        if (answer.status !== 200) expect(['undone_already', 'changed_since']).toContain(answer.problem.code)
      expect(await roomsOf(robin, projectID)).toEqual(['Kitchen', 'Library', 'Bar'])
    }
  })

  test('is refused to viewers, and for orders of versions that did not record places', async () => {
    const { robin, newUser, services, projectID, bar, kitchen, library } = await startWithRooms()
    const casey = await newUser('casey')
    await addMember(services.db, projectID, 'casey', 'viewer')
    const { eventID } = await robin.must(orderRooms, { body: { projectID, roomIDs: [library, bar, kitchen] } })
    expect((await refused(casey, eventID)).code).toBe('not_allowed')
    const ofBefore = { before: { roomIDs: [bar, kitchen, library] }, after: { roomIDs: [library, bar, kitchen] } }
    const [before, after] = [JSON.stringify(ofBefore.before), JSON.stringify(ofBefore.after)]
    await sql`update events set before = ${before}, after = ${after} where id = ${eventID}`.execute(services.db)
    expect((await refused(robin, eventID)).code).toBe('no_undo')
    expect(await roomsOf(robin, projectID)).toEqual(['Library', 'Bar', 'Kitchen'])
  })

  test('takes the same number of statements for any number of items', async () => {
    const { robin, statements, projectID, kitchen, faucet } = await startWithRooms()
    const ofBoth = async () => {
      const roomIDs = (await robin.must(listRooms, { query: { projectID } })).rooms.map(({ ID }) => ID).reverse()
      const itemIDs = (await robin.must(listItems, { query: { roomID: kitchen } }))
        .map(({ itemID }) => itemID)
        .reverse()
      const eventIDs = [
        (await robin.must(orderRooms, { body: { projectID, roomIDs } })).eventID,
        (await robin.must(orderItems, { body: { roomID: kitchen, itemIDs } })).eventID,
      ]
      const before = statements()
      for (const eventID of eventIDs) await undone(robin, eventID)
      return statements() - before
    }
    const few = await ofBoth()
    for (let n = 0; n < 8; n++) {
      await robin.newRoom(projectID, `Room ${n}`)
      await faucet(`${n}`)
    }
    expect(await ofBoth()).toEqual(few)
  })
})
