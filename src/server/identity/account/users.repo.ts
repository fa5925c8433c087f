import type { ExpressionBuilder } from 'kysely'
import { nameKey } from '../../../shared/contract/name-key.ts'
import { Role } from '../../../shared/contract/roles.ts'
import { DAY, isoTime, type Clock } from '../../platform/lib/clock.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { forShare, takeAdvisoryLock } from '../../platform/db/engine.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { GREETED, greetingOf } from './full-name.ts'
import { AppError } from '../../platform/http/app-error.ts'

/** By username or e-mail address, in any case; locked accounts are not found. */
export const findUserForLogin = async (
  db: Database,
  user: string,
): Promise<
  { id: number; username: string; email: string; password_hash: string; browsers_since: string | null } | undefined
> => {
  const key = nameKey(user)
  return db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'password_hash', 'browsers_since'])
    .where((eb) => eb.or([eb('username_key', '=', key), eb('email_key', '=', key)]))
    .where('locked_at', 'is', null)
    .executeTakeFirst()
}

/** Also of locked accounts. */
export const findUserByID = (db: Database, userID: number) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'password_hash', 'browsers_since'])
    .where('id', '=', userID)
    .executeTakeFirst()

/** By username, in any case; locked accounts are found too. */
export const findUser = (
  db: Database,
  username: string,
): Promise<{ id: number; username: string; email: string } | undefined> =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'email'])
    .where('username_key', '=', nameKey(username))
    .executeTakeFirst()

/** The names that a user can log in with. */
export const findNames = (db: Database, userID: number): Promise<{ username: string; email: string } | undefined> =>
  db.selectFrom('users').select(['username', 'email']).where('id', '=', userID).executeTakeFirst()

/** Whom a mail is for, and what it calls them. Undefined until the address is confirmed: it may be a stranger's. */
export const findReader = async (
  db: Database,
  userID: number,
): Promise<{ username: string; email: string; greeting: string } | undefined> => {
  const user = await db
    .selectFrom('users')
    .select(GREETED)
    .select('email')
    .where('id', '=', userID)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst()
  return user && { username: user.username, email: user.email, greeting: greetingOf(user) }
}

/** Use set-password.service.ts, which also ends sessions. */
export const updatePassword = async (
  db: Database,
  clock: Clock,
  userID: number,
  { passwordHash, mustChange }: { passwordHash: string; mustChange: boolean },
): Promise<void> => {
  await db
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      must_change_password: Number(mustChange),
      updated_at: isoTime(clock),
    })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', userID)
    .execute()
}

/** Makes all browsers unknown to the account. */
export const forgetBrowsers = async (trx: Database, clock: Clock, userID: number): Promise<void> => {
  await trx
    .updateTable('users')
    .set({ browsers_since: isoTime(clock) })
    .where('id', '=', userID)
    .execute()
}

/** Serializes setting and checking a user's password until the transaction ends. Take it first, to avoid deadlocks. */
export const lockPassword = (trx: Database, userID: number): Promise<void> =>
  takeAdvisoryLock(trx, `password ${userID}`)

/** Whether a checked password is still the current one; if so, it stays so until the transaction ends. */
export const passwordIsStill = async (trx: Database, userID: number, passwordHash: string): Promise<boolean> => {
  await lockPassword(trx, userID)
  const user = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userID)
    .where('password_hash', '=', passwordHash)
    .where('locked_at', 'is', null)
    .executeTakeFirst()
  return user !== undefined
}

const INITIAL_LIFE = 14 * DAY

/** Whether the password was for a first login, which is too late. Nothing else changes a user who must set another. */
export const isInitialPasswordOver = async (db: Database, clock: Clock, userID: number): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userID)
    .where('must_change_password', '=', 1)
    .where('updated_at', '<=', isoTime(clock, -INITIAL_LIFE))
    .executeTakeFirst()) !== undefined

/**
 * Keeps the account until the transaction ends, for inserts that refer to it. Account deletion takes this lock first.
 * Throws `session_ended` if it was just deleted.
 */
export const lockAccountForShare = async (trx: Database, actor: Actor): Promise<void> => {
  const query = trx.selectFrom('users').select('id').where('id', '=', actor.userID)
  if (!(await forShare(trx, query, ['users']).executeTakeFirst())) throw new AppError('session_ended')
}

/** The same for several accounts; returns those that exist. Ordered, to avoid deadlocks. */
export const lockAccountsForShare = async (trx: Database, userIDs: readonly number[]): Promise<number[]> => {
  const query = trx.selectFrom('users').select('id').where('id', 'in', userIDs).orderBy('id')
  return (await forShare(trx, query, ['users']).execute()).map(({ id }) => id)
}

/** A user by username, in any case, or by id. */
export const isUser = (user: string | number) => (eb: ExpressionBuilder<Schema, 'users'>) =>
  typeof user === 'string' ? eb('username_key', '=', nameKey(user)) : eb('id', '=', user)

/** Serializes changes of admins and of locked accounts until the transaction ends. */
export const lockRoles = (trx: Database): Promise<void> => takeAdvisoryLock(trx, 'roles')

/** Whether the user is the only unlocked Admin. Stays true until the transaction ends, after `lockRoles`. */
export const isLastAdmin = async (trx: Database, userID: number): Promise<boolean> => {
  const admins = await trx
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select('users.id')
    .where('user_roles.role', '=', Role.Admin)
    .where('users.locked_at', 'is', null)
    .limit(2)
    .execute()
  return admins.length === 1 && admins[0]?.id === userID
}

export type Change = 'changed' | 'unchanged' | 'no such user' | 'last Admin'

/** Runs in the transaction of a change. */
export type Also = (trx: Database, user: { userID: number; username: string }) => Promise<void>

/** Grants or revokes a role. The last Admin keeps the role. */
export const setRole = (
  db: Database,
  user: string | number,
  role: Role,
  grants: boolean,
  also?: Also,
): Promise<Change> =>
  db.transaction().execute(async (trx) => {
    await lockRoles(trx)
    const found = await trx.selectFrom('users').select(['id', 'username']).where(isUser(user)).executeTakeFirst()
    if (!found) return 'no such user'
    const changed = async () => {
      await also?.(trx, { userID: found.id, username: found.username })
      return 'changed' as const
    }
    if (grants) {
      const result = await trx
        .insertInto('user_roles')
        .values({ user_id: found.id, role })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return result.numInsertedOrUpdatedRows ? changed() : 'unchanged'
    }
    if (role === Role.Admin && (await isLastAdmin(trx, found.id))) return 'last Admin'
    const result = await trx
      .deleteFrom('user_roles')
      .where('user_id', '=', found.id)
      .where('role', '=', role)
      .executeTakeFirst()
    return result.numDeletedRows ? changed() : 'unchanged'
  })

export const hasUsers = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
