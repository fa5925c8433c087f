import { expect, test } from 'vitest'
import { itemLimitText } from './item-limit.ts'

const ROOMS = [
  { ID: 1, itemCount: 1500 },
  { ID: 2, itemCount: 112 },
]

test('rooms with more items than a paper holds are told before it is made', () => {
  const all = { scope: 'all', excluded: new Set<number>() } as const
  expect(itemLimitText('book', ROOMS, all)).toBe(
    'A spec book holds up to 1,500 items, and these rooms have 1,612. Choose fewer rooms.',
  )
  expect(itemLimitText('schedule', ROOMS, all)).toMatch(
    /^This PDF holds up to 1,500 items, and these rooms have 1,612\. If/,
  )
  expect(itemLimitText('trade', ROOMS, all)).toBeUndefined()
  expect(itemLimitText('book', ROOMS, { scope: 1, excluded: new Set() })).toBeUndefined()
  expect(itemLimitText('book', ROOMS, { scope: 'several', excluded: new Set([2]) })).toBeUndefined()
})
