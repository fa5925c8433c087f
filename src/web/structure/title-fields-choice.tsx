import { MOST_TELLING } from '../../shared/structure/item-title.ts'
import { nameKey } from '../../shared/contract/name-key.ts'
import { SLOTS, type Slot } from '../../shared/structure/room-structure.api.ts'
import { Select } from '../ui/forms/select.tsx'
import type { LabelTexts } from './label-draft.ts'

/** The labels that make up titles, as edited: by name, so that a label can change its slot. */
export const titleFieldsOf = (
  stored: LabelTexts,
  storedSlots: readonly Slot[],
  texts: LabelTexts,
  picked: readonly string[] | undefined,
) => {
  const labels = SLOTS.map((slot) => texts[slot].trim()).filter((label) => label !== '')
  const inForm = (name: string) => labels.find((label) => nameKey(label) === nameKey(name))
  const storedNames = storedSlots.flatMap((slot) => inForm(stored[slot]) ?? [])
  const chosen = picked
    ? picked.flatMap((name) => inForm(name) ?? [])
    : storedNames.length > 0
      ? storedNames
      : labels.slice(0, 2)
  const slots = chosen.flatMap((name) => SLOTS.find((slot) => nameKey(texts[slot]) === nameKey(name)) ?? [])
  const isSame =
    chosen.length === storedNames.length && chosen.every((name, at) => nameKey(name) === nameKey(storedNames[at] ?? ''))
  return {
    labels,
    chosen,
    /** The slots to send; undefined without a choice, which leaves it to the labels. */
    slots: picked && slots,
    isChanged: picked !== undefined && !isSame,
  }
}

const PLACES = ['First', 'Second', 'Third'].slice(0, MOST_TELLING)

interface TitleFieldsChoiceProps {
  titleFields: ReturnType<typeof titleFieldsOf>
  onPick: (names: readonly string[]) => void
  /** The subcategory's name. */
  name: string
}

export const TitleFieldsChoice = ({ titleFields: { labels, chosen }, onPick, name }: TitleFieldsChoiceProps) => (
  <div className="part-below">
    <fieldset>
      <legend className="bold">Titles</legend>
      <p className="faint small mb-12">
        {chosen.length > 0
          ? `Item titles use ${chosen.join(' and ')}. If those are blank, the title is “${name}”.`
          : `Without fields, the title is “${name}”.`}
      </p>
      <div className="cells small-cells gap-12">
        {PLACES.map((place, at) => (
          <Select
            key={place}
            label={place}
            name={`telling${at + 1}`}
            value={chosen[at] ?? ''}
            disabled={at > chosen.length || labels.length === 0}
            onChange={(label) => onPick(chosen.toSpliced(at, 1, label).filter(Boolean))}
          >
            {/* At least one label. */}
            {(at > 0 || chosen.length !== 1) && <option value="">None</option>}
            {labels
              .filter((label) => label === chosen[at] || !chosen.includes(label))
              .map((label) => (
                <option key={label}>{label}</option>
              ))}
          </Select>
        ))}
      </div>
    </fieldset>
  </div>
)
