import { type LabelTraits, traitsOf } from '../../../shared/structure/label-kinds.ts'
import { readDate } from '../../../shared/lib/dates.ts'
import { readDuration } from '../../../shared/lib/durations.ts'
import { isUnclearEnd, readEnd } from '../../../shared/lib/expiry-dates.ts'
import { SLOTS } from '../../../shared/structure/room-structure.api.ts'
import type { Item } from '../../../shared/items/items.api.ts'
import { daysFrom } from '../../lib/days.ts'

/** The term of something of an item. */
export interface Span {
  label: string
  /** Undefined if no date of the item says when it began. */
  from: string | undefined
  until: string
}

const textsOf = ({ labels, kinds = [], ...item }: Item, date: LabelTraits['date']) =>
  SLOTS.flatMap((field) => {
    if (!kinds.some((one) => one.field === field && traitsOf(one.kind).date === date)) return []
    return [{ label: labels.find((one) => one.field === field)?.label ?? '', text: item[field] }]
  })

/**
 * The next of an item's ends, or the latest if all are past. Parsed as the server does, so that it agrees with Coming Up. It
 * begins on the earliest date of the item before the end.
 */
export const spanOf = (item: Item, today: string): Span | undefined => {
  const daysOf = (which: LabelTraits['date']) =>
    textsOf(item, which).flatMap(({ label, text }) => {
      const date = which === 'ends' ? readEnd(text, textsOf(item, 'begins')) : readDate(text)
      return date.is === 'date' ? [{ label, iso: date.iso, last: date.last }] : []
    })
  const ends = daysOf('ends').toSorted((one, other) => (one.last < other.last ? -1 : 1))
  const end = ends.find(({ last }) => last >= today) ?? ends.at(-1)
  if (!end) return undefined
  const [from] = daysOf('begins')
    .flatMap(({ iso, last }) => (iso === last && iso < end.last ? [iso] : []))
    .toSorted()
  return { label: end.label, from, until: end.last }
}

/** Values under end labels that may be a date, but do not come up until the user says which. */
export const unclearOf = (item: Item): string[] => {
  const beginnings = textsOf(item, 'begins')
  return textsOf(item, 'ends').flatMap(({ label, text }) => {
    if (!isUnclearEnd(text, beginnings)) return []
    return readDuration(text)
      ? `${label} "${text}" has no start date. Enter the date it ends instead to see it in Coming Up.`
      : `${label} "${text}" could be more than one day. Edit the item and choose one to see it in Coming Up.`
  })
}

/** The elapsed part, 0 to 1. */
export const shareOf = ({ from, until }: Span, today: string): number => {
  if (from === undefined) return today > until ? 1 : 0
  return Math.min(1, Math.max(0, daysFrom(from, today) / daysFrom(from, until)))
}

const counted = (count: number, word: string): string[] =>
  count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`]

/** Such as '4 years 2 months' or '20 days'; under two months in days. */
const lengthOf = (from: string, to: string): string => {
  const [start, end] = [new Date(from), new Date(to)]
  const months =
    (end.getUTCFullYear() - start.getUTCFullYear()) * 12 +
    (end.getUTCMonth() - start.getUTCMonth()) -
    (end.getUTCDate() < start.getUTCDate() ? 1 : 0)
  if (months < 2) return counted(daysFrom(from, to), 'day').join('')
  return [...counted(Math.floor(months / 12), 'year'), ...counted(months % 12, 'month')].join(' ')
}

/** The time left, or since it ended. */
export const leftOf = ({ until }: Span, today: string): string => {
  if (today === until) return 'ends today'
  return today < until ? `${lengthOf(today, until)} left` : `${lengthOf(until, today)} ago`
}
