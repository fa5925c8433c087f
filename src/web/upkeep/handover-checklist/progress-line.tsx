import type { Readiness } from '../../../shared/upkeep/handover-checklist.api.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './gaps.module.css'

/** A progress bar drawn like a dimension line: the completed part is thick. */
export const ProgressLine = ({ percent }: { percent: number }) => (
  <svg
    className={classNames('full block', styles.share)}
    viewBox="0 0 300 22"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <path className={styles.span} d="M1 2v18M299 2v18M1 11h298" />
    {percent > 0 && <path className={styles.part} d={`M1 11h${(298 * percent) / 100}`} />}
  </svg>
)

/** What the percentage counts. */
export const completionWords = ({ things, missing }: Pick<Readiness, 'things' | 'missing'>): string =>
  things === 1 ? `${things - missing} of 1 done` : `${things - missing} of ${things.toLocaleString('en')} done`
