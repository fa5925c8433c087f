import { classNames } from './class-names.ts'
import styles from './spinner.module.css'

interface SpinnerProps {
  /** Shows at once, where the 200 ms that keep quick answers from flickering have passed already. */
  now?: boolean
}

/** Stands in the place of content that is loading. */
export const Spinner = ({ now }: SpinnerProps) => (
  <div role="status" className={classNames(styles.place, !now && styles.later)}>
    <span className={classNames(styles.ring, styles.large)} aria-hidden="true" />
    <span className="visually-hidden">Loading</span>
  </div>
)

/** The ring alone, in a line of text that says what is going on. */
export const SpinnerRing = () => <span className={styles.ring} aria-hidden="true" />
