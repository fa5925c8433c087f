import { LABEL_KINDS, TRAITS_OF } from '../../shared/structure/label-kinds.ts'
import type { FieldLabel } from '../../shared/structure/room-structure.api.ts'
import type { SubcategoryUse } from '../../shared/structure/labels.api.ts'
import { Select } from '../ui/forms/select.tsx'
import type { ChosenKind } from './label-picks.ts'

/** The kinds of a subcategory's labels, as edited. */
export const kindsOf = (
  labels: readonly FieldLabel[] = [],
  stored: SubcategoryUse['kinds'] = [],
  picked: readonly ChosenKind[],
) => {
  const own = labels.map(({ propID, label }): ChosenKind => {
    const was = stored.find((one) => one.propID === propID)?.kind ?? 'text'
    return { propID, label, was, kind: picked.find((one) => one.propID === propID)?.kind ?? was }
  })
  const chosen = [...own, ...picked.filter(({ propID }) => !own.some((one) => one.propID === propID))]
  return {
    chosen,
    /** The kinds to send. */
    changed: chosen.flatMap(({ propID, kind, was }) => (kind === was ? [] : [{ propID, kind, was }])),
  }
}

interface KindsChoiceProps {
  chosen: readonly ChosenKind[]
  onPick: (kind: ChosenKind) => void
}

export const KindsChoice = ({ chosen, onPick }: KindsChoiceProps) =>
  chosen.length > 0 && (
    <div className="part-below">
      <fieldset>
        <legend className="bold">Field Types</legend>
        <p className="faint small mb-12">
          Choose what each field holds. Dates can trigger reminders; web addresses and phone numbers become links.
          Existing values don’t change.
        </p>
        <div className="cells small-cells gap-12">
          {chosen.map((one) => (
            <Select
              key={one.propID}
              label={one.label}
              name={`kind${one.propID}`}
              value={one.kind}
              onChange={(name) => {
                const kind = LABEL_KINDS.find((each) => each === name)
                if (kind) onPick({ ...one, kind })
              }}
            >
              {LABEL_KINDS.map((each) => (
                <option key={each} value={each}>
                  {TRAITS_OF[each].name}
                </option>
              ))}
            </Select>
          ))}
        </div>
      </fieldset>
    </div>
  )
