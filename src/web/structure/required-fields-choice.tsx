import { nameKey } from '../../shared/contract/name-key.ts'
import { SLOTS, type FieldLabel } from '../../shared/structure/room-structure.api.ts'
import { NOTHING_WANTED, type Wanted } from '../../shared/structure/required-fields.ts'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import type { RequiredFields } from './label-picks.ts'
import type { LabelTexts } from './label-draft.ts'
import type { Named } from './structure-data.ts'

/** What the next owner needs to know about items, as edited. */
export const requiredFieldsOf = (
  stored: readonly FieldLabel[],
  wanted: Wanted = NOTHING_WANTED,
  texts: LabelTexts,
  picked: RequiredFields | undefined,
) => {
  const labels = SLOTS.map((slot) => texts[slot].trim()).filter((label) => label !== '')
  const now: RequiredFields = {
    ...wanted,
    labels: stored.filter(({ propID }) => wanted.labels.includes(propID)).map(({ label }) => label),
  }
  const chosen = picked ?? now
  const isWanted = (name: string) => chosen.labels.some((label) => nameKey(label) === nameKey(name))
  const keysOf = (names: readonly string[]) => names.map(nameKey).sort().join('\n')
  const isSame =
    keysOf(chosen.labels) === keysOf(now.labels) && chosen.manual === now.manual && chosen.receipt === now.receipt
  return {
    labels,
    chosen,
    isWanted,
    isChanged: picked !== undefined && !isSame,
    /** The value to send, with the IDs of the labels that the subcategory gets. */
    among: (placed: readonly (Named | undefined)[]): Wanted => ({
      ...chosen,
      labels: placed.flatMap((label) => (label && isWanted(label.name) ? label.id : [])),
    }),
  }
}

interface RequiredFieldsChoiceProps {
  required: ReturnType<typeof requiredFieldsOf>
  onPick: (required: RequiredFields) => void
}

export const RequiredFieldsChoice = ({ required: { labels, chosen, isWanted }, onPick }: RequiredFieldsChoiceProps) => (
  <div className="part-below">
    <fieldset>
      <legend className="bold">Required for Handover</legend>
      <p className="faint small mb-12">
        Choose what the next owner needs for each item. Anything missing shows up in Ready to Hand Over.
      </p>
      <div className="cells small-cells gap-12">
        {labels.map((label) => (
          <Checkbox
            key={label}
            label={label}
            name={`wanted ${label}`}
            checked={isWanted(label)}
            onChange={(on) => {
              const others = chosen.labels.filter((one) => nameKey(one) !== nameKey(label))
              onPick({ ...chosen, labels: on ? [...others, label] : others })
            }}
          />
        ))}
        <Checkbox
          label="Manual"
          name="manual"
          checked={chosen.manual}
          onChange={(manual) => onPick({ ...chosen, manual })}
        />
        <Checkbox
          label="Receipt"
          name="receipt"
          checked={chosen.receipt}
          onChange={(receipt) => onPick({ ...chosen, receipt })}
        />
      </div>
    </fieldset>
  </div>
)
