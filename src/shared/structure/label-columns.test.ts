import { expect, test } from 'vitest'
import { columnOfLabel } from './label-columns.ts'

test.each([
  [
    'finish',
    ['Finish', 'Color / Finish', 'Sheen', 'Finish / Sheen', 'Thickness / Finish', 'Material', 'Fabric / Material'],
  ],
  ['place', ['Location', 'Size', 'Size / Pattern', 'Size / Texture', 'Plank Size', 'Zone / Location', 'Dimensions']],
  ['supplier', ['Supplier', 'Workroom / Supplier', 'Installer', 'Fabricator', 'Nursery', 'Issued By', 'Manufacturer']],
  ['date', ['Date Installed', 'Purchase Date', 'Date Painted', 'Date of Work', 'Sealer / Date Sealed', 'Start Date']],
  ['warranty', ['Warranty Expires', 'End Date', 'Replace By', 'Final / Expiry Date']],
  // Labels added by Admins or Resellers.
  ['finish', ['Wood Species', 'Colour', 'Glaze']],
  ['supplier', ['Paint Shop', 'Vendor']],
  ['place', ['Wall Height', 'Storage Place']],
  ['date', ['Bought', 'Year Built']],
  ['warranty', ['Guarantee Until']],
])('a label belongs to %s by the words in its name: %j', (kind, labels) => {
  expect(labels.map((label) => columnOfLabel(label)?.column)).toEqual(labels.map(() => kind))
})

test('labels for ids, counts, and parts belong to none', () => {
  const labels = [
    'Color Code',
    'Model Number',
    'Dye Lot / Shade',
    'Color Temperature',
    'Grout Color',
    'Filter Size',
    'Quantity',
    'Next Due',
  ]
  expect(labels.filter((label) => columnOfLabel(label))).toEqual([])
})

test('a supplier wins over an installer, and an installer over a brand', () => {
  const ranks = ['Supplier', 'Installer', 'Brand'].map((label) => columnOfLabel(label)?.rank)
  expect(ranks).toEqual([0, 1, 2])
})
