import { parse } from 'csv-parse/sync'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { checkSheet, importSheet } from '../../../src/shared/exchange/sheets.api.ts'
import { getItem, listItems, updateItem } from '../../../src/shared/items/items.api.ts'
import { listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { deletePermanently, listTrash, restore } from '../../../src/shared/history/trash.api.ts'
import { undo } from '../../../src/shared/history/undo.api.ts'
import type { EventKind } from '../../../src/shared/events.ts'
import { unscoped } from '../../../src/server/platform/db/access/unscoped.ts'
import { oneAtATime } from '../../../src/server/structure/structure-record.repo.ts'
import { allRows } from '../../support/members.ts'
import { somebodyWaits } from '../../support/somebody-waits.ts'
import { roomTypeID, startTestApp, type Client } from '../../support/test-app.ts'
import { until } from '../../support/until.ts'
import { matched, csvOf, download, startWithKitchen } from './sheet-file.ts'

test('Undo moves the new items of an import to the trash and restores changed and moved ones', async () => {
  const { robin, projectID, roomID, newFaucet } = await startWithKitchen()
  const held = await newFaucet({ field1: 'Castellan' })
  const rows: string[][] = parse(await download(robin, projectID, 'csv'), { bom: true })
  const [titles = [], row = []] = rows
  const edit = (values: Record<string, string>) => titles.map((title, at) => values[title] ?? row[at] ?? '')
  const { body } = await matched(
    robin,
    projectID,
    csvOf(
      titles,
      edit({ Room: 'Pantry', Brand: 'Other' }),
      edit({ Room: 'Pantry', Brand: 'New', Item: '', Updated: '' }),
    ),
  )
  const newRooms = [{ name: 'Pantry', roomTypeID: await roomTypeID(robin, 'Kitchen') }]
  const { eventID, ...done } = await robin.must(importSheet, { body: { ...body, newRooms } })
  expect(done).toMatchObject({ created: 1, changed: 1, rooms: 1, message: 'Imported 1 item and changed 1 item' })
  expect(await robin.must(getItem, { query: { itemID: held } })).toMatchObject({ field1: 'Other', roomName: 'Pantry' })
  const undone = await robin.must(undo, { body: { eventID: eventID ?? 0 } })
  expect(undone).toMatchObject({ kept: [], keptRooms: [] })
  expect(undone.message).toContain('Moved 1 room and 1 item to the trash.')
  expect(await robin.must(getItem, { query: { itemID: held } })).toMatchObject({ field1: 'Castellan', roomID })
  expect(await roomsIn(robin, projectID)).toEqual([['Kitchen', 1]])
  expect(await robin.must(listTrash, {})).toMatchObject([{ kind: 'room', name: 'Pantry' }])
  const again = await robin.must(undo, { body: { eventID: undone.eventID } })
  expect(again).toMatchObject({
    ...{ kept: [], keptRooms: [] },
    message: expect.stringMatching(/values of 1 item.* 1 item back.* 1 room and 1 item/),
  })
  expect(await robin.must(getItem, { query: { itemID: held } })).toMatchObject({ field1: 'Other', roomName: 'Pantry' })
  expect(await roomsIn(robin, projectID)).toEqual([
    ['Kitchen', 0],
    ['Pantry', 2],
  ])
  expect(await robin.must(listTrash, {})).toEqual([])
})

const roomsIn = async (client: Client, projectID: number) =>
  (await client.must(listRooms, { query: { projectID } })).rooms.map(({ name, itemCount }) => [name, itemCount])

describe('undoing an import that made rooms', () => {
  const startWithImport = async (...rooms: string[]) => {
    const started = await startWithKitchen()
    const { robin, projectID } = started
    const rows = rooms.map((room) => [room, 'Faucet', `Brand of ${room}`])
    const { body } = await matched(robin, projectID, csvOf(['Room', 'Subcategory', 'Brand'], ...rows))
    const kitchen = await roomTypeID(robin, 'Kitchen')
    const names = [...new Set(rooms)].filter((name) => name !== 'Kitchen')
    const newRooms = names.map((name) => ({ name, roomTypeID: kitchen }))
    const { eventID } = await robin.must(importSheet, { body: { ...body, newRooms } })
    const present = await robin.must(listRooms, { query: { projectID } })
    const roomOf = (name: string) => present.rooms.find((room) => room.name === name)?.ID ?? 0
    const itemIn = async (name: string) =>
      (await robin.must(listItems, { query: { roomID: roomOf(name) } }))[0]?.itemID ?? 0
    return { ...started, eventID: eventID ?? 0, roomOf, itemIn }
  }

  test('moves the rooms and their items to the trash as one entry, except rooms changed since', async () => {
    const rooms = ['Pantry', 'Pantry', 'Attic', 'Cellar', 'Loft', 'Kitchen']
    const { robin, projectID, eventID, roomOf, itemIn } = await startWithImport(...rooms)
    const changed = await itemIn('Cellar')
    await robin.must(updateItem, { body: { itemID: changed, inputs: { field1: 'Other' } } })
    await robin.newItem(projectID, roomOf('Loft'), { field1: 'Mine' })
    const undone = await robin.must(undo, { body: { eventID } })
    expect(undone).toMatchObject({
      kept: [{ itemID: changed, title: 'Other' }],
      keptRooms: [
        { roomID: roomOf('Cellar'), name: 'Cellar' },
        { roomID: roomOf('Loft'), name: 'Loft' },
      ],
      message: expect.stringMatching(/2 rooms and 5 items .*: room "Cellar", room "Loft", Other\.$/),
    })
    const left = [
      ['Cellar', 1],
      ['Kitchen', 0],
      ['Loft', 1],
    ]
    expect(await roomsIn(robin, projectID)).toEqual(left)
    const entries = (await robin.must(listTrash, {})).map(({ kind, name, where }) => [kind, name, where])
    expect(entries.toSorted()).toEqual([
      ['items', '2 items', 'Maple Street'],
      ['rooms', '2 rooms', 'Maple Street'],
    ])
    const { events } = await robin.must(getActivity, { query: { projectID } })
    expect(events[0]).toMatchObject({ kind: 'items undone', is: 'Spreadsheet Imported: 2 rooms and 5 items' })
    const again = await robin.call(undo, { body: { eventID } })
    expect(again.problem).toMatchObject({ statusCode: 409, code: 'undone_already' })

    const back = await robin.must(undo, { body: { eventID: undone.eventID } })
    expect(back.message).toBe('Restored 2 rooms and 5 items.')
    expect(await roomsIn(robin, projectID)).toEqual([
      ['Attic', 1],
      ['Cellar', 1],
      ['Kitchen', 1],
      ['Loft', 2],
      ['Pantry', 2],
    ])
    expect(await robin.must(listTrash, {})).toEqual([])
  })

  test('makes one entry in the trash, whose restoring and deleting are one event each with parts', async () => {
    const { robin, projectID, services, eventID } = await startWithImport('Pantry', 'Attic')
    const { eventID: undoing } = await robin.must(undo, { body: { eventID } })
    const [first] = await robin.must(listTrash, {})
    const restored = await robin.must(restore, { body: { trashID: first?.trashID ?? 0 } })
    expect(restored.message).toBe('Restored 2 rooms')
    expect(await roomsIn(robin, projectID)).toEqual([
      ['Attic', 1],
      ['Kitchen', 0],
      ['Pantry', 1],
    ])
    const { problem } = await robin.call(undo, { body: { eventID: undoing } })
    expect(problem).toMatchObject({ statusCode: 409, code: 'changed_since' })

    const again = await startWithImport('Pantry', 'Attic')
    await again.robin.must(undo, { body: { eventID: again.eventID } })
    const [entry] = await again.robin.must(listTrash, {})
    const gone = await again.robin.must(deletePermanently, { query: { trashID: entry?.trashID ?? 0 } })
    expect(gone.message).toBe('Permanently deleted 2 rooms')
    const eventsOf = async ({ db }: typeof services, kinds: EventKind[]) =>
      (
        await db.selectFrom('events').select(['kind', 'part_of']).where('kind', 'in', kinds).orderBy('id').execute()
      ).map(({ kind, part_of }) => [kind, part_of !== null])
    expect(await eventsOf(services, ['rooms restored', 'room restored'])).toEqual([
      ['rooms restored', false],
      ['room restored', true],
      ['room restored', true],
    ])
    expect(await eventsOf(again.services, ['rooms removed', 'room removed', 'item removed'])).toEqual([
      ['rooms removed', false],
      ['room removed', true],
      ['room removed', true],
    ])
    expect(await again.services.db.selectFrom('items').select('id').execute()).toEqual([])
  })

  test('is refused with the names of the rooms and items if all were changed since', async () => {
    const { robin, eventID, roomOf, itemIn } = await startWithImport('Attic')
    const itemID = await itemIn('Attic')
    await robin.must(updateItem, { body: { itemID, inputs: { field1: 'Other' } } })
    const { problem } = await robin.call(undo, { body: { eventID } })
    expect(problem).toMatchObject({
      ...{ statusCode: 409, code: 'changed_since', items: [{ itemID }] },
      rooms: [{ roomID: roomOf('Attic'), name: 'Attic' }],
    })
  })

  test('keeps a room that another user changes at the same time', async () => {
    const { robin, projectID, services, eventID, roomOf } = await startWithImport('Attic')
    const undoing = await services.db.transaction().execute(async (trx) => {
      const rooms = () => unscoped(trx).updateTable('rooms').where('id', '=', roomOf('Attic'))
      await rooms().set({ name: 'Attic' }).execute()
      const soon = robin.must(undo, { body: { eventID } })
      await somebodyWaits(services.db)
      const created = {
        room_id: roomOf('Attic'),
        kind: 'room changed' as const,
        who: 'robin',
        before: '{}',
        after: '{}',
      }
      await unscoped(trx)
        .insertInto('events')
        .values({ ...created, project_id: projectID, at: new Date(0).toISOString() })
        .execute()
      return { soon }
    })
    expect(await undoing.soon).toMatchObject({ keptRooms: [{ name: 'Attic' }], kept: [] })
  })
})

describe('cancelling an import', () => {
  const big = Array.from({ length: 1000 }, (_, at) => ['Kitchen', 'Faucet', `Brand ${at}`, `note ${at}`])

  /** A checked large table, and a call over HTTP that imports it and can be aborted. */
  const start = async () => {
    const { app, newUser, services } = await startTestApp()
    const robin = await newUser('robin')
    const projectID = await robin.newProject()
    const roomID = await robin.newRoom(projectID, 'Kitchen')
    const { body } = await matched(robin, projectID, csvOf(['Room', 'Subcategory', 'Brand', 'Notes'], ...big))
    const { fingerprint } = await robin.must(checkSheet, { body })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const sent = { ...body, fingerprint: fingerprint ?? '' }
    const ask = (path: string, signal?: AbortSignal) =>
      fetch(`${address}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${robin.accessToken}`,
          'content-type': 'application/json',
          'idempotency-key': 'the-one-import',
        },
        body: JSON.stringify(sent),
        signal: signal ?? null,
      })
    const listed = async () => (await robin.must(listItems, { query: { roomID } })).length
    return { robin, services, address, ask, listed, projectID }
  }
  const nothing = { created: 0, changed: 0, eventID: null, message: 'Nothing was imported' }

  test('ends the worker process that reads the file, and imports nothing', async () => {
    const { services, ask, listed } = await start()
    const { sheets, store } = services
    const { read } = store
    const gone = new AbortController()
    const isUnderWay = new Promise<void>((resolve) => {
      store.read = async () =>
        Readable.from(
          (async function* () {
            yield Buffer.alloc(1000, 'a')
            resolve()
            await new Promise(() => {})
          })(),
          { objectMode: false },
        )
    })
    const refused = expect(ask('/importsheet', gone.signal)).rejects.toThrow()
    await isUnderWay
    const before = sheets.pid
    expect(before).toEqual(expect.any(Number))
    store.read = read
    gone.abort()
    await refused
    await until(() => sheets.pid !== before)
    expect(await (await ask('/importsheet?cancel=1')).json()).toMatchObject(nothing)
    // Also if the request arrives after its cancellation.
    expect(await (await ask('/importsheet')).json()).toMatchObject(nothing)
    expect(await listed()).toBe(0)
  })

  test('imports nothing while it waits for the lock to write', async () => {
    const { robin, services, address, ask, listed, projectID } = await start()
    const rows = await allRows(services.db)
    const { sheets } = services
    const { make } = sheets
    const isRead = new Promise<void>((resolve) => {
      sheets.make = async (...how) => {
        const made = await make(...how)
        resolve()
        return made
      }
    })
    const gone = new AbortController()
    await oneAtATime(services.db, async () => {
      const asked = ask('/importsheet', gone.signal)
      const refused = expect(asked).rejects.toThrow()
      await isRead
      gone.abort()
      await refused
      // The server notices the disconnect before it handles a later call.
      await fetch(`${address}/healthz`)
    })
    expect(await (await ask('/importsheet?cancel=1')).json()).toMatchObject(nothing)
    expect(await listed()).toBe(0)
    expect(await allRows(services.db)).toEqual(rows)
    expect((await robin.must(getActivity, { query: { projectID } })).events.map(({ kind }) => kind)).not.toContain(
      'items imported',
    )
  })

  test('answers with the result if the import is already done', async () => {
    const { ask, listed } = await start()
    const done: unknown = await (await ask('/importsheet')).json()
    expect(done).toMatchObject({ created: big.length, eventID: expect.any(Number) as number })
    expect(await (await ask('/importsheet?cancel=1')).json()).toEqual(done)
    expect(await listed()).toBe(big.length)
  })
})
