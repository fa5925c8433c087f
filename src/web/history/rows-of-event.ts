import type { ChangeOfText, ItemEvent } from '../../shared/history.ts'
import { OWN_TEXTS, type OwnText } from '../../shared/items.ts'

/** One line of a history: what it was about, and what it was before and got; null where there is no such side. */
export interface HistoryRow {
  label: string
  was: string | null
  is: string | null
  /** Where the former value may be put back. */
  text?: ChangeOfText['text']
  /** The entry of the trash that brings back what this removed. */
  trashID?: number | null
}

const LABELS = {
  'item created': 'Created',
  'item changed': '',
  'item kind changed': 'Sub Category',
  'item moved': 'Moved',
  'item deleted': 'Deleted',
  'item restored': 'Restored',
  'file attached': 'Attached',
  'file renamed': 'Renamed',
  'file captioned': 'Caption',
  'files reordered': 'Reordered',
  'file deleted': 'Removed',
  'file restored': 'Restored',
  'file removed': 'Deleted for Good',
} as const satisfies Record<ItemEvent['kind'], string>

const nameOf = ({ label, text }: ChangeOfText): string =>
  label || (text !== null && text in OWN_TEXTS ? OWN_TEXTS[text as OwnText].title : 'Without a label')

/** The lines of an event in their order. What an item began with is one line. */
export const rowsOfEvent = ({ kind, changes, was, is, trashID }: ItemEvent): HistoryRow[] => {
  const label = LABELS[kind]
  if (kind === 'item created') {
    const values = changes.filter(({ label: named }) => named !== '').map(({ after }) => after)
    return [{ label, was: null, is: [is, ...values].filter(Boolean).join(', ') }]
  }
  const values = changes.map((change) => ({
    label: nameOf(change),
    was: change.before,
    is: change.after,
    text: change.text,
  }))
  if (kind === 'item changed') return values
  if (kind === 'files reordered') return [{ label, was: null, is: 'Files' }]
  return [{ label, was, is, trashID }, ...(kind === 'item kind changed' ? values : [])]
}
