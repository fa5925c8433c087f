import { readDate } from '../../shared/dates.ts'
import { saysWhenItEnds } from '../../shared/label-kinds.ts'
import { slotNumber, type FieldLabel, type Slot } from '../../shared/room-structure.ts'

/**
 * On which days something of an item ends, such as its warranty: JSON that triggers of the database make rows of `item_ends`
 * of, '' for none. By no locale, for an item is read by many: what may be two days is none until somebody says which.
 */
export const endsOf = (labels: readonly FieldLabel[], fields: Readonly<Record<Slot, string>>): string => {
  const ends = labels.flatMap(({ label, field }) => {
    const date = saysWhenItEnds(label) ? readDate(fields[field]) : undefined
    return date?.is === 'date' ? [{ slot: slotNumber(field), day: date.last }] : []
  })
  return ends.length === 0 ? '' : JSON.stringify(ends)
}
