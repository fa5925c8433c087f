import type { z } from 'zod/mini'
import type { registration } from '../../../shared/identity/account.schema.ts'
import { nameKey } from '../../../shared/contract/name-key.ts'
import { Role } from '../../../shared/contract/roles.ts'
import { isoTime, type Clock } from '../../platform/lib/clock.ts'
import { transact, type Database } from '../../platform/db/database.ts'
import { takeAdvisoryLock } from '../../platform/db/engine.ts'
import { uniqueProblem } from '../../platform/db/problems.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { AccountHooks } from './account-hooks.ts'
import { takeInvitation } from '../people/invitations.repo.ts'
import { hasAdmin, takeAdminCode } from '../people/first-admin.repo.ts'

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

/** Reserves what an invitation is for. Throws `invitation_invalid`. */
const reserve = async (trx: Database, clock: Clock, token: string, hooks: AccountHooks['created']) => {
  for (const hook of hooks) {
    const reserveFor = await hook(trx, clock, token)
    if (reserveFor) return reserveFor
  }
  throw new AppError('invitation_invalid')
}

interface Options {
  firstIsAdmin: boolean
  mustChangePassword?: boolean
  /** For registrations with an invitation. */
  hooks?: AccountHooks['created']
  /** Runs in the same transaction. */
  also?: (trx: Database, userID: number) => Promise<void>
}

/**
 * Creates an account with the role User. Without any Admin it also becomes Admin: with the setup code, or as the first
 * account if `firstIsAdmin`. Uses an invitation up, or reserves what it is for. With `mustChangePassword` the password must
 * be changed first. Throws `admin_code_wrong`, `invitation_invalid`, `username_taken` or `email_taken`.
 */
export const createUser = async (
  db: Database,
  clock: Clock,
  { user, inputs, code, invitation }: Registration,
  passwordHash: string,
  { firstIsAdmin, mustChangePassword = false, hooks = [], also }: Options,
): Promise<number> => {
  const usernameKey = nameKey(user)
  const emailKey = nameKey(inputs.email)
  try {
    return await transact(db, async (trx) => {
      // First, so that without a valid code or invitation no one learns which accounts exist.
      const reserveFor =
        invitation && !(await takeInvitation(trx, clock, invitation))
          ? await reserve(trx, clock, invitation, hooks)
          : undefined
      if (firstIsAdmin || code) await takeAdvisoryLock(trx, 'first Admin')
      const isFirst = (firstIsAdmin || code) && !(await hasAdmin(trx))
      if (code && !(isFirst && (await takeAdminCode(trx, code)))) {
        throw new AppError('admin_code_wrong', { fields: { code: true } })
      }
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
          name_key: nameKey(`${inputs.first} ${inputs.last}`),
          company: inputs.company ?? '',
          address: inputs.address,
          address2: inputs.address2 ?? '',
          city: inputs.city,
          state: inputs.state,
          zip: inputs.zip,
          password_hash: passwordHash,
          must_change_password: Number(mustChangePassword),
          locked_at: null,
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await trx.insertInto('user_roles').values({ user_id: id, role: Role.User }).execute()
      await reserveFor?.(id)
      if (isFirst) await trx.insertInto('user_roles').values({ user_id: id, role: Role.Admin }).execute()
      await also?.(trx, id)
      return id
    })
  } catch (error) {
    throw uniqueProblem(error) ? await takenBy(db, usernameKey, emailKey) : error
  }
}
