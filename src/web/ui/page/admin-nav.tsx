import { Link, useLocation } from 'react-router'
import { PAGES, type PageSpec } from '../../../shared/contract/pages.ts'
import { mayOpen } from '../../lib/guard.ts'
import { useSession } from '../../lib/session.ts'
import { classNames } from '../class-names.ts'
import styles from './admin-nav.module.css'

const ENTRIES: readonly { name: string; page: PageSpec; leadsTo?: PageSpec }[] = [
  { name: 'Structure', page: PAGES.adminHome, leadsTo: PAGES.adminEditRoom },
  { name: 'History', page: PAGES.adminStructure },
  { name: 'People', page: PAGES.adminPeople },
  { name: 'Audit Log', page: PAGES.adminAuditLog },
  { name: 'Overview', page: PAGES.adminOverview },
]

/** The way between the pages of administration, at their head; without those that the visitor's roles do not open. */
export const AdminNav = () => {
  const session = useSession() ?? null
  const { pathname } = useLocation()
  return (
    <nav aria-label="Administration">
      <ul className={classNames('flex gap-24 mb-24 no-print', styles.links)}>
        {ENTRIES.filter(({ page }) => mayOpen(session, page)).map(({ name, page: { path }, leadsTo }) => (
          <li key={path}>
            <Link
              to={path}
              aria-current={path === pathname ? 'page' : leadsTo?.path === pathname || undefined}
              className="tab middle nowrap"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
