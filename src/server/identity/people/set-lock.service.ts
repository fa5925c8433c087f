import { isoTime, type Clock } from '../../platform/lib/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { dropPasswordResets } from '../passwords/password-resets.repo.ts'
import { endSessionsOf } from '../sessions/sessions.repo.ts'
import { isLastAdmin, isUser, lockPassword, lockRoles, type Also, type Change } from '../account/users.repo.ts'

/**
 * Locks or unlocks an account. Locking ends its sessions and the links that could set its password, so that unlocking
 * does not revive them. The last Admin cannot be locked.
 */
export const setLock = (
  db: Database,
  clock: Clock,
  user: string | number,
  locked: boolean,
  also?: Also,
): Promise<Change> =>
  db.transaction().execute(async (trx) => {
    const find = trx.selectFrom('users').select(['id', 'username', 'locked_at']).where(isUser(user))
    const named = await find.executeTakeFirst()
    // First, like account deletion, to avoid deadlocks. A running login finishes before, so its session ends too.
    if (named) await lockPassword(trx, named.id)
    await lockRoles(trx)
    const found = await find.executeTakeFirst()
    if (!found) return 'no such user'
    if (locked === (found.locked_at !== null)) return 'unchanged'
    if (locked && (await isLastAdmin(trx, found.id))) return 'last Admin'
    await trx
      .updateTable('users')
      .set({ locked_at: locked ? isoTime(clock) : null })
      .where('id', '=', found.id)
      .execute()
    if (locked) {
      await endSessionsOf(trx, found.id)
      await dropPasswordResets(trx, found.id)
    }
    await also?.(trx, { userID: found.id, username: found.username })
    return 'changed'
  })
