import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { nameKey } from '../../../../shared/contract/name-key.ts'
import structure from '../../../structure/default-structure.json' with { type: 'json' }
import { tableOfFile } from '../reading/file-table.ts'
import { roomsOfPaths, withoutProgram } from './programs.ts'
import { proposeColumns, valuesByColumn } from './propose-columns.ts'
import { readSheetFile } from '../reading/read-sheet-file.ts'
import { plainTitle, saysByItself, unitOfWarranty } from './titles.ts'

const keysOf = (names: Iterable<string>) => new Set([...names].map(nameKey))
const labels = new Set(Object.values(structure.subcategories).flat())
const KNOWN = {
  labels: new Map([...labels].map((label) => [nameKey(label), label])),
  categories: keysOf(Object.keys(structure.categories)),
  subcategories: keysOf(Object.keys(structure.subcategories)),
  rooms: keysOf(Object.keys(structure.roomTypes)),
  isOurs: false,
}

const EMPTY = {
  sheets: [],
  unread: 0,
  notices: [],
  fromHeadings: new Set<string>(),
  withPictures: new Set<string>(),
  titleRows: null,
  headingRows: null,
}

const proposed = async (name: string) => proposedFor(await readFile(`tests/cases/sheets/${name}.csv`))
const proposedFor = async (bytes: Buffer) => {
  const read = await readSheetFile(bytes)
  if ('wrong' in read) throw new Error(read.wrong)
  const table = withoutProgram(tableOfFile(read.sheets, {}, saysByItself))
  const columns = proposeColumns(table, valuesByColumn(table), KNOWN)
  const byTitle = Object.fromEntries(table.titles.map((title, at) => [title, columns[at]?.name ?? columns[at]?.is]))
  return { table, byTitle }
}

test.each([
  ['HB.serial_number', 'serial number'],
  ['SerialNumber', 'serial number'],
  ['Serial Nr.:', 'serial number'],
  ['S/N', 'serial number'],
  ['Nº de serie', 'number de serie'],
  ['ProductURL', 'product url'],
  ['HB.field.Filter Size', 'filter size'],
  ['Größe', 'grosse'],
])('%s is compared as %s', (title, plain) => {
  expect(plainTitle(title)).toBe(plain)
})

test.each([
  ['Room No.', ['101', '102'], 'room'],
  ['Room #', ['101'], 'room'],
  ['Unit', ['1', '2'], 'room'],
  ['Apartment', ['12B', 'A-4'], 'room'],
  ['Zimmer-Nr.', ['7'], 'room'],
  ['Wohnung', ['3'], 'room'],
  ['Número de habitación', ['204'], 'room'],
  ['Unit', ['pcs', 'm2'], 'notes'],
  ['Unit', ['each', '2'], 'notes'],
  ['Quantity', ['1', '2'], 'Quantity'],
])('a column %s with %j is proposed as %s', (title, values, is) => {
  const rows = values.map((value, at) => ({ sheet: 0, row: at + 2, cells: [value, 'Faucet'], pictures: [] }))
  const table = { ...EMPTY, titles: [title, 'Item'], rows }
  const [column] = proposeColumns(table, valuesByColumn(table), KNOWN)
  expect(column?.name ?? column?.is).toBe(is)
})

test('warranty durations are recognized by their titles', () => {
  const titles = [
    'Warranty Months',
    'Warranty Lengths (Months)',
    'WarrantyDurationYears',
    'Garantie in Jahren',
    'Warranty',
  ]
  expect(titles.map(unitOfWarranty)).toEqual(['months', 'months', 'years', 'years', undefined])
})

test('an export of Homebox is mapped completely', async () => {
  const { table, byTitle } = await proposed('f05-homebox')
  expect(table.program).toBe('Homebox')
  expect(byTitle).toEqual({
    ...{
      'Import Ref': 'ignore',
      Location: 'room',
      Tags: 'notes',
      'Asset Id': 'notes',
      Archived: 'notes',
      Url: 'ignore',
    },
    ...{ Name: 'subcategory', Quantity: 'Quantity', Description: 'Description', Insured: 'notes', Notes: 'notes' },
    ...{ 'Purchase Price': 'notes', 'Purchase From': 'Supplier', 'Purchase Date': 'Purchase Date' },
    ...{ Manufacturer: 'Manufacturer', 'Model Number': 'Model Number', 'Serial Number': 'Serial Number' },
    ...{ 'Lifetime Warranty': 'ignore', 'Warranty Expires': 'Warranty Expires', 'Warranty Details': 'notes' },
    ...{ 'Sold To': 'ignore', 'Sold Price': 'ignore', 'Sold Date': 'ignore', 'Sold Notes': 'ignore' },
    'Noise Level': 'notes',
  })
  const at = table.titles.indexOf('Warranty Expires')
  expect(table.rows.map(({ cells }) => cells[at])).toEqual(['2029-04-05', 'Lifetime'])
})

test('exports of Warracker, Snipe-IT, Grocy, and Airtable are mapped completely', async () => {
  const warracker = await proposed('f22-warracker')
  expect(warracker.table.program).toBe('Warracker')
  expect(warracker.byTitle).toMatchObject({
    ...{ 'Product Name': 'subcategory', 'Purchase Date': 'Purchase Date', 'Expiration Date': 'Warranty Expires' },
    ...{ Status: 'ignore', 'Serial Number': 'Serial Number', Vendor: 'Supplier', Tags: 'room' },
  })
  const at = warracker.table.titles.indexOf('Expiration Date')
  expect(warracker.table.rows.map(({ cells }) => cells[at])).toEqual(['2029-04-05', 'Lifetime', '2 years 6 months'])

  const snipe = await proposed('f05-snipe-it')
  expect(snipe.table.program).toBe('Snipe-IT')
  expect(snipe.byTitle).toMatchObject({
    ...{ 'Item Name': 'notes', Category: 'subcategory', Location: 'room', 'Warranty Months': 'Warranty Expires' },
    ...{ Manufacturer: 'Manufacturer', 'Model Number': 'Model Number', Supplier: 'Supplier' },
  })
  expect(snipe.table.rows[0]?.cells).toContain('24 months')

  const grocy = await proposed('f05-grocy')
  expect(grocy.table.program).toBe('Grocy')
  expect(grocy.byTitle).toMatchObject({
    ...{ Product: 'subcategory', 'Product Group': 'category', Location: 'room', Store: 'Supplier' },
    ...{ 'Purchased Date': 'Purchase Date', Amount: 'notes', Value: 'ignore' },
  })

  expect((await proposed('f05-airtable')).byTitle).toEqual({
    ...{ Name: 'subcategory', Room: 'room', Category: 'notes', Photos: 'notes', Warranty: 'Warranty Expires' },
    ...{ Price: 'notes', Insured: 'notes', 'Date added': 'notes' },
  })
})

test.each([
  [
    'f05-german',
    ['Brand', 'Model Number', 'Serial Number', 'Color Name', 'Supplier', 'Purchase Date', 'Warranty Expires'],
  ],
  ['f05-spanish', ['Brand', 'Model Number', 'Serial Number', 'Color', 'Supplier', 'Purchase Date', 'Warranty Expires']],
])('titles of %s are understood', async (name, between) => {
  const { byTitle } = await proposed(name)
  expect(Object.values(byTitle)).toEqual(['room', 'subcategory', ...between, 'notes'])
})

test.each([
  ['rooms', 'Item,Brand', ['KITCHEN', 'HOBBY CORNER'], { Heading: 'room' }],
  ['categories', 'Item,Brand', ['APPLIANCES', 'PLUMBING'], { Heading: 'category' }],
  ['rooms beside a column of rooms', 'Item,Room', ['NEW', 'OLD'], { Heading: 'notes', Room: 'room' }],
  ['floors with rooms', 'Item,Brand', ['FIRST FLOOR,\nKitchen', 'Bath'], { 'Heading 1': 'notes', 'Heading 2': 'room' }],
  [
    'rooms with categories',
    'Item,Brand',
    ['KITCHEN,\nAppliances', 'BATH,\nPlumbing'],
    { 'Heading 1': 'room', 'Heading 2': 'category' },
  ],
])('headings between the rows may be %s', async (_, head, [one, other], right) => {
  const rows = [head, `${one},`, 'Faucet,Varde', `${other},`, 'Sink,Lumen']
  const { byTitle } = await proposedFor(Buffer.from(rows.join('\n')))
  expect(byTitle).toMatchObject({ Item: 'subcategory', ...right })
})

test('titles are understood in the spellings of programs and people', async () => {
  expect((await proposed('f05-titles')).byTitle).toMatchObject({
    ...{
      'Item Type': 'subcategory',
      'Brand/Manufacturer': 'Brand',
      'Model #:': 'Model Number',
      'S/N': 'Serial Number',
    },
    ...{ 'Date Purchased': 'Purchase Date', 'Warranty Expiration': 'Warranty Expires', InstallDate: 'Date Installed' },
    ...{ 'Finish / Color': 'Color / Finish', 'Where Purchased': 'Supplier', serial_number: 'ignore' },
  })
})

test('rooms of nested places are their last part, or the part that distinguishes them', () => {
  const isRoom = (name: string) => nameKey(name) === 'kitchen'
  const paths = ['Home / Kitchen', 'Home / Kitchen / Drawer', 'Attic', 'Home / Bath / Closet', 'Home/Bedroom/Closet']
  expect([...roomsOfPaths(paths, isRoom).values()].toSorted()).toEqual([
    ...['Attic', 'Bath / Closet', 'Bedroom / Closet', 'Kitchen', 'Kitchen'],
  ])
})
