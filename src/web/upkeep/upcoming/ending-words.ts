import { dateInWords } from '../../../shared/upkeep/dates.ts'
import { SOON_DAYS } from '../../../shared/upkeep/upcoming.api.ts'

const DAY = 24 * 60 * 60_000
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const pad = (number: number): string => `${number}`.padStart(2, '0')

/** The reader's local day. */
export const dayOf = (now: Date): string => `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`

/** Computed on each call, because a page may stay open for days. */
export const dayNow = (): string => dayOf(new Date())

/** The days between two days; negative if `to` is earlier. */
export const daysFrom = (day: string, to: string): number => (Date.parse(to) - Date.parse(day)) / DAY

/** The distance of a day; for distant days the date. */
export const distanceInWords = (day: string, today: string): string => {
  const days = daysFrom(today, day)
  return Math.abs(days) <= SOON_DAYS ? RELATIVE.format(days, 'day') : dateInWords(day.slice(0, 7), 'en-US')
}

export type GroupName = 'Overdue' | 'This Month' | 'Next 90 Days' | 'Later'

/** The groups of Coming Up. */
export const groupOf = (day: string, today: string): GroupName =>
  day < today
    ? 'Overdue'
    : day.slice(0, 7) === today.slice(0, 7)
      ? 'This Month'
      : daysFrom(today, day) <= SOON_DAYS
        ? 'Next 90 Days'
        : 'Later'
