import { describe, expect, test } from 'vitest'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { checkSheet, importSheet } from '../../../src/shared/exchange/sheets.api.ts'
import { listItems } from '../../../src/shared/items/items.api.ts'
import { listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { search } from '../../../src/shared/search/search.api.ts'
import { roomTypeID, subcategoryIDs } from '../../support/test-app.ts'
import { matched, csvOf, download, startWithProject, startWithKitchen, caseOf } from './sheet-file.ts'

const BUILDERS = [
  ['Maple Street, finishes', '', '', '', '', ''],
  ['Area', 'Type', 'Make', 'Model #', 'Bought', 'Remarks'],
  ['Kitchen', 'Faucet', 'Castellan', '7120', '2031-01-30', 'left of the sink'],
  ['', 'fridges', 'Nordhaus', '007', '', ''],
  ['Master Bath', 'Faucet', 'Castellan', '7121', '', ''],
  ['', '', '', '', '', ''],
]

test('a new room gets the room type with most of its subcategories, regardless of its name', async () => {
  const { robin, projectID } = await startWithProject()
  const rows = ['Toilet', 'Tub', 'Shower valve', 'Towel bar'].map((what) => ['Wing B', what])
  const { body } = await matched(robin, projectID, csvOf(['Room', 'Sub Category'], ...rows))
  const { unknownRooms } = await robin.must(checkSheet, { body })
  expect(unknownRooms).toEqual([{ name: 'Wing B', rows: 4, roomTypeID: await roomTypeID(robin, 'Bathroom') }])
})

test('a new room gets the type that its name says, else the one of what is in it, else that of the whole house', async () => {
  const { robin, projectID } = await startWithProject()
  const rooms = ['Entry', 'Nursery', 'Recámara', 'Annex', 'Upper Floor', 'Wing B']
  const things = ['Wall Paint', 'Dishwasher', 'Faucet', 'Wall Paint', 'Door Hardware', 'Bathtub']
  const rows = rooms.map((room, at) => [room, things[at] ?? ''])
  const { body } = await matched(robin, projectID, csvOf(['Room', 'Sub Category'], ...rows))
  const { unknownRooms } = await robin.must(checkSheet, { body })
  const types = ['Hall / Stairs', 'Bedroom', 'Bedroom', 'Whole House', 'Whole House', 'Bathroom']
  const ids = await Promise.all(types.map((type) => roomTypeID(robin, type)))
  expect(unknownRooms.map((room) => [room.name, room.roomTypeID])).toEqual(rooms.map((room, at) => [room, ids[at]]))
})

describe('a list from elsewhere', () => {
  test('is matched by names and values, and fills an empty project in one import', async () => {
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
    const matching = { ...body, newRooms, kinds: [{ name: 'Fridges', ...refrigerator }] }
    const lacks = await robin.must(checkSheet, { body: matching })
    expect(lacks).toMatchObject({
      fingerprint: null,
      errors: [{ sheet: '', row: 3, column: 'Bought', message: 'Faucet doesn’t have this field' }],
      lacking: [{ subcategory: 'Faucet', label: 'Purchase Date', under: null, rows: 1 }],
    })
    const { fingerprint, ...check } = await robin.must(checkSheet, { body: { ...matching, toNotes: true } })
    expect(check).toMatchObject({ creates: 3, changes: 0, newRooms: ['Kitchen', 'Master Bath'], errors: [] })
    expect((await robin.call(listRooms, { query: { projectID } })).status).toBe(204)

    const done = await robin.must(importSheet, {
      body: { ...matching, toNotes: true, fingerprint: fingerprint ?? '' },
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

describe('a title with a meaning of its own', () => {
  const proposedFor = async (...rows: readonly (readonly string[])[]) => {
    const { robin, projectID } = await startWithProject()
    const { sheet, body } = await matched(robin, projectID, csvOf(...rows))
    const { errors } = await robin.must(checkSheet, { body })
    return { columns: sheet.columns.map(({ name, is }) => name ?? is), errors }
  }

  test('is matched by the values of its column: Item as subcategory, Location as room', async () => {
    const { columns, errors } = await proposedFor(
      ['Location', 'Item', 'Manufacturer', 'Model No.', 'Category', 'Comments'],
      ['Owner’s Suite', 'Faucet', 'Castellan', '7120', 'Plumbing Fixtures', ''],
      ['Powder Rm', 'Sink', 'Castellan', '7121', 'Plumbing Fixtures', 'white'],
    )
    expect(columns).toEqual(['room', 'subcategory', 'Manufacturer', 'Model Number', 'notes', 'notes'])
    // The columns proposed need no correction except of names.
    expect(errors.filter(({ column }) => ['Location', 'Item', 'Category'].includes(column))).toEqual([])
  })

  test('stays a label if another column is the room or the subcategory', async () => {
    const { columns } = await proposedFor(
      ['Area', 'Product', 'Location', 'Type', 'Category'],
      ['Owner’s Suite', 'thing', 'left wall', 'matt', 'Plumbing'],
    )
    expect(columns).toEqual(['room', 'subcategory', 'Location', 'Type', 'category'])
  })
})

test('numbers under Item in a list from elsewhere are not taken for item numbers', async () => {
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

test('names lose line breaks, tabs, direction marks and surrounding blanks', async () => {
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

test('an item name that is no subcategory is kept in the notes', async () => {
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

test('the check shows rows as items, and accepts corrected cells and omitted rows', async () => {
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
      ...{ values: [{ label: 'Brand', value: 'Castellan' }], notes: 'one\ntwo', pictures: 0 },
    },
    {
      ...{ sheet: '', row: 3, room: 'Kitchen', category: 'Plumbing', subcategory: 'Faucet', title: 'Varde' },
      ...{ values: [{ label: 'Brand', value: 'Varde' }], notes: '', pictures: 0 },
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

test('a link on the name of a room or item goes to the notes', async () => {
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

test('a value goes under the name that its subcategory uses, and neither of two columns for one label is lost', async () => {
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
    { subcategory: 'Faucet', label: 'Manufacturer', under: 'Brand', isLeftOut: false, rows: 2 },
    { subcategory: 'Faucet', label: 'Color / Finish', under: null, isLeftOut: false, rows: 2 },
    { subcategory: 'Wall Paint', label: 'Manufacturer', under: 'Brand / Product Line', isLeftOut: false, rows: 1 },
  ])
  const alone = { ...body, columns: body.columns.map((column, at) => (at === 4 ? { is: 'notes' as const } : column)) }
  const { fingerprint, lacking } = await robin.must(checkSheet, { body: { ...alone, toNotes: true } })
  expect(lacking).toContainEqual({
    subcategory: 'Faucet',
    label: 'Color / Finish',
    under: 'Finish',
    isLeftOut: false,
    rows: 2,
  })
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

test('columns are matched to related labels: model to color code, installation to painting date, color to finish', async () => {
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

test('filling down takes an empty room or subcategory from the row above, within one room and category', async () => {
  const { robin, projectID } = await startWithKitchen()
  await robin.newRoom(projectID, 'Pantry')
  const rows = ['Kitchen,Plumbing,Faucet', ',,', 'kitchen,,', 'Pantry,,', ',Plumbing,', ',,Faucet', ',Lighting,']
  const table = ['Room,Category,Subcategory,Brand', ...rows.map((row) => `${row},Castellan`)].join('\n')
  const { body } = await matched(robin, projectID, table)
  const { creates, errors } = await robin.must(checkSheet, { body: { ...body, fillDown: true } })
  expect(creates).toBe(4)
  expect(errors.map(({ row, message }) => [row, message])).toEqual(
    [5, 6, 8].map((row) => [row, 'no subcategory given']),
  )
})
