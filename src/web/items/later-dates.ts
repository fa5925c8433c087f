import { isOfDates, type LabelKind, type Slot } from '../../shared/room-structure.ts'
import { later } from '../ui/later.tsx'

export interface FieldKind {
  field: Slot
  kind?: LabelKind | undefined
}

const load = () => import('./written-dates.tsx')

/** Loads where there is a field for a date. */
export const UnderstoodDate = later(async () => (await load()).UnderstoodDate, 'The date')

/** The texts as they are stored; as they were typed where what reads dates is not needed, or cannot be had. */
export const withDates = async <Texts extends Partial<Record<Slot, string>>>(
  texts: Texts,
  kinds: readonly FieldKind[] = [],
): Promise<Texts> => {
  const dates = kinds.filter(({ field, kind }) => texts[field] && isOfDates(kind))
  if (dates.length === 0) return texts
  return load().then(
    ({ asStored }) => ({
      ...texts,
      ...Object.fromEntries(dates.map(({ field }) => [field, asStored(texts[field] ?? '')])),
    }),
    () => texts,
  )
}
