import { Link, useLocation } from 'react-router'
import { PAGES } from '../../../shared/contract/pages.ts'
import { mayOpen } from './navigation.ts'
import { useSession } from '../../lib/session.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './admin-nav.module.css'

const ENTRIES = [
  { name: 'Administration', page: PAGES.adminHome },
  { name: 'Structure', page: PAGES.adminStructure },
  { name: 'People', page: PAGES.adminPeople },
  { name: 'Overview', page: PAGES.adminOverview },
] as const

/** The way between the pages of administration, at their head; without those that the visitor's roles do not open. */
export const AdminNav = () => {
  const session = useSession() ?? null
  const { pathname } = useLocation()
  return (
    <nav aria-label="Administration">
      <ul className={classNames('flex gap-20 mb-24', styles.links)}>
        {ENTRIES.filter(({ page }) => mayOpen(session, page)).map(({ name, page: { path } }) => (
          <li key={path}>
            <Link
              to={path}
              aria-current={path === pathname ? 'page' : undefined}
              className={classNames('inline-row middle relative muted nowrap no-underline min-44', styles.link)}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
