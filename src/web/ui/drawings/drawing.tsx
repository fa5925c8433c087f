import type { ReactNode } from 'react'
import styles from './drawing.module.css'

/** The canvas of every drawing: 260 × 170, hidden from screen readers because the text beside it says everything. */
export const Drawing = ({ children }: { children: ReactNode }) => (
  <svg className={styles.drawing} viewBox="0 0 260 170" aria-hidden="true">
    {children}
  </svg>
)
