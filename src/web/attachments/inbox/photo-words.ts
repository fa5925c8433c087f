import type { Photo } from '../../../shared/attachments/inbox.api.ts'

const DAY = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })
const WITH_YEAR = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

/** 'Today', else the day; of another year with that. */
const dayOf = (at: Date, now: Date): string => {
  if (at.toDateString() === now.toDateString()) return 'Today'
  return (at.getFullYear() === now.getFullYear() ? DAY : WITH_YEAR).format(at)
}

/** Below a print: 'Today, Kitchen'. */
export const shortWords = ({ addedAt, roomName }: Photo, now = new Date()): string =>
  [dayOf(new Date(addedAt), now), roomName].filter((word) => word !== null).join(', ')

/** Below the picture: 'Taken in Kitchen, today, 9:02 AM'. */
export const longWords = ({ addedAt, roomName }: Photo, now = new Date()): string => {
  const at = new Date(addedAt)
  const day = dayOf(at, now)
  const where = roomName === null ? [] : [`Taken in ${roomName}`]
  return [...where, where.length > 0 && day === 'Today' ? 'today' : day, TIME.format(at)].join(', ')
}
