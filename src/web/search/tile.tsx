import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import styles from './tile.module.css'

/** An icon in place of an item's swatch. */
export const Tile = ({ kind, children }: { kind?: 'pdf' | 'action'; children: ReactNode }) => (
  <span aria-hidden="true" className={classNames('centered fixed', styles.tile, kind && styles[kind])}>
    {children}
  </span>
)
