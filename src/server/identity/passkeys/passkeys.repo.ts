import type { MyPasskey } from '../../../shared/identity/my-passkey.ts'
import { isoTime, latestNoted, MINUTE, type Clock } from '../../platform/lib/clock.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { transact, type Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { openSession, type NewSession, type RestoredSession } from '../sessions/sessions.repo.ts'
import { hashToken } from '../../platform/lib/tokens.ts'
import { lockPassword } from '../account/users.repo.ts'

const CHALLENGE_LIFE = 5 * MINUTE

/** A challenge for this user to make a passkey, or for anyone to log in. */
export const keepChallenge = async (
  db: Database,
  clock: Clock,
  challenge: string,
  userID: number | null,
): Promise<void> => {
  await db
    .insertInto('challenges')
    .values({ challenge_hash: hashToken(challenge), user_id: userID, expires_at: isoTime(clock, CHALLENGE_LIFE) })
    .execute()
}

/** Uses a challenge up. Of two concurrent calls one returns false. */
export const takeChallenge = async (
  db: Database,
  clock: Clock,
  challenge: string,
  userID: number | null,
): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('challenges')
    .where('challenge_hash', '=', hashToken(challenge))
    .where('user_id', userID === null ? 'is' : '=', userID)
    .where('expires_at', '>', isoTime(clock))
    .where('expires_at', '<=', latestNoted(clock, CHALLENGE_LIFE))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export const sweepChallenges = async (db: Database, clock: Clock): Promise<void> => {
  await db.deleteFrom('challenges').where('expires_at', '<=', isoTime(clock)).execute()
}

const shown = (row: { id: number; name: string; created_at: string; last_used_at: string | null }): MyPasskey => ({
  passkeyID: row.id,
  name: row.name,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
})

export const listPasskeys = async (db: Database, userID: number): Promise<MyPasskey[]> =>
  (
    await db
      .selectFrom('passkeys')
      .select(['id', 'name', 'created_at', 'last_used_at'])
      .where('user_id', '=', userID)
      .orderBy('id')
      .execute()
  ).map(shown)

interface NewPasskey {
  credentialID: string
  publicKey: string
  counter: number
  transports: readonly string[]
  host: string
  name: string
}

/** Throws `passkey_wrong` for a credential that an account already has. */
export const insertPasskey = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { credentialID, publicKey, transports, ...made }: NewPasskey,
): Promise<MyPasskey> => {
  const row = await db
    .insertInto('passkeys')
    .values({
      ...made,
      user_id: actor.userID,
      credential_id: credentialID,
      public_key: publicKey,
      transports: JSON.stringify(transports),
      created_at: isoTime(clock),
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'name', 'created_at', 'last_used_at'])
    .executeTakeFirst()
  if (!row) throw new AppError('passkey_wrong')
  return shown(row)
}

const mine = (db: Database, actor: Actor, passkeyID: number) =>
  db.selectFrom('passkeys').select('id').where('id', '=', passkeyID).where('user_id', '=', actor.userID)

/** Throws `not_found` if it is another user's or absent. */
export const requirePasskey = async (db: Database, actor: Actor, passkeyID: number): Promise<void> => {
  if (!(await mine(db, actor, passkeyID).executeTakeFirst())) throw new AppError('not_found')
}

/** Returns its name. Throws `not_found` if it is another user's or absent. */
export const deletePasskey = async (trx: Database, actor: Actor, passkeyID: number): Promise<string> => {
  const removed = await trx
    .deleteFrom('passkeys')
    .where('id', 'in', mine(trx, actor, passkeyID))
    .returning('name')
    .executeTakeFirst()
  if (!removed) throw new AppError('not_found')
  return removed.name
}

/** The credentials that a device must not make again for this user. */
export const credentialsOf = (db: Database, actor: Actor) =>
  db.selectFrom('passkeys').select('credential_id as id').where('user_id', '=', actor.userID).orderBy('id').execute()

/** Also of locked accounts, whose passkeys open nothing. */
export const findPasskey = (db: Database, credentialID: string) =>
  db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select(['passkeys.id', 'passkeys.user_id', 'passkeys.public_key', 'passkeys.counter'])
    .select(['users.username', 'users.password_hash', 'users.browsers_since'])
    .where('passkeys.credential_id', '=', credentialID)
    .executeTakeFirst()

/** Opens a session by a signature that was right. Undefined if the passkey was removed or its user is locked. */
export const openByPasskey = (
  db: Database,
  clock: Clock,
  { passkeyID, counter }: { passkeyID: number; counter: number },
  session: Omit<NewSession, 'openedBy'>,
  also: (trx: Database) => Promise<void>,
): Promise<RestoredSession | undefined> =>
  transact(db, async (trx) => {
    // First, as a lock of the account takes it, which ends the sessions opened before.
    await lockPassword(trx, session.userID)
    const { numUpdatedRows } = await trx
      .updateTable('passkeys')
      .set({ counter, last_used_at: isoTime(clock) })
      .where('id', '=', passkeyID)
      .where('user_id', 'in', (eb) =>
        eb.selectFrom('users').select('id').where('id', '=', session.userID).where('locked_at', 'is', null),
      )
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return undefined
    await also(trx)
    return openSession(trx, clock, { ...session, openedBy: 'passkey' })
  })
