import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { changeSubcategory } from '../../../src/shared/items/change-subcategory.api.ts'
import { copyItem, copyProject, copyRoom } from '../../../src/shared/items/bulk/copies.api.ts'
import { listPictures } from '../../../src/shared/projects/covers.api.ts'
import { deleteItem, filesJSON, listItems } from '../../../src/shared/items/items.api.ts'
import { createLink, listLinks, openLink, searchView } from '../../../src/shared/sharing/links.api.ts'
import { moveItems } from '../../../src/shared/items/bulk/moves.api.ts'
import { orderItems, orderRooms } from '../../../src/shared/items/bulk/ordering.api.ts'
import { deleteProject, listProjects } from '../../../src/shared/projects/projects.api.ts'
import { deleteRoom, listRooms, updateRoom } from '../../../src/shared/projects/rooms.api.ts'
import { deletePermanently, restore } from '../../../src/shared/history/trash.api.ts'
import { undo } from '../../../src/shared/history/undo.api.ts'
import { addMember } from '../../support/members.ts'
import { mustImport, projectFileOf } from '../../support/project-file.ts'
import { pictureOf } from '../../support/sample-pictures.ts'
import { subcategoryIDs } from '../../support/test-app.ts'
import { startWithRooms, roomsOf, itemsOf } from './ordered-rooms.ts'

test('rooms and items have the order users gave them, for every reader, until it is reset', async () => {
  const { robin, newUser, services, projectID, bar, kitchen, library, faucets } = await startWithRooms()
  expect(await roomsOf(robin, projectID)).toEqual(['Bar', 'Kitchen', 'Library'])
  const put = await robin.must(orderRooms, { body: { projectID, roomIDs: [library, bar, kitchen] } })
  expect(put.message).toContain('project "Maple Street"')
  const [first, second, third] = faucets as [number, number, number]
  const sorted = await robin.must(orderItems, { body: { roomID: kitchen, itemIDs: [third, first, second] } })
  expect(sorted.message).toContain('room "Kitchen"')

  const casey = await newUser('casey')
  await addMember(services.db, projectID, 'casey', 'viewer')
  for (const user of [robin, casey]) {
    expect(await roomsOf(user, projectID)).toEqual(['Library', 'Bar', 'Kitchen'])
    expect(await itemsOf(user, kitchen)).toEqual({ Faucet: ['third', 'first', 'second'], Sink: ['deep', 'flat'] })
  }
  await robin.must(updateRoom, { body: { roomID: library, roomName: 'Attic' } })
  expect(await roomsOf(robin, projectID)).toEqual(['Attic', 'Bar', 'Kitchen'])
  await robin.must(updateRoom, { body: { roomID: library, roomName: 'Reading Room' } })
  expect(await roomsOf(robin, projectID)).toEqual(['Reading Room', 'Bar', 'Kitchen'])

  const given = await robin.must(orderRooms, { body: { projectID, roomIDs: [] } })
  expect(given.message).toContain('"Maple Street" by name')
  expect(await roomsOf(robin, projectID)).toEqual(['Bar', 'Kitchen', 'Reading Room'])
  await robin.must(orderItems, { body: { roomID: kitchen, itemIDs: [] } })
  expect((await itemsOf(robin, kitchen)).Faucet).toEqual(['first', 'second', 'third'])
})

test('new rooms and items come last, and restored ones return to their places', async () => {
  const { robin, projectID, bar, kitchen, library, faucet, faucets, sinks } = await startWithRooms()
  const [first, second, third] = faucets as [number, number, number]
  await robin.must(orderRooms, { body: { projectID, roomIDs: [library, kitchen, bar] } })
  await robin.must(orderItems, { body: { roomID: kitchen, itemIDs: [second, third, first] } })
  await robin.newRoom(projectID, 'Attic')
  await robin.must(copyRoom, { body: { roomID: library, toProjectID: projectID } })
  expect(await roomsOf(robin, projectID)).toEqual(['Library', 'Kitchen', 'Bar', 'Attic', 'Library (2)'])

  await faucet('fourth')
  await robin.must(copyItem, { body: { itemID: second, roomIDs: [kitchen] } })
  const inBar = await faucet('of the bar', bar)
  await robin.must(orderItems, { body: { roomID: bar, itemIDs: [inBar] } })
  await robin.must(moveItems, { body: { itemIDs: [inBar], roomID: kitchen } })
  expect((await itemsOf(robin, kitchen)).Faucet).toEqual([
    ...['second', 'third', 'first', 'fourth', 'second', 'of the bar'],
  ])

  const item = await robin.must(deleteItem, { query: { itemID: third } })
  const room = await robin.must(deleteRoom, { query: { roomID: kitchen } })
  await robin.must(restore, { body: { trashID: room.trashID } })
  await robin.must(restore, { body: { trashID: item.trashID } })
  expect((await roomsOf(robin, projectID)).slice(0, 2)).toEqual(['Library', 'Kitchen'])
  expect((await itemsOf(robin, kitchen)).Faucet?.slice(0, 3)).toEqual(['second', 'third', 'first'])
  const project = await robin.must(deleteProject, { query: { projectID } })
  await robin.must(restore, { body: { trashID: project.trashID } })
  expect((await roomsOf(robin, projectID)).slice(0, 3)).toEqual(['Library', 'Kitchen', 'Bar'])

  // Undoing a move puts it behind those with a place there.
  const pair = [await faucet('left', bar), await faucet('right', bar)] as const
  const { eventID } = await robin.must(moveItems, { body: { itemIDs: [pair[0]], roomID: kitchen } })
  await robin.must(orderItems, { body: { roomID: kitchen, itemIDs: [pair[0], third] } })
  await robin.must(orderItems, { body: { roomID: bar, itemIDs: [pair[1]] } })
  await robin.must(undo, { body: { eventID: eventID ?? 0 } })
  expect((await itemsOf(robin, bar)).Faucet).toEqual(['right', 'left'])

  // In another subcategory it comes last.
  await robin.must(orderItems, { body: { roomID: kitchen, itemIDs: [...sinks].reverse() } })
  const sink = await subcategoryIDs(robin, 'Kitchen', 'Plumbing', 'Sink')
  await robin.must(changeSubcategory, { body: { itemID: second, ...sink, version: 1 } })
  expect((await itemsOf(robin, kitchen)).Sink).toEqual(['flat', 'deep', 'second'])
})

test('every list of rooms or items uses the order, and copies and imports keep it', async () => {
  const { robin, app, projectID, bar, kitchen, library, faucets } = await startWithRooms()
  const [first, second, third] = faucets as [number, number, number]
  const [red, blue] = await robin.upload([
    { name: 'red.png', bytes: await pictureOf('red', 'png') },
    { name: 'blue.png', bytes: await pictureOf('blue', 'png') },
  ])
  const inLibrary = await robin.newItem(
    projectID,
    library,
    { field1: 'read' },
    filesJSON([{ name: 'red.png', remote: red?.remote ?? '' }]),
  )
  await robin.newItem(
    projectID,
    bar,
    { field1: 'drunk' },
    filesJSON([{ name: 'blue.png', remote: blue?.remote ?? '' }]),
  )
  await robin.must(orderRooms, { body: { projectID, roomIDs: [library, kitchen, bar] } })
  await robin.must(orderItems, { body: { roomID: kitchen, itemIDs: [second, third, first] } })
  const rooms = ['Library', 'Kitchen', 'Bar']
  const ordered = ['second', 'third', 'first']

  expect((await robin.must(listProjects, {})).projects[0]?.roomItemCounts).toEqual([1, 5, 1])
  const { pictures } = await robin.must(listPictures, { query: { projectID } })
  expect(pictures.map(({ roomName }) => roomName)).toEqual(['Library', 'Bar'])

  const sheet = await robin.raw({ url: `/sheet?projectID=${projectID}&format=csv` })
  const table: string[][] = parse(sheet.rawPayload, { bom: true })
  const brand = table[0]?.indexOf('Brand') ?? 0
  expect(table.slice(1).map((row) => row[brand])).toEqual(['read', ...ordered, 'deep', 'flat', 'drunk'])

  const hides = { notes: false, files: false, labels: [] }
  await robin.must(createLink, { body: { projectID, name: 'Painter', hides } })
  const [link] = (await robin.must(listLinks, { query: { projectID } })).links
  const headers = { authorization: `Link ${link?.address?.split('/view/')[1]}` }
  const opened = openLink.response.parse((await app.inject({ url: '/openlink', headers })).json())
  expect(opened.rooms.map(({ roomName }) => roomName)).toEqual(rooms)
  const viewed = await app.inject({ url: `/viewroom?roomID=${kitchen}`, headers })
  const items = viewed.json<{ items: { field1: string }[] }>().items.map(({ field1 }) => field1)
  expect(items.filter((name) => ordered.includes(name))).toEqual(ordered)
  const found = searchView.response.parse((await app.inject({ url: '/viewsearch?q=faucet', headers })).json())
  expect(found.items.map(({ field1 }) => field1)).toEqual(['read', ...ordered, 'drunk'])

  const imported = await mustImport(robin, await projectFileOf(robin, projectID))
  const copied = await robin.must(copyProject, { body: { projectID } })
  for (const copy of [imported.projectID, copied.projectID]) {
    expect(await roomsOf(robin, copy)).toEqual(rooms)
    const [, room] = (await robin.must(listRooms, { query: { projectID: copy } })).rooms
    expect((await itemsOf(robin, room?.ID ?? 0)).Faucet).toEqual(ordered)
  }
  const copy = await robin.must(copyRoom, { body: { roomID: kitchen, toProjectID: projectID } })
  expect((await itemsOf(robin, copy.roomID)).Faucet).toEqual(ordered)
  await robin.must(deleteItem, { query: { itemID: inLibrary } })
})

test('several users who order while others create and delete end with one order', async () => {
  const { robin, newUser, services, projectID, bar, kitchen, library, faucets } = await startWithRooms()
  const casey = await newUser('casey')
  await addMember(services.db, projectID, 'casey', 'editor')
  const gone = await robin.newRoom(projectID, 'Den')
  const [first, second, third] = faucets as [number, number, number]
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all([
      robin.call(orderRooms, { body: { projectID, roomIDs: [library, gone, kitchen, bar] } }),
      casey.call(orderRooms, { body: { projectID, roomIDs: [kitchen, bar, gone, library] } }),
      robin.call(orderItems, { body: { roomID: kitchen, itemIDs: [third, second, first] } }),
      casey.call(orderItems, { body: { roomID: kitchen, itemIDs: [second, first, third] } }),
      casey.newRoom(projectID, `New ${round}`).then(() => ({ status: 200 })),
      robin.newItem(projectID, kitchen, { field1: `new ${round}` }).then(() => ({ status: 200 })),
      ...(round === 1 ? [robin.call(deleteRoom, { query: { roomID: gone } })] : []),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const rooms = (await roomsOf(robin, projectID)).filter((name) => ['Bar', 'Kitchen', 'Library'].includes(name))
    expect([
      ['Library', 'Kitchen', 'Bar'],
      ['Kitchen', 'Bar', 'Library'],
    ]).toContainEqual(rooms)
    const items = (await itemsOf(robin, kitchen)).Faucet ?? []
    expect([
      ['third', 'second', 'first'],
      ['second', 'first', 'third'],
    ]).toContainEqual(items.slice(0, 3))
    expect(items.slice(3)).toEqual(Array.from({ length: round + 1 }, (_, at) => `new ${at}`))
  }
  // Deleted and moved ones are skipped.
  const { trashID } = await robin.must(deleteItem, { query: { itemID: second } })
  await robin.must(moveItems, { body: { itemIDs: [third], roomID: bar } })
  await casey.must(orderItems, { body: { roomID: kitchen, itemIDs: [third, first, second] } })
  expect((await itemsOf(robin, kitchen)).Faucet).toEqual(['first', 'new 0', 'new 1', 'new 2'])
  expect(await itemsOf(robin, bar)).toEqual({ Faucet: ['third'] })
  await robin.must(deletePermanently, { query: { trashID } })
  expect((await casey.call(orderItems, { body: { roomID: kitchen, itemIDs: [first, second] } })).status).toBe(404)
})

test('an order with duplicate, foreign or absent ids is refused, and changes nothing', async () => {
  const { robin, newUser, services, projectID, bar, kitchen, faucets } = await startWithRooms()
  const [first = 0] = faucets
  const many = (most: number) => Array.from({ length: most + 1 }, (_, at) => at + 1)
  for (const [roomIDs, sentence] of [
    [[bar, bar], 'Name each room once.'],
    [many(1000), 'Name at most 1000 rooms.'],
  ] as const) {
    const { problem } = await robin.call(orderRooms, { body: { projectID, roomIDs: [...roomIDs] } })
    expect(problem).toMatchObject({ statusCode: 400, fields: { roomIDs: sentence } })
  }
  for (const [itemIDs, sentence] of [
    [[first, first], 'Name each item once.'],
    [many(2000), 'Name at most 2000 items.'],
  ] as const) {
    const { problem } = await robin.call(orderItems, { body: { roomID: kitchen, itemIDs: [...itemIDs] } })
    expect(problem).toMatchObject({ statusCode: 400, fields: { itemIDs: sentence } })
  }
  const elsewhere = await robin.newProject('Elm Street')
  const room = await robin.newRoom(elsewhere, 'Attic')
  const item = await robin.newItem(elsewhere, room)
  const sam = await newUser('sam_e')
  const theirs = await sam.newProject('Birch Lane')
  const theirRoom = await sam.newRoom(theirs)
  const theirItem = await sam.newItem(theirs, theirRoom)
  for (const id of [room, theirRoom, Number.MAX_SAFE_INTEGER])
    expect((await robin.call(orderRooms, { body: { projectID, roomIDs: [kitchen, id, bar] } })).status).toBe(404)
  for (const id of [item, theirItem, Number.MAX_SAFE_INTEGER])
    expect((await robin.call(orderItems, { body: { roomID: kitchen, itemIDs: [first, id] } })).status).toBe(404)
  const casey = await newUser('casey')
  await addMember(services.db, projectID, 'casey', 'viewer')
  for (const roomIDs of [[], [bar], [theirRoom]])
    expect((await casey.call(orderRooms, { body: { projectID, roomIDs } })).problem.code).toBe('not_allowed')
  expect((await casey.call(orderItems, { body: { roomID: kitchen, itemIDs: [] } })).problem.code).toBe('not_allowed')
  expect(await roomsOf(robin, projectID)).toEqual(['Bar', 'Kitchen', 'Library'])
})

test('ordering takes the same number of statements for any number of rooms and items', async () => {
  const { robin, statements, projectID, kitchen, faucet } = await startWithRooms()
  const count = async (call: () => Promise<unknown>) => {
    const before = statements()
    await call()
    return statements() - before
  }
  const turnAll = async () => {
    const roomIDs = (await robin.must(listRooms, { query: { projectID } })).rooms.map(({ ID }) => ID).reverse()
    const items = await robin.must(listItems, { query: { roomID: kitchen } })
    const itemIDs = items.map(({ itemID }) => itemID).reverse()
    return [
      await count(() => robin.must(orderRooms, { body: { projectID, roomIDs } })),
      await count(() => robin.must(orderItems, { body: { roomID: kitchen, itemIDs } })),
    ]
  }
  const few = await turnAll()
  for (let n = 0; n < 8; n++) {
    await robin.newRoom(projectID, `Room ${n}`)
    await faucet(`${n}`)
  }
  expect(await turnAll()).toEqual(few)
})

test('ordering is one event, and none if nothing changed', async () => {
  const { robin, projectID, bar, kitchen, library, faucets } = await startWithRooms()
  const latest = async () => (await robin.must(getActivity, { query: { projectID } })).events[0]
  await robin.must(orderRooms, { body: { projectID, roomIDs: [bar, kitchen, library] } })
  await robin.must(orderItems, { body: { roomID: kitchen, itemIDs: faucets } })
  expect((await latest())?.kind).toBe('item created')
  await robin.must(orderRooms, { body: { projectID, roomIDs: [library] } })
  expect(await latest()).toMatchObject({ kind: 'rooms reordered', room: null, item: null })
  await robin.must(orderItems, { body: { roomID: kitchen, itemIDs: [...faucets].reverse() } })
  expect(await latest()).toMatchObject({ kind: 'items reordered', room: { roomID: kitchen }, item: null })
})
