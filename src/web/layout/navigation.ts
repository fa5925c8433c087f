import { PAGES } from '../../shared/pages.ts'
import { hasRole, KEEPS_PROJECTS, type Role } from '../../shared/roles.ts'
import { paths } from '../paths.ts'
import type { Session } from '../session/session.ts'

interface Entry {
  name: string
  to: string
  /** Whom it is for. */
  shownTo: 'visitors' | 'members' | 'everybody' | readonly Role[]
  /** Stands at the right end of the header. */
  end?: true
  /** The one link that is drawn as a button. */
  filled?: true
  /** Also marked on these pages, which are reached through it. */
  leadsTo?: readonly string[]
}

/** The header's links in their order, those at the right end last. Log Out, which is no link, follows them. */
const ENTRIES: readonly Entry[] = [
  {
    name: 'My Projects',
    to: paths.selectProject(),
    shownTo: KEEPS_PROJECTS,
    leadsTo: [
      PAGES.projectSetup.path,
      PAGES.projectHome.path,
      PAGES.createRoom.path,
      PAGES.roomItems.path,
      PAGES.createItem.path,
      PAGES.editItem.path,
    ],
  },
  { name: 'Log In', to: paths.login(), shownTo: 'visitors', end: true },
  { name: 'Sign Up', to: paths.register(), shownTo: 'visitors', end: true, filled: true },
]

/** The links for this visitor. While a session may yet be restored, only what everybody sees. */
export const entriesFor = (session: Session | null | undefined): readonly Entry[] =>
  ENTRIES.filter(({ shownTo }) => {
    if (shownTo === 'everybody') return true
    if (shownTo === 'visitors') return session === null
    if (!session) return false
    return shownTo === 'members' || hasRole(session.roles, shownTo)
  })

/** The value of aria-current for a link: the page itself, or one that is reached through it. */
export const currentOf = ({ to, leadsTo }: Entry, path: string): 'page' | 'true' | undefined => {
  if (to === path) return 'page'
  return leadsTo?.includes(path) ? 'true' : undefined
}
