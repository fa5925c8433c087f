import { describe, expect, test } from 'vitest'
import { listPictures, setProjectCover, setRoomCover } from '../../../src/shared/projects/covers.api.ts'
import { getHistory } from '../../../src/shared/history/history.api.ts'
import { createItem, deleteItem, deleteItemFile, getItem, updateItem } from '../../../src/shared/items/items.api.ts'
import { createLink, listLinks, getQRLink } from '../../../src/shared/sharing/links.api.ts'
import { moveItems } from '../../../src/shared/items/bulk/moves.api.ts'
import { orderRooms } from '../../../src/shared/items/bulk/ordering.api.ts'
import { deleteProject, getProject } from '../../../src/shared/projects/projects.api.ts'
import { deleteRoom, getRoom } from '../../../src/shared/projects/rooms.api.ts'
import { search } from '../../../src/shared/search/search.api.ts'
import { deleteItems } from '../../../src/shared/items/bulk/bulk-changes.api.ts'
import { deletePermanently, listTrash, restore } from '../../../src/shared/history/trash.api.ts'
import { HIDES_NOTHING } from '../../support/cases.ts'
import { addMember } from '../../support/members.ts'
import { subcategoryIDs, type Client } from '../../support/test-app.ts'
import { NOBODYS, start, roomsIn, itemsIn, eventsOf, refused, undone, notUndone, strays } from './moved-rooms.ts'

describe('a moved room', () => {
  test('has all its contents in the other project, with the same ids', async () => {
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
    // The cover of the old project is now in another project.
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

  test('is in the activity of both projects, and names the other only to its readers', async () => {
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
    // The owner of both sees the old values; a reader of the new project sees only the current ones.
    const history = async (user: Client) => (await user.must(getHistory, { query: { itemID: first } })).events
    expect((await history(robin)).map(({ kind }) => kind)).toEqual(['item changed', 'file attached', 'item created'])
    expect(await history(devon)).toEqual([])
    expect((await casey.call(getItem, { query: { itemID: first } })).status).toBe(404)
  })

  test('shows the earlier values of its items only to readers of the old project', async () => {
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

  test('is not offered as the room that an item left, which must be in its project', async () => {
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

  test('has its deleted items in the trash of the new project', async () => {
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
      ((await user.must(listTrash, {})) ?? [])
        .map(({ kind, name, where, deletedBy }) => `${kind} ${name} in ${where} by ${deletedBy}`)
        .toSorted()
    expect(await listed(casey)).toEqual(['items 2 items in Maple Street by casey'])
    expect(await listed(robin)).toEqual([
      'attachment faucet.png in Elm Street > Kitchen > Castellan by casey',
      'item Harbor in Elm Street > Kitchen by casey',
      'items 2 items in Elm Street > Kitchen by casey',
      'items 2 items in Maple Street by casey',
    ])
    // Items deleted together can be restored in both projects.
    expect(await undone(casey, eventID)).toMatchObject({ message: 'Restored 2 items.' })
    for (const { trashID } of (await robin.must(listTrash, {})) ?? []) await robin.must(restore, { body: { trashID } })
    expect([await itemsIn(robin, kitchen), await itemsIn(robin, galley)]).toEqual([
      [first, second, third, sixth],
      [fourth, fifth],
    ])
    expect((await robin.must(getItem, { query: { itemID: first } })).attachments).toHaveLength(1)
    expect((await eventsOf(robin, to)).filter(({ kind }) => kind.endsWith('restored'))).toHaveLength(3)
  })

  test('takes a trash entry of several rooms to the new project, and the old one cannot undo the deletion', async () => {
    const started = await start()
    const { robin, from, to, kitchen, first, move } = started
    const galley = await robin.newRoom(from, 'Galley')
    const fourth = await robin.newItem(from, galley, { field1: 'Fourth' })
    const { eventID } = await robin.must(deleteItems, { body: { itemIDs: [first, fourth] } })
    await move([kitchen, galley], to)
    expect(await robin.must(listTrash, {})).toMatchObject([{ kind: 'items', name: '2 items', where: 'Elm Street' }])
    expect((await notUndone(robin, eventID)).code).toBe('changed_since')
    await robin.must(deleteProject, { query: { projectID: from } })
    const [, entry] = (await robin.must(listTrash, {})) ?? []
    await robin.must(deletePermanently, { query: { trashID: entry?.trashID ?? 0 } })
    expect((await eventsOf(robin, to))[0]).toMatchObject({ kind: 'items removed', was: '2 items' })
    expect(await strays(started)).toEqual([])
  })
})

describe('the read-only links of a moved room', () => {
  const withLinks = async () => {
    const started = await start()
    const { robin, from, kitchen } = started
    const body = { projectID: from, hides: HIDES_NOTHING }
    await robin.must(createLink, { body: { ...body, roomID: kitchen, name: 'Painter, kitchen' } })
    await robin.must(createLink, { body: { ...body, name: 'The whole home' } })
    await robin.must(getQRLink, { body: { roomID: kitchen } })
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

  test('end with their printed codes, which the activity shows; links to the old project stay without the room', async () => {
    const { robin, from, to, kitchen, move, sees } = await withLinks()
    expect(await sees('Painter, kitchen')).toBe('Maple Street')
    const moved = await move([kitchen], to)
    expect(moved).toMatchObject({
      endedLinks: 2,
      message: 'Moved room "Kitchen" to project "Elm Street". 2 links stopped working.',
    })
    expect([await sees('Painter, kitchen'), await sees('The whole home')]).toEqual([404, 404])
    expect((await linksOf(robin, from)).map(({ name }) => name)).toEqual(['The whole home'])
    expect(await linksOf(robin, to)).toEqual([])
    expect((await eventsOf(robin, from)).slice(1, 3).map(({ kind }) => kind)).toEqual([
      'link taken back',
      'link taken back',
    ])
    // Ended links do not come back with the room.
    await undone(robin, moved.eventID)
    expect(await sees('Painter, kitchen')).toBe(404)
  })

  test('move with the room if requested, and back again', async () => {
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
  test('needs owning both projects, and is a 404 for strangers', async () => {
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

  test('accepts 1 to 100 distinct rooms of one project, and moves all or none', async () => {
    const { robin, from, to, kitchen, move } = await start()
    const attic = await robin.newRoom(to, 'Attic')
    for (const [roomIDs, reason] of [
      [[], '1 to 100'],
      [Array.from({ length: 101 }, (_, at) => at + 1), '1 to 100'],
      [[kitchen, kitchen], 'once'],
      [[kitchen, attic], 'one project'],
    ] as const)
      expect(await refused(robin, [...roomIDs], to)).toMatchObject({
        statusCode: 400,
        fields: { roomIDs: expect.stringContaining(reason) },
      })
    const deleted = await robin.newRoom(from, 'Cellar')
    await robin.must(deleteRoom, { query: { roomID: deleted } })
    expect((await refused(robin, [kitchen, deleted], to)).code).toBe('not_found')
    expect(await roomsIn(robin, from)).toEqual([kitchen])
    const before = await eventsOf(robin, to)
    expect(await move([attic], to)).toMatchObject({ roomIDs: [attic], eventID: null })
    expect(await eventsOf(robin, to)).toEqual(before)
  })

  test('and undoing it take the same number of statements for any number of items', async () => {
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
