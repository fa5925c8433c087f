import { kindByName } from '../../../shared/structure/label-kinds.ts'
import { expect, test } from 'vitest'
import type { Item } from '../../../shared/items/items.api.ts'
import { SLOTS, type Slot } from '../../../shared/structure/room-structure.api.ts'
import { summaryOf, valuesOf } from './values-of.ts'

/** An item with these labels and values in order; its title is made of the first two unless others are given. */
export const itemWith = (
  values: Readonly<Record<string, string>>,
  telling: readonly Slot[] = SLOTS.slice(0, 2),
): Item => {
  const entries = Object.entries(values)
  const fields = Object.fromEntries(SLOTS.map((slot, position) => [slot, entries[position]?.[1] ?? '']))
  const labels = entries.map(([label], position) => ({ propID: position + 1, label, field: SLOTS[position] }))
  const kinds = labels.map(({ field, label }) => ({ field, kind: kindByName(label) }))
  return { labels, kinds, telling, attachments: [], note: '', sample: null, ...fields } as unknown as Item
}

const PAINT = itemWith(
  {
    'Brand / Product Line': 'Harrow & Vale Interior',
    'Color Name': 'Dry Sage',
    'Color Code': 'HV-6102, #B9C6B4',
    Sheen: 'Eggshell',
    Location: 'North and east walls',
    'Date Painted': 'Feb 22, 2026',
  },
  ['field2', 'field3'],
)
const FRIDGE = itemWith({
  Brand: 'Brennholt',
  'Model Number': 'BFR-3690 IX',
  'Serial Number': 'FD 9812-00417',
  'Water Filter Number': '',
  'Purchase Date': 'Jan 30, 2026',
  'Warranty Expires': 'Jan 30, 2031',
})

test('copyable values come first, codes and numbers before names, without screen colors', () => {
  expect(valuesOf(PAINT).map(({ label, copy }) => [label, copy])).toEqual([
    ['Color Code', 'HV-6102'],
    ['Color Name', 'Dry Sage'],
    ['Brand / Product Line', undefined],
    ['Sheen', undefined],
    ['Location', undefined],
    ['Date Painted', undefined],
  ])
})

test('a stored date is shown in words under a label for dates, and other text unchanged', () => {
  const dated = itemWith({ Brand: 'Brennholt', 'Model Number': '2024-05-13', 'Purchase Date': '2026-01-30' })
  expect(valuesOf(dated).map(({ value, copy }) => [value, copy])).toEqual([
    ['2024-05-13', '2024-05-13'],
    ['Brennholt', 'Brennholt'],
    ['Jan 30, 2026', undefined],
  ])
  const shown = (text: string) => valuesOf(itemWith({ 'Purchase Date': text }))[0]?.value
  expect(['2036-02', '2036', '2031-02-30', '2031-13', 'soon'].map(shown)).toEqual([
    ...['Feb 2036', '2036', '2031-02-30', '2031-13', 'soon'],
  ])
  const ends = (text: string) => summaryOf(itemWith({ Brand: 'B', 'Model Number': '1', 'Warranty Expires': text }))
  expect(ends('2031-01-30')).toEqual(['until Jan 2031'])
  expect(ends('2031-13-45')).toEqual(['until 2031-13-45'])
  expect(ends('2031-01')).toEqual(['until Jan 2031'])
})

test('a duration is shown with the day on which it ends', () => {
  const shown = (bought: string) =>
    valuesOf(itemWith({ 'Purchase Date': bought, 'Warranty Expires': '2 years' })).find(
      ({ label }) => label === 'Warranty Expires',
    )?.value
  expect(shown('2024-01-02')).toBe('2 years (Jan 2, 2026)')
  expect(shown('')).toBe('2 years')
})

test('a missing value says so and cannot be copied', () => {
  expect(valuesOf(FRIDGE).find(({ label }) => label === 'Water Filter Number')).toMatchObject({
    value: 'N/A',
    isEmpty: true,
    copy: undefined,
  })
  expect(valuesOf(itemWith({ Brand: ' ' }))).toMatchObject([{ value: 'Unspecified', isEmpty: true }])
})

test.each([
  ['a paint', PAINT, ['Eggshell', 'North and east walls']],
  [
    'a slab whose value names the label',
    itemWith({ Material: 'Quartzite', Brand: 'Serra', 'Slab / Lot Number': 'Slab 2217-B' }),
    ['Slab 2217-B'],
  ],
  ['an appliance', FRIDGE, ['Serial FD 9812-00417', 'until Jan 2031']],
  [
    'a faucet with a warranty for life',
    itemWith({
      Brand: 'Castellan',
      'Model Number': '7120-SB',
      Finish: 'Satin brass',
      'Cartridge / Valve Number': 'CS-40-112',
      Supplier: 'Fixture & Form',
      'Warranty Expires': 'Lifetime',
    }),
    ['Cartridge CS-40-112', 'Satin brass'],
  ],
  [
    'an appliance of which little is known',
    itemWith({ Brand: 'Kestrel', 'Model Number': 'UC-24', 'Serial Number': '', 'Warranty Expires': '' }),
    ['Serial N/A', 'Warranty Expires N/A'],
  ],
  ['an item without labels', itemWith({}), []],
])('the two values that people come for first: %s', (_, item, words) => {
  expect(summaryOf(item)).toEqual(words)
})
