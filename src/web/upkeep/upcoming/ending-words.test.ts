import { expect, test } from 'vitest'
import { sentenceOf } from '../../../shared/upkeep/upcoming.api.ts'
import { dayOf } from '../../lib/days.ts'
import { groupOf, distanceInWords } from './ending-words.ts'

test.each([
  ['2026-11-22', 'Overdue', 'yesterday'],
  ['2026-11-11', 'Overdue', '12 days ago'],
  ['2026-01-30', 'Overdue', 'Jan 2026'],
  ['2026-11-23', 'This Month', 'today'],
  ['2026-11-24', 'This Month', 'tomorrow'],
  ['2026-11-30', 'This Month', 'in 7 days'],
  ['2026-12-01', 'Next 90 Days', 'in 8 days'],
  ['2027-02-21', 'Next 90 Days', 'in 90 days'],
  ['2027-02-22', 'Later', 'Feb 2027'],
  ['2036-02-29', 'Later', 'Feb 2036'],
])('on November 23 an end on %s is listed under %s, as %s', (day, group, far) => {
  expect([groupOf(day, '2026-11-23'), distanceInWords(day, '2026-11-23')]).toEqual([group, far])
})

test.each([
  ['Warranty Expires', 'Warranty for Castellan ends', 'Warranty for Castellan ended'],
  ['End Date', 'Castellan ends', 'Castellan ended'],
  ['Replace By', 'Replace Castellan', 'Replace Castellan'],
  ['Next Due', 'Castellan is due', 'Castellan was due'],
])('a date under %s says: %s, and then: %s', (label, ends, ended) => {
  const of = { label, title: 'Castellan' }
  expect([sentenceOf(of, false), sentenceOf(of, true)]).toEqual([ends, ended])
})

test("a day is that of the reader's time zone", () => {
  expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
})
