import { describe, expect, test } from 'vitest'
import {
  checkSheet,
  importSheet,
  MOST_ROWS,
  readSheet,
  type Matching,
} from '../../../src/shared/exchange/sheets.api.ts'
import { listItems } from '../../../src/shared/items/items.api.ts'
import { listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { getUpcoming } from '../../../src/shared/upkeep/upcoming.api.ts'
import { undo } from '../../../src/shared/history/undo.api.ts'
import { allRows } from '../../support/members.ts'
import { problemWith } from '../../support/problems.ts'
import type { Client } from '../../support/test-app.ts'
import { uploaded, matched, csvOf, startWithProject, startWithKitchen, caseOf, filesOf } from './sheet-file.ts'
import { tooManyRows } from '../../../src/server/exchange/sheets/reading/xlsx-package.ts'

/** Takes the proposals for unknown names, as the page does. */
const guessed = async (client: Client, body: Matching): Promise<Matching> => {
  const { unknownRooms, unknownKinds } = await client.must(checkSheet, { body })
  return {
    ...body,
    newRooms: unknownRooms.flatMap(({ name, roomTypeID: type }) => (type ? [{ name, roomTypeID: type }] : [])),
    kinds: unknownKinds.flatMap(({ name, kind }) => (kind ? [{ name, ...kind }] : [])),
  }
}

test('an export of Homebox is imported completely: rooms, subcategories, and a file for values that notes cannot hold', async () => {
  const { robin, projectID } = await startWithProject()
  const { sheet, body } = await matched(robin, projectID, await caseOf('f05-homebox'))
  expect(sheet.program).toBe('Homebox')
  const matching = await guessed(robin, { ...body, toNotes: true })
  expect(matching.newRooms?.map(({ name }) => name)).toEqual(['Kitchen', 'Basement'])
  const { fingerprint, errors, papers } = await robin.must(checkSheet, { body: matching })
  expect([errors, papers]).toEqual([[], 1])
  await robin.must(importSheet, { body: { ...matching, fingerprint: fingerprint ?? '' } })
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

test('notes that are too long are cut on the item and kept in a file, which Undo removes', async () => {
  const { robin, projectID, roomID } = await startWithKitchen()
  const long = 'word '.repeat(100).trim()
  const { body } = await matched(
    robin,
    projectID,
    // Two of them share a file.
    csvOf(['Room', 'Subcategory', 'Remarks', 'Price'], ...Array<string[]>(2).fill(['Kitchen', 'Faucet', long, '$ 5'])),
  )
  const { eventID } = await robin.must(importSheet, { body })
  const [item] = await robin.must(listItems, { query: { roomID } })
  expect(item?.note).toMatch(/^word word .* word …$/)
  const { body: text } = await robin.raw({ url: `/download/${filesOf(item)[0]?.remote ?? ''}` })
  expect(text).toBe(`${long}\nPrice: $ 5\n`)
  await robin.must(undo, { body: { eventID: eventID ?? 0 } })
  expect(await robin.must(listItems, { query: { roomID } })).toEqual([])
})

test('one unambiguous date decides how the others are read, and durations count from the purchase', async () => {
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

test('ambiguous dates are asked about once, before anything is imported', async () => {
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
    message: expect.stringContaining('"03/04/2031"') as string,
  })
  const read = async (dates: Matching['dates']) => (await robin.must(checkSheet, { body: { ...body, dates } })).dates
  expect(await read('dmy')).toMatchObject({ unclear: 0, unread: [] })
  expect(await read('as written')).toMatchObject({ unclear: 0, unread: [{ value: '03/04/2031' }, { value: '5.6.31' }] })
  await robin.must(importSheet, { body: { ...body, dates: 'dmy' } })
  const items = await robin.must(listItems, { query: { roomID } })
  expect(items.map(({ field6 }) => field6).toSorted()).toEqual(['2031-04-03', '2031-06-05'])
})

describe('the import of a spreadsheet', () => {
  test('is refused as a whole, with every wrong cell named', async () => {
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
      'row 3, Finish: Refrigerator doesn’t have this field',
      'row 4, Subcategory: rooms of the type Kitchen have no subcategory Bathtub',
      'row 6, Room: no room given',
    ])
    const { problem } = await robin.call(importSheet, { body: { ...body, fillDown: false } })
    expect(problem).toMatchObject(problemWith('sheet_wrong', { what: 'row 2, Brand: longer than 255' }))
    const wrong = [...body.columns.slice(0, -1), { is: 'room' as const }]
    expect((await robin.call(checkSheet, { body: { ...body, columns: wrong } })).problem).toMatchObject({
      statusCode: 400,
      fields: { columns: 'Two columns can’t be the same field.' },
    })
    expect(await allRows(services.db)).toEqual(rows)
  })

  test('accepts the largest number of rows, and refuses one more', async () => {
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
      message: tooManyRows().message,
    })
  })

  test('refuses names longer than any name, and shows long column titles cut', async () => {
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
