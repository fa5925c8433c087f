import { unscoped } from '../../platform/db/access/unscoped.ts'
import type { Database } from '../../platform/db/database.ts'

const SHARES = ['links', 'webhooks', 'project_members', 'project_invitations', 'offers'] as const

/** Ends every way for others into the projects that an account owns, those in the trash too. */
export const deleteShares = async (trx: Database, userID: number): Promise<void> => {
  for (const table of SHARES)
    await unscoped(trx)
      .deleteFrom(table)
      .where('project_id', 'in', (eb) =>
        eb.selectFrom('projects').where('projects.owner_id', '=', userID).select('projects.id'),
      )
      .execute()
}
