import type { Slot } from './room-structure.ts'
import { COLOR_CODE } from './sample.ts'

/** As many labels tell the items of a subcategory apart. */
export const MOST_TELLING = 3

/** What a value says to people: a colour for the screen beside it, such as '#B9C6B4', is left out. */
export const spoken = (value: string): string => {
  const rest = value
    .replace(COLOR_CODE, '')
    .replace(/^[\s,;·/]+|[\s,;·/]+$/g, '')
    .trim()
  return rest === '' ? value.trim() : rest
}

/** Whether one text holds the words of another, one after the other. */
const holds = (text: string, words: string): boolean => ` ${text} `.toLowerCase().includes(` ${words} `.toLowerCase())

/**
 * What an item is called wherever it is named: what its values under the labels that tell it apart say, in their order,
 * without those whose words stand in another one; without any the name of its subcategory.
 */
export const titleOf = (
  telling: readonly Slot[],
  fields: Readonly<Record<Slot, string>>,
  subcategory: string,
): string => {
  const values = telling.map((slot) => spoken(fields[slot]).replace(/\s+/g, ' ')).filter((value) => value !== '')
  const told = values.filter((value, at) =>
    values.every((other, place) => place === at || !holds(other, value) || (place > at && holds(value, other))),
  )
  return told.join(' ') || subcategory
}
