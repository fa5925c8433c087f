import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './form-foot.module.css'

interface FormFootProps {
  /** The form's actions, the primary one first. */
  children: ReactNode
  /** Stands apart at the right end: going back, clearing a form. */
  end?: ReactNode
  /** Words such as 'Unsaved changes'; they are announced when they appear. */
  status?: string | undefined
  /** Stays at the bottom edge of the screen on phones. */
  sticky?: boolean
}

/** The bar at the foot of a sheet that holds a form. */
export const FormFoot = ({ children, end, status, sticky }: FormFootProps) => (
  <div className={classNames(styles.foot, sticky && styles.sticky)}>
    {children}
    <span role="status" className={styles.status}>
      {status}
    </span>
    {end && <span className={styles.end}>{end}</span>}
  </div>
)

/** Below the sheet, away from the button that saves: what destroys the thing that the form is about. */
export const FormEnd = ({ children }: { children: ReactNode }) => <div className={styles.apart}>{children}</div>
