/**
 * Rights to a project, each including those before it: view everything; change rooms, items and files; change, delete
 * and share the project itself.
 */
export const RIGHTS = ['read', 'write', 'own'] as const
export type Right = (typeof RIGHTS)[number]

/** The title that each right gives. */
export const TITLE_OF = { own: 'Owner', write: 'Editor', read: 'Viewer' } as const

export const includes = (granted: Right, needed: Right): boolean => RIGHTS.indexOf(granted) >= RIGHTS.indexOf(needed)
