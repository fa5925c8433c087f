import { readDate, type ReadDate } from './dates.ts'
import { afterDuration, readDuration } from './durations.ts'

/** A date value of an item from which a duration may count. */
export interface Beginning {
  label: string
  text: string
}

/** The start of a duration: the purchase date, or else the item's only date. */
export const beginningOf = (beginnings: readonly Beginning[]): { label: string; iso: string } | undefined => {
  const read = beginnings.flatMap(({ label, text }) => {
    const date = readDate(text)
    return date.is === 'date' ? [{ label, iso: date.iso }] : []
  })
  return read.find(({ label }) => /purchas|bought|start/i.test(label)) ?? (read.length === 1 ? read[0] : undefined)
}

/** Reads when something ends: an explicit date, or a duration counted from its start. */
export const readEnd = (
  text: string,
  beginnings: readonly Beginning[],
  locale?: string,
): ReadDate & { after?: string } => {
  const date = readDate(text, locale)
  const duration = date.is === 'unreadable' ? readDuration(text) : undefined
  const begun = duration && beginningOf(beginnings)
  const end = begun && readDate(afterDuration(begun.iso, duration) ?? '')
  return begun && end?.is === 'date' ? { ...end, after: begun.label } : date
}

/** Whether a value stays out of Upcoming until a user resolves it: an ambiguous date, or a duration without a start. */
export const isUnclearEnd = (text: string, beginnings: readonly Beginning[]): boolean => {
  const { is } = readEnd(text, beginnings)
  return is === 'ambiguous' || (is === 'unreadable' && readDuration(text) !== undefined)
}
