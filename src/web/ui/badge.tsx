import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './badge.module.css'

interface BadgeProps {
  /** 'danger' says that something is here, 'secondary' that nothing is yet; the form differs too, not the colour alone. */
  kind: 'danger' | 'secondary'
  children: ReactNode
}

export const Badge = ({ kind, children }: BadgeProps) => (
  <span className={classNames(styles.badge, styles[kind])}>{children}</span>
)
