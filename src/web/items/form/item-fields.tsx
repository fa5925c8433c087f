import { type LabelKind, traitsOf } from '../../../shared/structure/label-kinds.ts'
import type { FieldLabel } from '../../../shared/structure/room-structure.api.ts'
import { LIMITS } from '../../../shared/contract/limits.ts'
import { FormCell } from '../../ui/forms/form-grid.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import type { FormField } from '../../lib/forms/use-form.ts'
import { SuggestionField } from './suggestion-field.tsx'

interface ItemFieldsProps {
  /** Suggestions come from values entered under its labels. */
  subcatID: number
  labels: readonly FieldLabel[]
  kindOf: (label: FieldLabel) => LabelKind | undefined
  /** The form's field for a label. */
  field: (label: FieldLabel) => FormField
  notes: FormField
}

export const ItemFields = ({ subcatID, labels, kindOf, field, notes }: ItemFieldsProps) => {
  const beginnings = labels
    .filter((label) => traitsOf(kindOf(label)).date === 'begins')
    .map((label) => ({ label: label.label, text: field(label).value }))
  return (
    <>
      {labels.map((label) => (
        <SuggestionField
          key={label.propID}
          subcatID={subcatID}
          label={label}
          kind={kindOf(label)}
          startDates={beginnings}
          {...field(label)}
        />
      ))}
      <FormCell span="full">
        <TextArea label="Notes" max={LIMITS.notes} {...notes} />
      </FormCell>
    </>
  )
}
