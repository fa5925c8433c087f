import { PAPER_SIZES, type PaperSize } from '../../shared/papers/papers.api.ts'
import { Select } from '../ui/forms/select.tsx'

interface SizeSelectProps {
  label: string
  /** The names of the sizes. */
  names: Readonly<Record<PaperSize, string>>
  value: PaperSize
  onChange: (size: PaperSize) => void
}

export const SizeSelect = ({ label, names, value, onChange }: SizeSelectProps) => (
  <Select label={label} name="size" value={value} onChange={(size) => onChange(size as PaperSize)}>
    {PAPER_SIZES.map((size) => (
      <option key={size} value={size}>
        {names[size]}
      </option>
    ))}
  </Select>
)
