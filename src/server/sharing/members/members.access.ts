import type { InsertObject } from 'kysely'
import { idOfOwned } from '../../platform/db/access/core.ts'
import { unscoped } from '../../platform/db/access/unscoped.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'

/** Members of projects and invitations to them. */

interface OfProject {
  projectID: number
  userID: number
}

export const updateMember = (db: Database, actor: Actor, { projectID, userID }: OfProject) =>
  unscoped(db)
    .updateTable('project_members')
    .where('project_members.user_id', '=', userID)
    .where('project_members.project_id', 'in', idOfOwned(db, actor, projectID))

export const deleteMember = (db: Database, actor: Actor, { projectID, userID }: OfProject) =>
  unscoped(db)
    .deleteFrom('project_members')
    .where('project_members.user_id', '=', userID)
    .where('project_members.project_id', 'in', idOfOwned(db, actor, projectID))

/** Deletes only the actor's own membership. */
export const deleteMembership = (db: Database, actor: Actor, projectID: number) =>
  unscoped(db)
    .deleteFrom('project_members')
    .where('project_members.user_id', '=', actor.userID)
    .where('project_members.project_id', '=', projectID)

/** Requires a project that the actor owns and has locked. */
export const putInvitation = (
  trx: Database,
  actor: Actor,
  projectID: number,
  invitation: Omit<InsertObject<Schema, 'project_invitations'>, 'project_id' | 'registered_id'>,
) => {
  const { email, role, link_hash, created_at, expires_at } = invitation
  return unscoped(trx)
    .insertInto('project_invitations')
    .values({ ...invitation, project_id: idOfOwned(trx, actor, projectID) })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'email_key'])
        .doUpdateSet({ email, role, link_hash, created_at, expires_at, mail_hash: null, registered_id: null }),
    )
}

export const deleteInvitation = (db: Database, actor: Actor, projectID: number, invitationID: number) =>
  unscoped(db)
    .deleteFrom('project_invitations')
    .where('project_invitations.id', '=', invitationID)
    .where('project_invitations.project_id', 'in', idOfOwned(db, actor, projectID))
