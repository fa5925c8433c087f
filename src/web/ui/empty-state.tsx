import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  drawing: ReactNode
  title: string
  help?: ReactNode
  /** One or two buttons. */
  children?: ReactNode
  /** 'h1' if it is the whole screen; it is then not in a card. */
  heading?: 'h1' | 'h2'
}

export const EmptyState = ({ drawing, title, help, children, heading: Heading = 'h2' }: EmptyStateProps) => (
  <div
    className={classNames(
      'grid justify-items-center text-center gap-8',
      Heading === 'h1' ? styles.screen : classNames('sheet', styles.inSheet),
    )}
  >
    <div className={styles.drawing}>{drawing}</div>
    <Heading className={styles.title}>{title}</Heading>
    {help && <p className="muted measure">{help}</p>}
    {children && <div className="flex wrap middle gap-8 mt-16 wide-buttons">{children}</div>}
  </div>
)
