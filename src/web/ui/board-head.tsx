import type { ReactNode } from 'react'
import styles from './board-head.module.css'

/** From so many characters on a title stands smaller on a phone. */
const LONG = 40

interface BoardHeadProps {
  title: string
  /** One line below the title. */
  sub?: ReactNode
  actions?: ReactNode
  crumbs: ReactNode
  /** A drawing of 588 × 220, on phones of 128 × 56. */
  board: ReactNode
}

/** The head of a room or a project: words left, its material board right, on whose lower edge the actions stand. */
export const BoardHead = ({ crumbs, title, sub, actions, board }: BoardHeadProps) => (
  <div className={styles.boardHead}>
    <div className={styles.left}>
      <div className={styles.crumbs}>{crumbs}</div>
      <h1 dir="auto" className={title.length > LONG ? styles.long : undefined}>
        {title}
      </h1>
      {sub && <p className={styles.sub}>{sub}</p>}
      {actions && <div className={styles.below}>{actions}</div>}
    </div>
    <div aria-hidden="true" className={styles.board}>
      {board}
    </div>
  </div>
)
