import ICAL from 'ical.js'
import { RRule } from 'rrule'
import { describe, expect, test } from 'vitest'
import { dayOfRule, nextDay, ruleInWords, seriesOfCalendar, UNITS, type Rule } from './recurrence.ts'

/** Deterministic, so every run uses the same numbers. */
const makeRandom = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

const DAY = 24 * 60 * 60_000
const iso = (time: number): string => new Date(time).toISOString().slice(0, 10)

const byRRule = (day: string, rule: string, count: number): string[] =>
  new RRule({ ...RRule.parseString(rule), dtstart: new Date(day), count }).all().map((each) => iso(each.getTime()))

/** As Thunderbird reads it. */
const byICAL = (day: string, rule: string, count: number): string[] => {
  const days = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromDateString(day))
  return Array.from({ length: count }, () => days.next()?.toString() ?? '')
}

/** Days of a rule, as a reference library reads our calendar output. */
const ofReference = (read: typeof byRRule, starts: string, rule: Rule, from: string, count: number): string[] =>
  seriesOfCalendar(starts, rule, from)
    .flatMap((series) => read(series.day, series.rule, count))
    .sort()
    .slice(0, count)

test('a thousand random rules have the days of two reference libraries for RFC 5545, and each next one', () => {
  const random = makeRandom(18)
  const upTo = (most: number) => Math.floor(random() * most)
  for (let n = 0; n < 1000; n++) {
    const unit = UNITS[upTo(UNITS.length)] ?? 'day'
    const rule = { every: 1 + upTo(unit === 'year' ? 4 : 13), unit }
    // Favors ends of months and leap days.
    const month = upTo(12)
    const starts = iso(
      random() < 0.3
        ? Date.UTC(2024 + upTo(8), month + 1, -upTo(3))
        : random() < 0.1
          ? Date.UTC(2024 + 4 * upTo(5), 1, 29)
          : Date.UTC(2024 + upTo(20), month, 1 + upTo(31)),
    )
    const days = Array.from({ length: 14 }, (_, times) => dayOfRule(starts, rule, times))
    const later = upTo(3)
    for (const read of [byRRule, byICAL])
      expect(
        ofReference(read, starts, rule, days[later] ?? '', days.length - later),
        JSON.stringify({ starts, rule }),
      ).toEqual(days.slice(later))
    for (const [at, day] of days.slice(1).entries()) {
      const before = days[at] ?? ''
      const between = iso(
        Date.parse(before) + Math.floor((random() * (Date.parse(day) - Date.parse(before))) / DAY) * DAY,
      )
      expect([nextDay(starts, rule, before), nextDay(starts, rule, between)]).toEqual([day, day])
    }
  }
})

describe('a rule', () => {
  test.each<[string, Rule, string[]]>([
    ['2027-01-31', { every: 1, unit: 'month' }, ['2027-02-28', '2027-03-31', '2027-04-30']],
    ['2027-01-30', { every: 1, unit: 'month' }, ['2027-02-28', '2027-03-30', '2027-04-30']],
    ['2024-02-29', { every: 1, unit: 'year' }, ['2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']],
    ['2026-08-31', { every: 6, unit: 'month' }, ['2027-02-28', '2027-08-31', '2028-02-29']],
    // Across clock changes in Europe and America.
    ['2027-03-13', { every: 1, unit: 'day' }, ['2027-03-14', '2027-03-15']],
    ['2026-10-18', { every: 1, unit: 'week' }, ['2026-10-25', '2026-11-01']],
  ])('from %s, %j, keeps to its start day', (starts, rule, days) => {
    expect(days.map((_, at) => dayOfRule(starts, rule, at + 1))).toEqual(days)
  })

  test('begins with its start day', () => {
    expect(nextDay('2027-01-31', { every: 1, unit: 'month' }, '2026-05-01')).toBe('2027-01-31')
  })

  test('is described in words', () => {
    expect(ruleInWords({ every: 1, unit: 'year' })).toBe('Every year')
    expect(ruleInWords({ every: 6, unit: 'month' })).toBe('Every 6 months')
  })
})
