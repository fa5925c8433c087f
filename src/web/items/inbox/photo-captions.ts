import type { Photo } from '../../../shared/items/inbox.api.ts'

const DAY = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })
const WITH_YEAR = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

/** 'Today', or the date; with the year if it is not the current one. */
const dayOf = (at: Date, now: Date): string => {
  if (at.toDateString() === now.toDateString()) return 'Today'
  return (at.getFullYear() === now.getFullYear() ? DAY : WITH_YEAR).format(at)
}

/** The caption of a print: 'Today, Kitchen'. */
export const shortCaption = ({ addedAt, roomName }: Photo, now = new Date()): string =>
  [dayOf(new Date(addedAt), now), roomName].filter((word) => word !== null).join(', ')

/** The caption of the large photo: 'Taken in Kitchen, today, 9:02 AM'. */
export const longCaption = ({ addedAt, roomName }: Photo, now = new Date()): string => {
  const at = new Date(addedAt)
  const day = dayOf(at, now)
  const where = roomName === null ? [] : [`Taken in ${roomName}`]
  return [...where, where.length > 0 && day === 'Today' ? 'today' : day, TIME.format(at)].join(', ')
}
