import { describe, expect, test } from 'vitest'
import { text, workbookOf } from '../../../../../tests/http/exchange/workbook.ts'
import { saysByItself } from '../import/titles.ts'
import { filledColumns, tableOfFile, type FileTable } from './file-table.ts'
import { readSheetFile } from './read-sheet-file.ts'
import type { HowToRead } from './table-of-sheet.ts'

const tableOf = async (file: Buffer | readonly string[], how: HowToRead = {}): Promise<FileTable> => {
  const read = await readSheetFile(Buffer.isBuffer(file) ? file : Buffer.from(file.join('\n')))
  if ('wrong' in read) throw new Error(read.wrong)
  return tableOfFile(read.sheets, how, saysByItself)
}
/** The titles, then the rows of a table. */
const linesOf = ({ titles, rows }: FileTable): string[] => [
  titles.join('|'),
  ...rows.map(({ cells }) => titles.map((_, at) => cells[at] ?? '').join('|')),
]

const rowOf = (row: number, cells: readonly string[]) =>
  `<row r="${row}">${cells.map((cell, at) => (cell === '' ? '' : text(`${'ABCDEFGHIJ'[at]}${row}`, cell))).join('')}</row>`
const workbook = (rows: readonly string[], merges: readonly string[]) =>
  workbookOf(
    rows.map((row, at) => rowOf(at + 1, row.split(','))).join(''),
    {},
    `<mergeCells>${merges.map((cells) => `<mergeCell ref="${cells}"/>`).join('')}</mergeCells>`,
  )

const GROUPS = ['Room,Item,Product,,,Purchase,,Warranty,', ',,Brand,Model Number,Serial Number,Date,Price,Start,End']
const ITEM = 'Kitchen,Dishwasher,Brennholt,BDW-60,S-1001,2026-03-02,899.00,2026-03-02,2031-03-02'
const JOINED = 'Room|Item|Brand|Model Number|Serial Number|Purchase Date|Purchase Price|Warranty Start|Warranty End'

describe('titles', () => {
  test.each<[string, string[], string]>([
    ['below groups', [...GROUPS, ITEM], JOINED],
    [
      'below a title and few groups',
      ['Maple Street,,,,,,,,', 'Room,Item,Product,,,Purchase,,,', ...GROUPS.slice(1), ITEM],
      'Room|Item|Brand|Model Number|Serial Number|Purchase Date|Purchase Price|Purchase Start|Purchase End',
    ],
    [
      'each in a group',
      [
        'Location,,Product,,Purchase,,',
        'Room,Item,Brand,Model,Date,Price,Shop',
        'Kitchen,Sink,Varde,V1,2026-03-02,9,x',
      ],
      'Room|Item|Brand|Model|Purchase Date|Purchase Price|Shop',
    ],
    [
      'in three rows',
      [
        'Room,Item,Purchase,,,,',
        ',,Order,,Invoice,,',
        ',,Date,No,Date,No,Sum',
        'Kitchen,Sink,2026-03-02,A1,2026-03-03,77,9',
      ],
      'Room|Item|Purchase Order Date|Purchase Order No|Purchase Invoice Date|Purchase Invoice No|Purchase Invoice Sum',
    ],
    [
      'of which one is missing',
      ['Room,What,,Brand', 'Kitchen,Faucet,chrome,Castellan', 'Bath,Sink,white,Varde'],
      'Room|What|Column C|Brand',
    ],
  ])('%s', async (_, lines, titles) => {
    expect((await tableOf(lines)).titles.join('|')).toBe(titles)
  })

  test('merged across and down are those of all cells they cover', async () => {
    const merges = ['A1:A2', 'B1:B2', 'C1:E1', 'F1:G1', 'H1:I1']
    const table = await tableOf(await workbook([...GROUPS, ITEM], merges))
    expect(linesOf(table)).toEqual([JOINED, ITEM.replaceAll(',', '|')])
    expect(table.notices).toEqual(['Rows 1 and 2 are read as titles.'])
    expect(table.titleRows).toEqual({ first: 1, last: 2, isUnsure: false })
  })

  test('that may be values are not taken before somebody says so', async () => {
    const lines = ['Product,,Purchase,,Extra', 'Brand,Model,Shop,Clerk,Size', 'Varde,V1,Harbor,Lee,tall']
    const table = await tableOf(lines)
    expect(table.titleRows).toEqual({ first: 1, last: 1, isUnsure: true })
    expect(table.rows).toHaveLength(2)
    const chosen = await tableOf(lines, { titleRows: { first: 1, last: 2 } })
    expect(linesOf(chosen)).toEqual(['Brand|Model|Shop|Purchase Clerk|Size', 'Varde|V1|Harbor|Lee|tall'])
    const second = await tableOf([...GROUPS, ITEM], { titleRows: { first: 2, last: 2 } })
    expect(second.titles.slice(0, 3)).toEqual(['Column A', 'Column B', 'Brand'])
  })

  test('and page numbers that printing repeats are skipped, and said to be', async () => {
    const table = await tableOf([
      ...['Maple Street,,,', 'Room,What,Width,Price', ',,(in),(€)', 'Kitchen,Sink,23 5/8,12.50', 'Page 1 of 2,,,'],
      ...['Maple Street,,,', 'Room,What,Width,Price', ',,(in),(€)', 'Bath,Sink,9 in,n/a', 'Page 2 of 2,,,'],
    ])
    expect(linesOf(table)).toEqual(['Room|What|Width|Price', 'Kitchen|Sink|23 5/8 in|12.50 €', 'Bath|Sink|9 in|n/a'])
    expect(table.notices).toEqual([
      'Row 1 above the titles isn’t imported: Maple Street.',
      'Row 3 is read as units, which are added to the values.',
      'Rows 5, 6, 7, and 2 more repeat the titles or the page number and are skipped.',
    ])
  })

  test.each([
    ['(in)', '35 7/8', '35 7/8 in'],
    ['kW', '1.8', '1.8 kW'],
    ['[m²]', '12,5', '12,5 m²'],
    ['(months)', '24', '24 months'],
    ['€', '1.299,50', '1.299,50 €'],
    ['(YYYY-MM-DD)', '2026-03-02', '2026-03-02'],
    ['(in)', 'custom', 'custom'],
  ])('have the unit %s below: %s is %s', async (unit, value, whole) => {
    const table = await tableOf(['Room;What;X', `;;${unit}`, `Kitchen;Sink;${value}`])
    expect(table.rows.map(({ cells }) => cells[2])).toEqual([whole])
  })
})

describe('headings between the rows', () => {
  const HEAD = 'Item,Brand,Model Number'
  const [SINK, LAMP] = ['Sink,Varde,V1', 'Lamp,Lumen,L1']
  test.each<[string, string[], string[]]>([
    ['in capitals', ['KITCHEN,,', SINK, 'LAUNDRY ROOM,,', LAMP], ['KITCHEN', 'LAUNDRY ROOM']],
    ['with a colon', ['Cooking:,,', SINK, 'Washing:,,', LAMP], ['Cooking', 'Washing']],
    ['with a number', ['Room 101 –,,', SINK, '102 - Ms. Lee,,', LAMP], ['Room 101', '102 - Ms. Lee']],
    ['called as rooms are', ['Kitchen,,', SINK, 'Bath 2,,', LAMP], ['Kitchen', 'Bath 2']],
    ['below empty rows', ['', 'Plumbing,,', SINK, '', 'Lighting,,', LAMP], ['Plumbing', 'Lighting']],
    [
      'in two levels',
      ['FIRST FLOOR,,', 'Kitchen,,', SINK, 'Bath,,', SINK, 'SECOND FLOOR,,', 'Bedroom,,', LAMP],
      ['FIRST FLOOR|Kitchen', 'FIRST FLOOR|Bath', 'SECOND FLOOR|Bedroom'],
    ],
    [
      'in capitals with categories below',
      ['KITCHEN,,', 'Appliances,,', SINK, 'Plumbing,,', SINK, 'BATH,,', 'Plumbing,,', LAMP],
      ['KITCHEN|Appliances', 'KITCHEN|Plumbing', 'BATH|Plumbing'],
    ],
    ['above the titles of each table', [SINK, 'BATH,,', HEAD, LAMP], ['KITCHEN', 'BATH']],
  ])('%s name the rows below', async (name, lines, headings) => {
    const isEach = name.startsWith('above')
    const table = await tableOf([...(isEach ? ['KITCHEN,,'] : []), HEAD, ...lines])
    expect(table.titles.slice(3)).toEqual(headings[0]?.includes('|') ? ['Heading 1', 'Heading 2'] : ['Heading'])
    expect(
      linesOf(table)
        .slice(1)
        .map((line) => line.split('|').slice(3).join('|')),
    ).toEqual(headings)
    expect([...table.fromHeadings]).toEqual(table.titles.slice(3))
    expect(table.headingRows?.others).toEqual([])
  })

  test('are recognized by merged cells, in any words', async () => {
    const table = await tableOf(await workbook([HEAD, 'Cooking', SINK, 'Washing', LAMP], ['A2:C2', 'A4:C4']))
    expect(table.rows.map(({ row, cells }) => [row, cells[3]])).toEqual([
      [3, 'Cooking'],
      [5, 'Washing'],
    ])
    expect(table.notices).toEqual(['2 rows are read as headings of the rows below: Cooking and Washing.'])
  })

  test('are asked about where nothing tells them from items, and are what the user says', async () => {
    const lines = [HEAD, 'Toaster,,', SINK, 'Kettle,,', LAMP]
    const names = ['Toaster', 'Kettle']
    const table = await tableOf(lines)
    expect([table.rows.length, table.headingRows]).toEqual([4, { taken: [], others: names }])
    const taken = await tableOf(lines, { headings: true })
    expect([taken.rows.length, taken.headingRows]).toEqual([2, { taken: names, others: [] }])
    const caps = [HEAD, 'KITCHEN,,', SINK]
    expect((await tableOf(caps)).rows).toHaveLength(1)
    const items = await tableOf(caps, { headings: false })
    expect([items.rows.length, items.headingRows]).toEqual([2, { taken: [], others: ['KITCHEN'] }])
  })

  test.each<[string, string[]]>([
    ['a room that its own column repeats', ['Room,What,Brand', 'Kitchen,,', ',Sink,Varde', ',Tap,Varde']],
    ['a total', [HEAD, SINK, 'TOTAL,,', LAMP]],
    ['a last row', [HEAD, SINK, LAMP, 'PRICES WITHOUT TAX,,']],
    ['names of which a list mostly consists', [HEAD, 'Kitchen,,', 'Bath,,', 'Hall,,', SINK]],
  ])('are not %s', async (_, lines) => {
    const table = await tableOf(lines)
    expect([table.titles.length, table.rows.length]).toEqual([3, lines.length - 1])
  })
})

describe('merged cells', () => {
  test('count for each row that they cover, in every column', async () => {
    const lines = ['Room,Item,Supplier', 'Kitchen,Sink,North Supply', ',Tap,', 'Pantry,Lamp,']
    const table = await tableOf(await workbook(lines, ['A2:A3', 'C2:C3', 'B4:C4']))
    expect(linesOf(table).slice(1)).toEqual(['Kitchen|Sink|North Supply', 'Kitchen|Tap|North Supply', 'Pantry|Lamp|'])
    expect(table.notices).toEqual([
      'Values in cells merged over several rows count for each of these rows: Room and Supplier.',
    ])
  })

  test('of a CSV are filled where the user says so', async () => {
    const table = await tableOf([
      'Room,Item,Supplier,Notes',
      'Kitchen,Sink,North,left',
      'Kitchen,Tap,,',
      'Hall,Lamp,Harbor,',
    ])
    const filled = filledColumns(table, [false, false, true, false])
    expect(linesOf(filled).slice(1)).toEqual(['Kitchen|Sink|North|left', 'Kitchen|Tap|North|', 'Hall|Lamp|Harbor|'])
  })
})
