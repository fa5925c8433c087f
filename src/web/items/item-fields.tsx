import type { FocusEvent } from 'react'
import type { FieldLabel } from '../../shared/catalogue.ts'
import { LIMITS } from '../../shared/limits.ts'
import { FormCell } from '../ui/form-grid.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { DraftErrors, DraftName, ItemDraft } from './item-draft.ts'

interface ItemFieldsProps {
  labels: readonly FieldLabel[]
  draft: ItemDraft
  errors: DraftErrors
  /** Those that differ from what is stored. */
  changed?: readonly DraftName[]
  onChange: (name: DraftName, value: string) => void
  /** A field was left. */
  onLeave: (name: DraftName) => void
}

/** A field for each label, then Notes. */
export const ItemFields = ({ labels, draft, errors, changed = [], onChange, onLeave }: ItemFieldsProps) => {
  const propsOf = (name: DraftName) => ({
    name,
    value: draft[name],
    error: errors[name],
    changed: changed.includes(name),
    onChange: (value: string) => onChange(name, value),
    // Not for a button: an error appearing under the pointer would push the button away before the click is complete.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof HTMLButtonElement)) onLeave(name)
    },
  })
  return (
    <>
      {labels.map(({ propID, label, field }) => (
        <TextField key={propID} label={label} autoComplete="off" {...propsOf(field)} />
      ))}
      <FormCell span="full">
        <TextArea label="Notes" max={LIMITS.notes} {...propsOf('notes')} />
      </FormCell>
    </>
  )
}
