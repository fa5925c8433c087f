import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './page-head.module.css'

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
  <div className={classNames(styles.head, chip !== undefined && styles.withChip)}>
    {chip}
    <div className={styles.words}>
      <h1>{title}</h1>
      {sub && <p className={styles.sub}>{sub}</p>}
    </div>
    {actions && <div className={styles.actions}>{actions}</div>}
  </div>
)
