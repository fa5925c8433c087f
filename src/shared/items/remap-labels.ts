import { foldedWords } from '../lib/folded-words.ts'
import { SLOTS, type FieldLabel, type Slot } from '../structure/room-structure.api.ts'

/** An item's labels, values and notes. */
export interface Labelled {
  labels: readonly FieldLabel[]
  fields: Readonly<Record<Slot, string>>
  notes: string
}

export interface UnderOtherLabels {
  fields: Record<Slot, string>
  /** The labels that keep their values, by their names in the new subcategory. */
  kept: string[]
  /** Values without a matching label, with their previous labels. */
  placeless: { label: string; value: string }[]
  /** The notes with these values appended, regardless of length. */
  notes: string
}

/** A value as a line of notes; its further lines are indented, to tell them from other text. */
const lineUnder = (label: string, value: string): string => `${label}: ${value.replace(/\r?\n/g, '\n  ')}`

const nameKey = (name: string): string => foldedWords(name).join(' ')

/** A blank line or a line with a colon ends the value above it. */
const BEGINS_ANEW = /^(?:\s*$|\S.*:)/

/**
 * Removes lines that begin with one of these labels and a colon, with their continuation lines. Values that older
 * versions moved to the notes are not indented: they extend to the next blank line or colon.
 */
export const withoutLinesUnder = (notes: string, labels: readonly string[]): string => {
  if (labels.length === 0 || !notes.includes(':')) return notes
  const keys = new Set(labels.map(nameKey).filter((key) => key !== ''))
  const isUnder = (line: string) =>
    [...line.matchAll(/:/g)].some(({ index }) => keys.has(nameKey(line.slice(0, index))))
  const lines = notes.split('\n')
  let isHidden = false
  const left = lines.filter((line) => {
    if (isUnder(line)) isHidden = true
    else if (isHidden) isHidden = /^  /.test(line) || !BEGINS_ANEW.test(line)
    return !isHidden
  })
  return left.length === lines.length ? notes : left.join('\n')
}

/**
 * An item's texts under another subcategory's labels: values keep labels of the same name, ignoring case and accents;
 * all others are appended to the notes. No text is lost.
 */
export const underOtherLabels = (
  { labels, fields, notes }: Labelled,
  others: readonly FieldLabel[],
): UnderOtherLabels => {
  const free = new Set(others)
  const placeOf = (label: FieldLabel): FieldLabel | undefined => {
    const equals = [...free].filter(
      (other) => other.propID === label.propID || nameKey(other.label) === nameKey(label.label),
    )
    const place = equals.find(({ propID }) => propID === label.propID) ?? equals[0]
    if (place) free.delete(place)
    return place
  }
  const placed: Partial<Record<Slot, string>> = {}
  const kept: string[] = []
  const placeless: { label: string; value: string }[] = []
  for (const slot of SLOTS) {
    const label = labels.find(({ field }) => field === slot)
    const value = fields[slot]
    const place = label && placeOf(label)
    const isBlank = value.trim() === ''
    if (place) {
      placed[place.field] = value
      if (!isBlank) kept.push(place.label)
    } else if (!isBlank) {
      placeless.push({ label: label?.label ?? `Field ${SLOTS.indexOf(slot) + 1}`, value })
    }
  }
  const { field1 = '', field2 = '', field3 = '', field4 = '', field5 = '', field6 = '' } = placed
  const lines = placeless.map(({ label, value }) => lineUnder(label, value))
  return {
    fields: { field1, field2, field3, field4, field5, field6 },
    kept,
    placeless,
    notes: [...(notes.trim() === '' ? [] : [notes]), ...lines].join('\n'),
  }
}
