import type { z } from 'zod/mini'
import type { registration } from '../../shared/auth.ts'
import { nameKey } from '../../shared/name-key.ts'
import { Role } from '../../shared/roles.ts'
import { isoTime, type Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { lockKey } from '../db/engine.ts'
import { uniqueProblem } from '../db/problems.ts'
import { AppError } from '../http/app-error.ts'

export type Registration = z.output<typeof registration>

const takenBy = async (db: Database, username: string, email: string): Promise<AppError> => {
  const rows = await db
    .selectFrom('users')
    .select(['username_key', 'email_key'])
    .where((eb) => eb.or([eb('username_key', '=', username), eb('email_key', '=', email)]))
    .execute()
  return rows.some((row) => row.username_key === username)
    ? new AppError('username_taken', { fields: { user: true } })
    : new AppError('email_taken', { fields: { email: true } })
}

/**
 * Creates an account with the role User; the first of an installation without any Admin also becomes Admin, if
 * `firstIsAdmin`. A username or e-mail that is taken is a 409.
 */
export const createUser = async (
  db: Database,
  clock: Clock,
  { user, inputs }: Registration,
  passwordHash: string,
  firstIsAdmin: boolean,
): Promise<number> => {
  const usernameKey = nameKey(user)
  const emailKey = nameKey(inputs.email)
  try {
    return await db.transaction().execute(async (trx) => {
      if (firstIsAdmin) await lockKey(trx, 'first Admin')
      const now = isoTime(clock)
      const { id } = await trx
        .insertInto('users')
        .values({
          username: user,
          username_key: usernameKey,
          email: inputs.email,
          email_key: emailKey,
          phone: inputs.phone,
          first_name: inputs.first,
          last_name: inputs.last,
          company: inputs.company ?? '',
          address: inputs.address,
          address2: inputs.address2 ?? '',
          city: inputs.city,
          state: inputs.state,
          zip: inputs.zip,
          password_hash: passwordHash,
          locked_at: null,
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await trx.insertInto('user_roles').values({ user_id: id, role: Role.User }).execute()
      if (firstIsAdmin) {
        const admin = await trx
          .selectFrom('user_roles')
          .select('user_id')
          .where('role', '=', Role.Admin)
          .executeTakeFirst()
        if (!admin) await trx.insertInto('user_roles').values({ user_id: id, role: Role.Admin }).execute()
      }
      return id
    })
  } catch (error) {
    throw uniqueProblem(error) ? await takenBy(db, usernameKey, emailKey) : error
  }
}

/** By username or e-mail address, in any case; locked accounts are not found. */
export const findUserForLogin = async (
  db: Database,
  user: string,
): Promise<{ id: number; password_hash: string } | undefined> => {
  const key = nameKey(user)
  return db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where((eb) => eb.or([eb('username_key', '=', key), eb('email_key', '=', key)]))
    .where('locked_at', 'is', null)
    .executeTakeFirst()
}

/** Gives or takes one role of a user, found by username. The last Admin keeps the role. Answers whether anything changed. */
export const setRole = async (
  db: Database,
  username: string,
  role: Role,
  held: boolean,
): Promise<'changed' | 'unchanged' | 'no such user' | 'last Admin'> =>
  db.transaction().execute(async (trx) => {
    await lockKey(trx, 'roles')
    const user = await trx
      .selectFrom('users')
      .select('id')
      .where('username_key', '=', nameKey(username))
      .executeTakeFirst()
    if (!user) return 'no such user'
    if (held) {
      const result = await trx
        .insertInto('user_roles')
        .values({ user_id: user.id, role })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return result.numInsertedOrUpdatedRows ? 'changed' : 'unchanged'
    }
    if (role === Role.Admin) {
      const others = await trx
        .selectFrom('user_roles')
        .select('user_id')
        .where('role', '=', Role.Admin)
        .where('user_id', '!=', user.id)
        .executeTakeFirst()
      if (!others) return 'last Admin'
    }
    const result = await trx
      .deleteFrom('user_roles')
      .where('user_id', '=', user.id)
      .where('role', '=', role)
      .executeTakeFirst()
    return result.numDeletedRows ? 'changed' : 'unchanged'
  })

export const hasUsers = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
