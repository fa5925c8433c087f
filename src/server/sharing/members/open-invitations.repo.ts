import type { GivenRight } from '../../../shared/sharing/members.api.ts'
import { lockAccountForShare } from '../../identity/account/users.repo.ts'
import { hashToken, newToken } from '../../platform/lib/tokens.ts'
import { isoTime, type Clock } from '../../platform/lib/clock.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { transact, type Database } from '../../platform/db/database.ts'
import { forUpdate } from '../../platform/db/engine.ts'
import {
  deleteInvitations,
  insertMember,
  membersOf,
  openInvitations,
  updateInvitation,
} from './open-invitations.all-users.access.ts'
import { writeEventOfMember } from '../../history/events.repo.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { fullName } from '../../identity/account/full-name.ts'
import { INVITATION_LIFE, RIGHT_OF } from './members.repo.ts'

/** What the holder of an invitation's token can do before they are a member. */

const byToken = (db: Database, clock: Clock, token: string) => {
  const hash = hashToken(token)
  return openInvitations(db, clock, INVITATION_LIFE).where((eb) =>
    eb.or([eb('project_invitations.link_hash', '=', hash), eb('project_invitations.mail_hash', '=', hash)]),
  )
}

const OF_INVITATION = [
  'project_invitations.id',
  'project_invitations.role',
  'project_invitations.email',
  'project_invitations.expires_at',
  'projects.id as projectID',
  'projects.owner_id',
  'projects.name',
  'owners.username',
  'owners.first_name',
  'owners.last_name',
] as const

/** Changes nothing. Throws `invitation_invalid`. */
export const look = async (
  db: Database,
  clock: Clock,
  token: string,
): Promise<{ project: string; by: string; may: GivenRight; expiresAt: string }> => {
  const row = await byToken(db, clock, token).select(OF_INVITATION).executeTakeFirst()
  if (!row) throw new AppError('invitation_invalid')
  return { project: row.name, by: fullName(row), may: RIGHT_OF[row.role], expiresAt: row.expires_at }
}

/**
 * Makes the actor a member and deletes the invitation; of two concurrent calls one is refused. Throws `invitation_invalid`,
 * or `already_member`, which keeps the invitation.
 */
export const join = (
  db: Database,
  clock: Clock,
  actor: Actor,
  token: string,
): Promise<{ projectID: number; name: string }> =>
  transact(db, async (trx) => {
    const query = byToken(trx, clock, token)
      .where((eb) =>
        eb.or([
          eb('project_invitations.registered_id', 'is', null),
          eb('project_invitations.registered_id', '=', actor.userID),
        ]),
      )
      .select(OF_INVITATION)
    // The lock order of inviting and deleting: the project first.
    const invitation = await forUpdate(trx, query, ['projects', 'project_invitations']).executeTakeFirst()
    if (!invitation) throw new AppError('invitation_invalid')
    const { id, role, email, projectID, owner_id, name } = invitation
    const mine = await membersOf(trx, projectID)
      .where('project_members.user_id', '=', actor.userID)
      .select('project_members.role')
      .executeTakeFirst()
    if (mine || owner_id === actor.userID)
      throw new AppError('already_member', { sentence: 'You already have access to this project.' })
    await lockAccountForShare(trx, actor)
    await deleteInvitations(trx).where('project_invitations.id', '=', id).execute()
    await insertMember(trx, {
      project_id: projectID,
      user_id: actor.userID,
      role,
      joined_at: isoTime(clock),
      invited_as: email,
    }).execute()
    const after = { may: RIGHT_OF[role] }
    await writeEventOfMember(trx, clock, actor, projectID, { kind: 'member joined', before: null, after })
    return { projectID, name }
  })

/**
 * Locks a valid invitation that no account was created with. The returned function reserves it for the account that is being
 * created; undefined without such an invitation.
 */
export const keepInvitation = async (
  trx: Database,
  clock: Clock,
  token: string,
): Promise<((userID: number) => Promise<void>) | undefined> => {
  const query = byToken(trx, clock, token).where('project_invitations.registered_id', 'is', null)
  const found = await forUpdate(trx, query.select('project_invitations.id'), ['project_invitations']).executeTakeFirst()
  return (
    found &&
    (async (userID) => {
      await updateInvitation(trx, found.id).set({ registered_id: userID }).execute()
    })
  )
}

/** Creates the token for the mail; undefined if the invitation is no longer pending. */
export const tokenForMail = (
  db: Database,
  clock: Clock,
  invitationID: number,
): Promise<{ email: string; token: string; project: string; by: string; may: GivenRight } | undefined> =>
  transact(db, async (trx) => {
    const query = openInvitations(trx, clock, INVITATION_LIFE)
      .where('project_invitations.id', '=', invitationID)
      .select(OF_INVITATION)
    const row = await forUpdate(trx, query, ['project_invitations']).executeTakeFirst()
    if (!row) return undefined
    const token = newToken()
    await updateInvitation(trx, row.id)
      .set({ mail_hash: hashToken(token) })
      .execute()
    return { email: row.email, token, project: row.name, by: fullName(row), may: RIGHT_OF[row.role] }
  })

export const sweepProjectInvitations = async (db: Database, clock: Clock): Promise<void> => {
  await deleteInvitations(db).where('project_invitations.expires_at', '<=', isoTime(clock)).execute()
}
