import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './segmented-control.module.css'

interface Segment<Value extends string> {
  value: Value
  name: string
  icon: ReactNode
}

interface SegmentedControlProps<Value extends string> {
  /** The accessible name of the group. */
  label: string
  segments: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** A segmented control: a few options side by side, one of them selected. */
export const SegmentedControl = <Value extends string>({
  label,
  segments,
  value,
  onChange,
}: SegmentedControlProps<Value>) => (
  <div role="group" aria-label={label} className={classNames('round surface', styles.segments)}>
    {segments.map((segment) => (
      <button
        key={segment.value}
        type="button"
        aria-pressed={segment.value === value}
        onClick={() => onChange(segment.value)}
      >
        {segment.icon}
        {segment.name}
      </button>
    ))}
  </div>
)
