/**
 * Repetition rules. Days are calendar days, such as 2031-01-30, without time or place, so clock changes do not affect
 * them. In months that are too short, the last day counts; the next month uses the original day again.
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

/** The day after applying the rule `times` times; 0 gives the start. */
export const dayOfRule = (starts: string, { every, unit }: Rule, times: number): string => {
  if (DAYS[unit] > 0) return isoOf(Date.parse(starts) + times * every * DAYS[unit] * DAY)
  const month = monthOf(starts) + times * every * MONTHS[unit]
  const [year, inYear] = [Math.floor(month / 12), month % 12]
  const last = new Date(Date.UTC(year, inYear + 1, 0)).getUTCDate()
  return isoOf(Date.UTC(year, inYear, Math.min(Number(starts.slice(8)), last)))
}

/** The first day of the rule after the given one. */
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

export interface Series {
  /** Its first day. */
  day: string
  /** In RFC 5545 notation. */
  rule: string
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

/**
 * Returns the rule, from one of its days on, as iCalendar series. Calendars skip months that are too short. For days 29
 * and 30 that is only February, which gets its own series, because programs disagree about single rules that would
 * cover everything. Series on February 28 follow leap years, so they miss February 2100.
 */
export const seriesOfCalendar = (starts: string, rule: Rule, from: string): Series[] => {
  const { every, unit } = rule
  const written = (frequency: string, interval: number, ...by: string[]) =>
    [`FREQ=${frequency}`, ...(interval > 1 ? [`INTERVAL=${interval}`] : []), ...by].join(';')
  const dayOfMonth = Number(starts.slice(8))
  const inFebruary = ['BYMONTH=2', 'BYMONTHDAY=-1']
  if (unit !== 'month' || dayOfMonth < 29) {
    const frequency = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' }[unit]
    const isLeapDay = unit === 'year' && starts.endsWith('-02-29')
    return [{ day: from, rule: written(frequency, every, ...(isLeapDay ? inFebruary : [])) }]
  }
  if (dayOfMonth === 31) return [{ day: from, rule: written('MONTHLY', every, 'BYMONTHDAY=-1') }]

  const years = every / divisor(every, 12)
  const withLeapYears = (years * 4) / divisor(years, 4)
  const series = new Map<string, Series>()
  const add = (key: string, one: Series) => {
    if (!series.has(key)) series.set(key, one)
  }
  // The pattern repeats after at most 48 steps, the number of months in four years.
  for (let [n, day] = [0, from]; n < 48; n++, day = nextDay(starts, rule, day)) {
    const year = Number(day.slice(0, 4))
    if (day.endsWith(`-${dayOfMonth}`)) add('', { day, rule: written('MONTHLY', every, `BYMONTHDAY=${dayOfMonth}`) })
    else if (dayOfMonth === 30) add('02', { day, rule: written('YEARLY', years, ...inFebruary) })
    else add(`${year % withLeapYears}`, { day, rule: written('YEARLY', withLeapYears) })
  }
  return [...series.values()]
}

/** Such as 'Every 6 months'. */
export const ruleInWords = ({ every, unit }: Rule): string =>
  every === 1 ? `Every ${unit}` : `Every ${every} ${unit}s`
