import type { Slot } from '../structure/room-structure.api.ts'
import { COLOR_CODE } from './sample.ts'

/** Maximum labels that make up a title. */
export const MOST_TELLING = 3

/** A value as shown to people, without a color code such as '#B9C6B4', which is only for the swatch. */
export const spoken = (value: string): string => {
  const rest = value
    .replace(COLOR_CODE, '')
    .replace(/^[\s,;·/]+|[\s,;·/]+$/g, '')
    .trim()
  return rest === '' ? value.trim() : rest
}

/** Whether one text contains the words of another, consecutively. */
const holds = (text: string, words: string): boolean => ` ${text} `.toLowerCase().includes(` ${words} `.toLowerCase())

/**
 * An item's title: its values under the title labels, in order, without values already contained in another; or else
 * the subcategory's name.
 */
export const titleOf = (
  telling: readonly Slot[],
  fields: Readonly<Record<Slot, string>>,
  subcategory: string,
): string => {
  const values = telling.map((slot) => spoken(fields[slot]).replace(/\s+/g, ' ')).filter((value) => value !== '')
  const distinct = values.filter((value, at) =>
    values.every((other, place) => place === at || !holds(other, value) || (place > at && holds(value, other))),
  )
  return distinct.join(' ') || subcategory
}
