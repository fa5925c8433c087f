import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '../class-names.ts'
import styles from './mobile-action-bar.module.css'

interface MobileActionBarProps {
  /** Secondary icon buttons on the left. */
  icons: ReactNode
  /** The screen's primary button on the right. */
  children: ReactNode
  /** It ends with its container and scrolls away with it; otherwise it stays at the bottom of the screen. */
  scrollsAway?: boolean
}

/** The actions of a screen on phones, within reach of the thumb. */
export const MobileActionBar = ({ icons, children, scrollsAway }: MobileActionBarProps) => (
  <div
    className={classNames('row rule-top gap-4 no-print', styles.bar, scrollsAway ? styles.passing : styles.fixed)}
    data-thumb-bar={!scrollsAway || undefined}
  >
    {icons}
    <span className="flex shrink push">{children}</span>
  </div>
)

/** A secondary icon that links to a page. */
export const MobileActionLink = ({ to, label, icon }: { to: string; label: string; icon: ReactNode }) => (
  <Link
    to={to}
    aria-label={label}
    title={label}
    className={classNames('centered muted round hover-sunken', styles.icon)}
  >
    {icon}
  </Link>
)
