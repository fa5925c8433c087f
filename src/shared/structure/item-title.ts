import type { Slot } from './room-structure.api.ts'
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

/** Words of this many are a phrase, which a space would run into the words before it. */
const PHRASE = 4
const isPhrase = (value: string): boolean => value.split(' ').filter((word) => /^\p{L}/u.test(word)).length >= PHRASE

/** 'Castellan Bridge', but 'Whole house · Left of the water heater', and 'Cove 4 · 4¼ in'. */
const joined = (values: readonly string[]): string =>
  values
    .map((value, at) => {
      const before = values[at - 1]
      if (before === undefined) return value
      const isApart = isPhrase(before) || isPhrase(value) || (/\d$/.test(before) && /^\d/.test(value))
      return `${isApart ? ' · ' : ' '}${value}`
    })
    .join('')

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
  return joined(distinct) || subcategory
}
