import type { ReactNode } from 'react'
import styles from './segments.module.css'

interface Segment<Value extends string> {
  value: Value
  name: string
  icon: ReactNode
}

interface SegmentsProps<Value extends string> {
  /** What is chosen by them. */
  label: string
  segments: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** A few choices side by side, one of which holds. */
export const Segments = <Value extends string>({ label, segments, value, onChange }: SegmentsProps<Value>) => (
  <div role="group" aria-label={label} className={styles.segments}>
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
