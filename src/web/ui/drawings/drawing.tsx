import type { ReactNode } from 'react'
import styles from './drawing.module.css'

/** The ground that every drawing of the kit shares: 260 by 170, hidden from screen readers, for the words beside it say it all. */
export const Drawing = ({ children }: { children: ReactNode }) => (
  <svg className={styles.drawing} viewBox="0 0 260 170" aria-hidden="true">
    {children}
  </svg>
)
