import { EVENT_WORDS } from '../../shared/events.ts'
import type { ChangeOfText, ItemEvent } from '../../shared/history.ts'
import { OWN_TEXTS, type OwnText } from '../../shared/items.ts'

/** One line of a history: what it was about, and what it was before and got; null where there is no such side. */
export interface HistoryRow {
  label: string
  was: string | null
  is: string | null
  wasSample?: string | null
  isSample?: string | null
  /** Where the former value may be put back. */
  text?: ChangeOfText['text']
  /** Where its label went, nothing of it can be put back. */
  isValue?: boolean
  /** Of the whole event. */
  event?: ItemEvent
}

const nameOf = ({ label, text }: ChangeOfText): string =>
  label || (text !== null && text in OWN_TEXTS ? OWN_TEXTS[text as OwnText].title : 'Without a label')

/** The lines of an event in their order. What an item began with is one line. */
export const rowsOfEvent = (event: ItemEvent): HistoryRow[] => {
  const { kind, changes, was, is } = event
  const label = EVENT_WORDS[kind].short
  if (kind === 'item created') {
    const values = changes.filter(({ label: named }) => named !== '').map(({ after }) => after)
    return [{ label, was: null, is: [is, ...values].filter(Boolean).join(', ') }]
  }
  const values = changes
    .filter(({ before, after }) => before !== after)
    .map((change) => ({
      label: nameOf(change),
      was: change.before,
      is: change.after,
      wasSample: change.beforeSample,
      isSample: change.afterSample,
      text: change.text,
      isValue: true,
    }))
  if (kind === 'item changed') return values
  if (kind === 'files reordered') return [{ label, was: null, is: 'Files', event }]
  return [{ label, was, is, event }, ...(kind === 'item kind changed' ? values : [])]
}
