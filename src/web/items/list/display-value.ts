import { type LabelKind, traitsOf } from '../../../shared/structure/label-kinds.ts'
import { readEnd } from '../../../shared/lib/expiry-dates.ts'
import type { Item } from '../../../shared/items/items.api.ts'
import type { Slot } from '../../../shared/structure/room-structure.api.ts'
import { dateInWords, formatValue } from '../../structure/format-value.ts'

/** The placeholder for an empty value, of the first label and of the others. */
export const placeholderFor = (position: number): string => (position === 0 ? 'Unspecified' : 'N/A')

export const kindIn = ({ kinds }: Pick<Item, 'kinds'>, slot: string | null | undefined): LabelKind | undefined =>
  kinds?.find(({ field }) => field === slot)?.kind

/** An item's value, formatted for reading; a duration also shows its end date. */
export const displayValue = (item: Pick<Item, Slot | 'kinds' | 'labels'>, field: Slot): string => {
  const kind = kindIn(item, field)
  const shown = formatValue(kind, item[field])
  if (traitsOf(kind).date !== 'ends') return shown
  const beginnings = item.labels.flatMap(({ label, field: own }) =>
    traitsOf(kindIn(item, own)).date === 'begins' ? [{ label, text: item[own] }] : [],
  )
  const end = readEnd(item[field], beginnings)
  return end.is === 'date' && end.after ? `${shown} (${dateInWords(end.iso)})` : shown
}
