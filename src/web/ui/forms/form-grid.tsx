import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './form-grid.module.css'

/** Six columns on wide screens, three per field unless a FormCell says otherwise; one column on phones. */
export const FormGrid = ({ children }: { children: ReactNode }) => (
  <div className={classNames('grid gap-24', styles.grid)}>{children}</div>
)

interface FormCellProps {
  span: 'third' | 'half' | 'full'
  /** Two such cells stay side by side on phones, such as state and zip. */
  pair?: boolean
  children: ReactNode
}

export const FormCell = ({ span, pair, children }: FormCellProps) => (
  <div className={classNames(styles[span], pair && styles.pair)}>{children}</div>
)
