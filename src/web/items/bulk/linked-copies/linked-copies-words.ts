import type { ChangedText } from '../../../../shared/items/bulk/linked-copies.api.ts'
import { formatValue } from '../../../structure/format-value.ts'

/** Such as 'Update All 11 Copies'; without a number while it is unknown. */
export const changeLabel = (count: number | undefined): string =>
  count === undefined ? 'Update All Copies' : count === 1 ? 'Update the Other Copy' : `Update All ${count} Copies`

export const leaveThem = (count: number): string => (count === 1 ? 'Leave It' : 'Leave Them')

const LONG = 60
export const shortened = (text: string): string => (text.length > LONG ? `${text.slice(0, LONG - 1)}…` : text || 'N/A')

/** Such as 'Finish: Chrome → Satin Brass'. */
export const changeInWords = ({ label, kind, was, is }: ChangedText): string =>
  `${label}: ${shortened(formatValue(kind, was))} → ${shortened(formatValue(kind, is))}`
