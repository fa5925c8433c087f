import { describe, expect, test } from 'vitest'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { copyRoom } from '../../../src/shared/items/bulk/copies.api.ts'
import { listPictures, setProjectCover, setRoomCover } from '../../../src/shared/projects/covers.api.ts'
import { getHistory } from '../../../src/shared/history/history.api.ts'
import {
  addItemFiles,
  createItem,
  deleteItem,
  deleteItemFile,
  getItem,
  listItems,
  updateItem,
} from '../../../src/shared/items/items.api.ts'
import { createLink, listLinks, printQR } from '../../../src/shared/sharing/links.api.ts'
import { moveItems, moveRooms } from '../../../src/shared/items/bulk/moves.api.ts'
import { orderRooms } from '../../../src/shared/items/bulk/ordering.api.ts'
import { deleteProject, getProject } from '../../../src/shared/projects/projects.api.ts'
import { deleteRoom, getRoom, listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { search } from '../../../src/shared/search/search.api.ts'
import { deleteItems } from '../../../src/shared/items/bulk/bulk-changes.api.ts'
import { deleteForGood, listDeleted, restore } from '../../../src/shared/history/trash.api.ts'
import { undo } from '../../../src/shared/items/bulk/undo.api.ts'

import type { UnscopedDatabase } from '../../../src/server/platform/db/access/unscoped.ts'
import { HIDES_NOTHING } from '../../support/cases.ts'
import { addMember } from '../../support/members.ts'
import { pictureOf } from '../../support/sample-pictures.ts'
import { startTestApp, subcategoryIDs, type Client, type TestApp } from '../../support/test-app.ts'

const NOBODYS = Number.MAX_SAFE_INTEGER

/** Robin's two homes; a kitchen of the first has two items, of which one has a picture. */
const start = async () => {
  const started = await startTestApp()
  const robin = await started.newUser('robin')
  const from = await robin.newProject()
  const to = await robin.newProject('Elm Street')
  const kitchen = await robin.newRoom(from)
  const first = await robin.newItem(from, kitchen, { field1: 'Castellan', notes: 'left of the sink' })
  const second = await robin.newItem(from, kitchen, { field1: 'Harbor' })
  const [file] = await robin.upload([{ name: 'faucet.png', bytes: await pictureOf('red', 'png') }])
  const remote = file?.remote ?? ''
  await robin.must(addItemFiles, { body: { itemID: first, files: [{ name: 'faucet.png', remote }] } })
  const move = (roomIDs: number[], toProjectID: number, links?: boolean) =>
    robin.must(moveRooms, { body: { roomIDs, toProjectID, ...(links !== undefined && { links }) } })
  return { ...started, robin, from, to, kitchen, first, second, remote, move }
}

const roomsIn = async (user: Client, projectID: number) =>
  ((await user.call(listRooms, { query: { projectID } })).body?.rooms ?? []).map(({ ID }) => ID)
const itemsIn = async (user: Client, roomID: number) =>
  (await user.must(listItems, { query: { roomID } })).map(({ itemID }) => itemID)
const eventsOf = async (user: Client, projectID: number) =>
  (await user.must(getActivity, { query: { projectID } })).events
const refused = async (user: Client, roomIDs: number[], toProjectID: number) =>
  (await user.call(moveRooms, { body: { roomIDs, toProjectID } })).problem
const undone = (user: Client, eventID: number | null) => user.must(undo, { body: { eventID: eventID ?? 0 } })
const notUndone = async (user: Client, eventID: number | null) =>
  (await user.call(undo, { body: { eventID: eventID ?? 0 } })).problem

/** Whose rows name one project, and their room another one: none, ever. */
const strays = async ({ services: { db } }: Pick<TestApp, 'services'>) => {
  const all = db as unknown as UnscopedDatabase
  const items = all
    .selectFrom('items')
    .innerJoin('rooms', 'rooms.id', 'items.room_id')
    .whereRef('items.project_id', '<>', 'rooms.project_id')
  const links = all
    .selectFrom('links')
    .innerJoin('rooms', 'rooms.id', 'links.room_id')
    .whereRef('links.project_id', '<>', 'rooms.project_id')
  const trashed = all
    .selectFrom('trash_entries')
    .leftJoin('items', 'items.trash_id', 'trash_entries.id')
    .leftJoin('rooms', 'rooms.trash_id', 'trash_entries.id')
    .where((eb) => eb(eb.fn.coalesce('items.project_id', 'rooms.project_id'), '<>', eb.ref('trash_entries.project_id')))
  const files = all
    .selectFrom('trash_entries')
    .innerJoin('item_files', 'item_files.trash_id', 'trash_entries.id')
    .innerJoin('items', 'items.id', 'item_files.item_id')
    .whereRef('items.project_id', '<>', 'trash_entries.project_id')
  const found = await Promise.all([
    items.select('items.id').execute(),
    links.select('links.id').execute(),
    trashed.select('trash_entries.id').execute(),
    files.select('trash_entries.id').execute(),
  ])
  return found.flat()
}

describe('a room that is moved', () => {
  test('has all that is its own in the other project, under the same numbers', async () => {
    const { robin, from, to, kitchen, first, second, remote, move } = await start()
    await robin.must(setRoomCover, { body: { roomID: kitchen, remote } })
    await robin.must(setProjectCover, { body: { projectID: from, remote } })
    const attic = await robin.newRoom(to, 'Attic')
    const zoo = await robin.newRoom(to, 'Zoo')
    await robin.must(orderRooms, { body: { projectID: to, roomIDs: [zoo, attic] } })
    const [room, item] = [
      await robin.must(getRoom, { query: { roomID: kitchen } }),
      await robin.must(getItem, { query: { itemID: first } }),
    ]
    expect(await move([kitchen], to)).toEqual({
      roomIDs: [kitchen],
      eventID: expect.any(Number),
      endedLinks: 0,
      message: 'Moved room "Kitchen" to project "Elm Street"',
    })
    const place = { projectID: to, projectName: 'Elm Street' }
    expect(await robin.must(getRoom, { query: { roomID: kitchen } })).toEqual({ ...room, ...place })
    expect(await robin.must(getItem, { query: { itemID: first } })).toEqual({ ...item, ...place })
    expect([await roomsIn(robin, from), await roomsIn(robin, to)]).toEqual([[], [zoo, attic, kitchen]])
    expect(await itemsIn(robin, kitchen)).toEqual([first, second])
    const { groups } = await robin.must(search, { query: { q: 'castellan left', projectID: to } })
    expect(groups[0]?.rooms.map(({ roomID }) => roomID)).toEqual([kitchen])
    expect((await robin.must(search, { query: { q: 'castellan', projectID: from } })).groups).toEqual([])
    // What was the picture of the project is in another one now.
    expect((await robin.must(getProject, { query: { projectID: from } })).cover).toBeNull()
    expect((await robin.must(listPictures, { query: { projectID: to } })).pictures).toHaveLength(1)
    await robin.must(updateItem, { body: { itemID: first, inputs: { field1: 'Castle' }, version: item.version } })
    expect(
      (await robin.call(createItem, { body: { ...(await faucet(robin)), projectID: from, roomID: kitchen } })).status,
    ).toBe(404)
    expect(await robin.newItem(to, kitchen)).toBeGreaterThan(0)
  })

  const faucet = async (user: Client) => ({
    ...(await subcategoryIDs(user, 'Kitchen', 'Plumbing', 'Faucet')),
    inputs: {},
  })

  test('stands in the activity of both projects, and of the other one only for whoever may read it', async () => {
    const { robin, newUser, services, from, to, kitchen, first, move } = await start()
    const [casey, devon] = [await newUser('casey'), await newUser('devon')]
    await addMember(services.db, from, 'casey', 'editor')
    await addMember(services.db, to, 'devon', 'viewer')
    await robin.must(updateItem, { body: { itemID: first, inputs: { field2: 'Valley' } } })
    await move([kitchen], to)
    const [gone, came] = [{ kind: 'room moved away' }, { kind: 'room moved here' }]
    expect((await eventsOf(robin, from))[0]).toMatchObject({
      ...gone,
      room: { roomID: kitchen, name: 'Kitchen' },
      ...{ was: 'Maple Street', is: 'Elm Street' },
    })
    expect((await eventsOf(robin, to))[0]).toMatchObject({
      ...came,
      room: { roomID: kitchen, name: 'Kitchen' },
      ...{ was: 'Maple Street', is: 'Elm Street' },
    })
    const left = await eventsOf(casey, from)
    expect(left[0]).toMatchObject({ ...gone, room: { roomID: null, name: 'Kitchen' }, was: 'Kitchen', is: null })
    expect(left[1]).toMatchObject({
      kind: 'item changed',
      room: { roomID: null, name: '' },
      item: { itemID: null, title: '' },
    })
    expect(JSON.stringify(left)).not.toContain('Elm')
    const shown = await eventsOf(devon, to)
    expect(shown[0]).toMatchObject({ ...came, room: { roomID: kitchen, name: 'Kitchen' }, was: null, is: 'Kitchen' })
    expect(JSON.stringify(shown)).not.toContain('Maple')
    // Whoever owns both still sees what it was before; whoever reads the new one alone sees what is there now.
    const history = async (user: Client) => (await user.must(getHistory, { query: { itemID: first } })).events
    expect((await history(robin)).map(({ kind }) => kind)).toEqual(['item changed', 'file attached', 'item created'])
    expect(await history(devon)).toEqual([])
    expect((await casey.call(getItem, { query: { itemID: first } })).status).toBe(404)
  })

  test('tells what stood in an item before it came to nobody who may not read that', async () => {
    const { robin, newUser, services, from, to, kitchen, move } = await start()
    const paint = await subcategoryIDs(robin, 'Kitchen', 'Paint', 'Wall Paint')
    const inputs = { field2: 'Dry Sage', field3: 'HV-6102' }
    const { itemID } = await robin.must(createItem, { body: { projectID: from, roomID: kitchen, ...paint, inputs } })
    await robin.must(updateItem, { body: { itemID, inputs: { field2: 'Night Fir', field3: 'HV-7001' } } })
    const devon = await newUser('devon')
    await addMember(services.db, to, 'devon', 'viewer')
    await move([kitchen], to)
    const before = async (user: Client) => JSON.stringify(await user.must(getItem, { query: { itemID } }))
    expect(await before(robin)).toContain('Dry Sage')
    expect(await before(devon)).not.toContain('Dry Sage')
    await robin.must(updateItem, { body: { itemID, inputs: { field2: 'Chalk', field3: 'HV-0001' } } })
    expect(await before(devon)).toContain('Night Fir')
  })

  test('is not offered as the room that an item left: that is one of its project', async () => {
    const { robin, from, to, kitchen, second, move } = await start()
    const galley = await robin.newRoom(from, 'Galley')
    await robin.must(moveItems, { body: { itemIDs: [second], roomID: galley } })
    const roomWas = async () => (await robin.must(getHistory, { query: { itemID: second } })).events[0]?.roomWas
    expect(await roomWas()).toBe(kitchen)
    await move([kitchen], to)
    expect(await roomWas()).toBeNull()
    await move([galley], to)
    expect(await roomWas()).toBe(kitchen)
  })

  test('takes what was deleted in it along into the trash of its project', async () => {
    const started = await start()
    const { robin, newUser, services, from, to, kitchen, first, second, remote, move } = started
    const galley = await robin.newRoom(from, 'Galley')
    const [third, sixth, fourth, fifth] = [
      await robin.newItem(from, kitchen, { field1: 'Third' }),
      await robin.newItem(from, kitchen, { field1: 'Sixth' }),
      await robin.newItem(from, galley, { field1: 'Fourth' }),
      await robin.newItem(from, galley, { field1: 'Fifth' }),
    ]
    const casey = await newUser('casey')
    await addMember(services.db, from, 'casey', 'editor')
    await casey.must(deleteItemFile, { query: { itemID: first, remote } })
    await casey.must(deleteItem, { query: { itemID: second } })
    const { eventID } = await casey.must(deleteItems, { body: { itemIDs: [third, sixth, fourth, fifth] } })
    await move([kitchen], to)
    expect(await strays(started)).toEqual([])
    const listed = async (user: Client) =>
      ((await user.must(listDeleted, {})) ?? [])
        .map(({ kind, name, where, deletedBy }) => `${kind} ${name} in ${where} by ${deletedBy}`)
        .toSorted()
    expect(await listed(casey)).toEqual(['items 2 items in Maple Street by casey'])
    expect(await listed(robin)).toEqual([
      'attachment faucet.png in Elm Street > Kitchen > Castellan by casey',
      'item Harbor in Elm Street > Kitchen by casey',
      'items 2 items in Elm Street > Kitchen by casey',
      'items 2 items in Maple Street by casey',
    ])
    // What was deleted together is undone where it was, and where it is.
    expect(await undone(casey, eventID)).toMatchObject({ message: 'Restored 2 items.' })
    for (const { trashID } of (await robin.must(listDeleted, {})) ?? [])
      await robin.must(restore, { body: { trashID } })
    expect([await itemsIn(robin, kitchen), await itemsIn(robin, galley)]).toEqual([
      [first, second, third, sixth],
      [fourth, fifth],
    ])
    expect((await robin.must(getItem, { query: { itemID: first } })).attachments).toHaveLength(1)
    expect((await eventsOf(robin, to)).filter(({ kind }) => kind.endsWith('restored'))).toHaveLength(3)
  })

  test('takes a whole entry of several rooms along, whose deletion has no Undo in the project that they left', async () => {
    const started = await start()
    const { robin, from, to, kitchen, first, move } = started
    const galley = await robin.newRoom(from, 'Galley')
    const fourth = await robin.newItem(from, galley, { field1: 'Fourth' })
    const { eventID } = await robin.must(deleteItems, { body: { itemIDs: [first, fourth] } })
    await move([kitchen, galley], to)
    expect(await robin.must(listDeleted, {})).toMatchObject([{ kind: 'items', name: '2 items', where: 'Elm Street' }])
    expect((await notUndone(robin, eventID)).code).toBe('changed_since')
    await robin.must(deleteProject, { query: { projectID: from } })
    const [, entry] = (await robin.must(listDeleted, {})) ?? []
    await robin.must(deleteForGood, { query: { trashID: entry?.trashID ?? 0 } })
    expect((await eventsOf(robin, to))[0]).toMatchObject({ kind: 'items removed', was: '2 items' })
    expect(await strays(started)).toEqual([])
  })
})

describe('the read-only links of a room that is moved', () => {
  const withLinks = async () => {
    const started = await start()
    const { robin, from, kitchen } = started
    const body = { projectID: from, hides: HIDES_NOTHING }
    await robin.must(createLink, { body: { ...body, roomID: kitchen, name: 'Painter, kitchen' } })
    await robin.must(createLink, { body: { ...body, name: 'The whole home' } })
    await robin.must(printQR, { body: { roomID: kitchen } })
    const tokens = new Map(
      (await linksOf(robin, from)).map(({ name, address }) => [name, (address ?? '').split('/view/')[1] ?? '']),
    )
    const asks = (token: string | undefined) => ({ headers: { authorization: `Link ${token ?? ''}` } })
    const sees = async (name: string) => {
      const opened = await started.app.inject({ url: '/openlink', ...asks(tokens.get(name)) })
      if (opened.statusCode !== 200) return opened.statusCode
      const shown = await started.app.inject({ url: `/viewroom?roomID=${kitchen}`, ...asks(tokens.get(name)) })
      return shown.statusCode === 200 ? (opened.json<{ projectName: string }>().projectName ?? 200) : shown.statusCode
    }
    return { ...started, sees }
  }
  const linksOf = async (user: Client, projectID: number) =>
    (await user.must(listLinks, { query: { projectID } })).links

  test('end, printed codes too, as the activity says; those to the project they left stay without it', async () => {
    const { robin, from, to, kitchen, move, sees } = await withLinks()
    expect(await sees('Painter, kitchen')).toBe('Maple Street')
    const moved = await move([kitchen], to)
    expect(moved).toMatchObject({
      endedLinks: 2,
      message: 'Moved room "Kitchen" to project "Elm Street". 2 links have ended.',
    })
    expect([await sees('Painter, kitchen'), await sees('The whole home')]).toEqual([404, 404])
    expect((await linksOf(robin, from)).map(({ name }) => name)).toEqual(['The whole home'])
    expect(await linksOf(robin, to)).toEqual([])
    expect((await eventsOf(robin, from)).slice(1, 3).map(({ kind }) => kind)).toEqual([
      'link taken back',
      'link taken back',
    ])
    // What has ended does not come back with the room.
    await undone(robin, moved.eventID)
    expect(await sees('Painter, kitchen')).toBe(404)
  })

  test('go along where one says so, and back again', async () => {
    const { robin, from, to, kitchen, move, sees } = await withLinks()
    const moved = await move([kitchen], to, true)
    expect(moved.endedLinks).toBe(0)
    expect([await sees('Painter, kitchen'), await sees('The whole home')]).toEqual(['Elm Street', 404])
    expect(await linksOf(robin, to)).toHaveLength(2)
    await undone(robin, moved.eventID)
    expect([await sees('Painter, kitchen'), await sees('The whole home')]).toEqual(['Maple Street', 'Maple Street'])
    expect(await linksOf(robin, from)).toHaveLength(3)
  })
})

describe('moving rooms', () => {
  test('takes owning both projects, and tells strangers nothing', async () => {
    const { robin, newUser, services, from, to, kitchen } = await start()
    const casey = await newUser('casey')
    const theirs = await casey.newProject('Birch Lane')
    const porch = await casey.newRoom(theirs, 'Porch')
    for (const role of ['viewer', 'editor'] as const) {
      for (const projectID of [from, to]) await addMember(services.db, projectID, 'casey', role)
      for (const [roomIDs, toProjectID] of [
        [[kitchen], to],
        [[kitchen], theirs],
        [[porch], to],
      ] as const)
        expect((await refused(casey, [...roomIDs], toProjectID)).code).toBe('not_allowed')
    }
    const devon = await newUser('devon')
    const own = await devon.newProject('Cedar Court')
    const shed = await devon.newRoom(own, 'Shed')
    for (const roomIDs of [[kitchen], [shed, kitchen], [kitchen, shed], [NOBODYS], [shed, NOBODYS]])
      expect(await refused(devon, roomIDs, own)).toMatchObject({ statusCode: 404, code: 'not_found' })
    for (const toProjectID of [to, NOBODYS]) expect((await refused(devon, [shed], toProjectID)).code).toBe('not_found')
    expect([await roomsIn(robin, from), await roomsIn(robin, to)]).toEqual([[kitchen], []])
  })

  test('takes 1 to 100 rooms of one project, each once, all or none', async () => {
    const { robin, from, to, kitchen, move } = await start()
    const attic = await robin.newRoom(to, 'Attic')
    for (const [roomIDs, sentence] of [
      [[], 'Choose 1 to 100 rooms.'],
      [Array.from({ length: 101 }, (_, at) => at + 1), 'Choose 1 to 100 rooms.'],
      [[kitchen, kitchen], 'Choose each room once.'],
      [[kitchen, attic], 'Choose rooms of one project.'],
    ] as const)
      expect(await refused(robin, [...roomIDs], to)).toMatchObject({ statusCode: 400, fields: { roomIDs: sentence } })
    const deleted = await robin.newRoom(from, 'Cellar')
    await robin.must(deleteRoom, { query: { roomID: deleted } })
    expect((await refused(robin, [kitchen, deleted], to)).code).toBe('not_found')
    expect(await roomsIn(robin, from)).toEqual([kitchen])
    const before = await eventsOf(robin, to)
    expect(await move([attic], to)).toMatchObject({ roomIDs: [attic], eventID: null })
    expect(await eventsOf(robin, to)).toEqual(before)
  })

  test('and undoing it takes the same statements however much there is', async () => {
    const { robin, from, to, kitchen, first, statements, move } = await start()
    const counts = async (roomIDs: number[]) => {
      const [start, moved, after] = [statements(), await move(roomIDs, to), statements()]
      await undone(robin, moved.eventID)
      return [after - start, statements() - after]
    }
    const rooms = [kitchen, await robin.newRoom(from, 'Galley')]
    const { trashID } = await robin.must(deleteItem, { query: { itemID: first } })
    expect(trashID).toBeGreaterThan(0)
    const few = await counts(rooms)
    for (const name of ['Hall', 'Attic', 'Bar']) {
      const room = await robin.newRoom(from, name)
      rooms.push(room)
      for (let n = 0; n < 3; n++) {
        const itemID = await robin.newItem(from, room, { field1: `${n}` })
        if (n > 0) await robin.must(deleteItem, { query: { itemID } })
      }
    }
    expect(await counts(rooms)).toEqual(few)
  })
})

describe('undoing it', () => {
  test('brings several rooms back to their places, once, from either activity, and can be undone in turn', async () => {
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
    expect(await robin.must(listDeleted, {})).toMatchObject([{ where: 'Maple Street > Kitchen' }])
    expect((await notUndone(robin, moved.eventID)).code).toBe('undone_already')
    expect((await notUndone(robin, away?.eventID ?? 0)).code).toBe('changed_since')
    await undone(robin, back.eventID)
    expect([await roomsIn(robin, from), await roomsIn(robin, to)]).toEqual([[bar], [attic, kitchen]])
    // The other activity leads back as well.
    const [again] = await eventsOf(robin, from)
    await undone(robin, again?.eventID ?? 0)
    expect(await roomsIn(robin, to)).toEqual([])
    expect(await strays(started)).toEqual([])
  })

  test('is refused where a room is elsewhere or in the trash by now, or a project is', async () => {
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

  test('of what was done before leaves alone what is in another project by now', async () => {
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

describe('at once', () => {
  test('several moves of the same rooms, to and fro, end with each room in one project', async () => {
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

  test('a move and saves, new items, files and deletions: nothing that was acknowledged is lost or in two projects', async () => {
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
      for (const { trashID } of (await robin.must(listDeleted, {})) ?? [])
        await robin.must(restore, { body: { trashID } })
      expect(await strays(started)).toEqual([])
    }
  })
})
