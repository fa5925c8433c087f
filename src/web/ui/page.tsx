import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './page.module.css'

interface PageProps {
  /** 1200 of content, or the 960 that all forms share. */
  width?: 'full' | 'form'
  children: ReactNode
}

/** The centred column that a screen stands in. */
export const Page = ({ width = 'full', children }: PageProps) => (
  <div className={classNames(styles.page, styles[width])}>{children}</div>
)
