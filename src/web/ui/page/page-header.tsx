import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './page-header.module.css'

interface PageHeaderProps {
  title: string
  /** One line below the title. */
  sub?: ReactNode
  /** On the right, on the title's baseline; the primary action last. */
  actions?: ReactNode
  /** A large sample before the title. */
  chip?: ReactNode
}

export const PageHeader = ({ title, sub, actions, chip }: PageHeaderProps) => (
  <div className={classNames('flex wrap mb-24', styles.head, chip !== undefined && styles.withChip)}>
    {chip}
    <div className={styles.words}>
      <h1>{title}</h1>
      {sub && <p className="muted mt-4">{sub}</p>}
    </div>
    {actions && <div className={classNames('row wrap gap-8 wide-buttons', styles.actions)}>{actions}</div>}
  </div>
)
