import type { LeftOut } from '../../shared/papers/papers.api.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import styles from './papers.module.css'

const PART_NAMES: Readonly<Record<LeftOut, string>> = { notes: 'Notes', pictures: 'Pictures', prices: 'Prices' }

interface WithPartsProps {
  /** Those that the paper has. */
  parts: readonly LeftOut[]
  without: readonly LeftOut[]
  onChange: (without: readonly LeftOut[]) => void
}

/** What a paper is with. */
export const WithParts = ({ parts, without, onChange }: WithPartsProps) => (
  <fieldset className={styles.parts}>
    <legend>With</legend>
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

/** As a paper's address names them. */
export const withoutParts = (without: readonly LeftOut[]) => (without.length > 0 ? { without: [...without] } : {})
