import { nameKey } from '../../../shared/contract/name-key.ts'
import { isoTime, type Clock } from '../../platform/lib/clock.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { transact, type Database } from '../../platform/db/database.ts'
import { openSession, type NewSession, type RestoredSession } from '../sessions/sessions.repo.ts'
import { lockPassword } from '../account/users.repo.ts'

/** Who someone is at the provider. */
export interface AtProvider {
  issuer: string
  subject: string
}

export const findLinked = async (db: Database, { issuer, subject }: AtProvider): Promise<number | undefined> =>
  (
    await db
      .selectFrom('provider_accounts')
      .select('user_id')
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .where('finds_by_email', '=', 0)
      .executeTakeFirst()
  )?.user_id

/** Gives the account that a command moved to this provider to the first user there who has its address. */
export const takeMoved = async (
  trx: Database,
  clock: Clock,
  at: AtProvider,
  email: string,
): Promise<{ userID: number; username: string } | undefined> => {
  const moved = await trx
    .deleteFrom('provider_accounts')
    .where('issuer', '=', at.issuer)
    .where('finds_by_email', '=', 1)
    .where('user_id', '=', (eb) => eb.selectFrom('users').select('id').where('email_key', '=', nameKey(email)))
    .returning('user_id')
    .executeTakeFirst()
  if (!moved) return undefined
  await linkAccount(trx, clock, at, moved.user_id)
  const { username } = await trx
    .selectFrom('users')
    .select('username')
    .where('id', '=', moved.user_id)
    .executeTakeFirstOrThrow()
  return { userID: moved.user_id, username }
}

/**
 * Moves all links from one provider to another. Subjects stay, or the accounts are found by their addresses. Answers whose
 * accounts were moved.
 */
export const moveLinks = (
  db: Database,
  clock: Clock,
  { from, to, byEmail }: { from: string; to: string; byEmail: boolean },
): Promise<{ userID: number; username: string }[]> =>
  transact(db, async (trx) => {
    const moved = await trx
      .deleteFrom('provider_accounts')
      .where('issuer', '=', from)
      .returning(['subject', 'user_id'])
      .execute()
    const users = moved.map(({ user_id }) => user_id)
    for (const { subject, user_id } of moved) {
      await trx
        .insertInto('provider_accounts')
        .values({
          ...{ issuer: to, user_id, created_at: isoTime(clock), finds_by_email: byEmail ? 1 : 0 },
          subject: byEmail ? `moved ${user_id}` : subject,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    if (users.length === 0) return []
    return trx.selectFrom('users').select(['id as userID', 'username']).where('id', 'in', users).orderBy('id').execute()
  })

/** The providers where anyone logs in, and how many accounts do. */
export const countIssuers = (db: Database) =>
  db
    .selectFrom('provider_accounts')
    .select(['issuer', (eb) => eb.fn.countAll<number>().as('many')])
    .groupBy('issuer')
    .orderBy('issuer')
    .execute()

export const linkAccount = async (
  trx: Database,
  clock: Clock,
  { issuer, subject }: AtProvider,
  userID: number,
): Promise<void> => {
  await trx
    .insertInto('provider_accounts')
    .values({ issuer, subject, user_id: userID, created_at: isoTime(clock) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Keeps the verified address of someone at the provider; null without one. */
export const noteEmail = async (db: Database, { issuer, subject }: AtProvider, email: string | null): Promise<void> => {
  await db
    .updateTable('provider_accounts')
    .set({ email })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('email', email === null ? 'is not' : 'is distinct from', email)
    .execute()
}

/** Undefined for a locked account. */
export const openAtProvider = (
  db: Database,
  clock: Clock,
  session: Omit<NewSession, 'openedBy'>,
  also: (trx: Database) => Promise<void>,
): Promise<RestoredSession | undefined> =>
  transact(db, async (trx) => {
    // First, as a lock of the account takes it, which ends the sessions opened before.
    await lockPassword(trx, session.userID)
    const user = trx.selectFrom('users').select('id').where('id', '=', session.userID).where('locked_at', 'is', null)
    if (!(await user.executeTakeFirst())) return undefined
    await also(trx)
    return openSession(trx, clock, { ...session, openedBy: 'provider' })
  })

/** The sealed ID token by which the provider knows this session; undefined if it was opened in another way. */
export const idTokenOf = async (db: Database, { sessionID, userID }: Actor): Promise<string | null | undefined> =>
  (
    await db
      .selectFrom('sessions')
      .select('id_token')
      .where('id', '=', sessionID)
      .where('user_id', '=', userID)
      .where('opened_by', '=', 'provider')
      .executeTakeFirst()
  )?.id_token

/** The providers where a user logs in. */
export const listLinked = (db: Database, userID: number) =>
  db
    .selectFrom('provider_accounts')
    .select(['issuer', 'subject', 'created_at as since'])
    .where('user_id', '=', userID)
    .orderBy('created_at')
    .orderBy('issuer')
    .orderBy('subject')
    .execute()

/** The providers where a user logs in, each once, and the verified address there. */
export const listProviders = (db: Database, { userID }: Actor) =>
  db
    .selectFrom('provider_accounts')
    .select(['issuer', (eb) => eb.fn.min('created_at').as('since'), (eb) => eb.fn.max('email').as('email')])
    .where('user_id', '=', userID)
    .groupBy('issuer')
    .orderBy('issuer')
    .execute()

/** Throws `not_found`. */
export const unlinkAccount = async (trx: Database, { userID }: Actor, issuer: string): Promise<void> => {
  const query = trx.deleteFrom('provider_accounts').where('user_id', '=', userID).where('issuer', '=', issuer)
  if ((await query.executeTakeFirst()).numDeletedRows === 0n) throw new AppError('not_found')
}
