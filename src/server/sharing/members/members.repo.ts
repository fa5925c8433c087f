import { forgetKeysOfStrangers } from './shares-of-account.access.ts'
import { nameKey } from '../../../shared/contract/name-key.ts'
import { sortedBy } from '../../../shared/contract/order.ts'
import {
  MOST_MEMBERS,
  type GivenRight,
  type Member,
  type PendingInvitation,
} from '../../../shared/sharing/members.api.ts'
import type { Right } from '../../../shared/contract/rights.ts'
import { hashToken, newToken } from '../../platform/lib/tokens.ts'
import { DAY, isoTime, latestNoted, type Clock } from '../../platform/lib/clock.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { transact, type Database } from '../../platform/db/database.ts'
import { forUpdate } from '../../platform/db/engine.ts'
import { deleteInvitation, deleteMember, deleteMembership, putInvitation, updateMember } from './members.access.ts'
import { may, ownedProjects, readableProjects } from '../../platform/db/access/core.ts'
import { writeEventOfMember, writeEvents } from '../../history/events.repo.ts'
import { fullName } from '../../identity/account/full-name.ts'
import { AppError } from '../../platform/http/app-error.ts'

export const INVITATION_LIFE = 14 * DAY

/** The stored role of each right. */
const ROLE_OF = { read: 'viewer', write: 'editor' } as const
export const RIGHT_OF = { viewer: 'read', editor: 'write' } as const

const NAMES = ['users.id', 'users.username', 'users.email', 'users.first_name', 'users.last_name'] as const

interface Named {
  id: number
  username: string
  email: string
  first_name: string
  last_name: string
}

/** Everyone with access to a project that the actor may read; only its owner sees invitations. Throws `not_found`. */
export const listMembers = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
): Promise<{
  project: { projectID: number; name: string }
  may: Right
  members: Member[]
  invitations: PendingInvitation[]
}> => {
  const project = await readableProjects(db, actor)
    .where('projects.id', '=', projectID)
    .innerJoin('users', 'users.id', 'projects.owner_id')
    .select('projects.name')
    .select(NAMES)
    .select(may(actor))
    .executeTakeFirst()
  if (!project) throw new AppError('not_found')
  const rows = await readableProjects(db, actor)
    .innerJoin('project_members', 'project_members.project_id', 'projects.id')
    .where('projects.id', '=', projectID)
    .innerJoin('users', 'users.id', 'project_members.user_id')
    .select(NAMES)
    .select(['project_members.role', 'project_members.joined_at', 'project_members.invited_as'])
    // A stable order for members with equal names.
    .orderBy('users.id')
    .execute()
  const isOwner = project.may === 'own'
  const asMember = (user: Named, right: Right): Member => {
    const isMe = user.id === actor.userID
    const email = isOwner || isMe ? user.email : null
    return {
      ...{ userID: user.id, name: fullName(user), username: user.username, email, may: right, isMe },
      ...{ joinedAt: null, invitedAs: null },
    }
  }
  const members = rows.map(({ role, joined_at, invited_as, ...user }) => ({
    ...asMember(user, RIGHT_OF[role]),
    ...(isOwner && {
      joinedAt: joined_at,
      invitedAs: invited_as === null || nameKey(invited_as) === nameKey(user.email) ? null : invited_as,
    }),
  }))
  return {
    project: { projectID, name: project.name },
    may: project.may,
    members: [asMember(project, 'own'), ...sortedBy(members, ({ name }) => name)],
    invitations: isOwner ? await listInvitations(db, clock, actor, projectID) : [],
  }
}

/** Invitations of the actor's project that are neither used nor expired. */
export const pendingInvitations = (db: Database, clock: Clock, actor: Actor, projectID: number) =>
  ownedProjects(db, actor)
    .innerJoin('project_invitations', 'project_invitations.project_id', 'projects.id')
    .where('projects.id', '=', projectID)
    .where('project_invitations.expires_at', '>', isoTime(clock))
    .where('project_invitations.expires_at', '<=', latestNoted(clock, INVITATION_LIFE))

/** Newest first. */
const listInvitations = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
): Promise<PendingInvitation[]> => {
  const rows = await pendingInvitations(db, clock, actor, projectID)
    .select(['project_invitations.id', 'project_invitations.email', 'project_invitations.role'])
    .select('project_invitations.expires_at')
    .orderBy('project_invitations.created_at', 'desc')
    .orderBy('project_invitations.id', 'desc')
    .execute()
  return rows.map(({ id, email, role, expires_at }) => ({
    invitationID: id,
    email,
    may: RIGHT_OF[role],
    expiresAt: expires_at,
  }))
}

/**
 * Inviting the same person again invalidates their earlier tokens. The returned token is not stored. Throws `not_found`,
 * `already_member` or `too_many_members`.
 */
export const invite = (
  db: Database,
  clock: Clock,
  actor: Actor,
  { projectID, email, may: right }: { projectID: number; email: string; may: GivenRight },
): Promise<{ invitationID: number; token: string }> =>
  transact(db, async (trx) => {
    const owned = ownedProjects(trx, actor).where('projects.id', '=', projectID)
    // Locked, so concurrent invitations count each other.
    if (!(await forUpdate(trx, owned.select('projects.id'), ['projects']).executeTakeFirst())) {
      throw new AppError('not_found')
    }
    const key = nameKey(email)
    const members = await ownedProjects(trx, actor)
      .innerJoin('project_members', 'project_members.project_id', 'projects.id')
      .where('projects.id', '=', projectID)
      .innerJoin('users', 'users.id', 'project_members.user_id')
      .select('users.email_key')
      .execute()
    const owner = await owned.innerJoin('users', 'users.id', 'projects.owner_id').select('users.email_key').execute()
    if ([...members, ...owner].some(({ email_key }) => email_key === key)) {
      throw new AppError('already_member', { fields: { email: true } })
    }
    const invited = await pendingInvitations(trx, clock, actor, projectID)
      .select(['project_invitations.email_key', 'project_invitations.role'])
      .execute()
    const before = invited.find(({ email_key }) => email_key === key)
    if (!before && members.length + invited.length >= MOST_MEMBERS) {
      throw new AppError('too_many_members', { values: { limit: String(MOST_MEMBERS) } })
    }
    const token = newToken()
    const { id } = await putInvitation(trx, actor, projectID, {
      email,
      email_key: key,
      role: ROLE_OF[right],
      link_hash: hashToken(token),
      mail_hash: null,
      created_at: isoTime(clock),
      expires_at: isoTime(clock, INVITATION_LIFE),
    })
      .returning('project_invitations.id')
      .executeTakeFirstOrThrow()
    if (before?.role !== ROLE_OF[right]) {
      await writeEvents(trx, clock, actor, projectID, [{ kind: 'member invited', before: null, after: { may: right } }])
    }
    return { invitationID: id, token }
  })

/** Returns the invited address. Throws `not_found`. */
export const cancelInvitation = (
  db: Database,
  clock: Clock,
  actor: Actor,
  { projectID, invitationID }: { projectID: number; invitationID: number },
): Promise<string> =>
  transact(db, async (trx) => {
    const deleted = await deleteInvitation(trx, actor, projectID, invitationID)
      .returning(['email', 'role'])
      .executeTakeFirst()
    if (!deleted) throw new AppError('not_found')
    await writeEvents(trx, clock, actor, projectID, [
      { kind: 'member uninvited', before: { may: RIGHT_OF[deleted.role] }, after: null },
    ])
    return deleted.email
  })

interface OneMember {
  projectID: number
  userID: number
}

/** Locks a member of the actor's project. Throws `not_found`. */
const lockMember = async (trx: Database, actor: Actor, { projectID, userID }: OneMember) => {
  const query = ownedProjects(trx, actor)
    .innerJoin('project_members', 'project_members.project_id', 'projects.id')
    .where('projects.id', '=', projectID)
    .where('project_members.user_id', '=', userID)
    .innerJoin('users', 'users.id', 'project_members.user_id')
    .select(['project_members.role', ...NAMES])
  const member = await forUpdate(trx, query, ['project_members']).executeTakeFirst()
  if (!member) throw new AppError('not_found')
  return member
}

/** Returns the member's name. Throws `not_found`. */
export const setRight = (
  db: Database,
  clock: Clock,
  actor: Actor,
  { may: right, ...of }: OneMember & { may: GivenRight },
): Promise<string> =>
  transact(db, async (trx) => {
    const { role, ...user } = await lockMember(trx, actor, of)
    if (role === ROLE_OF[right]) return fullName(user)
    await updateMember(trx, actor, of).set({ role: ROLE_OF[right] }).execute()
    const member = user.username
    await writeEvents(trx, clock, actor, of.projectID, [
      { kind: 'member changed', before: { member, may: RIGHT_OF[role] }, after: { member, may: right } },
    ])
    return fullName(user)
  })

/** Returns the member's name. Throws `not_found`. */
export const remove = (db: Database, clock: Clock, actor: Actor, of: OneMember): Promise<string> =>
  transact(db, async (trx) => {
    const { role, ...user } = await lockMember(trx, actor, of)
    await deleteMember(trx, actor, of).execute()
    await forgetKeysOfStrangers(trx, of.projectID)
    await writeEvents(trx, clock, actor, of.projectID, [
      { kind: 'member removed', before: { member: user.username, may: RIGHT_OF[role] }, after: null },
    ])
    return fullName(user)
  })

/** Ends the actor's own membership and returns the project's name. Throws `not_found`. */
export const leave = (db: Database, clock: Clock, actor: Actor, projectID: number): Promise<string> =>
  transact(db, async (trx) => {
    const mine = await readableProjects(trx, actor)
      .innerJoin('project_members', 'project_members.project_id', 'projects.id')
      .where('projects.id', '=', projectID)
      .where('project_members.user_id', '=', actor.userID)
      .select(['projects.name', 'project_members.role'])
      .executeTakeFirst()
    if (!mine) throw new AppError('not_found')
    // Before the deletion, while the actor may still read the project.
    const before = { may: RIGHT_OF[mine.role] }
    await writeEventOfMember(trx, clock, actor, projectID, { kind: 'member left', before, after: null })
    const { numDeletedRows } = await deleteMembership(trx, actor, projectID).executeTakeFirst()
    if (numDeletedRows === 0n) throw new AppError('not_found')
    await forgetKeysOfStrangers(trx, projectID)
    return mine.name
  })
