import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './board-header.module.css'

/** Titles of this many characters or more are smaller on phones. */
const LONG = 40

interface BoardHeaderProps {
  title: string
  /** One line below the title. */
  sub?: ReactNode
  actions?: ReactNode
  crumbs: ReactNode
  /** A drawing of 588 × 220, on phones 128 × 56, if there is something to draw. */
  board: ReactNode
}

/** The header of a room or project: text on the left, its material board on the right, the actions along the board's lower edge. */
export const BoardHeader = ({ crumbs, title, sub, actions, board }: BoardHeaderProps) => (
  <div className={classNames('grid mb-24', styles.boardHead, !board && styles.plain)}>
    <div className={classNames('column shrink', styles.left)}>
      <div className={styles.crumbs}>{crumbs}</div>
      <h1 dir="auto" className={title.length > LONG ? styles.long : undefined}>
        {title}
      </h1>
      {sub && <p className={classNames('muted mt-4', styles.sub)}>{sub}</p>}
      {actions && <div className={classNames('flex gap-8', styles.below)}>{actions}</div>}
    </div>
    {board && (
      <div aria-hidden="true" className={classNames('fixed relative clip board', styles.board)}>
        {board}
      </div>
    )}
  </div>
)
