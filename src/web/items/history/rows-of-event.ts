import { EVENTS } from '../../../shared/events.ts'
import type { ChangeOfText, ItemEvent } from '../../../shared/history/history.api.ts'
import type { Item } from '../../../shared/items/items.api.ts'
import { kindIn } from '../list/display-value.ts'
import { formatValue } from '../../structure/format-value.ts'

/** One row of a history: the label, the value before and after; null if that side does not exist. */
export interface HistoryRow {
  label: string
  was: string | null
  is: string | null
  wasSample?: string | null
  isSample?: string | null
  /** The stored value, if it can be restored. */
  before?: string
  /** The field it is restored to. */
  text?: ChangeOfText['text']
  /** It cannot be restored if its label no longer exists. */
  isValue?: boolean
  /** The whole event. */
  event?: ItemEvent
}

const nameOf = ({ label, text }: ChangeOfText): string => label || (text === 'notes' ? 'Notes' : 'Removed field')

/** Values under a label that now holds dates are formatted as dates. */
const shown = (item: Pick<Item, 'kinds'>, { text }: ChangeOfText, value: string): string =>
  formatValue(kindIn(item, text), value)

/** The rows of an event in order. Creating an item is a single row. */
export const rowsOfEvent = (event: ItemEvent, item: Pick<Item, 'kinds'>): HistoryRow[] => {
  const { kind, changes, was, is } = event
  const label = EVENTS[kind].short
  if (kind === 'item created') {
    const values = changes.filter(({ label: named }) => named !== '').map((change) => shown(item, change, change.after))
    return [{ label, was: null, is: [is, ...values].filter(Boolean).join(', ') }]
  }
  const values = changes
    .filter(({ before, after }) => before !== after)
    .map((change) => ({
      label: nameOf(change),
      was: shown(item, change, change.before),
      is: shown(item, change, change.after),
      before: change.before,
      wasSample: change.beforeSample,
      isSample: change.afterSample,
      text: change.text,
      isValue: true,
    }))
  if (kind === 'item changed') return values
  if (kind === 'files reordered') return [{ label, was: null, is: 'Files', event }]
  return [{ label, was, is, event }, ...(kind === 'item kind changed' ? values : [])]
}
