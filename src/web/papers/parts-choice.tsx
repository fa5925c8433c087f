import type { LeftOut } from '../../shared/papers/papers.api.ts'
import { Checkbox } from '../ui/forms/checkbox.tsx'

const PART_NAMES: Readonly<Record<LeftOut, string>> = { notes: 'Notes', pictures: 'Pictures', prices: 'Prices' }

interface PartsChoiceProps {
  /** The optional parts that the paper has. */
  parts: readonly LeftOut[]
  without: readonly LeftOut[]
  onChange: (without: readonly LeftOut[]) => void
}

/** Selects the parts that a paper includes. */
export const PartsChoice = ({ parts, without, onChange }: PartsChoiceProps) => (
  <fieldset className="flex wrap gap-16 tight">
    <legend className="muted label mb-4">With</legend>
    {parts.map((part) => (
      <Checkbox
        key={part}
        name={part}
        label={PART_NAMES[part]}
        checked={!without.includes(part)}
        onChange={(isIn) => onChange(parts.filter((other) => (other === part ? !isIn : without.includes(other))))}
      />
    ))}
  </fieldset>
)

/** The query parameter of a paper's address. */
export const withoutParts = (without: readonly LeftOut[]) => (without.length > 0 ? { without: [...without] } : {})
