import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './form-footer.module.css'

interface FormFooterProps {
  /** The form's actions, the primary one first. */
  children: ReactNode
  /** Shown apart on the right: going back, clearing a form. */
  end?: ReactNode
  /** Such as 'Unsaved changes'; announced when it appears. */
  status?: string | undefined
  /** Sticks to the bottom of the window. */
  sticky?: boolean
}

/** The footer of a card that holds a form. */
export const FormFooter = ({ children, end, status, sticky }: FormFooterProps) => (
  <div className={classNames('row wrap rule-top gap-8 no-print', styles.foot, sticky && styles.sticky)}>
    {children}
    <span role="status" className={classNames('inline-row push muted label gap-8', styles.status)}>
      {status}
    </span>
    {end && <span className={classNames('inline-row', styles.end)}>{end}</span>}
  </div>
)

/** Destructive actions below the card, away from the save button. */
export const DangerZone = ({ children }: { children: ReactNode }) => (
  <div className="flex wrap end gap-8 mt-24 no-print wide-buttons">{children}</div>
)
