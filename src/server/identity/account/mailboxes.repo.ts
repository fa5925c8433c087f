import { createHash } from 'node:crypto'
import { nameKey } from '../../../shared/contract/name-key.ts'
import { isoTime, type Clock } from '../../platform/lib/clock.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { transact, type Database } from '../../platform/db/database.ts'
import { forUpdate } from '../../platform/db/engine.ts'
import type { AccountHooks } from './account-hooks.ts'
import { isSealOf, sealOf } from '../../platform/lib/secret.ts'

/** Email addresses: which are confirmed, and which refuse invitations. */

const confirmed = (userID: string, emailKey: string): string => `mailbox ${emailKey} of ${userID}`
const refused = (emailHash: string): string => `no invitations to ${emailHash}`
/** Addresses that refuse mail are stored as hashes. */
const hashOf = (email: string): string => createHash('sha256').update(nameKey(email)).digest('base64url')

/** The token that confirms a user's address, valid while the address is theirs. */
export const confirmToken = async (db: Database, userID: number, email: string): Promise<string> =>
  `${userID}.${await sealOf(db, confirmed(String(userID), nameKey(email)))}`

/** A token mailed to the user's address was used. */
export const noteConfirmed = async (db: Database, clock: Clock, userID: number): Promise<void> => {
  await db
    .updateTable('users')
    .set({ email_confirmed_at: isoTime(clock) })
    .where('id', '=', userID)
    .where('email_confirmed_at', 'is', null)
    .execute()
}

/** What opens an account or its projects, or keeps its user out. Recovery codes and remembered browsers go with the factor. */
const KEYS_OF_ACCOUNT = ['second_factors', 'passkeys', 'api_keys', 'provider_accounts', 'calendars'] as const

/**
 * Confirms the address of a user who sets a password by mail. If it was not confirmed, a stranger may have registered with
 * it, so everything else that opens the account is removed. Answers whether that was so.
 */
export const noteFirstConfirmed = async (
  trx: Database,
  clock: Clock,
  userID: number,
  hooks: AccountHooks['firstConfirmed'],
): Promise<boolean> => {
  const query = trx.selectFrom('users').select('email_confirmed_at').where('id', '=', userID)
  const user = await forUpdate(trx, query, ['users']).executeTakeFirst()
  if (user?.email_confirmed_at !== null) return false
  await noteConfirmed(trx, clock, userID)
  for (const table of KEYS_OF_ACCOUNT) await trx.deleteFrom(table).where('user_id', '=', userID).execute()
  await trx.deleteFrom('invitations').where('invited_by', '=', userID).execute()
  for (const hook of hooks) await hook(trx, userID)
  return true
}

/** The address of a user that is still to be confirmed. */
export const findUnconfirmed = async (db: Database, userID: number): Promise<string | undefined> =>
  (
    await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', userID)
      .where('email_confirmed_at', 'is', null)
      .executeTakeFirst()
  )?.email

/** Call it in the transaction that changes a user's address. */
export const forgetConfirmed = async (trx: Database, userID: number): Promise<void> => {
  await trx.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', userID).execute()
}

/** Confirms an address by its token; false if the user has another address now. */
export const confirmMailbox = (db: Database, clock: Clock, token: string): Promise<boolean> =>
  transact(db, async (trx) => {
    const [, userID = '', seal = ''] = /^([1-9]\d{0,14})\.([\w-]{43})/.exec(token) ?? []
    const query = trx.selectFrom('users').select(['id', 'email_key']).where('id', '=', Number(userID))
    const user = await forUpdate(trx, query, ['users']).executeTakeFirst()
    if (!user || !(await isSealOf(trx, confirmed(userID, user.email_key), seal))) return false
    await noteConfirmed(trx, clock, user.id)
    return true
  })

/** The user whose action sends a mail. */
interface Sender {
  email: string
  isConfirmed: boolean
  createdAt: string
}

export const findSender = async (db: Database, actor: Actor): Promise<Sender | undefined> => {
  const row = await db
    .selectFrom('users')
    .select(['email', 'email_confirmed_at', 'created_at'])
    .where('id', '=', actor.userID)
    .executeTakeFirst()
  return row && { email: row.email, isConfirmed: row.email_confirmed_at !== null, createdAt: row.created_at }
}

/** The token that ends invitations to an address. */
export const refusalToken = async (db: Database, email: string): Promise<string> => {
  const hash = hashOf(email)
  return `${hash}.${await sealOf(db, refused(hash))}`
}

/** An invalid token changes nothing. */
export const refuseInvitations = async (db: Database, clock: Clock, token: string): Promise<void> => {
  const [, hash = '', seal = ''] = /^([\w-]{43})\.([\w-]{43})/.exec(token) ?? []
  if (!(await isSealOf(db, refused(hash), seal))) return
  await db
    .insertInto('refused_mailboxes')
    .values({ email_hash: hash, refused_at: isoTime(clock) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const refusesInvitations = async (db: Database, email: string): Promise<boolean> =>
  (await db
    .selectFrom('refused_mailboxes')
    .select('email_hash')
    .where('email_hash', '=', hashOf(email))
    .executeTakeFirst()) !== undefined
