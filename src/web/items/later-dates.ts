import type { Item } from '../../shared/items.ts'
import { later } from '../ui/later.tsx'
import type { ItemDraft } from './item-draft.ts'

export type FieldKind = NonNullable<Item['kinds']>[number]

const load = () => import('./written-dates.tsx')

/** Loads where there is a field for a date. */
export const UnderstoodDate = later(async () => (await load()).UnderstoodDate, 'The date')

/** The texts as they are stored; as they were typed where what reads dates cannot be had. */
export const withDates = (texts: Partial<ItemDraft>, kinds: readonly FieldKind[] = []): Promise<Partial<ItemDraft>> =>
  load().then(
    (dates) => dates.withDates(texts, kinds),
    () => texts,
  )
