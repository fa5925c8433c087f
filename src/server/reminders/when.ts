import { WEEKDAYS, type Weekday } from '../../shared/reminders.ts'
import { DAY } from '../clock.ts'

/** In the morning, where somebody is. */
const HOUR_OF_MAIL = 7
/** Of whom no browser has said where they are: nearly everywhere it is the same day then. */
const HOUR_OF_NOWHERE = 12

const formats = new Map<string, Intl.DateTimeFormat>()

/** Of a zone that this server does not know UTC, as of none. */
const formatOf = (zone: string | null): Intl.DateTimeFormat => {
  const name = zone ?? 'UTC'
  const known = formats.get(name)
  if (known) return known
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  const open = (timeZone: string) =>
    new Intl.DateTimeFormat('en', { ...parts, second: 'numeric', hourCycle: 'h23', timeZone })
  let format
  try {
    format = open(name)
  } catch {
    format = open('UTC')
  }
  formats.set(name, format)
  return format
}

/** What clocks there show, as if it were UTC. */
const shownThere = (zone: string | null, time: number): number => {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** What day it is there. */
export const dayThere = (zone: string | null, at: Date): string => dayOf(shownThere(zone, at.getTime()))

export const daysLater = (day: string, days: number): string => dayOf(Date.parse(day) + days * DAY)

/** When it is that hour there; where clocks are put forward across it, the hour after. */
const whenThere = (zone: string | null, day: string): Date => {
  const shown = Date.parse(day) + (zone === null ? HOUR_OF_NOWHERE : HOUR_OF_MAIL) * 60 * 60_000
  // Twice, as the first may be on the other side of a change of clocks.
  let time = shown
  for (let n = 0; n < 2; n++) time += shown - shownThere(zone, time)
  return new Date(time)
}

export interface Wishes {
  weekday: Weekday
  zone: string | null
}

/** The first morning after that moment that is of that weekday, and of no day before `from`. */
export const nextMorning = ({ weekday, zone }: Wishes, after: Date, from = ''): Date => {
  const today = dayThere(zone, after)
  for (let n = 0; ; n++) {
    const day = daysLater(today, n)
    if (new Date(day).getUTCDay() !== WEEKDAYS.indexOf(weekday)) continue
    const at = whenThere(zone, day)
    if (at > after && day >= from) return at
  }
}

/** The morning of the day after. */
export const tomorrowMorning = ({ zone }: Wishes, now: Date): Date => whenThere(zone, daysLater(dayThere(zone, now), 1))
