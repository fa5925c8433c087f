import { describe, expect, test } from 'vitest'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { copyItem, copyProject, copyRoom } from '../../../src/shared/items/bulk/copies.api.ts'
import { changeRoomType } from '../../../src/shared/projects/change-room-type.api.ts'
import {
  createItem,
  deleteItem,
  getItem,
  listItems,
  updateItem,
  type Item,
} from '../../../src/shared/items/items.api.ts'
import { moveItems } from '../../../src/shared/items/bulk/moves.api.ts'
import { orderItems } from '../../../src/shared/items/bulk/ordering.api.ts'
import { listProjects } from '../../../src/shared/projects/projects.api.ts'
import { createRoom, deleteRoom, listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { search } from '../../../src/shared/search/search.api.ts'
import { deleteItems, setLabel } from '../../../src/shared/items/bulk/bulk-changes.api.ts'
import { deletePermanently, listTrash, restore } from '../../../src/shared/history/trash.api.ts'
import { undo } from '../../../src/shared/history/undo.api.ts'
import { BRAND } from '../../support/cases.ts'
import { addMember } from '../../support/members.ts'
import { sentenceOf } from '../../support/problems.ts'
import { roomTypeID, startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'

/** A kitchen with two faucets and an empty galley, with an owner and an editor. */
const start = async () => {
  const started = await startTestApp()
  const robin = await started.newUser('robin')
  const casey = await started.newUser('casey')
  const projectID = await robin.newProject()
  await addMember(started.services.db, projectID, 'casey', 'editor')
  const kitchen = await robin.newRoom(projectID)
  const galley = await robin.newRoom(projectID, 'Galley')
  const first = await robin.newItem(projectID, kitchen, { field1: 'Castellan', notes: 'left of the sink' })
  const second = await robin.newItem(projectID, kitchen, { field1: 'Harbor' })
  return { ...started, robin, casey, projectID, kitchen, galley, first, second, itemIDs: [first, second] }
}

const idsIn = async (user: Client, roomID: number) =>
  ((await user.call(listItems, { query: { roomID } })).body ?? []).map(({ itemID }) => itemID)
const undone = (user: Client, eventID: number | null) => user.must(undo, { body: { eventID: eventID ?? 0 } })
const refused = async (user: Client, eventID: number | null) =>
  (await user.call(undo, { body: { eventID: eventID ?? 0 } })).problem
const texts = ({ field1, field2, field3, field4, note, title, sample }: Item) => ({
  ...{ fields: [field1, field2, field3, field4], note, title, sample },
})
const newest = async (user: Client, projectID: number) =>
  (await user.must(getActivity, { query: { projectID } })).events[0]

describe('Undo', () => {
  test('moves copies to the trash as one entry, and is open to editors', async () => {
    const { robin, casey, projectID, kitchen, galley, itemIDs } = await start()
    const bar = await robin.newRoom(projectID, 'Bar')
    const { eventID } = await robin.must(copyItem, { body: { itemIDs, roomIDs: [galley, bar] } })
    const answer = await undone(casey, eventID)
    expect(answer).toMatchObject({ kept: [], message: 'Moved 4 items to the trash.' })
    expect([await idsIn(robin, galley), await idsIn(robin, bar), await idsIn(robin, kitchen)]).toEqual([
      [],
      [],
      itemIDs,
    ])
    expect(await robin.must(listTrash, {})).toMatchObject([{ kind: 'items', name: '4 items', deletedBy: 'casey' }])
    expect(await newest(robin, projectID)).toMatchObject({
      ...{ kind: 'items undone', who: 'casey', is: 'Items Copied: 4 items' },
    })
  })

  test('moves each item back to its former room', async () => {
    const { robin, projectID, kitchen, galley, first, second } = await start()
    const third = await robin.newItem(projectID, galley, { field1: 'Lever' })
    const bar = await robin.newRoom(projectID, 'Bar')
    const { eventID } = await robin.must(moveItems, { body: { itemIDs: [first, third, second], roomID: bar } })
    expect((await undone(robin, eventID)).message).toBe('Moved 3 items back.')
    expect([await idsIn(robin, bar), await idsIn(robin, kitchen), await idsIn(robin, galley)]).toEqual([
      [],
      [first, second],
      [third],
    ])
    const { groups } = await robin.must(search, { query: { q: 'lever' } })
    expect(groups[0]?.rooms.map(({ roomID }) => roomID)).toEqual([galley])
  })

  test('moves an item back to its place in a custom order', async () => {
    const { robin, kitchen, galley, first, second, projectID } = await start()
    const third = await robin.newItem(projectID, kitchen, { field1: 'Lever' })
    await robin.must(orderItems, { body: { roomID: kitchen, itemIDs: [third, second, first] } })
    const { eventID } = await robin.must(moveItems, { body: { itemIDs: [second], roomID: galley } })
    await undone(robin, eventID)
    expect(await idsIn(robin, kitchen)).toEqual([third, second, first])
  })

  test('restores the former value of each item, with its title and search', async () => {
    const { robin, first, second, itemIDs } = await start()
    const { eventID } = await robin.must(setLabel, { body: { itemIDs, propID: BRAND, value: 'Boreal' } })
    await robin.must(updateItem, { body: { itemID: first, inputs: { field3: 'Brass' } } })
    expect((await undone(robin, eventID)).message).toBe('Restored the earlier values of 2 items.')
    expect(await robin.must(getItem, { query: { itemID: first } })).toMatchObject({
      ...{ field1: 'Castellan', field3: 'Brass', note: 'left of the sink', version: 4 },
    })
    expect((await robin.must(getItem, { query: { itemID: second } })).title).toBe('Harbor')
    expect((await robin.must(search, { query: { q: 'boreal' } })).groups).toEqual([])
  })

  test('restores items deleted together', async () => {
    const { robin, projectID, kitchen, itemIDs } = await start()
    const { eventID } = await robin.must(deleteItems, { body: { itemIDs } })
    expect((await undone(robin, eventID)).message).toBe('Restored 2 items.')
    expect(await idsIn(robin, kitchen)).toEqual(itemIDs)
    expect(await robin.must(listTrash, {})).toEqual([])
    expect(await newest(robin, projectID)).toMatchObject({ kind: 'items undone', is: 'Items Deleted: 2 items' })
  })

  test('of one item is an event of that item', async () => {
    const { robin, projectID, galley, kitchen, first, second } = await start()
    const one = { itemIDs: [first] }
    for (const [work, kind] of [
      [() => robin.must(copyItem, { body: { itemID: first, roomIDs: [galley] } }), 'item deleted'],
      [() => robin.must(moveItems, { body: { ...one, roomID: galley } }), 'item moved'],
      [() => robin.must(setLabel, { body: { ...one, propID: BRAND, value: 'Boreal' } }), 'item changed'],
      [() => robin.must(deleteItems, { body: one }), 'item restored'],
    ] as const) {
      const { eventID } = await work()
      await undone(robin, eventID)
      expect((await newest(robin, projectID))?.kind).toBe(kind)
    }
    expect(await idsIn(robin, kitchen)).toEqual([first, second])
  })

  test('restores a single deleted item', async () => {
    const { robin, casey, projectID, kitchen, first, second } = await start()
    const { trashID, eventID } = await robin.must(deleteItem, { query: { itemID: first } })
    expect(await robin.must(listTrash, {})).toMatchObject([{ trashID, kind: 'item', name: 'Castellan' }])
    expect((await undone(casey, eventID)).message).toBe('Restored 1 item.')
    expect(await idsIn(robin, kitchen)).toEqual([first, second])
    expect(await robin.must(listTrash, {})).toEqual([])
    expect(await newest(robin, projectID)).toMatchObject({ kind: 'item restored', who: 'casey' })
    expect((await refused(robin, eventID)).code).toBe('undone_already')
  })

  test('moves a copied room or project to the trash', async () => {
    const { robin, projectID, kitchen } = await start()
    const room = await robin.must(copyRoom, { body: { roomID: kitchen, toProjectID: projectID } })
    expect((await undone(robin, room.eventID)).message).toContain('room "Kitchen (2)"')
    expect((await robin.must(listRooms, { query: { projectID } })).rooms).toHaveLength(2)
    const project = await robin.must(copyProject, { body: { projectID } })
    expect((await undone(robin, project.eventID)).message).toContain('project "Maple Street (2)"')
    expect((await robin.must(listProjects, {})).projects).toHaveLength(1)
    expect((await robin.must(listTrash, {})).map(({ kind }) => kind)).toEqual(['project', 'room'])
  })

  test('keeps a copied room or project that was changed since', async () => {
    const { robin, projectID, kitchen } = await start()
    const room = await robin.must(copyRoom, { body: { roomID: kitchen, toProjectID: projectID } })
    await robin.newItem(projectID, room.roomID, { field1: 'Lever' })
    expect((await refused(robin, room.eventID)).code).toBe('changed_since')
    const project = await robin.must(copyProject, { body: { projectID } })
    await robin.newRoom(project.projectID, 'Bar')
    expect((await refused(robin, project.eventID)).code).toBe('changed_since')
    expect((await robin.must(listProjects, {})).projects).toHaveLength(2)
  })

  test('of a copied project is open only to its owner', async () => {
    const { robin, casey, services, projectID } = await start()
    const project = await robin.must(copyProject, { body: { projectID } })
    await addMember(services.db, project.projectID, 'casey', 'editor')
    expect((await refused(casey, project.eventID)).code).toBe('not_allowed')
    expect((await refused(robin, project.eventID)).code).not.toBe('not_allowed')
  })
})

describe('an item changed since the event', () => {
  test('is kept and named, while the rest is undone', async () => {
    const { robin, casey, kitchen, galley, projectID, first, second, itemIDs } = await start()
    const named = [{ itemID: second, title: 'Harbor' }]
    const set = await robin.must(setLabel, { body: { itemIDs, propID: BRAND, value: 'Boreal' } })
    await casey.must(updateItem, { body: { itemID: second, inputs: { field1: 'Harbor' } } })
    expect(await undone(robin, set.eventID)).toMatchObject({
      kept: named,
      message: expect.stringMatching(/1 item\. .*: Harbor\.$/),
    })
    expect((await robin.must(getItem, { query: { itemID: first } })).title).toBe('Castellan')

    const bar = await robin.newRoom(projectID, 'Bar')
    const moved = await robin.must(moveItems, { body: { itemIDs, roomID: galley } })
    await casey.must(moveItems, { body: { itemIDs: [second], roomID: bar } })
    expect((await undone(robin, moved.eventID)).kept).toEqual(named)
    expect([await idsIn(robin, kitchen), await idsIn(robin, bar)]).toEqual([[first], [second]])

    const copied = await robin.must(copyItem, { body: { itemIDs, roomIDs: [galley] } })
    const [firstCopy = 0, secondCopy = 0] = copied.itemIDs
    await casey.must(updateItem, { body: { itemID: secondCopy, inputs: { notes: 'typed' } } })
    expect((await undone(robin, copied.eventID)).kept).toEqual([{ itemID: secondCopy, title: 'Harbor' }])
    expect(await idsIn(robin, galley)).toEqual([secondCopy])
    expect(await idsIn(robin, galley)).not.toContain(firstCopy)
  })

  test('is a 409 that names it if nothing else can be undone', async () => {
    const { robin, casey, first, galley } = await start()
    const body = { itemIDs: [first], propID: BRAND, value: 'Boreal' }
    const { eventID } = await robin.must(setLabel, { body })
    await casey.must(updateItem, { body: { itemID: first, inputs: { field1: 'Typed' } } })
    expect(await refused(robin, eventID)).toMatchObject({
      ...{ statusCode: 409, code: 'changed_since', items: [{ itemID: first, title: 'Typed' }] },
    })
    const moved = await robin.must(moveItems, { body: { itemIDs: [first], roomID: galley } })
    await robin.must(deleteItem, { query: { itemID: first } })
    expect(await refused(robin, moved.eventID)).toMatchObject({ code: 'changed_since', items: [] })
  })

  test('is kept if its former room is deleted or no longer fits it', async () => {
    const { robin, projectID, kitchen, galley, first, second, itemIDs } = await start()
    const moved = await robin.must(moveItems, { body: { itemIDs, roomID: galley } })
    await robin.must(changeRoomType, { body: { roomID: kitchen, roomType: await roomTypeID(robin, 'Bedroom') } })
    const left = [{ itemID: first }, { itemID: second }]
    expect(await refused(robin, moved.eventID)).toMatchObject({ code: 'changed_since', items: left })
    await robin.must(changeRoomType, { body: { roomID: kitchen, roomType: await roomTypeID(robin, 'Kitchen') } })
    const attic = await robin.newRoom(projectID, 'Attic')
    await robin.must(moveItems, { body: { itemIDs: [second], roomID: attic } })
    const back = await robin.must(moveItems, { body: { itemIDs: [second], roomID: galley } })
    await robin.must(deleteRoom, { query: { roomID: attic } })
    expect((await refused(robin, back.eventID)).code).toBe('changed_since')
    await undone(robin, moved.eventID)
    expect(await idsIn(robin, kitchen)).toEqual([first, second])
  })

  test('is not restored if it was already restored or permanently deleted', async () => {
    const { robin, first, second } = await start()
    const one = await robin.must(deleteItems, { body: { itemIDs: [first] } })
    await robin.must(restore, { body: { trashID: one.trashID } })
    expect((await refused(robin, one.eventID)).code).toBe('changed_since')
    const two = await robin.must(deleteItems, { body: { itemIDs: [first, second] } })
    await robin.must(deletePermanently, { query: { trashID: two.trashID } })
    expect((await refused(robin, two.eventID)).code).toBe('changed_since')
  })

  test('cannot be restored before its deleted room', async () => {
    const { robin, kitchen, itemIDs } = await start()
    const { eventID } = await robin.must(deleteItems, { body: { itemIDs } })
    await robin.must(deleteRoom, { query: { roomID: kitchen } })
    expect((await refused(robin, eventID)).message).toBe(
      sentenceOf('restore_parent_first', { kind: 'room', name: 'Kitchen' }),
    )
  })
})

describe('an event', () => {
  test('is undone once, and its undoing can be undone', async () => {
    const { robin, galley, kitchen, itemIDs } = await start()
    const { eventID } = await robin.must(moveItems, { body: { itemIDs, roomID: galley } })
    const back = await undone(robin, eventID)
    expect(await refused(robin, eventID)).toMatchObject({ statusCode: 409, code: 'undone_already' })
    await undone(robin, back.eventID)
    expect([await idsIn(robin, kitchen), await idsIn(robin, galley)]).toEqual([[], itemIDs])
    const both = await robin.must(copyItem, { body: { itemIDs, roomIDs: [kitchen] } })
    await undone(robin, (await undone(robin, both.eventID)).eventID)
    expect(await idsIn(robin, kitchen)).toEqual(both.itemIDs)
  })

  test('is undone once by concurrent calls', async () => {
    const { robin, casey, galley, itemIDs } = await start()
    const { eventID } = await robin.must(copyItem, { body: { itemIDs, roomIDs: [galley] } })
    const answers = await Promise.all(
      [robin, casey, robin, casey].map((user) => user.call(undo, { body: { eventID } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await robin.must(listTrash, {})).toHaveLength(1)
  })

  test('of another kind, or a part of an event, has no Undo', async () => {
    const { robin, services, projectID, galley, first, itemIDs } = await start()
    await robin.must(deleteRoom, { query: { roomID: await robin.newRoom(projectID, 'Attic') } })
    await robin.must(createRoom, { body: { projectID, roomType: await roomTypeID(robin, 'Bedroom'), roomName: 'Bed' } })
    await robin.must(moveItems, { body: { itemIDs, roomID: galley } })
    const events = await services.db.selectFrom('events').select(['id', 'kind', 'part_of']).orderBy('id').execute()
    const none = events.filter(
      ({ kind, part_of }) => part_of !== null || ['room created', 'project created', 'room deleted'].includes(kind),
    )
    expect(none.length).toBeGreaterThan(4)
    for (const { id, kind } of none) expect([kind, (await refused(robin, id)).code]).toEqual([kind, 'no_undo'])
    const created = events.find(({ kind }) => kind === 'item created')
    // Undoing a creation moves the item to the trash, unless it was changed since.
    expect(await refused(robin, created?.id ?? 0)).toMatchObject({ items: [{ itemID: first }] })
  })

  test('takes the same number of statements to undo for any number of items', async () => {
    const { robin, projectID, kitchen, galley, itemIDs, statements } = await start()
    const many = [...itemIDs]
    for (let n = 0; n < 6; n++) many.push(await robin.newItem(projectID, kitchen, { field1: `${n}` }))
    const cost = async (ids: number[]) => {
      const counts: number[] = []
      for (const work of [
        () => robin.must(copyItem, { body: { itemIDs: ids, roomIDs: [galley] } }),
        () => robin.must(moveItems, { body: { itemIDs: ids, roomID: galley } }),
        () => robin.must(setLabel, { body: { itemIDs: ids, propID: BRAND, value: 'Boreal' } }),
        () => robin.must(deleteItems, { body: { itemIDs: ids } }),
      ]) {
        const { eventID } = await work()
        const before = statements()
        await undone(robin, eventID)
        counts.push(statements() - before)
      }
      return counts
    }
    expect(await cost(many)).toEqual(await cost(itemIDs))
  })

  test('that changed several values and the notes of an item is undone as a whole', async () => {
    const { robin, services, projectID, kitchen } = await start()
    const kind = await subcategoryIDs(robin, 'Kitchen', 'Paint', 'Wall Paint')
    const inputs = { field1: 'Harrow', field2: 'Dry Sage', notes: 'two coats' }
    const { itemID } = await robin.must(createItem, { body: { projectID, roomID: kitchen, ...kind, inputs } })
    const was = await robin.must(getItem, { query: { itemID } })
    const others = { field1: 'Vale', field2: '', field4: 'Satin', notes: '' }
    await robin.must(updateItem, { body: { itemID, inputs: others } })
    const event = await services.db
      .selectFrom('events')
      .select('id')
      .where('kind', '=', 'item changed')
      .executeTakeFirstOrThrow()
    await undone(robin, event.id)
    expect(texts(await robin.must(getItem, { query: { itemID } }))).toEqual(texts(was))
  })
})
