import { HOUR, isoTime, latestNoted, type Clock } from '../../platform/lib/clock.ts'
import { transact, type Database } from '../../platform/db/database.ts'
import { hashToken, newToken } from '../../platform/lib/tokens.ts'
import { GREETED, greetingOf } from '../account/full-name.ts'
import { lockPassword } from '../account/users.repo.ts'

const RESET_LIFE = HOUR

/**
 * A new token that can set the user's password, in plain text, only for the mail. Undefined if the account is gone or has
 * another email address now.
 */
export const addPasswordReset = (
  db: Database,
  clock: Clock,
  { id, email }: { id: number; email: string },
): Promise<{ username: string; greeting: string; token: string } | undefined> =>
  transact(db, async (trx) => {
    await lockPassword(trx, id)
    const users = trx.selectFrom('users').select(GREETED).where('id', '=', id).where('email', '=', email)
    const user = await users.executeTakeFirst()
    if (!user) return undefined
    const token = newToken()
    await trx
      .insertInto('password_resets')
      .values({
        user_id: id,
        token_hash: hashToken(token),
        created_at: isoTime(clock),
        expires_at: isoTime(clock, RESET_LIFE),
      })
      .execute()
    return { username: user.username, greeting: greetingOf(user), token }
  })

/** The user whose password a token can set; undefined if it is unknown, used or expired, or the user is locked. */
export const userOfPasswordReset = async (db: Database, clock: Clock, token: string): Promise<number | undefined> => {
  const row = await db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select('password_resets.user_id')
    .where('password_resets.token_hash', '=', hashToken(token))
    .where('password_resets.expires_at', '>', isoTime(clock))
    .where('password_resets.expires_at', '<=', latestNoted(clock, RESET_LIFE))
    .where('users.locked_at', 'is', null)
    .executeTakeFirst()
  return row?.user_id
}

/** Uses a token up. Of two concurrent calls one returns false. */
export const takePasswordReset = async (db: Database, token: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('password_resets')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Ends all links that could set the user's password. */
export const dropPasswordResets = async (db: Database, userID: number): Promise<void> => {
  await db.deleteFrom('password_resets').where('user_id', '=', userID).execute()
}

export const sweepPasswordResets = async (db: Database, clock: Clock): Promise<void> => {
  await db.deleteFrom('password_resets').where('expires_at', '<=', isoTime(clock)).execute()
}
