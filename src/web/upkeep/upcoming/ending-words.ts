import { dateInWords } from '../../../shared/upkeep/dates.ts'
import { SOON_DAYS } from '../../../shared/upkeep/upcoming.api.ts'

const DAY = 24 * 60 * 60_000
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const pad = (number: number): string => `${number}`.padStart(2, '0')

/** The day where its reader is. */
export const dayOf = (now: Date): string => `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`

/** Of now: a page may stand open for days. */
export const dayNow = (): string => dayOf(new Date())

/** From one day to another one; negative where that was before. */
export const daysFrom = (day: string, to: string): number => (Date.parse(to) - Date.parse(day)) / DAY

/** How far away the day is; of one that is far away which it is. */
export const howFar = (day: string, today: string): string => {
  const days = daysFrom(today, day)
  return Math.abs(days) <= SOON_DAYS ? RELATIVE.format(days, 'day') : dateInWords(day.slice(0, 7), 'en-US')
}

export type GroupName = 'Over' | 'This Month' | 'Next 90 Days' | 'Later'

/** What comes up, in groups as one looks ahead. */
export const groupOf = (day: string, today: string): GroupName =>
  day < today
    ? 'Over'
    : day.slice(0, 7) === today.slice(0, 7)
      ? 'This Month'
      : daysFrom(today, day) <= SOON_DAYS
        ? 'Next 90 Days'
        : 'Later'
