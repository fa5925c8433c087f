import * as z from 'zod/mini'

/**
 * What somebody may do with a project, each including those before it: look at all of it; change its rooms, items and
 * files; change, delete and share the project itself.
 */
export const RIGHTS = ['read', 'write', 'own'] as const
export type Right = (typeof RIGHTS)[number]

/** What each right makes of somebody. */
export const TITLE_OF = { own: 'Owner', write: 'Editor', read: 'Viewer' } as const

export const right = z.enum(RIGHTS)

export const includes = (held: Right, needed: Right): boolean => RIGHTS.indexOf(held) >= RIGHTS.indexOf(needed)
