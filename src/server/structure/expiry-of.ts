import { traitsOf } from '../../shared/structure/label-kinds.ts'
import { isUnclearEnd, readEnd } from '../../shared/lib/expiry-dates.ts'
import { slotNumber, type KindedLabel, type Slot } from '../../shared/structure/room-structure.api.ts'

type Fields = Readonly<Record<Slot, string>>

const beginningsOf = (labels: readonly KindedLabel[], fields: Fields) =>
  labels.flatMap(({ label, kind, field }) => (traitsOf(kind).date === 'begins' ? [{ label, text: fields[field] }] : []))

/**
 * The days on which something of an item ends, such as its warranty, as JSON; '' for none. Database triggers turn it
 * into rows of `item_ends`. Uses no locale, since users with different locales share an item: ambiguous days count only
 * once a user resolves them.
 */
export const endsOf = (labels: readonly KindedLabel[], fields: Fields): string => {
  const beginnings = beginningsOf(labels, fields)
  const ends = labels.flatMap(({ kind, field }) => {
    const date = traitsOf(kind).date === 'ends' ? readEnd(fields[field], beginnings) : undefined
    return date?.is === 'date' ? [{ slot: slotNumber(field), day: date.last }] : []
  })
  return ends.length === 0 ? '' : JSON.stringify(ends)
}

/** Labels of end dates whose values are ambiguous and stay out of Upcoming until a user resolves them. */
export const unclearEnds = (labels: readonly KindedLabel[], fields: Fields): string[] => {
  const beginnings = beginningsOf(labels, fields)
  return labels.flatMap(({ label, kind, field }) =>
    traitsOf(kind).date === 'ends' && isUnclearEnd(fields[field], beginnings) ? [label] : [],
  )
}
