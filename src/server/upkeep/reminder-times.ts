import { WEEKDAYS, type Weekday } from '../../shared/upkeep/reminders.api.ts'
import { DAY } from '../platform/lib/clock.ts'

/** In the morning, in the user's time zone. */
const HOUR_OF_MAIL = 7
/** In UTC if no browser has sent a time zone: it is then the same day nearly everywhere. */
const HOUR_OF_NOWHERE = 12

const formats = new Map<string, Intl.DateTimeFormat>()

/** Zones unknown to this server use UTC. */
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

/** The local time there, as if it were UTC. */
const formatIn = (zone: string | null, time: number): number => {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The current day there. */
export const dayIn = (zone: string | null, at: Date): string => dayOf(formatIn(zone, at.getTime()))

export const daysLater = (day: string, days: number): string => dayOf(Date.parse(day) + days * DAY)

/** When it is that hour there; if clocks skip it, an hour later. */
const timeIn = (zone: string | null, day: string): Date => {
  const shown = Date.parse(day) + (zone === null ? HOUR_OF_NOWHERE : HOUR_OF_MAIL) * 60 * 60_000
  // Twice, as the first result may be on the other side of a clock change.
  let time = shown
  for (let n = 0; n < 2; n++) time += shown - formatIn(zone, time)
  return new Date(time)
}

export interface ReminderSettings {
  weekday: Weekday
  zone: string | null
}

/** The first morning after that moment on that weekday, but not before the day `from`. */
export const nextMorning = ({ weekday, zone }: ReminderSettings, after: Date, from = ''): Date => {
  const today = dayIn(zone, after)
  for (let n = 0; ; n++) {
    const day = daysLater(today, n)
    if (new Date(day).getUTCDay() !== WEEKDAYS.indexOf(weekday)) continue
    const at = timeIn(zone, day)
    if (at > after && day >= from) return at
  }
}

/** The next day's morning. */
export const tomorrowMorning = ({ zone }: ReminderSettings, now: Date): Date =>
  timeIn(zone, daysLater(dayIn(zone, now), 1))
