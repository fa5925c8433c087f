/**
 * When something is to be done again. Days are those of a calendar, such as 2031-01-30, without a time or a place: no change
 * of clocks moves them. Where a month is too short its last day counts, and the month after has the former one again.
 */

export const UNITS = ['day', 'week', 'month', 'year'] as const
export type Unit = (typeof UNITS)[number]

/** Every so many days, weeks, months or years. */
export interface Rule {
  every: number
  unit: Unit
}

const DAY = 24 * 60 * 60_000
const MONTHS: Record<Unit, number> = { day: 0, week: 0, month: 1, year: 12 }
const DAYS: Record<Unit, number> = { day: 1, week: 7, month: 0, year: 0 }

const isoOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** The day after so many times the rule; the first is the day that it counts from. */
export const dayOfRule = (starts: string, { every, unit }: Rule, times: number): string => {
  if (DAYS[unit] > 0) return isoOf(Date.parse(starts) + times * every * DAYS[unit] * DAY)
  const month = monthOf(starts) + times * every * MONTHS[unit]
  const [year, inYear] = [Math.floor(month / 12), month % 12]
  const last = new Date(Date.UTC(year, inYear + 1, 0)).getUTCDate()
  return isoOf(Date.UTC(year, inYear, Math.min(Number(starts.slice(8)), last)))
}

/** The first day of the rule that is later. */
export const nextDay = (starts: string, rule: Rule, after: string): string => {
  if (after < starts) return starts
  const { every, unit } = rule
  const passed =
    DAYS[unit] > 0
      ? (Date.parse(after) - Date.parse(starts)) / DAY / DAYS[unit]
      : (monthOf(after) - monthOf(starts)) / MONTHS[unit]
  const times = Math.floor(passed / every)
  const day = dayOfRule(starts, rule, times)
  return day > after ? day : dayOfRule(starts, rule, times + 1)
}

export const isDayOfRule = (starts: string, rule: Rule, day: string): boolean =>
  day === starts || nextDay(starts, rule, isoOf(Date.parse(day) - DAY)) === day

/** The same rule as RFC 5545 writes it, for calendars: one that knows no such day in a month takes the last one, too. */
export const ruleOfCalendar = (starts: string, { every, unit }: Rule): string => {
  const frequency = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' }[unit]
  const day = Number(starts.slice(8))
  const isLeapDay = unit === 'year' && starts.endsWith('-02-29')
  const days = Array.from({ length: day - 27 }, (_, at) => 28 + at)
  return [
    `FREQ=${frequency}`,
    ...(every > 1 ? [`INTERVAL=${every}`] : []),
    ...(isLeapDay ? ['BYMONTH=2'] : []),
    ...(isLeapDay || (unit === 'month' && day === 31)
      ? ['BYMONTHDAY=-1']
      : unit === 'month' && day > 28
        ? [`BYMONTHDAY=${days.join()}`, 'BYSETPOS=-1']
        : []),
  ].join(';')
}

/** Such as 'Every 6 months'. */
export const ruleInWords = ({ every, unit }: Rule): string =>
  every === 1 ? `Every ${unit}` : `Every ${every} ${unit}s`
