import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './page.module.css'

interface PageProps {
  /** 1200 px of content, or the 960 px that all forms use. */
  width?: 'full' | 'form'
  children: ReactNode
}

/** The centered column of a screen. */
export const Page = ({ width = 'full', children }: PageProps) => (
  <div className={classNames(styles.page, styles[width])}>{children}</div>
)
