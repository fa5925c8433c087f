import { SLOTS, type FieldLabel, type Slot } from '../../shared/structure/room-structure.api.ts'
import type { ItemWords } from '../platform/db/schema.ts'
import { equalForm, shortWordsOf, wordsOf } from '../platform/lib/words/tokens.ts'

/** The stored form of words: each preceded by a space, the last also followed by one, so ' word' matches prefixes. */
export const storedWords = (texts: readonly string[]): string => {
  const words = new Set(texts.flatMap((text) => [...wordsOf(text), ...shortWordsOf(text)]))
  return words.size === 0 ? '' : ` ${[...words].join(' ')} `
}

/** How `vals` stores a whole value: search strings for the value under any label, or under one. */
export const wholeValue = (value: string, propID?: number): string | undefined => {
  const form = equalForm(value)
  if (form === '') return undefined
  // No adjacent digits, so searches inside words never match ids.
  return propID === undefined ? ` =${form}·` : ` =${form}·${[...String(propID)].join('·')} `
}

/** A slot's bit in `filled`. */
export const bitOfSlot = (slot: Slot): number => 1 << SLOTS.indexOf(slot)

/** The search words of an item. Values without a label are not shown, so they are not found either. */
export const itemWords = (
  labels: readonly FieldLabel[],
  fields: Readonly<Record<Slot, string>>,
  notes: string,
): ItemWords => {
  const values = labels.filter(({ field }) => fields[field].trim() !== '')
  const whole = values.flatMap(({ field, propID }) => wholeValue(fields[field], propID)?.trim() ?? [])
  const vals = storedWords(values.map(({ field }) => fields[field]))
  return {
    filled: values.reduce((bits, { field }) => bits | bitOfSlot(field), 0),
    vals: whole.length === 0 ? vals : `${vals === '' ? ' ' : vals}${[...new Set(whole)].join(' ')} `,
    notes: storedWords([notes]),
  }
}
