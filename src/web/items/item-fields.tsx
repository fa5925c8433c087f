import type { FieldLabel } from '../../shared/room-structure.ts'
import { LIMITS } from '../../shared/limits.ts'
import { FormCell } from '../ui/form-grid.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { FormField } from '../use-form.ts'

interface ItemFieldsProps {
  labels: readonly FieldLabel[]
  /** The form's field for a label. */
  field: (label: FieldLabel) => FormField
  notes: FormField
}

/** A field for each label, then Notes. */
export const ItemFields = ({ labels, field, notes }: ItemFieldsProps) => (
  <>
    {labels.map((label) => (
      <TextField key={label.propID} label={label.label} autoComplete="off" {...field(label)} />
    ))}
    <FormCell span="full">
      <TextArea label="Notes" max={LIMITS.notes} {...notes} />
    </FormCell>
  </>
)
