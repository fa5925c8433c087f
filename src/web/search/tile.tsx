import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'

/** An icon in place of an item's swatch. */
export const Tile = ({ kind, children }: { kind?: 'pdf' | 'action'; children: ReactNode }) => (
  <span
    aria-hidden="true"
    className={classNames('tile', kind === 'pdf' && 'danger-soft', kind === 'action' && 'primary-soft')}
  >
    {children}
  </span>
)
