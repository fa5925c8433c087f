import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './badge.module.css'

interface BadgeProps {
  /** 'danger' counts existing entries, 'secondary' shows that there are none; the shape differs too, not only the color. */
  kind: 'danger' | 'secondary'
  children: ReactNode
}

export const Badge = ({ kind, children }: BadgeProps) => (
  <span className={classNames('inline-row middle fixed small', styles.badge, styles[kind])}>{children}</span>
)
