import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from './class-names.ts'
import styles from './mobile-action-bar.module.css'

interface ThumbBarProps {
  /** Quiet ones, at the left. */
  icons: ReactNode
  /** The screen's main button, at the right. */
  children: ReactNode
  /** It goes with what it stands at the end of, when that is scrolled away; else it stays, in the place of the page's foot. */
  passing?: boolean
}

/** What a phone's screen offers, in reach of the thumb. */
export const ThumbBar = ({ icons, children, passing }: ThumbBarProps) => (
  <div
    className={classNames(styles.bar, passing ? styles.passing : styles.fixed)}
    data-thumb-bar={!passing || undefined}
  >
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
