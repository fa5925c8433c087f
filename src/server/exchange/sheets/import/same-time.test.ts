import { expect, test } from 'vitest'
import { isSameTime } from './same-time.ts'

const MOMENT = '2026-11-28T23:51:07.312Z'

test.each([
  ['2026-11-28T23:51:07.312Z', true],
  ['2026-11-28 23:51:07', true],
  ['2026-11-29T00:51:07+01:00', true],
  ['11/28/2026 23:51', true],
  ['11/28/2026 23:51:07', true],
  ['28.11.2026 23:51', true],
  ['28/11/2026 23:51:07', true],
  ['11/28/26, 11:51 PM', true],
  ['2026-11-28 23:51', true],
  ['11/28/2026 23:49', false],
  ['11/28/2026 23:51:30', false],
  ['11/28/2026 11:51 AM', false],
  ['2026-11-28 23:51:30', false],
  ['11/28/2026', undefined],
  ['yesterday', undefined],
  ['11/28/2026 25:99', undefined],
  ['########', undefined],
])('a cell with %s says the moment of the item: %s', (cell, isSame) => {
  expect(isSameTime(cell, MOMENT)).toBe(isSame)
})

test('a day that can be read in two ways is the same if one of them is', () => {
  expect(isSameTime('3/4/2026 08:05', '2026-04-03T08:05:59.000Z')).toBe(true)
  expect(isSameTime('3/4/2026 08:05', '2026-03-04T08:05:00.000Z')).toBe(true)
  expect(isSameTime('3/4/2026 08:05', '2026-03-05T08:05:00.000Z')).toBe(false)
})
