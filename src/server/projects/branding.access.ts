import { ownedProjectsOrTemplates } from '../platform/db/access/core.ts'
import type { OwnProject } from './projects.access.ts'
import { unscoped } from '../platform/db/access/unscoped.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'

/** What firms put on papers and links: of the actor's account, or of a project that they own. */

type Whose = Actor | OwnProject

export const brandingOf = (db: Database, whose: Whose) =>
  unscoped(db)
    .selectFrom('brandings')
    .where((eb) =>
      typeof whose === 'number' ? eb('brandings.project_id', '=', whose) : eb('brandings.user_id', '=', whose.userID),
    )

interface NewBranding {
  firm: string
  phone: string
  number: string
  drawn_by: string
  logo_upload_id: number | null
}

export const putBranding = (trx: Database, whose: Whose, branding: NewBranding) => {
  const key = typeof whose === 'number' ? { project_id: whose } : { user_id: whose.userID }
  return unscoped(trx)
    .insertInto('brandings')
    .values({ ...branding, ...key })
    .onConflict((conflict) =>
      conflict.column(typeof whose === 'number' ? 'project_id' : 'user_id').doUpdateSet(branding),
    )
}

/** All brandings of the actor: of the account and of their projects. */
export const ownBrandings = (db: Database, actor: Actor) =>
  unscoped(db)
    .selectFrom('brandings')
    .where((eb) =>
      eb.or([
        eb('brandings.user_id', '=', actor.userID),
        eb('brandings.project_id', 'in', ownedProjectsOrTemplates(db, actor).select('projects.id')),
      ]),
    )
