import type { FieldLabel, LabelKind } from '../../shared/room-structure.ts'
import { OWN_TEXTS, OWN_TEXT_NAMES, type OwnText } from '../../shared/items.ts'
import { FormCell } from '../ui/form-grid.tsx'
import { TextArea } from '../ui/text-area.tsx'
import type { FormField } from '../use-form.ts'
import { EnteredBefore } from './entered-before.tsx'

interface ItemFieldsProps {
  /** Under whose labels was entered before what is suggested. */
  subcatID: number
  labels: readonly FieldLabel[]
  kindOf: (label: FieldLabel) => LabelKind | undefined
  /** The form's field for a label. */
  field: (label: FieldLabel) => FormField
  own: (text: OwnText) => FormField
}

/** A field for each label, then one for each text of its own. */
export const ItemFields = ({ subcatID, labels, kindOf, field, own }: ItemFieldsProps) => (
  <>
    {labels.map((label) => (
      <EnteredBefore key={label.propID} subcatID={subcatID} label={label} kind={kindOf(label)} {...field(label)} />
    ))}
    {OWN_TEXT_NAMES.map((text) => (
      <FormCell key={text} span="full">
        <TextArea label={OWN_TEXTS[text].title} max={OWN_TEXTS[text].max} {...own(text)} />
      </FormCell>
    ))}
  </>
)
