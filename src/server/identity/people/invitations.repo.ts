import type { Invitation } from '../../../shared/identity/people.api.ts'
import { DAY, isoTime, latestNoted, type Clock } from '../../platform/lib/clock.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { fullNameOrNull } from '../account/full-name.ts'
import { hashToken, newToken } from '../../platform/lib/tokens.ts'

const LIFE = 14 * DAY

/** `linkHash` is the hash of the shown link's token. Returns the id. */
export const addInvitation = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { email, linkHash }: { email: string; linkHash: string },
): Promise<number> => {
  const { id } = await db
    .insertInto('invitations')
    .values({
      email,
      link_hash: linkHash,
      mail_hash: null,
      invited_by: actor.userID,
      created_at: isoTime(clock),
      expires_at: isoTime(clock, LIFE),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Invitations that are neither used nor expired. */
const valid = (db: Database, clock: Clock) =>
  db
    .selectFrom('invitations')
    .where('invitations.expires_at', '>', isoTime(clock))
    .where('invitations.expires_at', '<=', latestNoted(clock, LIFE))

/** The latest first. */
export const listInvitations = async (db: Database, clock: Clock): Promise<Invitation[]> => {
  const rows = await valid(db, clock)
    .leftJoin('users', 'users.id', 'invitations.invited_by')
    .select(['invitations.id', 'invitations.email', 'invitations.created_at', 'invitations.expires_at'])
    .select(['users.username', 'users.first_name', 'users.last_name'])
    .orderBy('invitations.id', 'desc')
    .execute()
  return rows.map(({ id, email, created_at, expires_at, ...user }) => ({
    invitationID: id,
    email,
    by: fullNameOrNull(user),
    createdAt: created_at,
    expiresAt: expires_at,
  }))
}

/** Returns whether it existed. */
export const removeInvitation = async (db: Database, invitationID: number): Promise<boolean> => {
  const { numDeletedRows } = await db.deleteFrom('invitations').where('id', '=', invitationID).executeTakeFirst()
  return numDeletedRows === 1n
}

/** A second token, for the mail; undefined if the invitation is used, expired or withdrawn. */
export const tokenForMail = async (
  db: Database,
  clock: Clock,
  invitationID: number,
): Promise<{ email: string; token: string } | undefined> => {
  const token = newToken()
  const row = await db
    .updateTable('invitations')
    .set({ mail_hash: hashToken(token) })
    .where('id', 'in', valid(db, clock).select('invitations.id').where('invitations.id', '=', invitationID))
    .returning('email')
    .executeTakeFirst()
  return row && { email: row.email, token }
}

/** Uses an invitation up, by the token of either link. Of two concurrent calls one returns false. */
export const takeInvitation = async (trx: Database, clock: Clock, token: string): Promise<boolean> => {
  const hash = hashToken(token)
  const opened = valid(trx, clock)
    .select('invitations.id')
    .where((eb) => eb.or([eb('invitations.link_hash', '=', hash), eb('invitations.mail_hash', '=', hash)]))
  const { numDeletedRows } = await trx.deleteFrom('invitations').where('id', 'in', opened).executeTakeFirst()
  return numDeletedRows === 1n
}

export const sweepInvitations = async (db: Database, clock: Clock): Promise<void> => {
  await db.deleteFrom('invitations').where('expires_at', '<=', isoTime(clock)).execute()
}
