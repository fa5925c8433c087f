import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import type { TextEncoding } from '../../../../shared/exchange/text-encodings.ts'
import { readSheetFile } from './read-sheet-file.ts'

/** The rows of a file's first sheet, without the header. */
const rowsOf = async (bytes: Buffer, encoding?: TextEncoding) => {
  const read = await readSheetFile(bytes, encoding)
  if ('wrong' in read) return read.wrong
  return (read.sheets[0]?.rows ?? []).slice(1).map(([, cells]) => cells)
}
const caseOf = async (name: string) => readFile(`tests/cases/sheets/${name}.csv`)

test.each([
  ['f16-windows-1250', 'windows-1250', ['Łazienka', 'Faucet', 'Źródło Śnieżka']],
  ['f16-windows-1251', 'windows-1251', ['Кухня', 'Faucet', 'Краны и Ко']],
  ['f16-shift-jis', 'shift_jis', ['浴室', 'Faucet', '東陶表']],
  ['f16-gb18030', 'gb18030', ['厨房', 'Faucet', '科勒']],
  ['f16-mac-roman', 'macintosh', ['Küche', 'Faucet', 'Größe “24”']],
] as const)('%s is read as chosen, and is a guess before that', async (name, encoding, row) => {
  const bytes = await caseOf(name)
  expect(await rowsOf(bytes, encoding)).toEqual([row])
  const read = await readSheetFile(bytes)
  expect(read).toMatchObject({ encoding: 'windows-1252' })
  expect(JSON.stringify(read)).not.toMatch(/[\u0080-\u009f]/)
})

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (...those: [id: string, type: string, target: string, mode?: string][]) =>
  `<Relationships>${those
    .map(
      ([id, type, target, mode]) =>
        `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`,
    )
    .join('')}</Relationships>`

/** A workbook with one sheet, or that many times the same, whose name in the package is irrelevant. */
const workbookOf = async (
  sheetData: string,
  behind = '',
  workbook = 'xl/workbook.xml',
  state = 'visible',
  sheets = 1,
) => {
  const zip = new ZipFile()
  const add = (path: string, xml: string) => zip.addBuffer(Buffer.from(xml), path)
  add('_rels/.rels', relations(['r1', 'officeDocument', workbook]))
  add(
    workbook,
    `<x:workbook xmlns:r="${OFFICE}"><x:sheets>${`<x:sheet name="List" state="${state}" r:id="r1"/>`.repeat(sheets)}</x:sheets></x:workbook>`,
  )
  add(
    workbook.replace(/([^/]+)$/, '_rels/$1.rels'),
    relations(['r1', 'worksheet', '/xl/s.xml'], ['r2', 'sharedStrings', '/xl/t.xml'], ['r3', 'styles', '/xl/y.xml']),
  )
  add(
    'xl/t.xml',
    '<sst><si><r><t>Cast</t></r><r><t>ellan</t></r><rPh><t>x</t></rPh></si><si><t>_x005F_x0041_ &#128688;&#x1F6B0;&#134071;</t></si></sst>',
  )
  add(
    'xl/y.xml',
    `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="00000"/><numFmt numFmtId="171" formatCode="${'0'.repeat(256)}"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="9"/><xf numFmtId="171"/></cellXfs></styleSheet>`,
  )
  add(
    'xl/s.xml',
    `<x:worksheet xmlns:r="${OFFICE}"><x:sheetData><x:row r="1"><x:c t="inlineStr"><x:is><x:t>A</x:t></x:is></x:c><x:c t="inlineStr"><x:is><x:t>B</x:t></x:is></x:c></x:row>${sheetData}</x:sheetData>${behind}</x:worksheet>`,
  )
  add('xl/_rels/s.xml.rels', relations(['h1', 'hyperlink', 'https://example.com/faucet?finish=brass', 'External']))
  zip.end()
  return buffer(zip.outputStream)
}
const LINKS =
  '<x:hyperlinks><x:hyperlink ref="B2" r:id="h1"/><x:hyperlink ref="A2" location="Other!A1"/></x:hyperlinks>'
const formula = (text: string, value: string) =>
  `<x:row r="2"><x:c t="str"><x:f>${text}</x:f><x:v>${value}</x:v></x:c></x:row>`

test.each([
  [
    'strings in parts, with characters as references',
    '<x:row r="2"><x:c r="A2" t="s"><x:v>0</x:v></x:c><x:c r="B2" t="s"><x:v>1</x:v></x:c></x:row>',
    '',
    ['Castellan', '_x0041_ 🚰🚰𠮷'],
  ],
  [
    'numbers as they look',
    '<x:row r="2"><x:c r="A2" s="1"><x:v>501</x:v></x:c><x:c r="B2" s="2"><x:v>0.15</x:v></x:c></x:row>',
    '',
    ['00501', '15%'],
  ],
  [
    'cells without references',
    '<x:row><x:c/><x:c><x:v>4006381333931017</x:v></x:c></x:row>',
    '',
    ['', '4006381333931017'],
  ],
  [
    'addresses behind cells',
    '<x:row r="2"><x:c r="A2"><x:v>1</x:v></x:c><x:c r="B2" t="inlineStr"><x:is><x:t>Link</x:t></x:is></x:c></x:row>',
    LINKS,
    ['1', 'Link (https://example.com/faucet?finish=brass)'],
  ],
  [
    'an address that is what the cell says',
    '<x:row r="2"><x:c r="B2" t="inlineStr"><x:is><x:t>example.com/faucet?finish=brass</x:t></x:is></x:c></x:row>',
    LINKS,
    ['', 'example.com/faucet?finish=brass'],
  ],
  [
    'addresses in formulas',
    formula('HYPERLINK("https://example.com/a","Spec")', 'Spec'),
    '',
    ['Spec (https://example.com/a)'],
  ],
  ['other formulas', formula('A1&amp;"x"', 'Ax'), '', ['Ax']],
])('of a workbook are read: %s', async (_, rows, behind, cells) => {
  for (const workbook of ['xl/workbook.xml', 'xl/workbook22.xml', 'book.xml'])
    expect(await rowsOf(await workbookOf(rows, behind, workbook))).toEqual([cells])
})

test('a workbook that only costs time is refused', async () => {
  const nested = (depth: number) => workbookOf('<x:row r="2">'.repeat(depth) + '</x:row>'.repeat(depth))
  expect(await rowsOf(await nested(1000))).toMatch(/^This spreadsheet can’t be read/)
  expect(await rowsOf(await nested(100))).toBe('This spreadsheet has no rows.')
  const row = '<x:row r="2"><x:c><x:v>1</x:v></x:c></x:row>'
  const repeated = (sheets: number) => workbookOf(row, '', 'xl/workbook.xml', 'visible', sheets)
  expect(await rowsOf(await repeated(1001))).toBe('This has more than 1,000 sheets, the limit.')
  expect(await rowsOf(await repeated(2))).toEqual([['1']])
  // Its format has more zeros than Excel takes.
  expect(await rowsOf(await workbookOf('<x:row r="2"><x:c s="3"><x:v>1</x:v></x:c></x:row>'))).toEqual([['1']])
})

test('a row whose number is none follows the one before', async () => {
  const cell = '<x:c><x:v>7</x:v></x:c>'
  const rows = ['abc', '-5', '1.5', '9'].map((r) => `<x:row r="${r}">${cell}</x:row>`).join('')
  expect(await readSheetFile(await workbookOf(rows))).toMatchObject({
    sheets: [{ rows: [[1, ['A', 'B']], ...[2, 3, 4, 9].map((row) => [row, ['7']])] }],
  })
})

test('hidden parts of a workbook are reported, and the number of cells with errors', async () => {
  const cell = (at: string, rest: string) => `<x:c r="${at}"${rest}</x:c>`
  const rows = [
    `<x:row r="2" hidden="1">${cell('A2', '><x:v>1</x:v>')}</x:row>`,
    `<x:row r="3">${cell('A3', '><x:v>2</x:v>')}${cell('B3', '><x:f>A3+1</x:f>')}${cell('C3', ' t="e"><x:v>#N/A</x:v>')}</x:row>`,
    `<x:row r="4">${cell('A4', ' t="str"><x:f>""</x:f><x:v></x:v>')}${cell('B4', '><x:f t="shared" si="0"/><x:v/>')}</x:row>`,
  ].join('')
  expect(await readSheetFile(await workbookOf(rows, '', 'xl/workbook.xml', 'veryHidden'))).toMatchObject({
    sheets: [
      {
        isHidden: true,
        unread: 3,
        rows: [
          [1, ['A', 'B']],
          [2, ['1'], true],
          [3, ['2']],
        ],
      },
    ],
  })
  expect(await readSheetFile(await workbookOf(rows))).toMatchObject({ sheets: [{ isHidden: false }] })
})
