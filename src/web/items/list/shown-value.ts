import { readEnd } from '../../../shared/upkeep/expiry-dates.ts'
import type { Item } from '../../../shared/items/items.api.ts'
import { isOfDates, type LabelKind, type Slot } from '../../../shared/structure/room-structure.api.ts'

/** What stands for a value that was not entered, of the first label and of the others. */
export const noneIn = (position: number): string => (position === 0 ? 'Unspecified' : 'N/A')

const STORED = /^\d{4}-\d\d(-\d\d)?$/
const MONTHS = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' })
const DAYS = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

/** A day or a month as it is stored, in the words of its reader's language; any other text as it is. */
export const dateInWords = (text: string): string => {
  const at = STORED.test(text) ? Date.parse(text) : NaN
  // A day that its month does not have would be one of the next.
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(text)) return text
  return (text.length === 7 ? MONTHS : DAYS).format(at)
}

export const kindIn = ({ kinds }: Pick<Item, 'kinds'>, slot: string | null | undefined): LabelKind | undefined =>
  kinds?.find(({ field }) => field === slot)?.kind

/** What stands, or stood, under a label of that kind, as it is read. */
export const shownAs = (kind: LabelKind | undefined, text: string): string =>
  isOfDates(kind) ? dateInWords(text) : text

/** What stands under a label of an item, as it is read; how long something lasts with the day on which it ends. */
export const shownValue = (item: Pick<Item, Slot | 'kinds' | 'labels'>, field: Slot): string => {
  const kind = kindIn(item, field)
  const shown = shownAs(kind, item[field])
  if (kind !== 'end') return shown
  const beginnings = item.labels.flatMap(({ label, field: own }) =>
    kindIn(item, own) === 'date' ? [{ label, text: item[own] }] : [],
  )
  const end = readEnd(item[field], beginnings)
  return end.is === 'date' && end.after ? `${shown} (${dateInWords(end.iso)})` : shown
}
