import type { LabelKind } from './room-structure.api.ts'

/** Whether values under labels of this kind are read as dates. */
export const isOfDates = (kind: LabelKind | undefined): kind is 'date' | 'end' => kind === 'date' || kind === 'end'
