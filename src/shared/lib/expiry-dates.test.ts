import { expect, test } from 'vitest'
import { readDuration } from './durations.ts'
import { readEnd } from './expiry-dates.ts'

const bought = [{ label: 'Purchase Date', text: '2024-01-31' }]
const end = (text: string, beginnings = bought) => {
  const read = readEnd(text, beginnings)
  return read.is === 'date' ? read.iso : read.is
}

test.each([
  ['2 years', '2026-01-31'],
  ['60 months', '2029-01-31'],
  ['10 yr', '2034-01-31'],
  ['24 mo.', '2026-01-31'],
  ['3Y', '2027-01-31'],
  ['1 month', '2024-02-29'],
  ['90 days', '2024-04-30'],
  ['2 years from purchase', '2026-01-31'],
  ['5-year limited warranty', '2029-01-31'],
  ['1 year and 6 months', '2025-07-31'],
  ['1.5 years', '2025-07-31'],
  ['two years', '2026-01-31'],
  ['2 Jahre Garantie', '2026-01-31'],
  ['24 Monate ab Kauf', '2026-01-31'],
  ['2 años', '2026-01-31'],
  ['2031-03-04', '2031-03-04'],
  ['Lifetime', 'unreadable'],
  ['5 years on parts', 'unreadable'],
  ['0 years', 'unreadable'],
  ['years', 'unreadable'],
  ['9999 years', 'unreadable'],
])('%s ends %s for a purchase on January 31, 2024', (text, day) => {
  expect(end(text)).toBe(day)
})

test('it counts from the purchase, or the only date, and days only from a day', () => {
  const served = { label: 'Service Date', text: '2025-03-04' }
  expect(end('6 months', [served])).toBe('2025-09-04')
  expect(end('1 year', [served, ...bought])).toBe('2025-01-31')
  expect(end('1 year', [served, { label: 'Date Installed', text: '2025-03-05' }])).toBe('unreadable')
  expect(end('2 years', [{ label: 'Purchase Date', text: 'Feb 2024' }])).toBe('2026-02')
  expect(end('90 days', [{ label: 'Purchase Date', text: 'Feb 2024' }])).toBe('unreadable')
  expect(end('2 years', [{ label: 'Purchase Date', text: '03/04/2024' }])).toBe('unreadable')
  expect(end('2 years', [])).toBe('unreadable')
  expect(readEnd('2 years', bought)).toMatchObject({ after: 'Purchase Date', last: '2026-01-31' })
})

test('a long text is rejected fast', () => {
  expect(readDuration('2 years '.repeat(100_000))).toBeUndefined()
})
