import { expect, test } from 'vitest'
import type { Item } from '../../../shared/items/items.api.ts'
import { SLOTS } from '../../../shared/structure/room-structure.api.ts'
import { COLUMNS, nextSort, parseSort, sortItems, columnText, type Column } from './compact-columns.ts'

/** An item with these labels and values; its title is made of the first. */
const itemWith = (values: Readonly<Record<string, string>>): Item => {
  const entries = Object.entries(values)
  const labels = entries.map(([label], at) => ({ propID: at + 1, label, field: SLOTS[at] }))
  const fields = Object.fromEntries(SLOTS.map((slot, at) => [slot, entries[at]?.[1] ?? '']))
  return {
    labels,
    ...fields,
    telling: ['field1'],
    title: entries[0]?.[1],
    subCatName: 'Other',
    note: '',
    attachments: [],
  } as unknown as Item
}

const rowOf = (item: Item) => Object.fromEntries(COLUMNS.map(({ key }) => [key, columnText(item, key)]))

test('values are in the column of their kind, and missing ones are blank', () => {
  const paint = itemWith({
    'Color Name': 'Dry Sage',
    'Brand / Product Line': 'Harrow & Vale',
    Sheen: 'Eggshell',
    Location: 'North wall',
    'Date Painted': 'Feb 22, 2026',
  })
  expect(rowOf(paint)).toMatchObject({
    item: 'Dry Sage',
    finish: 'Eggshell',
    place: 'North wall',
    supplier: 'Harrow & Vale',
    date: 'Feb 22, 2026',
    warranty: '',
    notes: '',
    files: '0',
  })
})

test('of several values of a kind the most specific ones are shown, without those in the title', () => {
  const cabinets = {
    Manufacturer: 'Lindqvist',
    'Color / Stain': 'Oak',
    'Finish / Sheen': 'Matte',
    Size: '60 cm',
    Location: 'Island',
  }
  expect(rowOf(itemWith(cabinets))).toMatchObject({ finish: 'Matte', supplier: '', place: '60 cm · Island' })
  expect(rowOf(itemWith({ ...cabinets, 'Finish / Sheen': ' ' }))).toMatchObject({ finish: 'Oak' })
})

const datesSorted = (sort: string, dates: readonly string[]): string[] => {
  const by = parseSort(sort)
  if (!by) throw new Error(`There is no sort ${sort}.`)
  return sortItems(
    dates.map((date) => itemWith({ Brand: 'B', 'Date Installed': date })),
    by,
  ).map((item) => columnText(item, 'date'))
}

test('dates sort by time in any spelling, and invalid ones are last in both directions', () => {
  const dates = ['', 'Feb 2, 2026', 'Spring 2024', 'soon', '2025-03-01', 'Dec 30, 2023']
  expect(datesSorted('date', dates)).toEqual(['Dec 30, 2023', 'Spring 2024', '2025-03-01', 'Feb 2, 2026', 'soon', ''])
  expect(datesSorted('-date', dates).at(-1)).toBe('')
  expect(datesSorted('-date', ['2025-03-01', '', 'Feb 2, 2026'])).toEqual(['Feb 2, 2026', '2025-03-01', ''])
})

test('a head sorts upward, then downward, then not at all, and what was kept by another version sorts nothing', () => {
  const press = (kept: string, column: Column) => nextSort(parseSort(kept), column)
  expect(press('', 'date')).toBe('date')
  expect(press('date', 'date')).toBe('-date')
  expect(press('-date', 'date')).toBe('')
  expect(press('-date', 'item')).toBe('item')
  expect([parseSort('notes'), parseSort('colour'), parseSort('-')]).toEqual([undefined, undefined, undefined])
})
