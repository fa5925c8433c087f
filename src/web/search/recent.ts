import { PAGES } from '../../shared/contract/pages.ts'
import { RECENT_KEY } from '../lib/session.ts'

/** A recently opened thing, with its name at that time. */
export interface Recent {
  kind: 'project' | 'room' | 'item'
  to: string
  name: string
  /** Its location, in words. */
  where: string
  /** Only for items; see sample.ts. */
  sample?: string | null
  catName?: string
}

/** The maximum number kept. */
const MAX_RECENT = 12

/** Stored for one account: other accounts in this browser do not see it. */
interface Kept {
  user: string
  things: Recent[]
}

const PLACES: readonly string[] = [PAGES.projectHome.path, PAGES.roomItems.path, PAGES.editItem.path]

const isRecent = (thing: Partial<Recent> | null): thing is Recent =>
  typeof thing?.to === 'string' &&
  PLACES.includes(thing.to.split('?')[0] ?? '') &&
  typeof thing.name === 'string' &&
  typeof thing.where === 'string'

/** What this account has opened in this browser, latest first. */
export const readRecent = (user: string): Recent[] => {
  try {
    const kept = JSON.parse(localStorage.getItem(RECENT_KEY) ?? 'null') as Partial<Kept> | null
    return kept?.user === user && Array.isArray(kept.things) ? kept.things.filter(isRecent) : []
  } catch {
    return [] // Storage is forbidden, or somebody else has written there.
  }
}

const keep = (user: string, things: Recent[]): void => {
  try {
    localStorage.setItem(RECENT_KEY, JSON.stringify({ user, things: things.slice(0, MAX_RECENT) } satisfies Kept))
  } catch (error) {
    console.warn(error)
  }
}

const without = (user: string, to: string): Recent[] => readRecent(user).filter((thing) => thing.to !== to)

export const noteRecent = (user: string, thing: Recent): void => keep(user, [thing, ...without(user, thing.to)])

/** Forgets a thing that is gone or no longer accessible. */
export const forgetRecent = (user: string, to: string): void => keep(user, without(user, to))
