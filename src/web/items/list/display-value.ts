import { readEnd } from '../../../shared/upkeep/expiry-dates.ts'
import type { Item } from '../../../shared/items/items.api.ts'
import type { LabelKind, Slot } from '../../../shared/structure/room-structure.api.ts'
import { isOfDates } from '../../../shared/structure/is-of-dates.ts'

/** The placeholder for an empty value, of the first label and of the others. */
export const placeholderFor = (position: number): string => (position === 0 ? 'Unspecified' : 'N/A')

const STORED = /^\d{4}-\d\d(-\d\d)?$/
const MONTHS = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' })
const DAYS = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

/** A stored day or month in the reader's language; other text unchanged. */
export const dateInWords = (text: string): string => {
  const at = STORED.test(text) ? Date.parse(text) : NaN
  // Date rolls a day that the month does not have over into the next month.
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(text)) return text
  return (text.length === 7 ? MONTHS : DAYS).format(at)
}

export const kindIn = ({ kinds }: Pick<Item, 'kinds'>, slot: string | null | undefined): LabelKind | undefined =>
  kinds?.find(({ field }) => field === slot)?.kind

/** A current or former value of a label of this kind, formatted for reading. */
export const formatValue = (kind: LabelKind | undefined, text: string): string =>
  isOfDates(kind) ? dateInWords(text) : text

/** An item's value, formatted for reading; a duration also shows its end date. */
export const displayValue = (item: Pick<Item, Slot | 'kinds' | 'labels'>, field: Slot): string => {
  const kind = kindIn(item, field)
  const shown = formatValue(kind, item[field])
  if (kind !== 'end') return shown
  const beginnings = item.labels.flatMap(({ label, field: own }) =>
    kindIn(item, own) === 'date' ? [{ label, text: item[own] }] : [],
  )
  const end = readEnd(item[field], beginnings)
  return end.is === 'date' && end.after ? `${shown} (${dateInWords(end.iso)})` : shown
}
