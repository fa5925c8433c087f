import { Link } from 'react-router'
import { restoreScroll } from '../../lib/navigation-history.ts'
import { classNames } from '../class-names.ts'
import styles from './breadcrumbs.module.css'
import { IconChevronRight } from '../icons.tsx'

interface Crumb {
  name: string
  /** Absent for the current screen, which comes last. */
  to?: string
}

export const Breadcrumbs = ({ items }: { items: readonly Crumb[] }) => (
  <nav aria-label="Breadcrumb">
    <ol className={classNames('flex nowrap', styles.crumbs)}>
      {items.map(({ name, to }, position) => (
        <li key={`${position} ${name}`} className="inline-row shrink">
          {to === undefined ? (
            <span aria-current="page" dir="auto">
              {name}
            </span>
          ) : (
            <Link to={to} dir="auto" {...restoreScroll(to)}>
              {name}
            </Link>
          )}
          {position < items.length - 1 && <IconChevronRight aria-hidden="true" />}
        </li>
      ))}
    </ol>
  </nav>
)
