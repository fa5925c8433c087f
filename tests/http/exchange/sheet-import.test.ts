import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import {
  checkSheet,
  importSheet,
  MOST_COLUMNS,
  MOST_ROWS,
  readSheet,
  type Matching,
  type TextEncoding,
} from '../../../src/shared/exchange/sheets.api.ts'
import { createItem, getItem, listItems, updateItem, type ItemInputs } from '../../../src/shared/items/items.api.ts'
import { listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { search } from '../../../src/shared/search/search.api.ts'
import { getUpcoming } from '../../../src/shared/upkeep/upcoming.api.ts'
import { deleteForGood, listDeleted, restore } from '../../../src/shared/history/trash.api.ts'
import { undo } from '../../../src/shared/items/bulk/undo.api.ts'
import type { EventKind } from '../../../src/shared/history/events.ts'
import { withMarks } from '../../../src/server/exchange/sheets/csv.ts'
import { unscoped } from '../../../src/server/platform/db/access/unscoped.ts'
import { oneAtATime } from '../../../src/server/structure/structure-record.repo.ts'
import { allRows } from '../../support/members.ts'
import { somebodyWaits } from '../../support/somebody-waits.ts'
import { roomTypeID, startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'
import { until } from '../../support/until.ts'

const uploaded = async (client: Client, bytes: Buffer | string, name = 'finishes.csv') => {
  const [file] = await client.upload([{ name, bytes: Buffer.from(bytes) }])
  return file?.remote ?? ''
}

/** A table with its columns as they are proposed. */
const matched = async (client: Client, projectID: number, bytes: Buffer | string, name?: string) => {
  const remote = await uploaded(client, bytes, name)
  const sheet = await client.must(readSheet, { body: { projectID, remote } })
  const columns = sheet.columns.map(({ is, name: label }) => ({ is, ...(label !== undefined && { name: label }) }))
  return { sheet, body: { projectID, remote, columns, fillDown: sheet.hasGaps } satisfies Matching }
}

const csvOf = (...rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')

const download = async (client: Client, projectID: number, format: 'csv' | 'xlsx') =>
  (await client.raw({ url: `/sheet?projectID=${projectID}&format=${format}` })).rawPayload

const startWithProject = async () => {
  const started = await startTestApp()
  const robin = await started.newUser('robin')
  const projectID = await robin.newProject()
  return { ...started, robin, projectID }
}

const startWithKitchen = async () => {
  const started = await startWithProject()
  const { robin, projectID } = started
  const roomID = await robin.newRoom(projectID, 'Kitchen')
  const newFaucet = (inputs: ItemInputs) => robin.newItem(projectID, roomID, inputs)
  return { ...started, roomID, newFaucet }
}

const BUILDERS = [
  ['Maple Street, finishes', '', '', '', '', ''],
  ['Area', 'Type', 'Make', 'Model #', 'Bought', 'Remarks'],
  ['Kitchen', 'Faucet', 'Castellan', '7120', '2031-01-30', 'left of the sink'],
  ['', 'fridges', 'Nordhaus', '007', '', ''],
  ['Master Bath', 'Faucet', 'Castellan', '7121', '', ''],
  ['', '', '', '', '', ''],
]

test('a room that is not there yet is of the type that has most of what shall be in it, whatever that is called', async () => {
  const { robin, projectID } = await startWithProject()
  const rows = ['Toilet', 'Tub', 'Shower valve', 'Towel bar'].map((what) => ['Wing B', what])
  const { body } = await matched(robin, projectID, csvOf(['Room', 'Sub Category'], ...rows))
  const { unknownRooms } = await robin.must(checkSheet, { body })
  expect(unknownRooms).toEqual([{ name: 'Wing B', rows: 4, roomTypeID: await roomTypeID(robin, 'Bathroom') }])
})

describe('a list of somebody else', () => {
  test('is matched by names and values, and fills an empty project with rooms and items, as one thing', async () => {
    const { robin, projectID } = await startWithProject()
    const { sheet, body } = await matched(robin, projectID, csvOf(...BUILDERS))
    expect(sheet).toMatchObject({ name: 'finishes.csv', rows: 3, hasGaps: true, rooms: [] })
    expect(sheet.columns.map(({ title, is, name }) => [title, name ?? is])).toEqual([
      ['Area', 'room'],
      ['Type', 'subcategory'],
      ['Make', 'Brand'],
      ['Model #', 'Model Number'],
      ['Bought', 'Purchase Date'],
      ['Remarks', 'notes'],
    ])
    const first = await robin.must(checkSheet, { body })
    const [kitchen, bath] = [await roomTypeID(robin, 'Kitchen'), await roomTypeID(robin, 'Bathroom')]
    const refrigerator = await subcategoryIDs(robin, 'Kitchen', 'Appliances', 'Refrigerator')
    expect(first).toMatchObject({
      unknownRooms: [
        { name: 'Kitchen', rows: 2, roomTypeID: kitchen },
        { name: 'Master Bath', rows: 1, roomTypeID: expect.any(Number) },
      ],
      unknownKinds: [{ name: 'fridges', rows: 1, kind: refrigerator }],
      fingerprint: null,
    })

    const newRooms = [
      { name: 'Kitchen', roomTypeID: kitchen },
      { name: 'Master Bath', roomTypeID: bath },
    ]
    const told = { ...body, newRooms, kinds: [{ name: 'Fridges', ...refrigerator }] }
    const lacks = await robin.must(checkSheet, { body: told })
    expect(lacks).toMatchObject({
      fingerprint: null,
      errors: [{ sheet: '', row: 3, column: 'Bought', message: 'Faucet has no such label' }],
      lacking: [{ subcategory: 'Faucet', label: 'Purchase Date', under: null, rows: 1 }],
    })
    const { fingerprint, ...check } = await robin.must(checkSheet, { body: { ...told, toNotes: true } })
    expect(check).toMatchObject({ creates: 3, changes: 0, newRooms: ['Kitchen', 'Master Bath'], errors: [] })
    expect((await robin.call(listRooms, { query: { projectID } })).status).toBe(204)

    const done = await robin.must(importSheet, {
      body: { ...told, toNotes: true, fingerprint: fingerprint ?? '' },
    })
    expect(done).toMatchObject({ created: 3, changed: 0, rooms: 2, message: 'Imported 3 items' })
    const { rooms } = await robin.must(listRooms, { query: { projectID } })
    expect(rooms.map(({ name, roomTypeName, itemCount }) => [name, roomTypeName, itemCount])).toEqual([
      ['Kitchen', 'Kitchen', 2],
      ['Master Bath', 'Bathroom', 1],
    ])
    const items = await robin.must(listItems, { query: { roomID: rooms[0]?.ID ?? 0 } })
    expect(
      items.map(({ subCatName, field1, field2, note, title }) => [subCatName, field1, field2, note, title]),
    ).toEqual([
      ['Faucet', 'Castellan', '7120', 'left of the sink\nPurchase Date: 2031-01-30', 'Castellan 7120'],
      ['Refrigerator', 'Nordhaus', '007', 'Type: fridges', 'Nordhaus 007'],
    ])
    const { groups } = await robin.must(search, { query: { q: 'Nordhaus' } })
    expect(groups.flatMap((group) => group.rooms.flatMap((room) => room.items))).toHaveLength(1)
    const { events } = await robin.must(getActivity, { query: { projectID } })
    const [last, ...before] = events.map(({ kind, is, eventID }) => [kind, is, eventID])
    expect(last).toEqual(['items imported', 'finishes.csv: 3 created, 0 changed', done.eventID])
    expect(before.map(([kind]) => kind)).toEqual(['project created'])
  })
})

describe('a title that is one of ours', () => {
  const proposedFor = async (...rows: readonly (readonly string[])[]) => {
    const { robin, projectID } = await startWithProject()
    const { sheet, body } = await matched(robin, projectID, csvOf(...rows))
    const { errors } = await robin.must(checkSheet, { body })
    return { columns: sheet.columns.map(({ name, is }) => name ?? is), errors }
  }

  test('means in a list of somebody else what its values are: Item is what stands in a room, Location where', async () => {
    const { columns, errors } = await proposedFor(
      ['Location', 'Item', 'Manufacturer', 'Model No.', 'Category', 'Comments'],
      ['Owner’s Suite', 'Faucet', 'Castellan', '7120', 'Plumbing Fixtures', ''],
      ['Powder Rm', 'Sink', 'Castellan', '7121', 'Plumbing Fixtures', 'white'],
    )
    expect(columns).toEqual(['room', 'subcategory', 'Manufacturer', 'Model Number', 'notes', 'notes'])
    // Of what it is proposed for, nothing has to be put right but names.
    expect(errors.filter(({ column }) => ['Location', 'Item', 'Category'].includes(column))).toEqual([])
  })

  test('stays a label where another column is the room or the sub category', async () => {
    const { columns } = await proposedFor(
      ['Area', 'Product', 'Location', 'Type', 'Category'],
      ['Owner’s Suite', 'thing', 'left wall', 'matt', 'Plumbing'],
    )
    expect(columns).toEqual(['room', 'subcategory', 'Location', 'Type', 'category'])
  })
})

const caseOf = (name: string) => readFile(`tests/cases/sheets/${name}.csv`)

test('numbers under Item that a list of somebody else has are not those of items', async () => {
  const { robin, projectID, roomID, newFaucet } = await startWithKitchen()
  const itemID = await newFaucet({ field1: 'Ours' })
  const rows = [
    ['Item', 'Room', 'Subcategory', 'Brand'],
    [String(itemID), 'Kitchen', 'Faucet', 'Theirs'],
  ]
  const { sheet, body } = await matched(robin, projectID, csvOf(...rows))
  expect(sheet.columns.map(({ is }) => is)).toEqual(['notes', 'room', 'subcategory', 'label'])
  expect(await robin.must(checkSheet, { body })).toMatchObject({ creates: 1, changes: 0, errors: [] })
  expect((await matched(robin, projectID, await caseOf('f02-item-numbers'))).sheet.columns[0]?.is).toBe('notes')
  const ours = await matched(robin, projectID, await download(robin, projectID, 'csv'))
  expect(ours.sheet.columns.at(-1)?.is).toBe('item')
  const other = await robin.newProject('Another')
  expect((await matched(robin, other, await download(robin, projectID, 'csv'))).sheet.columns.at(-1)?.is).toBe('ignore')
  expect(await robin.must(listItems, { query: { roomID } })).toMatchObject([{ field1: 'Ours' }])
})

test('names with line breaks, tabs and marks of direction are names in one line, and blanks at ends are not kept', async () => {
  const { robin, projectID } = await startWithProject()
  const { body } = await matched(robin, projectID, await caseOf('f03-one-line'))
  const { unknownRooms, unknownKinds } = await robin.must(checkSheet, { body })
  expect(unknownRooms.map(({ name, rows }) => [name, rows])).toEqual([['Master Bath', 3]])
  expect(unknownKinds.map(({ name }) => name)).toEqual(['Bath tub'])
  const newRooms = [{ name: '\u202aMaster Bath\u202c', roomTypeID: await roomTypeID(robin, 'Bathroom') }]
  const kinds = [{ name: 'Bath tub', ...(await subcategoryIDs(robin, 'Bathroom', 'Plumbing', 'Faucet')) }]
  await robin.must(importSheet, { body: { ...body, newRooms, kinds } })
  const { rooms } = await robin.must(listRooms, { query: { projectID } })
  expect(rooms.map(({ name, itemCount }) => [name, itemCount])).toEqual([['Master Bath', 3]])
  const blanks = await matched(robin, projectID, await caseOf('f29-blanks-at-ends'))
  const kitchen = [{ name: 'Kitchen', roomTypeID: await roomTypeID(robin, 'Kitchen') }]
  await robin.must(importSheet, { body: { ...blanks.body, newRooms: kitchen } })
  const { rooms: now } = await robin.must(listRooms, { query: { projectID } })
  const items = await robin.must(listItems, { query: { roomID: now.find(({ name }) => name === 'Kitchen')?.ID ?? 0 } })
  expect(items.map(({ field1 }) => field1).sort()).toEqual(['Castellan', 'Varde'])
})

test('what an item is called stays on it where that is no sub category', async () => {
  const { robin, projectID, roomID } = await startWithKitchen()
  const { sheet, body } = await matched(robin, projectID, await caseOf('f04-name'))
  const columns = body.columns.with(1, { is: 'subcategory' })
  expect(sheet.columns[1]?.title).toBe('Item Name')
  const name = 'Nordhaus dishwasher under the window'
  const kinds = [{ name, ...(await subcategoryIDs(robin, 'Kitchen', 'Appliances', 'Dishwasher')) }]
  await robin.must(importSheet, { body: { ...body, columns, kinds } })
  const items = await robin.must(listItems, { query: { roomID } })
  expect(items.map(({ subCatName, note }) => [subCatName, note]).sort()).toEqual([
    ['Dishwasher', `Item Name: ${name}`],
    ['Faucet', ''],
  ])
})

const filesOf = (item: { files: string } | undefined) =>
  Object.entries(JSON.parse(item?.files ?? '{}') as Record<string, string>).map(([name, remote]) => ({ name, remote }))

/** What the page does: takes what is proposed for names that are none here. */
const guessed = async (client: Client, body: Matching): Promise<Matching> => {
  const { unknownRooms, unknownKinds } = await client.must(checkSheet, { body })
  return {
    ...body,
    newRooms: unknownRooms.flatMap(({ name, roomTypeID: type }) => (type ? [{ name, roomTypeID: type }] : [])),
    kinds: unknownKinds.flatMap(({ name, kind }) => (kind ? [{ name, ...kind }] : [])),
  }
}

test('an export of Homebox comes in whole: its rooms, what each thing is, and a file for what notes have no room for', async () => {
  const { robin, projectID } = await startWithProject()
  const { sheet, body } = await matched(robin, projectID, await caseOf('f05-homebox'))
  expect(sheet.program).toBe('Homebox')
  const told = await guessed(robin, { ...body, toNotes: true })
  expect(told.newRooms?.map(({ name }) => name)).toEqual(['Kitchen', 'Basement'])
  const { fingerprint, errors, papers } = await robin.must(checkSheet, { body: told })
  expect([errors, papers]).toEqual([[], 1])
  await robin.must(importSheet, { body: { ...told, fingerprint: fingerprint ?? '' } })
  const { rooms } = await robin.must(listRooms, { query: { projectID } })
  const items = []
  for (const { ID } of rooms) items.push(...(await robin.must(listItems, { query: { roomID: ID } })))
  const dishwasher = items.find(({ subCatName }) => subCatName === 'Dishwasher')
  expect(dishwasher).toMatchObject({
    ...{ roomName: 'Kitchen', field1: 'Nordhaus', field2: 'GS-4410', field3: '004410009871' },
    ...{ field5: '2024-04-05', field6: '2029-04-05', note: expect.stringMatching(/^Came with the house/) as string },
  })
  const [paper] = filesOf(dishwasher)
  expect(paper?.name).toBe('Values Without a Place.txt')
  const bytes = await robin.raw({ url: `/download/${paper?.remote ?? ''}` })
  expect(bytes.body).toContain('Name: Nordhaus dishwasher under the window\n')
  expect(bytes.body).toContain('Purchase Price: 899.5\n')
  expect(bytes.body).toContain('Warranty Details: 5 years on parts, 2 years on labor, by the maker\n')
  expect(items.find(({ roomName }) => roomName === 'Basement')).toMatchObject({
    ...{ subCatName: 'Furnace / Air Handler', field6: 'Lifetime' },
    note: expect.stringContaining('Location: Villa / Basement / Shelf') as string,
  })
})

test('notes that are too long begin on the item and go whole into a file, which undoing takes away', async () => {
  const { robin, projectID, roomID } = await startWithKitchen()
  const long = 'word '.repeat(100).trim()
  const { body } = await matched(
    robin,
    projectID,
    csvOf(['Room', 'Subcategory', 'Remarks', 'Price'], ['Kitchen', 'Faucet', long, '$ 5']),
  )
  const { eventID } = await robin.must(importSheet, { body })
  const [item] = await robin.must(listItems, { query: { roomID } })
  expect(item?.note).toMatch(/^word word .* word …$/)
  const { body: text } = await robin.raw({ url: `/download/${filesOf(item)[0]?.remote ?? ''}` })
  expect(text).toBe(`${long}\nPrice: $ 5\n`)
  await robin.must(undo, { body: { eventID: eventID ?? 0 } })
  expect(await robin.must(listItems, { query: { roomID } })).toEqual([])
})

test('one date that can be read in one way settles how others of the table are read, and lengths count from the purchase', async () => {
  const { robin, projectID, roomID } = await startWithKitchen()
  const { body } = await matched(robin, projectID, await caseOf('d6-dates'))
  const { dates, errors } = await robin.must(checkSheet, { body: { ...body, toNotes: true } })
  expect(errors).toEqual([])
  expect(dates).toEqual({
    ...{ unclear: 0, example: null, readings: [] },
    unread: [{ column: 'Warranty Expires', value: 'Lifetime', rows: 1 }],
  })
  await robin.must(importSheet, { body: { ...body, toNotes: true } })
  const items = await robin.must(listItems, { query: { roomID } })
  const ends = items.map((item) => [item.subCatName, item.subCatName === 'Faucet' ? '' : item.field5, item.field6])
  expect(ends.toSorted()).toEqual([
    ['Cooktop', '2024-01-02', 'Lifetime'],
    ['Dishwasher', '2025-03-04', '2029-12-31'],
    ['Faucet', '', '2029-01-02'],
    ['Freezer', '2025-03-04', '2031-03-04'],
    ['Microwave', '2024-11-05', '2030-07-15'],
    ['Range Hood', '2024-01-02', '2026-01-02'],
  ])
  const { coming } = await robin.must(getUpcoming, { query: { projectID, today: '2025-12-01' } })
  expect(coming.map(({ day }) => day)).toEqual(['2026-01-02', '2029-01-02', '2029-12-31', '2030-07-15', '2031-03-04'])
})

test('dates that may be several days are asked for once, and nothing is imported before', async () => {
  const { robin, projectID, roomID } = await startWithKitchen()
  const { body } = await matched(
    robin,
    projectID,
    csvOf(
      ['Room', 'Subcategory', 'Warranty Expires'],
      ['Kitchen', 'Faucet', '03/04/2031'],
      ['Kitchen', 'Faucet', '5.6.31'],
    ),
  )
  const asked = await robin.must(checkSheet, { body })
  expect(asked).toMatchObject({
    fingerprint: null,
    errors: [],
    dates: { unclear: 2, example: '03/04/2031', unread: [] },
  })
  expect(asked.dates.readings).toEqual([
    { order: 'mdy', day: '2031-03-04' },
    { order: 'dmy', day: '2031-04-03' },
  ])
  expect((await robin.call(importSheet, { body })).problem).toMatchObject({
    ...{ statusCode: 409, code: 'sheet_wrong' },
    message: expect.stringContaining('"03/04/2031" may be several days') as string,
  })
  const read = async (dates: Matching['dates']) => (await robin.must(checkSheet, { body: { ...body, dates } })).dates
  expect(await read('dmy')).toMatchObject({ unclear: 0, unread: [] })
  expect(await read('as written')).toMatchObject({ unclear: 0, unread: [{ value: '03/04/2031' }, { value: '5.6.31' }] })
  await robin.must(importSheet, { body: { ...body, dates: 'dmy' } })
  const items = await robin.must(listItems, { query: { roomID } })
  expect(items.map(({ field6 }) => field6).toSorted()).toEqual(['2031-04-03', '2031-06-05'])
})

test('what was downloaded comes in the same also where a spreadsheet program writes its days otherwise', async () => {
  const { robin, projectID, newFaucet } = await startWithKitchen()
  await newFaucet({ field6: '2031-01-30' })
  await newFaucet({ field6: '03/04/2031' })
  const { body } = await matched(robin, projectID, await download(robin, projectID, 'csv'))
  expect(await robin.must(checkSheet, { body })).toMatchObject({ changes: 0, same: 2, dates: { unclear: 0 } })
  const saved = (await download(robin, projectID, 'csv')).toString().replace('2031-01-30', '1/30/2031 0:00')
  const again = await matched(robin, projectID, saved)
  expect(await robin.must(checkSheet, { body: again.body })).toMatchObject({ changes: 0, same: 2 })
})

test('a cell is corrected and a row left out where the import is checked, and rows are shown as items', async () => {
  const { robin, projectID, roomID } = await startWithKitchen()
  const rows = [
    ['Room', 'Subcategory', 'Brand', 'Notes'],
    ['Kitchen', 'Faucet', 'x'.repeat(256), 'one\r\ntwo'],
    ['Kitchen', 'Faucet', 'Varde', ''],
    ['', 'Total', '2', ''],
  ]
  const { body } = await matched(robin, projectID, csvOf(...rows))
  const { errors } = await robin.must(checkSheet, { body: { ...body, fillDown: false } })
  expect(errors).toMatchObject([
    { sheet: '', row: 2, column: 'Brand', value: 'x'.repeat(256) },
    { sheet: '', row: 4, column: 'Subcategory', value: 'Total', message: 'looks like a total' },
  ])
  const edited = {
    ...{ ...body, fillDown: false },
    cells: [{ sheet: '', row: 2, column: 'Brand', value: 'Castellan' }],
    leftOut: [{ sheet: '', row: 4 }],
  }
  const { items, fingerprint } = await robin.must(checkSheet, { body: edited })
  expect(items).toEqual([
    {
      ...{ sheet: '', row: 2, room: 'Kitchen', category: 'Plumbing', subcategory: 'Faucet', title: 'Castellan' },
      ...{ values: [{ label: 'Brand', value: 'Castellan' }], notes: 'one\ntwo' },
    },
    {
      ...{ sheet: '', row: 3, room: 'Kitchen', category: 'Plumbing', subcategory: 'Faucet', title: 'Varde' },
      ...{ values: [{ label: 'Brand', value: 'Varde' }], notes: '' },
    },
  ])
  await robin.must(importSheet, { body: { ...edited, fingerprint: fingerprint ?? '' } })
  const made = await robin.must(listItems, { query: { roomID } })
  expect(made.map(({ field1, note }) => [field1, note])).toEqual([
    ['Castellan', 'one\ntwo'],
    ['Varde', ''],
  ])
  for (const cell of [
    { row: 9, column: 'Brand' },
    { row: 2, column: 'None' },
  ]) {
    const wrong = { ...edited, cells: [{ sheet: '', value: '', ...cell }] }
    const { problem } = await robin.call(checkSheet, { body: wrong })
    expect(problem).toMatchObject({ statusCode: 400, fields: { cells: expect.any(String) as string } })
  }
})

test('rows that are hidden in their sheet are left out unless they are asked for', async () => {
  const { robin, projectID } = await startWithKitchen()
  const row = (at: number, hidden: string) =>
    `<row r="${at}"${hidden}>${text(`A${at}`, 'Kitchen')}${text(`B${at}`, 'Faucet')}${text(`C${at}`, '')}</row>`
  const file = await workbookOf(`${HEAD}${row(2, '')}${row(3, ' hidden="1"')}`)
  const { sheet, body } = await matched(robin, projectID, file, 'list.xlsx')
  expect(sheet).toMatchObject({ rows: 1, unread: 0, sheets: [{ name: 'List', rows: 2, hidden: false, hiddenRows: 1 }] })
  const creates = async (how: Partial<Matching>) =>
    (await robin.must(checkSheet, { body: { ...body, ...how } })).creates
  expect([await creates({}), await creates({ hiddenRows: true })]).toEqual([1, 2])
})

test('an address behind the name of a room or of what an item is stays on the item, and is no part of the name', async () => {
  const { robin, projectID, roomID } = await startWithKitchen()
  const rows = [
    ['Room', 'Subcategory', 'Brand'],
    ['Kitchen (https://example.com/kitchen)', 'Faucet (https://shop.example.com/f)', 'Varde'],
  ]
  const { body } = await matched(robin, projectID, csvOf(...rows))
  await robin.must(importSheet, { body })
  const [item] = await robin.must(listItems, { query: { roomID } })
  expect(item?.note).toBe('Room: https://example.com/kitchen\nSubcategory: https://shop.example.com/f')
})

test('a CSV is read in the encoding that is chosen where its bytes do not tell one', async () => {
  const { robin, projectID } = await startWithProject()
  const remote = await uploaded(robin, await caseOf('f16-windows-1251'))
  const read = async (encoding?: TextEncoding) =>
    robin.must(readSheet, { body: { projectID, remote, ...(encoding && { encoding }) } })
  expect(await read()).toMatchObject({ encoding: 'windows-1252' })
  const sheet = await read('windows-1251')
  expect(sheet).toMatchObject({ encoding: 'windows-1251', columns: [{ values: ['Кухня'] }, {}, {}] })
  const columns = [{ is: 'room' as const }, { is: 'subcategory' as const }, { is: 'label' as const, name: 'Brand' }]
  const newRooms = [{ name: 'Кухня', roomTypeID: await roomTypeID(robin, 'Kitchen') }]
  await robin.must(importSheet, { body: { projectID, remote, encoding: 'windows-1251', columns, newRooms } })
  const { rooms } = await robin.must(listRooms, { query: { projectID } })
  expect(rooms.map(({ name }) => name)).toEqual(['Кухня'])
  const { problem } = await robin.call(readSheet, { body: { projectID, remote, encoding: 'klingon' as 'utf-8' } })
  expect(problem).toMatchObject({ statusCode: 400, fields: { encoding: expect.any(String) as string } })
})

test('what a sub category calls otherwise goes under its own label, and what two columns say is not lost', async () => {
  const { robin, projectID } = await startWithProject()
  await robin.newRoom(projectID, 'Kitchen')
  const { sheet, body } = await matched(
    robin,
    projectID,
    csvOf(
      ['Location', 'Item', 'Manufacturer', 'Color/Finish', 'Finish'],
      ['Kitchen', 'Faucet', 'Castellan', 'Chrome', ''],
      ['Kitchen', 'Faucet', 'Castellan', 'Chrome', 'Brass'],
      ['Kitchen', 'Window', 'Nordhaus', '', ''],
      ['Kitchen', 'Wall Paint', 'Boreal', '', ''],
    ),
  )
  expect(sheet.columns.map(({ name, is }) => name ?? is)).toEqual([
    ...['room', 'subcategory', 'Manufacturer', 'Color / Finish', 'Finish'],
  ])
  const checked = await robin.must(checkSheet, { body: { ...body, toNotes: true } })
  expect(checked.lacking).toEqual([
    { subcategory: 'Faucet', label: 'Manufacturer', under: 'Brand', rows: 2 },
    { subcategory: 'Faucet', label: 'Color / Finish', under: null, rows: 2 },
    { subcategory: 'Wall Paint', label: 'Manufacturer', under: 'Brand / Product Line', rows: 1 },
  ])
  const alone = { ...body, columns: body.columns.map((column, at) => (at === 4 ? { is: 'notes' as const } : column)) }
  const { fingerprint, lacking } = await robin.must(checkSheet, { body: { ...alone, toNotes: true } })
  expect(lacking).toContainEqual({ subcategory: 'Faucet', label: 'Color / Finish', under: 'Finish', rows: 2 })
  await robin.must(importSheet, { body: { ...alone, toNotes: true, fingerprint: fingerprint ?? '' } })
  const [room] = (await robin.must(listRooms, { query: { projectID } })).rooms
  const items = await robin.must(listItems, { query: { roomID: room?.ID ?? 0 } })
  expect(
    items
      .map(({ subCatName, field1, field3, note }) => [subCatName, field1, field3, note])
      .toSorted((a, b) => a.join().localeCompare(b.join())),
  ).toEqual([
    ['Faucet', 'Castellan', 'Chrome', ''],
    ['Faucet', 'Castellan', 'Chrome', 'Finish: Brass'],
    ['Wall Paint', 'Boreal', '', ''],
    ['Window', 'Nordhaus', '', ''],
  ])
})

test('a model that may be a code is that of a color, a date of installing that of painting, a color the finish of a faucet', async () => {
  const { robin, projectID } = await startWithKitchen()
  const { sheet, body } = await matched(
    robin,
    projectID,
    csvOf(
      ['Area', 'Item', 'Make', 'Model / Code', 'Color', 'Installed'],
      ['Kitchen', 'Wall Paint', 'Boreal', 'HV-6102', 'Dry Sage', '2024-05-06'],
      ['Kitchen', 'Faucet', 'Castellan', '7120', 'Brass', ''],
    ),
  )
  expect(sheet.columns.slice(2).map(({ name }) => name)).toEqual(['Brand', 'Model Number', 'Color', 'Date Installed'])
  const { items, errors } = await robin.must(checkSheet, { body: { ...body, toNotes: true } })
  expect(errors).toEqual([])
  expect(
    items.map(({ values, notes }) => [Object.fromEntries(values.map((each) => [each.label, each.value])), notes]),
  ).toEqual([
    [
      {
        ...{ 'Brand / Product Line': 'Boreal', 'Color Name': 'Dry Sage', 'Color Code': 'HV-6102' },
        'Date Painted': '2024-05-06',
      },
      '',
    ],
    [{ Brand: 'Castellan', 'Model Number': '7120', Finish: 'Brass' }, ''],
  ])
})

/** Random values that are as tables can hold them. */
const sign = fc.constantFrom(...'=+-@\'",;<& 0123456789.e/é水😀abcXYZ\n')
const aValue = fc.oneof(
  fc.string({ unit: sign, maxLength: 10 }),
  fc.constantFrom('', '007', '12.5', '2031-01-30', '=1+1', "'=1", '-5', 'Brass', ' blank '),
)

test('an import is undone by its event: new items go to the trash, changed and moved ones are as before', async () => {
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
  expect(await robin.must(listDeleted, {})).toMatchObject([{ kind: 'room', name: 'Pantry' }])
  const again = await robin.must(undo, { body: { eventID: undone.eventID } })
  expect(again).toMatchObject({
    ...{ kept: [], keptRooms: [] },
    message: 'Put back the former values of 1 item. Moved 1 item back. Restored 1 room and 1 item.',
  })
  expect(await robin.must(getItem, { query: { itemID: held } })).toMatchObject({ field1: 'Other', roomName: 'Pantry' })
  expect(await roomsIn(robin, projectID)).toEqual([
    ['Kitchen', 0],
    ['Pantry', 2],
  ])
  expect(await robin.must(listDeleted, {})).toEqual([])
})

const roomsIn = async (client: Client, projectID: number) =>
  (await client.must(listRooms, { query: { projectID } })).rooms.map(({ name, itemCount }) => [name, itemCount])

describe('rooms that an import made', () => {
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

  test('go with what is in them, as one entry, but for those in which something was done since', async () => {
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
      message:
        'Moved 2 rooms and 5 items to the trash. Changed since, and left as they are: room "Cellar", room "Loft", Other.',
    })
    const left = [
      ['Cellar', 1],
      ['Kitchen', 0],
      ['Loft', 1],
    ]
    expect(await roomsIn(robin, projectID)).toEqual(left)
    const entries = (await robin.must(listDeleted, {})).map(({ kind, name, where }) => [kind, name, where])
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
    expect(await robin.must(listDeleted, {})).toEqual([])
  })

  test('come back out of the trash as one, or go for good as one, each of which is told', async () => {
    const { robin, projectID, services, eventID } = await startWithImport('Pantry', 'Attic')
    const { eventID: undoing } = await robin.must(undo, { body: { eventID } })
    const [first] = await robin.must(listDeleted, {})
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
    const [entry] = await again.robin.must(listDeleted, {})
    const gone = await again.robin.must(deleteForGood, { query: { trashID: entry?.trashID ?? 0 } })
    expect(gone.message).toBe('Deleted 2 rooms for good')
    const told = async ({ db }: typeof services, kinds: EventKind[]) =>
      (
        await db.selectFrom('events').select(['kind', 'part_of']).where('kind', 'in', kinds).orderBy('id').execute()
      ).map(({ kind, part_of }) => [kind, part_of !== null])
    expect(await told(services, ['rooms restored', 'room restored'])).toEqual([
      ['rooms restored', false],
      ['room restored', true],
      ['room restored', true],
    ])
    expect(await told(again.services, ['rooms removed', 'room removed', 'item removed'])).toEqual([
      ['rooms removed', false],
      ['room removed', true],
      ['room removed', true],
    ])
    expect(await again.services.db.selectFrom('items').select('id').execute()).toEqual([])
  })

  test('are named where all that an import did has been changed since', async () => {
    const { robin, eventID, roomOf, itemIn } = await startWithImport('Attic')
    const itemID = await itemIn('Attic')
    await robin.must(updateItem, { body: { itemID, inputs: { field1: 'Other' } } })
    const { problem } = await robin.call(undo, { body: { eventID } })
    expect(problem).toMatchObject({
      ...{ statusCode: 409, code: 'changed_since', items: [{ itemID }] },
      rooms: [{ roomID: roomOf('Attic'), name: 'Attic' }],
    })
  })

  test('stay with what somebody puts in them while they are undone', async () => {
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

describe('what was downloaded', () => {
  test('comes in again without a change, and edits of it come out as just these', async () => {
    const { robin, projectID, roomID, newFaucet } = await startWithKitchen()
    const ids = await subcategoryIDs(robin, 'Kitchen', 'Appliances', 'Refrigerator')
    const made = [await newFaucet({}), await newFaucet({})]
    const { itemID } = await robin.must(createItem, { body: { projectID, roomID, ...ids, inputs: {} } })
    made.push(itemID)
    const texts = fc.array(aValue, { minLength: 7, maxLength: 7 })
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(texts, texts, texts),
        fc.constantFrom('csv' as const, 'xlsx' as const),
        fc.array(fc.tuple(fc.nat(2), fc.nat(5), aValue), { maxLength: 4 }),
        async (values, format, edits) => {
          for (const [
            at,
            [field1 = '', field2 = '', field3 = '', field4 = '', field5 = '', , notes = ''],
          ] of values.entries())
            await robin.must(updateItem, {
              body: { itemID: made[at] ?? 0, inputs: { field1, field2, field3, field4, field5, notes } },
            })
          const same = await matched(robin, projectID, await download(robin, projectID, format), `a.${format}`)
          const nothing = await robin.must(checkSheet, { body: same.body })
          expect(nothing).toMatchObject({ creates: 0, changes: 0, same: 3, errors: [], newRooms: [] })

          const rows: string[][] = parse(await download(robin, projectID, 'csv'), { bom: true })
          const [titles = []] = rows
          const rowOf = (id: number) => rows.find((row) => row.at(-1) === String(id)) ?? []
          const wanted = new Map<string, string>()
          for (const [which, field, value] of edits) {
            const id = made[which] ?? 0
            const item = await robin.must(getItem, { query: { itemID: id } })
            const label = item.labels[field]
            if (!label) continue
            const column = titles.indexOf(label.label)
            rowOf(id)[column] = withMarks(value)
            wanted.set(`${id} ${label.label}`, value)
            if (value === item[label.field]) wanted.delete(`${id} ${label.label}`)
          }
          const edited = await matched(robin, projectID, csvOf(...rows))
          const { changed, fingerprint, errors } = await robin.must(checkSheet, { body: edited.body })
          expect(errors).toEqual([])
          const told = changed.flatMap((one) => one.values.map(({ label, after }) => [`${one.itemID} ${label}`, after]))
          expect(told.toSorted()).toEqual([...wanted].toSorted())
          const before = await robin.must(listItems, { query: { roomID } })
          const done = await robin.must(importSheet, { body: { ...edited.body, fingerprint: fingerprint ?? '' } })
          expect(done).toMatchObject({ created: 0, changed: changed.length, same: 3 - changed.length })
          for (const item of await robin.must(listItems, { query: { roomID } })) {
            const was = before.find((one) => one.itemID === item.itemID)
            for (const { label, field } of item.labels)
              expect(item[field]).toBe(wanted.get(`${item.itemID} ${label}`) ?? was?.[field])
          }
        },
      ),
      { numRuns: 12 },
    )
  })

  test('holds its items in the order of their numbers, in whatever order they stand in the file', async () => {
    const { robin, services, projectID } = await startWithKitchen()
    const { db } = services
    const many = Array.from({ length: 600 }, (_, at) => ['Kitchen', 'Faucet', `Brand ${at}`])
    const made = await matched(robin, projectID, csvOf(['Room', 'Subcategory', 'Brand'], ...many))
    await robin.must(importSheet, { body: made.body })
    const [titles = [], ...rows]: string[][] = parse(await download(robin, projectID, 'csv'), { bom: true })
    const ids = rows.map((cells) => Number(cells.at(-1))).toSorted((a, b) => a - b)
    const [first = 0, last = 0] = [ids[0], ids.at(-1)]
    const backwards = rows
      .toSorted((a, b) => Number(b.at(-1)) - Number(a.at(-1)))
      .map((cells) => cells.map((cell, at) => (titles[at] === 'Brand' ? 'Castellan' : cell)))
    const { body } = await matched(robin, projectID, csvOf(titles, ...backwards))
    const importing = await db.transaction().execute(async (trx) => {
      const items = () => unscoped(trx).updateTable('items')
      const take = (id: number) => items().set({ notes: 'held' }).where('id', '=', id).execute()
      await take(first)
      const soon = robin.must(importSheet, { body }).then(({ changed }) => changed)
      await somebodyWaits(db)
      await take(last)
      await items().set({ notes: '' }).where('id', 'in', [first, last]).execute()
      return { soon }
    })
    expect(await importing.soon).toBe(600)
  })

  test('changes no item that was changed since, moves what has another room, and takes no other sub category', async () => {
    const { robin, projectID, roomID, newFaucet, clock } = await startWithKitchen()
    const [first, second] = [await newFaucet({ field1: 'One' }), await newFaucet({ field1: 'Two' })]
    await robin.newRoom(projectID, 'Pantry')
    const rows: string[][] = parse(await download(robin, projectID, 'csv'), { bom: true })
    const [titles = [], one = [], two = []] = rows
    const told = async (...changed: string[][]) => {
      const { body } = await matched(robin, projectID, csvOf(titles, ...changed))
      return { body, check: await robin.must(checkSheet, { body }) }
    }
    const edit = (row: readonly string[], title: string, value: string) => row.with(titles.indexOf(title), value)

    const moved = await told(edit(one, 'Room', 'pantry'), edit(two, 'Brand', 'Three'))
    expect(moved.check.changed.map(({ itemID, values }) => [itemID, values])).toEqual([
      [first, [{ label: 'Room', before: 'Kitchen', after: 'Pantry' }]],
      [second, [{ label: 'Brand', before: 'Two', after: 'Three' }]],
    ])
    const { check } = await told(edit(one, 'Subcategory', 'Sink'), one, edit(two, 'Item', '999999'))
    expect(check.errors.map(({ row, column, message }) => `row ${row}, ${column}: ${message}`)).toEqual([
      'row 2, Subcategory: is Faucet here, which is changed on the item itself',
      'row 3, Item: stands on a row before',
      'row 4, Item: no item of this project has this number',
    ])

    clock.turn(5000)
    await robin.must(updateItem, { body: { itemID: second, inputs: { field3: 'Brass' } } })
    const late = await told(one, edit(two, 'Brand', 'Three'))
    expect(late.check.errors).toMatchObject([{ row: 3, column: 'Updated' }])
    // What had been checked before would happen in another way now.
    const { problem } = await robin.call(importSheet, {
      body: { ...moved.body, fingerprint: moved.check.fingerprint ?? '' },
    })
    expect(problem).toMatchObject({ statusCode: 409, code: 'sheet_changed' })
    expect((await robin.must(getItem, { query: { itemID: first } })).roomID).toBe(roomID)

    const alone = await told(edit(one, 'Room', 'pantry'))
    await robin.must(importSheet, { body: { ...alone.body, fingerprint: alone.check.fingerprint ?? '' } })
    expect((await robin.must(getItem, { query: { itemID: first } })).roomName).toBe('Pantry')
  })
})

test('an empty room or sub category is that of the row above where one says so, in the same room and category alone', async () => {
  const { robin, projectID } = await startWithKitchen()
  await robin.newRoom(projectID, 'Pantry')
  const rows = ['Kitchen,Plumbing,Faucet', ',,', 'kitchen,,', 'Pantry,,', ',Plumbing,', ',,Faucet', ',Lighting,']
  const table = ['Room,Category,Subcategory,Brand', ...rows.map((row) => `${row},Castellan`)].join('\n')
  const { body } = await matched(robin, projectID, table)
  const { creates, errors } = await robin.must(checkSheet, { body: { ...body, fillDown: true } })
  expect(creates).toBe(4)
  expect(errors.map(({ row, message }) => [row, message])).toEqual(
    [5, 6, 8].map((row) => [row, 'says no sub category']),
  )
})

describe('an import', () => {
  test('is refused by the cell, whole, and what has no label is lost nowhere', async () => {
    const { robin, projectID, services } = await startWithKitchen()
    const { body } = await matched(
      robin,
      projectID,
      csvOf(
        ['Room', 'Subcategory', 'Brand', 'Finish', 'Notes', 'Notes'],
        ['Kitchen', 'Faucet', 'x'.repeat(256), '', '', ''],
        ['Kitchen', 'Refrigerator', 'Nordhaus', 'Brass', '', ''],
        ['Kitchen', 'Bathtub', '', '', '', ''],
        ['Kitchen', 'Faucet', '', '', 'y'.repeat(250), 'and more'],
        ['', 'Faucet', 'Castellan', '', '', ''],
        ['Kitchen', 'Faucet', 'Good', '', '', ''],
      ),
    )
    const rows = await allRows(services.db)
    const { errors, creates, fingerprint } = await robin.must(checkSheet, { body: { ...body, fillDown: false } })
    expect([creates, fingerprint]).toEqual([2, null])
    expect(errors.map(({ row, column, message }) => `row ${row}, ${column}: ${message}`)).toEqual([
      'row 2, Brand: longer than 255',
      'row 3, Finish: Refrigerator has no such label',
      'row 4, Subcategory: rooms of the type Kitchen have no sub category Bathtub',
      'row 6, Room: says no room',
    ])
    const { problem } = await robin.call(importSheet, { body: { ...body, fillDown: false } })
    expect(problem).toMatchObject({
      code: 'sheet_wrong',
      message: 'Nothing was imported: row 2, Brand: longer than 255.',
    })
    const wrong = [...body.columns.slice(0, -1), { is: 'room' as const }]
    expect((await robin.call(checkSheet, { body: { ...body, columns: wrong } })).problem).toMatchObject({
      statusCode: 400,
      fields: { columns: 'Two columns cannot be the same.' },
    })
    expect(await allRows(services.db)).toEqual(rows)
  })

  test('of as many rows as there may be is done, and of more none is', async () => {
    const { robin, projectID, roomID } = await startWithKitchen()
    const lines = (count: number) =>
      csvOf(
        ['Room', 'Subcategory', 'Brand', 'Finish', 'Notes'],
        ...Array.from({ length: count }, (_, at) => ['Kitchen', 'Faucet', `Brand ${at}`, 'Brass', `note ${at}`]),
      )
    const { body } = await matched(robin, projectID, lines(MOST_ROWS))
    const { fingerprint } = await robin.must(checkSheet, { body })
    const done = await robin.must(importSheet, { body: { ...body, fingerprint: fingerprint ?? '' } })
    expect(done).toMatchObject({ created: MOST_ROWS })
    expect(await robin.must(listItems, { query: { roomID } })).toHaveLength(MOST_ROWS)
    const remote = await uploaded(robin, lines(MOST_ROWS + 1))
    expect((await robin.call(readSheet, { body: { projectID, remote } })).problem).toMatchObject({
      statusCode: 400,
      message: 'This has more than 5,000 rows, which are the most at once.',
    })
  })

  test('takes no name that is longer than any, and shows the title of a column cut', async () => {
    const { robin, projectID } = await startWithKitchen()
    const [long, title] = ['k'.repeat(256), 't'.repeat(300)]
    const { sheet, body } = await matched(
      robin,
      projectID,
      csvOf(
        ['Room', 'Subcategory', title],
        ['Kitchen', 'Faucet', 'brass'],
        [long, 'Faucet', ''],
        ['Kitchen', long, ''],
      ),
    )
    expect(sheet.columns.map((column) => column.title)).toEqual(['Room', 'Subcategory', 't'.repeat(255)])
    expect(await robin.must(checkSheet, { body })).toMatchObject({
      creates: 1,
      errors: [
        { row: 3, column: 'Room', message: 'longer than 255' },
        { row: 4, column: 'Subcategory', message: 'longer than 255' },
      ],
      fingerprint: null,
    })
  })
})

const zipOf = (entries: Record<string, Buffer | string>): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream)
}

const WORKBOOK = {
  '[Content_Types].xml':
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
  'xl/workbook.xml':
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr date1904="1"/><sheets><sheet name="List" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
  'xl/styles.xml':
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>',
}
const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`
const workbookOf = (rows: string, more: Record<string, Buffer | string> = {}, behind = '') =>
  zipOf({
    ...WORKBOOK,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData>${behind}</worksheet>`,
    ...more,
  })
const HEAD = `<row r="1">${text('A1', 'Room')}${text('B1', 'Subcategory')}${text('C1', 'Purchase Date')}${text('D1', 'Price')}</row>`

describe('a file', () => {
  test('has titles without what cannot be stored, also where they go into notes', async () => {
    const { robin, projectID, roomID } = await startWithKitchen()
    const rows = `<row r="1">${text('A1', 'Room')}${text('B1', 'Subcategory')}${text('C1', 'Re_x0000_mark')}${text('D1', '_x0000_')}${text('E1', 'Half_xD83D_')}</row><row r="2">${text('A2', 'Kitchen')}${text('B2', 'Faucet')}${text('C2', 'loose')}${text('D2', 'drips')}${text('E2', 'cold')}</row>`
    const { sheet, body } = await matched(robin, projectID, await workbookOf(rows), 'list.xlsx')
    expect(sheet.columns.map(({ title }) => title).slice(2)).toEqual(['Remark', 'Column D', 'Half\uFFFD'])
    const columns = sheet.columns.map(({ is }, at) => ({ is: at < 2 ? is : 'notes' }) as const)
    await robin.must(importSheet, { body: { ...body, columns } })
    const [item] = await robin.must(listItems, { query: { roomID } })
    expect(item?.note).toBe('loose\nColumn D: drips\nHalf\uFFFD: cold')
  })

  test('of another program is read: dates from 1904 on, hidden rows, numbers, merged and empty cells', async () => {
    const { robin, projectID } = await startWithProject()
    const row = (at: number, room: string, kind: string) =>
      `<row r="${at}" hidden="1">${room && text(`A${at}`, room)}${text(`B${at}`, kind)}<c r="C${at}" s="1"><v>46416</v></c><c r="D${at}"><v>0.30000000000000004</v></c></row>`
    const merged = '<mergeCells count="1"><mergeCell ref="A2:A4"/></mergeCells>'
    const bytes = await workbookOf(
      `${HEAD}${row(2, 'Kitchen', 'Refrigerator')}${row(4, '', 'Refrigerator')}`,
      {},
      merged,
    )
    const { sheet, body } = await matched(robin, projectID, bytes, 'list.xlsx')
    expect(sheet).toMatchObject({ rows: 2, hasGaps: true, sheets: [{ name: 'List', rows: 2, taken: true }] })
    expect(sheet.columns.map(({ title, values, is }) => [title, values, is])).toEqual([
      ['Room', ['Kitchen'], 'room'],
      ['Subcategory', ['Refrigerator'], 'subcategory'],
      ['Purchase Date', ['2031-01-30'], 'label'],
      ['Price', ['0.3'], 'notes'],
    ])
    const newRooms = [{ name: 'Kitchen', roomTypeID: await roomTypeID(robin, 'Kitchen') }]
    expect(await robin.must(checkSheet, { body: { ...body, newRooms } })).toMatchObject({ creates: 2, errors: [] })
  })

  test.each(['1', 'true'])('says in the words of several programs that its days are from 1904 on: %s', async (word) => {
    const { robin, projectID } = await startWithProject()
    const bytes = await workbookOf(
      `${HEAD}<row r="2">${text('A2', 'Kitchen')}${text('B2', 'Refrigerator')}<c r="C2" s="1"><v>46416</v></c></row>`,
      { 'xl/workbook.xml': WORKBOOK['xl/workbook.xml'].replace('date1904="1"', `date1904="${word}"`) },
    )
    const { sheet } = await matched(robin, projectID, bytes, 'list.xlsx')
    expect(sheet.columns.find(({ title }) => title === 'Purchase Date')?.values).toEqual(['2031-01-30'])
  })

  test('of text is read in UTF-8, UTF-16 and Windows-1252, with commas, semicolons and tabs', async () => {
    const { robin, projectID } = await startWithKitchen()
    const table = (separator: string) =>
      [
        ['Room', 'Subcategory', 'Brand'],
        ['Kitchen', 'Faucet', 'Café'],
      ]
        .map((row) => row.join(separator))
        .join('\r\n')
    const files = [
      Buffer.from(table(',')),
      Buffer.from(`\ufeff${table(';')}`),
      Buffer.from(`\ufeff${table('\t')}`, 'utf16le'),
      Buffer.from(`\ufeff${table(',')}`, 'utf16le').swap16(),
      Buffer.from(table(';'), 'latin1'),
      Buffer.from(`sep=;\r\n${table(';')}`),
    ]
    for (const [at, bytes] of files.entries()) {
      const { sheet } = await matched(robin, projectID, bytes)
      expect(
        sheet.columns.map(({ values }) => values),
        String(at),
      ).toEqual([['Kitchen'], ['Faucet'], ['Café']])
    }
  })

  test('of many sheets is a table of the first that have no more columns together than it may have', async () => {
    const { robin, projectID } = await startWithKitchen()
    const names = Array.from({ length: 9 }, (_, at) => `Floor ${at}`)
    const [kept, left] = [names.slice(0, 8), names.slice(8)]
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXY']
    const cells = (number: number, cell: (letter: string) => string) =>
      `<row r="${number}">${letters.map((letter) => text(`${letter}${number}`, cell(letter))).join('')}</row>`
    const sheets = names.map((name, at): [string, string] => [
      `xl/worksheets/sheet${at + 1}.xml`,
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${cells(1, (letter) => `${name} ${letter}`)}${cells(2, () => 'x')}</sheetData></worksheet>`,
    ])
    const file = await zipOf({
      ...WORKBOOK,
      'xl/workbook.xml': WORKBOOK['xl/workbook.xml'].replace(
        /<sheets>.*<\/sheets>/,
        `<sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at + 1}"/>`).join('')}</sheets>`,
      ),
      'xl/_rels/workbook.xml.rels': WORKBOOK['xl/_rels/workbook.xml.rels'].replace(
        /<Relationship Id="rId1".*?\/>/,
        names
          .map(
            (_, at) =>
              `<Relationship Id="s${at + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
          )
          .join(''),
      ),
      ...Object.fromEntries(sheets),
    })
    const remote = await uploaded(robin, file, 'finishes.xlsx')
    const read = (wanted?: string[]) =>
      robin.call(readSheet, { body: { projectID, remote, ...(wanted && { sheets: wanted }) } })
    const first = (await read()).body
    expect(first?.sheets.filter(({ taken }) => taken).map(({ name }) => name)).toEqual(kept)
    expect(first?.columns).toHaveLength(MOST_COLUMNS)
    expect((await read([...left, ...kept.slice(1)])).body?.columns).toHaveLength(MOST_COLUMNS)
    expect((await read(names)).problem).toMatchObject({
      statusCode: 400,
      message: 'These sheets have more than 200 columns together. Choose fewer of them.',
    })
  })

  test('that is no table, is locked, has macros or unpacks to too much is a 400 that says so', async () => {
    const { robin, projectID } = await startWithKitchen()
    const huge = Buffer.alloc(17 * 1024 * 1024, 0x20)
    const files: Record<string, [Buffer | string, RegExp]> = {
      picture: [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), /no table/],
      'one column': ['a\nb\nc', /no table/],
      PDF: ['%PDF-1.7\n1,2\n', /no table/],
      'other ZIP': [await zipOf({ 'a.txt': 'a' }), /no table/],
      'half a ZIP': [(await workbookOf(HEAD)).subarray(0, 300), /not whole/],
      old: [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0]), /old or an encrypted/],
      macros: [await workbookOf(HEAD, { 'xl/vbaProject.bin': 'x' }), /macros/],
      bomb: [await workbookOf(HEAD, { 'xl/styles.xml': huge }), /larger than 16 MB/],
      'rows beside a large picture': [await workbookOf(HEAD, { 'xl/media/a.bin': huge }), /no rows/],
      'large cell': [
        await workbookOf(`${HEAD}<row r="2">${text('A2', 'x'.repeat(40_000))}${text('B2', 'y')}</row>`),
        /row 2 has a cell of 40,000 characters/,
      ],
      'far row': [
        await workbookOf(`${HEAD}<row r="999999999999">${text('A999999999999', 'x')}</row>`),
        /more than 5,000 rows/,
      ],
      'no rows': [await workbookOf(HEAD), /no rows/],
      'many rows': [
        await workbookOf(
          HEAD +
            Array.from({ length: 6000 }, (_, at) => `<row r="${at + 2}">${text(`A${at + 2}`, 'x')}</row>`).join(''),
        ),
        /more than 5,000 rows/,
      ],
      'broken XML': [await workbookOf('<row r="1"><c r="A1" t="s"><v>7</v></c>'), /cannot be read|no rows/],
      'open quotation': ['Room,Brand\nKitchen,"Castellan\n', /quotation mark/],
    }
    for (const [what, [bytes, sentence]] of Object.entries(files)) {
      const remote = await uploaded(robin, bytes)
      const { problem } = await robin.call(readSheet, { body: { projectID, remote } })
      expect(problem, what).toMatchObject({
        statusCode: 400,
        code: 'invalid_input',
        message: expect.stringMatching(sentence),
      })
    }
  })
})

describe('an import that is broken off', () => {
  const big = Array.from({ length: 1000 }, (_, at) => ['Kitchen', 'Faucet', `Brand ${at}`, `note ${at}`])

  /** A check of a large table and a call to import it, over a connection that can be broken off. */
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

  test('while its file is read lets the process apart go, and is never done', async () => {
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
    // Also where the request itself comes later than its end.
    expect(await (await ask('/importsheet')).json()).toMatchObject(nothing)
    expect(await listed()).toBe(0)
  })

  test('while it waits to write leaves nothing', async () => {
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
      // Its end reaches the server before a later call does.
      await fetch(`${address}/healthz`)
    })
    expect(await (await ask('/importsheet?cancel=1')).json()).toMatchObject(nothing)
    expect(await listed()).toBe(0)
    expect(await allRows(services.db)).toEqual(rows)
    expect((await robin.must(getActivity, { query: { projectID } })).events.map(({ kind }) => kind)).not.toContain(
      'items imported',
    )
  })

  test('too late is told what it did', async () => {
    const { ask, listed } = await start()
    const done: unknown = await (await ask('/importsheet')).json()
    expect(done).toMatchObject({ created: big.length, eventID: expect.any(Number) as number })
    expect(await (await ask('/importsheet?cancel=1')).json()).toEqual(done)
    expect(await listed()).toBe(big.length)
  })
})
