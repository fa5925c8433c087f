import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './thumb-bar.module.css'

interface ThumbBarProps {
  /** Quiet ones, at the left. */
  icons: ReactNode
  /** The screen's one filled button, at the right. */
  children: ReactNode
}

/** What a phone's screen offers, in reach of the thumb. It takes the place of the page's foot. */
export const ThumbBar = ({ icons, children }: ThumbBarProps) => (
  <div className={styles.bar} data-thumb-bar>
    {icons}
    <span className={styles.main}>{children}</span>
  </div>
)

/** A quiet one of its icons that leads somewhere. */
export const ThumbLink = ({ to, label, icon }: { to: string; label: string; icon: ReactNode }) => (
  <Link to={to} aria-label={label} title={label} className={styles.icon}>
    {icon}
  </Link>
)
