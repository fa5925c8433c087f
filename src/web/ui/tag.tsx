import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './tag.module.css'

interface TagProps {
  kind?: 'warning' | 'info' | undefined
  children: ReactNode
}

/** A small label, such as the name of a file format. */
export const Tag = ({ kind, children }: TagProps) => (
  <span className={classNames('inline-row strong small gap-4', styles.tag, kind && styles[kind])}>{children}</span>
)
