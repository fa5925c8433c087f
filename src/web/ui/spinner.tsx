import { classNames } from './class-names.ts'
import styles from './spinner.module.css'

interface SpinnerProps {
  /** Skips the 200 ms delay that prevents flicker on quick answers. */
  now?: boolean
}

/** A placeholder for loading content. */
export const Spinner = ({ now }: SpinnerProps) => (
  <div role="status" className={classNames('centered relative', styles.place, !now && styles.later)}>
    <span className={classNames('fixed spins primary', styles.large)} aria-hidden="true" />
    <span className="visually-hidden">Loading</span>
  </div>
)

/** The ring alone, for use within a line of text. */
export const SpinnerRing = () => <span className="fixed spins primary" aria-hidden="true" />
