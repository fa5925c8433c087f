import type { Item } from '../../shared/items.ts'
import { later } from '../ui/later.tsx'
import type { ItemDraft } from './item-draft.ts'

export type FieldKind = NonNullable<Item['kinds']>[number]

const load = () => import('./written-dates.tsx')

/** Loads where there is a field for a date. */
export const UnderstoodDate = later(async () => (await load()).UnderstoodDate, 'The date')

/** The texts as they are stored; as they were typed where what reads dates is not needed, or cannot be had. */
export const withDates = async (texts: Partial<ItemDraft>, kinds: readonly FieldKind[] = []) => {
  const dates = kinds.filter(({ field, kind }) => texts[field] && (kind === 'date' || kind === 'end'))
  return dates.length > 0
    ? load().then(
        (reader) => reader.withDates(texts, dates),
        () => texts,
      )
    : texts
}
