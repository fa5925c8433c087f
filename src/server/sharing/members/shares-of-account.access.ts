import { unscoped } from '../../platform/db/access/unscoped.ts'
import type { Database } from '../../platform/db/database.ts'

const SHARES = ['links', 'webhooks', 'project_members', 'project_invitations', 'offers'] as const

/** Removes a project from the API keys of all who are neither its owner nor a member. Joining again does not restore it. */
export const forgetKeysOfStrangers = async (trx: Database, projectID: number): Promise<void> => {
  await unscoped(trx)
    .deleteFrom('api_key_projects')
    .where('project_id', '=', projectID)
    .where('key_id', 'not in', (eb) =>
      eb
        .selectFrom('api_keys')
        .select('api_keys.id')
        .where((has) =>
          has.or([
            has('api_keys.user_id', 'in', (members) =>
              members.selectFrom('project_members').select('user_id').where('project_id', '=', projectID),
            ),
            has('api_keys.user_id', 'in', (owners) =>
              owners.selectFrom('projects').select('owner_id').where('id', '=', projectID),
            ),
          ]),
        ),
    )
    .execute()
}

/** Ends every way for others into the projects that an account owns, those in the trash too. */
export const deleteShares = async (trx: Database, userID: number): Promise<void> => {
  for (const table of SHARES)
    await unscoped(trx)
      .deleteFrom(table)
      .where('project_id', 'in', (eb) =>
        eb.selectFrom('projects').where('projects.owner_id', '=', userID).select('projects.id'),
      )
      .execute()
  const owned = await unscoped(trx).selectFrom('projects').select('id').where('owner_id', '=', userID).execute()
  for (const { id } of owned) await forgetKeysOfStrangers(trx, id)
}
