import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import styles from './tile.module.css'

/** Stands where an item has its swatch: an icon of what is opened. */
export const Tile = ({ kind, children }: { kind?: 'pdf' | 'action'; children: ReactNode }) => (
  <span aria-hidden="true" className={classNames(styles.tile, kind && styles[kind])}>
    {children}
  </span>
)
