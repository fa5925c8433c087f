import type { LabelKind } from '../../shared/structure/label-kinds.ts'
import type { StandsFor } from '../../shared/structure/classification.ts'
import type { Wanted } from '../../shared/structure/required-fields.ts'

export interface ChosenKind {
  propID: number
  label: string
  was: LabelKind
  kind: LabelKind
}

/** What the next owner needs, with labels by name, because they may be new. */
export interface RequiredFields extends Omit<Wanted, 'labels'> {
  labels: readonly string[]
}

/** What is chosen beside the labels' texts and not saved yet; undefined where nothing is. */
interface LabelPicks {
  titleFields?: readonly string[]
  classification?: StandsFor
  required?: RequiredFields
  /** As typed. */
  aliases?: string
  /** Kept until saved, even if a label is removed from the subcategory. */
  kinds: readonly ChosenKind[]
  moveValues: boolean
}

export const NOTHING_PICKED: LabelPicks = { kinds: [], moveValues: true }

type LabelPickAction =
  | ({ type: 'pick' } & Partial<Omit<LabelPicks, 'kinds'>>)
  | { type: 'pick kind'; kind: ChosenKind }
  | { type: 'forget' }

export const labelPicks = (picks: LabelPicks, action: LabelPickAction): LabelPicks => {
  switch (action.type) {
    case 'pick': {
      const { type: _, ...picked } = action
      return { ...picks, ...picked }
    }
    case 'pick kind': {
      const { kind } = action
      return { ...picks, kinds: [...picks.kinds.filter(({ propID }) => propID !== kind.propID), kind] }
    }
    case 'forget':
      return NOTHING_PICKED
  }
}
