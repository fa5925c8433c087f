import type { PageAccess, PageSpec } from '../../shared/contract/pages.ts'
import { hasRole, KEEPS_PROJECTS } from '../../shared/contract/roles.ts'
import { paths } from './paths.ts'
import { currentSession, mustSetUp, type Session } from './session.ts'

/** What the history entry of the login page, or of a page for setting something up, remembers: the place that its visitor was sent away from. */
export interface Remembered {
  from?: string
  /** Who has just registered. */
  user?: string
}

export const mayOpen = (visitor: Session | null, { access }: PageSpec): boolean =>
  access === 'public' || (visitor !== null && !mustSetUp(visitor) && hasRole(visitor.roles, access))

/** Where a visitor goes instead of the page they asked for. */
export interface Detour {
  to: string
  state?: Remembered
}

/** Whether the visitor may open the page at `place` (path and query); if not, where they go instead. */
export const detourOf = async (access: PageAccess, place: string): Promise<Detour | undefined> => {
  if (access === 'public') return undefined
  const session = await currentSession()
  if (!session) return toLogin(place)
  if (session.mustChangePassword) return { to: paths.newPassword(), state: { from: place } }
  if (session.mustSetUpSecondFactor) return toSecondFactor(place)
  return hasRole(session.roles, access) ? undefined : { to: paths.unauthorized() }
}

export const toSecondFactor = (place: string): Detour => ({ to: paths.secondFactor(), state: { from: place } })

export const toLogin = (place: string): Detour => ({ to: paths.login(), state: { from: place } })

/** Where a session begins: at the remembered place, else at the first page that its roles open. */
export const landingOf = (session: Session, remembered: Remembered | null): string =>
  remembered?.from ?? (hasRole(session.roles, KEEPS_PROJECTS) ? paths.selectProject() : paths.adminHome())
