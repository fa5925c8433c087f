import { type LabelKind, isOfDates } from '../../shared/structure/label-kinds.ts'

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

/** A current or former value of a label of this kind, formatted for reading. */
export const formatValue = (kind: LabelKind | undefined, text: string): string =>
  isOfDates(kind) ? dateInWords(text) : text
