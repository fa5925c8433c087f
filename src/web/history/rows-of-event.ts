import { EVENT_WORDS } from '../../shared/history/events.ts'
import type { ChangeOfText, ItemEvent } from '../../shared/history/history.api.ts'
import type { Item } from '../../shared/items/items.api.ts'
import { kindIn, shownAs } from '../items/list/shown-value.ts'

/** One line of a history: what it was about, and what it was before and got; null where there is no such side. */
export interface HistoryRow {
  label: string
  was: string | null
  is: string | null
  wasSample?: string | null
  isSample?: string | null
  /** As it is stored, where it may be put back. */
  before?: string
  /** Where that is. */
  text?: ChangeOfText['text']
  /** Where its label went, nothing of it can be put back. */
  isValue?: boolean
  /** Of the whole event. */
  event?: ItemEvent
}

const nameOf = ({ label, text }: ChangeOfText): string => label || (text === 'notes' ? 'Notes' : 'Without a label')

/** Under a label that is of dates today they are said in words. */
const shown = (item: Pick<Item, 'kinds'>, { text }: ChangeOfText, value: string): string =>
  shownAs(kindIn(item, text), value)

/** The lines of an event in their order. What an item began with is one line. */
export const rowsOfEvent = (event: ItemEvent, item: Pick<Item, 'kinds'>): HistoryRow[] => {
  const { kind, changes, was, is } = event
  const label = EVENT_WORDS[kind].short
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
