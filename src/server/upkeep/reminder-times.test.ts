import { expect, test } from 'vitest'
import { dayIn, nextMorning, tomorrowMorning, type ReminderSettings } from './reminder-times.ts'

const SUNDAYS = (zone: string | null): ReminderSettings => ({ weekday: 'sunday', zone })

const next = (wishes: ReminderSettings, after: string, from?: string) =>
  nextMorning(wishes, new Date(after), from).toISOString().replace(':00.000', '')

test.each([
  // New York's clocks go back on November 1, 2026, and forward on March 14, 2027.
  ['America/New_York', '2026-10-20T00:00:00Z', '2026-10-25T11:00Z'],
  ['America/New_York', '2026-10-25T11:00:00Z', '2026-11-01T12:00Z'],
  ['America/New_York', '2027-03-07T12:00:00Z', '2027-03-14T11:00Z'],
  ['Europe/Berlin', '2027-03-27T12:00:00Z', '2027-03-28T05:00Z'],
  ['Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T06:00Z'],
  // A day ahead of UTC, and a half-hour offset.
  ['Pacific/Kiritimati', '2026-11-20T12:00:00Z', '2026-11-21T17:00Z'],
  ['Asia/Kolkata', '2026-11-20T12:00:00Z', '2026-11-22T01:30Z'],
  ['Pacific/Honolulu', '2026-11-22T16:59:59Z', '2026-11-22T17:00Z'],
  // Samoa had no December 30, 2011; the next Sunday is found anyway.
  ['Pacific/Apia', '2011-12-28T00:00:00Z', '2011-12-31T17:00Z'],
  [null, '2026-11-20T12:00:00Z', '2026-11-22T12:00Z'],
  ['Mars/Olympus_Mons', '2026-11-20T12:00:00Z', '2026-11-22T07:00Z'],
])('in %s the Sunday morning after %s is %s', (zone, after, morning) => {
  expect(next(SUNDAYS(zone), after)).toBe(morning)
})

test('a year of Sundays has one morning each, at seven, through all clock changes', () => {
  const zone = 'America/New_York'
  let at = new Date('2026-01-01T00:00:00Z')
  const days = new Set<string>()
  for (let n = 0; n < 52; n++) {
    at = nextMorning(SUNDAYS(zone), at)
    days.add(dayIn(zone, at))
    const time = at.toLocaleTimeString('en-US', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    expect(time).toBe('07:00')
  }
  expect(days.size).toBe(52)
})

test('a morning is not before a given day', () => {
  expect(next(SUNDAYS('UTC'), '2026-11-20T12:00:00Z', '2026-11-23')).toBe('2026-11-29T07:00Z')
  expect(next(SUNDAYS('UTC'), '2026-11-22T07:00:00Z')).toBe('2026-11-29T07:00Z')
})

test("tomorrow is the next day in the user's time zone", () => {
  const wishes = SUNDAYS('Pacific/Honolulu')
  expect(tomorrowMorning(wishes, new Date('2026-11-22T05:00:00Z')).toISOString()).toBe('2026-11-22T17:00:00.000Z')
})
