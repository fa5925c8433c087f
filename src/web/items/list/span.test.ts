import type { LabelKind } from '../../../shared/structure/label-kinds.ts'
import { expect, test } from 'vitest'
import type { Item } from '../../../shared/items/items.api.ts'
import type { Slot } from '../../../shared/structure/room-structure.api.ts'
import { leftOf, shareOf, spanOf, unclearOf } from './span.ts'

const item = (...values: readonly [label: string, kind: LabelKind, text: string][]): Item => {
  const fields = values.map(([label, kind, text], at) => ({ field: `field${at + 1}` as Slot, label, kind, text }))
  return {
    ...{ field1: '', field2: '', field3: '', field4: '', field5: '', field6: '' },
    ...Object.fromEntries(fields.map(({ field, text }) => [field, text])),
    labels: fields.map(({ field, label }, propID) => ({ field, label, propID })),
    kinds: fields.flatMap(({ field, kind }) => (kind === 'text' ? [] : [{ field, kind }])),
  } as unknown as Item
}

test.each<[string, Item, ReturnType<typeof spanOf>]>([
  [
    'from the first day that it names',
    item(
      ['Model Number', 'text', '2031-01-30'],
      ['Date Installed', 'date', '2026-02-03'],
      ['Purchase Date', 'date', 'Jan 30 2026'],
      ['Warranty Expires', 'end', '2031-01-30'],
    ),
    { label: 'Warranty Expires', from: '2026-01-30', until: '2031-01-30' },
  ],
  [
    'until the last day of a month, without a day on which it began',
    item(['Date Installed', 'date', '2026-02'], ['Replace By', 'end', '2036-03']),
    { label: 'Replace By', from: undefined, until: '2036-03-31' },
  ],
  [
    'of what ends first of what has not ended',
    item(['A', 'end', '2027-01-01'], ['B', 'end', '2020-01-01'], ['C', 'end', '2026-12-01']),
    { label: 'C', from: undefined, until: '2026-12-01' },
  ],
  [
    'of what ended last, where all has',
    item(['A', 'end', '2021-01-01'], ['B', 'end', '2020-01-01'], ['Purchase Date', 'date', '2022-01-01']),
    { label: 'A', from: undefined, until: '2021-01-01' },
  ],
  [
    'of nothing that may be two days, or is none',
    item(['Purchase Date', 'date', '2026-01-01'], ['A', 'end', '03/04/2031'], ['B', 'end', 'Lifetime']),
    undefined,
  ],
  ['of no other text', item(['Purchase Date', 'date', '2026-01-01'], ['Notes', 'text', '2031-01-01']), undefined],
])('something of an item lasts %s', (_, itsItem, span) => {
  expect(spanOf(itsItem, '2026-11-24')).toEqual(span)
})

test('a length counts from the purchase, and what may be several days is named', () => {
  const warranty = (text: string, bought = '2024-01-02') =>
    item(['Purchase Date', 'date', bought], ['Warranty Expires', 'end', text])
  expect(spanOf(warranty('2 years'), '2025-01-01')).toMatchObject({ from: '2024-01-02', until: '2026-01-02' })
  expect(unclearOf(warranty('2 years'))).toEqual([])
  expect(unclearOf(warranty('Lifetime'))).toEqual([])
  expect(unclearOf(warranty('03/04/2031'))).toEqual([expect.stringContaining('could be more than one day')])
  expect(unclearOf(warranty('2 years', ''))).toEqual([expect.stringContaining('has no start date')])
})

test.each([
  ['2026-11-24', 0.25, '3 years left'],
  ['2025-11-24', 0, '4 years left'],
  ['2029-09-01', 0.9425, '2 months left'],
  ['2029-10-14', 0.972, '41 days left'],
  ['2029-11-23', 0.9993, '1 day left'],
  ['2029-11-24', 1, 'ends today'],
  ['2029-11-25', 1, '1 day ago'],
  ['2031-01-01', 1, '1 year 1 month ago'],
])('on %s so much of it has passed', (today, share, left) => {
  const span = { label: 'Warranty Expires', from: '2025-11-24', until: '2029-11-24' }
  expect(shareOf(span, today)).toBeCloseTo(share, 3)
  expect(leftOf(span, today)).toBe(left)
})
