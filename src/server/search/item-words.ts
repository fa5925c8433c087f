import { SLOTS, type FieldLabel, type Slot } from '../../shared/room-structure.ts'
import type { ItemWords } from '../db/schema.ts'
import { equalForm, shortWordsOf, wordsOf } from './words.ts'

/** Words as they are stored: each after a blank, and one behind the last, so that ' word' finds what begins so. */
export const storedWords = (texts: readonly string[]): string => {
  const words = new Set(texts.flatMap((text) => [...wordsOf(text), ...shortWordsOf(text)]))
  return words.size === 0 ? '' : ` ${[...words].join(' ')} `
}

/** What `vals` has for a whole value: needles for this one under any label, and under one. */
export const wholeValue = (value: string, propID?: number): string | undefined => {
  const form = equalForm(value)
  if (form === '') return undefined
  // No digits beside each other: who looks for parts of words finds no ids.
  return propID === undefined ? ` =${form}·` : ` =${form}·${[...String(propID)].join('·')} `
}

/** The place of a slot in `filled`. */
export const bitOfSlot = (slot: Slot): number => 1 << SLOTS.indexOf(slot)

/** What is stored of an item's texts to be found by them. What no label stands over is not shown, so it is not found. */
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
