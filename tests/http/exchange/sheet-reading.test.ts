import { describe, expect, test } from 'vitest'
import {
  checkSheet,
  importSheet,
  MOST_COLUMNS,
  readSheet,
  type Matching,
} from '../../../src/shared/exchange/sheets.api.ts'
import type { TextEncoding } from '../../../src/shared/exchange/text-encodings.ts'
import { listItems } from '../../../src/shared/items/items.api.ts'
import { listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { roomTypeID } from '../../support/test-app.ts'
import { uploaded, matched, startWithProject, startWithKitchen, caseOf } from './sheet-file.ts'
import { zipOf, WORKBOOK, text, workbookOf, HEAD } from './workbook.ts'

test('hidden rows are left out unless requested', async () => {
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

test('a CSV is read in the chosen encoding if its bytes do not show one', async () => {
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

describe('a spreadsheet file', () => {
  test('loses characters of its titles that cannot be stored, also in notes', async () => {
    const { robin, projectID, roomID } = await startWithKitchen()
    const rows = `<row r="1">${text('A1', 'Room')}${text('B1', 'Subcategory')}${text('C1', 'Re_x0000_mark')}${text('D1', '_x0000_')}${text('E1', 'Half_xD83D_')}</row><row r="2">${text('A2', 'Kitchen')}${text('B2', 'Faucet')}${text('C2', 'loose')}${text('D2', 'drips')}${text('E2', 'cold')}</row>`
    const { sheet, body } = await matched(robin, projectID, await workbookOf(rows), 'list.xlsx')
    expect(sheet.columns.map(({ title }) => title).slice(2)).toEqual(['Remark', 'Column D', 'Half\uFFFD'])
    const columns = sheet.columns.map(({ is }, at) => ({ is: at < 2 ? is : 'notes' }) as const)
    await robin.must(importSheet, { body: { ...body, columns } })
    const [item] = await robin.must(listItems, { query: { roomID } })
    expect(item?.note).toBe('loose\nColumn D: drips\nHalf\uFFFD: cold')
  })

  test('is read with dates counted from 1904, hidden rows, numbers, merged and empty cells', async () => {
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
    expect(sheet).toMatchObject({ rows: 2, hasGaps: false, sheets: [{ name: 'List', rows: 2, taken: true }] })
    expect(sheet.columns.map(({ title, values, is }) => [title, values, is])).toEqual([
      ['Room', ['Kitchen'], 'room'],
      ['Subcategory', ['Refrigerator'], 'subcategory'],
      ['Purchase Date', ['2031-01-30'], 'label'],
      ['Price', ['0.3'], 'notes'],
    ])
    const newRooms = [{ name: 'Kitchen', roomTypeID: await roomTypeID(robin, 'Kitchen') }]
    expect(await robin.must(checkSheet, { body: { ...body, newRooms } })).toMatchObject({ creates: 2, errors: [] })
  })

  test.each(['1', 'true'])('states with date1904="%s" that its days count from 1904', async (word) => {
    const { robin, projectID } = await startWithProject()
    const bytes = await workbookOf(
      `${HEAD}<row r="2">${text('A2', 'Kitchen')}${text('B2', 'Refrigerator')}<c r="C2" s="1"><v>46416</v></c></row>`,
      { 'xl/workbook.xml': WORKBOOK['xl/workbook.xml'].replace('date1904="1"', `date1904="${word}"`) },
    )
    const { sheet } = await matched(robin, projectID, bytes, 'list.xlsx')
    expect(sheet.columns.find(({ title }) => title === 'Purchase Date')?.values).toEqual(['2031-01-30'])
  })

  test('is read in UTF-8, UTF-16 and Windows-1252, with commas, semicolons and tabs', async () => {
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

  test('with many sheets is a table of the first sheets up to the limit of columns', async () => {
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

  test('is a 400 with the reason if it is no table, is encrypted, has macros or unpacks to too much', async () => {
    const { robin, projectID } = await startWithKitchen()
    const huge = Buffer.alloc(17 * 1024 * 1024, 0x20)
    const files: Record<string, [Buffer | string, RegExp]> = {
      picture: [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), /isn’t a spreadsheet/],
      'one column': ['a\nb\nc', /isn’t a spreadsheet/],
      PDF: ['%PDF-1.7\n1,2\n', /isn’t a spreadsheet/],
      'other ZIP': [await zipOf({ 'a.txt': 'a' }), /isn’t a spreadsheet/],
      'half a ZIP': [(await workbookOf(HEAD)).subarray(0, 300), /incomplete/],
      old: [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0]), /old format or has a password/],
      macros: [await workbookOf(HEAD, { 'xl/vbaProject.bin': 'x' }), /macros/],
      bomb: [await workbookOf(HEAD, { 'xl/styles.xml': huge }), /over 16 MB unzipped/],
      'rows beside a large picture': [await workbookOf(HEAD, { 'xl/media/a.bin': huge }), /no rows/],
      'large cell': [
        await workbookOf(`${HEAD}<row r="2">${text('A2', 'x'.repeat(40_000))}${text('B2', 'y')}</row>`),
        /cell A2 has 40,000 characters, and a cell can have up to 32,767/,
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
      'broken XML': [await workbookOf('<row r="1"><c r="A1" t="s"><v>7</v></c>'), /can’t be read|no rows/],
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
