import type { ReactNode } from 'react'
import styles from './mobile-action-bar.module.css'

interface ThumbButtonProps {
  label: string
  icon: ReactNode
  onClick: () => void
}

/** A quiet icon of a ThumbBar that does something here. Apart from it, for most bars have none. */
export const ThumbButton = ({ label, icon, onClick }: ThumbButtonProps) => (
  <button type="button" aria-label={label} title={label} className={styles.icon} onClick={onClick}>
    {icon}
  </button>
)
