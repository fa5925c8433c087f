import { foldedWords } from './folded-words.ts'
import { SLOTS, type FieldLabel, type Slot } from './room-structure.ts'

/** What an item says under labels, with its notes. */
export interface Labelled {
  labels: readonly FieldLabel[]
  fields: Readonly<Record<Slot, string>>
  notes: string
}

export interface UnderOtherLabels {
  fields: Record<Slot, string>
  /** The labels that keep their values, as they are called there. */
  kept: string[]
  /** What has no place there: each value with the label that it had. */
  placeless: { label: string; value: string }[]
  /** The notes with these below, however long that is. */
  notes: string
}

/** A value that has no place, as a line of notes; further lines of it stand below, indented, so that they can be told from others. */
const lineUnder = (label: string, value: string): string => `${label}: ${value.replace(/\r?\n/g, '\n  ')}`

const nameKey = (name: string): string => foldedWords(name).join(' ')

/** Begins something of its own below a value: what is written there is no part of it. */
const BEGINS_ANEW = /^(?:\s*$|\S.*:)/

/**
 * Notes without the lines that begin with one of these labels and a colon, and the further lines of such a value. Values
 * that older versions moved there are not indented: theirs go on to the next blank line or colon.
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
 * What an item says where it goes under the labels of another subcategory: values stay under labels of the same name,
 * whatever its case and accents, and every other value goes below the notes. No text is lost.
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
