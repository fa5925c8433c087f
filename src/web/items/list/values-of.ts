import { traitsOf } from '../../../shared/structure/label-kinds.ts'
import { spoken } from '../../../shared/structure/item-title.ts'
import type { Item } from '../../../shared/items/items.api.ts'
import { columnOfLabel } from '../../../shared/structure/label-columns.ts'
import { kindIn, placeholderFor, displayValue } from './display-value.ts'
import type { FieldLabel, Slot } from '../../../shared/structure/room-structure.api.ts'

/** An item's values with labels, and which of them make up its title. */
export type Labelled = Pick<Item, Slot | 'labels' | 'telling' | 'kinds'>

export interface ItemValue {
  field: Slot
  label: string
  value: string
  /** The value is empty, so `text` is a placeholder. */
  isEmpty: boolean
  /** The text to copy; undefined for values that nobody needs verbatim. */
  copy: string | undefined
}

/** Labels of values that users read out or type elsewhere. */
const IDENTIFIES = /\b(number|code|model|sku|serial|lot|part)\b/i
/** Labels of counts, which identify nothing. */
const COUNTS = /^number of\b/i

/** Whether a label's values are numbers and codes that users read out. */
export const isIdentifier = (label: string): boolean => IDENTIFIES.test(label) && !COUNTS.test(label)

/** All values of an item: those with copy buttons first, codes and numbers leading, then the others in label order. */
export const valuesOf = (item: Labelled): ItemValue[] => {
  const values = item.labels.map(({ field, label }, position) => {
    const isEmpty = item[field].trim() === ''
    const value = isEmpty ? placeholderFor(position) : displayValue(item, field)
    const copied = !isEmpty && (isIdentifier(label) || item.telling.includes(field))
    return { field, label, value, isEmpty, copy: copied ? spoken(value) : undefined }
  })
  const rank = ({ label, copy }: ItemValue) => (copy === undefined ? 2 : isIdentifier(label) ? 0 : 1)
  return values.toSorted((one, other) => rank(one) - rank(other))
}

const YEAR = /\b(?:19|20)\d\d\b/
const DAY = /^(\p{L}{3,9})\.? \d{1,2}, (\d{4})$/u

/** Whether a value says until when something lasts. */
const isEndDate = (item: Labelled, field: Slot): boolean =>
  traitsOf(kindIn(item, field)).date === 'ends' && YEAR.test(item[field])

/** Lower ranks are more often looked for. */
const rankOf = (item: Labelled, { field, label }: FieldLabel): number => {
  if (isIdentifier(label)) return 0
  if (isEndDate(item, field)) return 1
  const kind = columnOfLabel(label)?.column
  return kind === undefined ? 4 : { finish: 2, place: 3, supplier: 4, warranty: 5, date: 6 }[kind]
}

/** The thing that a number label names: 'Water Filter' for 'Water Filter Number'. */
const namedNumber = (label: string): string => label.split(' / ')[0]?.replace(/ (number|code)$/i, '') ?? label

/** A value on its own line, with a word before it where it would mean nothing alone. */
const inWords = (item: Labelled, { field, label }: FieldLabel): string => {
  const text = spoken(displayValue(item, field))
  if (isEndDate(item, field)) return `until ${text.replace(DAY, '$1 $2')}`
  const tells = /\b(number|lot|serial|part)\b/i.test(label) && !/\b(model|colou?r|sku)\b/i.test(label)
  const name = namedNumber(label)
  const isTold = text.toLowerCase().startsWith(name.toLowerCase())
  return tells && !isTold && !COUNTS.test(label) ? `${name} ${text}` : text
}

/** The two most wanted values not in the title; if there are none, what is missing. */
export const summaryOf = (item: Labelled): string[] => {
  const others = item.labels.filter(({ field }) => !item.telling.includes(field))
  const entered = others.filter(({ field }) => item[field].trim() !== '')
  if (entered.length === 0) return others.slice(0, 2).map(({ label }) => `${namedNumber(label)} N/A`)
  return entered
    .toSorted((one, other) => rankOf(item, one) - rankOf(item, other))
    .slice(0, 2)
    .map((label) => inWords(item, label))
}
