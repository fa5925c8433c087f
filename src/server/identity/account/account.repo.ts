import type { z } from 'zod/mini'
import type { Account } from '../../../shared/identity/account.api.ts'
import type { accountInputs } from '../../../shared/identity/account.schema.ts'
import { nameKey } from '../../../shared/contract/name-key.ts'
import { forgetAccount } from '../sessions/login-attempts.service.ts'
import { lockRoles, isLastAdmin } from './users.repo.ts'
import { isoTime, type Clock } from '../../platform/lib/clock.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { forUpdate } from '../../platform/db/engine.ts'
import { orTaken } from '../../platform/db/problems.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { GREETED, greetingOf } from './full-name.ts'
import type { AccountHooks, Left } from './account-hooks.ts'

export type AccountInputs = z.output<typeof accountInputs>

/** Throws `session_ended` if the account was just deleted. */
export const getAccount = async (db: Database, actor: Actor): Promise<Account> => {
  const row = await db
    .selectFrom('users')
    .select(['username', 'email', 'phone', 'first_name as firstName', 'last_name as lastName', 'company'])
    .select(['address', 'address2', 'city', 'state', 'zip'])
    .where('id', '=', actor.userID)
    .executeTakeFirst()
  if (!row) throw new AppError('session_ended')
  return { ...row, roles: JSON.stringify(actor.roles) }
}

/** Throws `session_ended` if the account was just deleted. */
export const getEmail = async (db: Database, actor: Actor): Promise<string> => (await getAccount(db, actor)).email

/** The address, locked until the transaction ends, whether it is confirmed, and how mails greet the user. */
export const takeReader = async (
  trx: Database,
  actor: Actor,
): Promise<{ email: string; isConfirmed: boolean; greeting: string }> => {
  const query = trx.selectFrom('users').select(GREETED).select('email').where('id', '=', actor.userID)
  const row = await forUpdate(trx, query, ['users']).executeTakeFirst()
  if (!row) throw new AppError('session_ended')
  return { email: row.email, isConfirmed: row.email_confirmed_at !== null, greeting: greetingOf(row) }
}

/** Absent optional members stay unchanged. Throws `email_taken`. */
export const updateAccount = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { first, last, ...inputs }: AccountInputs,
): Promise<void> => {
  const update = db
    .updateTable('users')
    .set({
      ...inputs,
      email_key: nameKey(inputs.email),
      first_name: first,
      last_name: last,
      name_key: nameKey(`${first} ${last}`),
      updated_at: isoTime(clock),
    })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', actor.userID)
    .executeTakeFirst()
  const { numUpdatedRows } = await orTaken(update, { fields: { email: true } })
  if (numUpdatedRows === 0n) throw new AppError('session_ended')
}

/** Throws `email_taken`. */
export const updateEmail = async (trx: Database, clock: Clock, actor: Actor, email: string): Promise<void> => {
  const update = trx
    .updateTable('users')
    .set({ email, email_key: nameKey(email), updated_at: isoTime(clock) })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', actor.userID)
    .execute()
  await orTaken(update, {})
}

export const findPasswordHash = async (db: Database, actor: Actor): Promise<string | undefined> =>
  (await db.selectFrom('users').select('password_hash').where('id', '=', actor.userID).executeTakeFirst())
    ?.password_hash

/**
 * Permanently deletes the account and its data, unless the user is the last Admin or others have access to its projects.
 */
export const deleteAccount = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  hooks: AccountHooks['deleted'],
): Promise<Left | 'last Admin'> => {
  await lockRoles(trx)
  if (await isLastAdmin(trx, actor.userID)) return 'last Admin'
  // The account before the trash, like all who write to both, to avoid deadlocks.
  await forUpdate(trx, trx.selectFrom('users').select('id').where('id', '=', actor.userID), ['users']).execute()
  const blobIDs: number[] = []
  for (const hook of hooks) {
    const left = await hook(trx, clock, actor)
    if ('sharedProjects' in left) return left
    blobIDs.push(...left.blobIDs)
  }
  await forgetAccount(trx, actor.userID)
  await trx.deleteFrom('users').where('id', '=', actor.userID).execute()
  return { blobIDs }
}
