import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvOf, withoutMarks } from '../../../platform/lib/csv.ts'
import { rowsOf, separatorOf } from './read-csv.ts'
import { readSheetFile } from './read-sheet-file.ts'

const SEPARATORS = [',', ';', '\t']
const sign = fc.constantFrom(...'ab12"\',;\t\r\n=+-@ .|(é😀')
const aText = fc.string({ unit: sign, maxLength: 300 })

/** As programs write it: quoted where required. */
const written = (rows: readonly (readonly string[])[], separator: string): string => {
  const cell = (text: string) =>
    text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  return rows.map((row) => row.map(cell).join(separator)).join('\r\n')
}

test('quotation marks within cells are ordinary characters, and rows may differ in length', () => {
  const text = 'Room,Type\r\nHall,12" tile,"a ""b"", c"\n\nBath,"1/2" tap\rAttic'
  const rows = [['Room', 'Type'], ['Hall', '12" tile', 'a "b", c'], [''], ['Bath', '"1/2" tap'], ['Attic']]
  expect(rowsOf(text, ',', 10)).toEqual(rows)
  expect(rowsOf(text, ',', 2)).toEqual(rows.slice(0, 2))
})

test('the separator of long texts with any characters between plain titles is detected', () => {
  const table = fc.integer({ min: 2, max: 6 }).chain((columns) =>
    fc
      .array(fc.array(aText, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 30 })
      .map((rows) => [
        Array.from({ length: columns }, (_, at) => `Title ${at}`),
        // A row with contents: empty rows are ambiguous.
        ...rows.map((row) => row.with(0, `x${row[0] ?? ''}`)),
      ]),
  )
  fc.assert(
    fc.property(table, fc.constantFrom(...SEPARATORS), (rows, separator) => {
      const text = written(rows, separator)
      expect(separatorOf(text)).toBe(separator)
      expect(rowsOf(text, separator, 100)).toEqual(rows)
    }),
  )
})

test.each([
  ['sentences with commas', ';', 'Raum;Artikel;Bemerkung\nKüche;Wasserhahn;matt, links, mit Brause\n'],
  ['decimal commas', ';', 'Raum;Artikel;Preis\nKüche;Wasserhahn;129,00\nBad;Wanne;1.299,50\n'],
  ['commas in each row, the titles too', ';', 'Raum;Artikel, Farbe, Größe\nKüche;Hahn, matt, klein\n'],
  ['a title above, with a comma', ';', 'Maple Street, finishes\nArea;Type;Make\nKitchen;Faucet;Castellan\n'],
  ['semicolons in a note', ',', 'Room,Type,Remarks\nKitchen,Faucet,a;b;c;d;e;f;g;h;i\n'],
  ['tabs and commas', '\t', 'Room\tType\tRemarks\nKitchen\tFaucet\tmatt, left\n'],
  [
    'our titles, with any notes',
    ',',
    `Room,Category,Subcategory,Notes,Item\n${'a,b,c,1;2;3;4;5;6;7;8;9,7\n'.repeat(9)}`,
  ],
])('a table with %s is split as it was written', (_, separator, text) => {
  expect(separatorOf(text)).toBe(separator)
})

const MB = 1024 * 1024

test('one very long row is refused', async () => {
  const cells = 'x,'.repeat(MB / 2)
  for (const text of [cells, `Room,Type\n${cells}`])
    expect(await readSheetFile(Buffer.from(text))).toEqual({
      wrong: 'This has more than 200 columns, the limit.',
    })
  const open = { wrong: 'This file can’t be read: a quotation mark is never closed.' }
  for (const text of [`Room,Type\n"${'a,b\n'.repeat(MB / 4)}`, `"${'a'.repeat(MB)}`])
    expect(await readSheetFile(Buffer.from(text))).toEqual(open)
})

/** A letter, digit, blank or dot makes a number or an unknown name. */
const runs = (cell: string): boolean =>
  /^[=+\-@＝＋－＠]/.test(cell) && !/^[+\-＋－][\p{L}\p{N} .,]*(?:"|$)/u.test(cell)

test('no formula of ours runs with any separator, and all text survives', () => {
  const hostile = fc.constantFrom(
    'x;=HYPERLINK("http://example.com")',
    "a\n=cmd|'/c calc'!A0\nb",
    'x;"=1+1;',
    'x\t@SUM(1)',
    "＝cmd|'/c calc'!A0",
    'x;＋1＋cmd|0\n＠SUM(1)',
    "x,+1+cmd|'/c'!A1",
    'x;-1,cmd|0',
    '\n+,a\r+.,a',
    "';=1",
    "x;'=1",
    '- brass\n- left, matt\n-cmd|x',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(hostile, aText), { minLength: 3, maxLength: 3 }), (values) => {
      const cells = ['Kitchen', ...values]
      const titles = ['Room', 'Type', 'Make', 'Notes']
      const text = [...csvOf({ name: '', titles, rows: [cells] })].join('').slice(1)
      const [, read = []] = rowsOf(text, ',', 100)
      expect(read.map(withoutMarks)).toEqual(cells)
      expect(read.filter(runs)).toEqual([])
      for (const separator of SEPARATORS) {
        const lines = text.split(/[\r\n]+/)
        expect(lines.flatMap((line) => line.split(separator)).filter(runs)).toEqual([])
        // Excel omits the quotes at the start of a cell.
        const shown =
          separator === ',' ? [] : lines.flatMap((line) => line.split(separator).map((cell) => cell.replace(/^"+/, '')))
        expect(shown.filter(runs)).toEqual([])
      }
    }),
    { numRuns: 500 },
  )
})
