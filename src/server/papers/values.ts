import type { Item } from '../../shared/items.ts'
import { spoken } from '../../shared/item-title.ts'
import { OWN_TEXT_NAMES, OWN_TEXTS } from '../../shared/items.ts'
import type { LeftOut, PaperSize } from '../../shared/papers.ts'
import type { LabelKind, Slot } from '../../shared/room-structure.ts'
import { parseSample, type Sample } from '../../shared/sample.ts'

export const kindOf = ({ kinds = [] }: Item, field: Slot): LabelKind =>
  kinds.find((one) => one.field === field)?.kind ?? 'text'

/** Labels of an item; those whose values are prices only where these are wanted. */
export const labelsOf = (item: Item, without: readonly LeftOut[]) =>
  without.includes('prices') ? item.labels.filter(({ field }) => kindOf(item, field) !== 'money') : item.labels

export interface Value {
  label: string
  field: Slot
  value: string
}

/** What an item says under its labels, as people say it. */
export const valuesOf = (item: Item, without: readonly LeftOut[] = []): Value[] =>
  labelsOf(item, without).flatMap(({ label, field }) => {
    const value = spoken(item[field])
    return value === '' ? [] : [{ label, field, value }]
  })

/** What it says beside them, where that is wanted. */
export const notesOf = (item: Item, without: readonly LeftOut[]): string[] =>
  without.includes('notes')
    ? []
    : OWN_TEXT_NAMES.map((text) => item[OWN_TEXTS[text].answer].trim()).filter((text) => text !== '')

export const sampleOf = ({ sample }: Item): Sample | null => (sample === null ? null : parseSample(sample))

/** Where in its room an item is. */
export const WHERE = /\b(location|place|zone|serves)\b/i

export const dateOf = ({ size }: { size: PaperSize }, day: Date): string =>
  new Intl.DateTimeFormat(size === 'letter' ? 'en-US' : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(day)

export const addressOf = (project: Record<'address' | 'address2' | 'city' | 'state' | 'zip', string>): string[] => {
  const { address, address2, city, state, zip } = project
  const place = [city, [state, zip].filter((text) => text !== '').join(' ')].filter((text) => text !== '').join(', ')
  return [address, address2, place].filter((line) => line !== '')
}
