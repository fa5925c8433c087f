import type { InsertObject } from 'kysely'
import { liveProjects, unscoped } from '../../platform/db/access/unscoped.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { isoTime, latestNoted, type Clock } from '../../platform/lib/clock.ts'

/** Invitations as their recipients find them, who are no members yet. */

/** Invitations to existing projects whose owners are not locked. Callers have a token or send the mail. */
export const openInvitations = (db: Database, clock: Clock, life: number) =>
  liveProjects(db)
    .innerJoin('project_invitations', 'project_invitations.project_id', 'projects.id')
    .innerJoin('users as owners', 'owners.id', 'projects.owner_id')
    .where('owners.locked_at', 'is', null)
    .where('project_invitations.expires_at', '>', isoTime(clock))
    .where('project_invitations.expires_at', '<=', latestNoted(clock, life))
export const updateInvitation = (db: Database, invitationID: number) =>
  unscoped(db).updateTable('project_invitations').where('project_invitations.id', '=', invitationID)
export const deleteInvitations = (db: Database) => unscoped(db).deleteFrom('project_invitations')

/** Requires a lock on the invitation. */
export const insertMember = (trx: Database, member: InsertObject<Schema, 'project_members'>) =>
  unscoped(trx).insertInto('project_members').values(member)
export const membersOf = (db: Database, projectID: number) =>
  unscoped(db).selectFrom('project_members').where('project_members.project_id', '=', projectID)
