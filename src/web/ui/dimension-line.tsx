import { classNames } from './class-names.ts'
import styles from './dimension-line.module.css'

interface DimensionLineProps {
  /** From 0 to 1. */
  share: number
  isOver?: boolean
}

/** A share, drawn like a dimension in a plan: its part is thick. Decorative. */
export const DimensionLine = ({ share, isOver = false }: DimensionLineProps) => (
  <svg
    className={classNames('full block', styles.drawing)}
    viewBox="0 0 300 22"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <path className={styles.span} d="M1 2v18M299 2v18M1 11h298" />
    {share > 0 && <path className={classNames(styles.part, isOver && styles.over)} d={`M1 11h${298 * share}`} />}
  </svg>
)
