import { dateInWords } from '../../../shared/lib/dates.ts'
import { SOON_DAYS } from '../../../shared/upkeep/upcoming.api.ts'
import { daysFrom } from '../../lib/days.ts'

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

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
