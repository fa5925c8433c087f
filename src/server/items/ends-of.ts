import { isUnclearEnd, readEnd } from '../../shared/ends.ts'
import { slotNumber, type KindedLabel, type Slot } from '../../shared/room-structure.ts'

type Fields = Readonly<Record<Slot, string>>

const beginningsOf = (labels: readonly KindedLabel[], fields: Fields) =>
  labels.flatMap(({ label, kind, field }) => (kind === 'date' ? [{ label, text: fields[field] }] : []))

/**
 * On which days something of an item ends, such as its warranty: JSON that triggers of the database make rows of `item_ends`
 * of, '' for none. By no locale, for an item is read by many: what may be two days is none until somebody says which.
 */
export const endsOf = (labels: readonly KindedLabel[], fields: Fields): string => {
  const beginnings = beginningsOf(labels, fields)
  const ends = labels.flatMap(({ kind, field }) => {
    const date = kind === 'end' ? readEnd(fields[field], beginnings) : undefined
    return date?.is === 'date' ? [{ slot: slotNumber(field), day: date.last }] : []
  })
  return ends.length === 0 ? '' : JSON.stringify(ends)
}

/** Labels of what ends whose texts do not come up before somebody says which day is meant. */
export const unclearEnds = (labels: readonly KindedLabel[], fields: Fields): string[] => {
  const beginnings = beginningsOf(labels, fields)
  return labels.flatMap(({ label, kind, field }) =>
    kind === 'end' && isUnclearEnd(fields[field], beginnings) ? [label] : [],
  )
}
