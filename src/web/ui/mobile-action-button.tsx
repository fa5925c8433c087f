import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './mobile-action-bar.module.css'

interface MobileActionButtonProps {
  label: string
  icon: ReactNode
  onClick: () => void
}

/** A secondary icon with an action. In a file of its own because most bars have none. */
export const MobileActionButton = ({ label, icon, onClick }: MobileActionButtonProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    className={classNames('centered muted round', styles.icon)}
    onClick={onClick}
  >
    {icon}
  </button>
)
