import type { MySession } from '../../../shared/identity/account.api.ts'
import { isoTime, type Clock } from '../../platform/lib/clock.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/http/app-error.ts'

/** The actor's sessions, the last used first. */
export const listMySessions = async (db: Database, clock: Clock, actor: Actor): Promise<MySession[]> => {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'remember', 'created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', actor.userID)
    .where('expires_at', '>', isoTime(clock))
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    sessionID: row.id,
    current: row.id === actor.sessionID,
    userAgent: row.user_agent,
    address: row.address,
    remember: row.remember === 1,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  }))
}

const mine = (db: Database, clock: Clock, actor: Actor, sessionID: number) =>
  db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionID)
    .where('user_id', '=', actor.userID)
    .where('expires_at', '>', isoTime(clock))

/** Throws `not_found` if it has ended, is another user's or is absent. */
export const requireMySession = async (db: Database, clock: Clock, actor: Actor, sessionID: number): Promise<void> => {
  if (!(await mine(db, clock, actor, sessionID).executeTakeFirst())) throw new AppError('not_found')
}

/** Throws `not_found` if it has ended, is another user's or is absent. */
export const endMySession = async (db: Database, clock: Clock, actor: Actor, sessionID: number): Promise<void> => {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', 'in', mine(db, clock, actor, sessionID))
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('not_found')
}
