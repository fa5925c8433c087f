import type { LeftOut } from '../../../shared/public/prerendered-pages.ts'
import { PAGES, type PageSpec } from '../../../shared/contract/pages.ts'
import { KEEPS_PROJECTS } from '../../../shared/contract/roles.ts'
import { paths } from '../../lib/paths.ts'
import { isFeatureDisabled } from '../../lib/feature-flags.ts'
import { mayOpen } from '../../lib/guard.ts'
import type { Session } from '../../lib/session.ts'

type Visitor = Session | null

interface Entry {
  name: string
  to: string
  isFor: (visitor: Visitor) => boolean
  /** At the right end of the header. */
  end?: true
  /** The one link that is drawn as a button. */
  filled?: true
  /** Also marked on these pages, which are reached through it. */
  leadsTo?: (page: PageSpec) => boolean
  /** Not there where this is left out. */
  part?: LeftOut
}

const everybody = () => true
export const anonymous = (visitor: Visitor) => visitor === null
const keepsProjects = (visitor: Visitor) => mayOpen(visitor, PAGES.selectProject)

/** Pages for who does something else than keep projects. */
const isOfAdministration = ({ access }: PageSpec) => access !== 'public' && access !== KEEPS_PROJECTS

/** Pages of users that My Projects does not lead to. */
const ELSEWHERE: readonly PageSpec[] = [PAGES.comingUp, PAGES.find, PAGES.account, PAGES.keys]

/** The header's links in their order, those at the right end last. Log Out, which is no link, follows them. */
const ENTRIES: readonly Entry[] = [
  {
    name: 'My Projects',
    to: paths.selectProject(),
    isFor: keepsProjects,
    leadsTo: (page) => page.access === KEEPS_PROJECTS && !ELSEWHERE.includes(page),
  },
  { name: 'Coming Up', to: paths.comingUp(), isFor: keepsProjects },
  {
    name: 'Admin',
    to: paths.adminHome(),
    isFor: (visitor) => mayOpen(visitor, PAGES.adminHome),
    leadsTo: isOfAdministration,
  },
  { name: 'Pricing', to: paths.pricing(), isFor: anonymous, part: 'prices' },
  { name: 'About', to: paths.about(), isFor: everybody },
  { name: 'Help', to: paths.help(), isFor: everybody },
  {
    name: 'My Account',
    to: paths.account(),
    isFor: keepsProjects,
    leadsTo: (page) => page === PAGES.keys,
    end: true,
  },
  { name: 'Log In', to: paths.login(), isFor: anonymous, end: true },
  { name: 'Sign Up', to: paths.register(), isFor: anonymous, end: true, filled: true, part: 'sign-up' },
]

/** The links for this visitor. While a session may yet be restored, only what everybody sees. */
export const entriesFor = (visitor: Visitor | undefined): readonly Entry[] =>
  ENTRIES.filter(
    ({ isFor, part }) =>
      !(part && isFeatureDisabled(part)) && (visitor === undefined ? isFor === everybody : isFor(visitor)),
  )

/** The value of aria-current for a link: the page itself, or one that is reached through it. */
export const currentOf = ({ to, leadsTo }: Entry, path: string): 'page' | 'true' | undefined => {
  if (to === path) return 'page'
  if (path.startsWith(`${to}/`)) return 'true'
  const page = Object.values<PageSpec>(PAGES).find((each) => each.path === path)
  return page && leadsTo?.(page) ? 'true' : undefined
}
