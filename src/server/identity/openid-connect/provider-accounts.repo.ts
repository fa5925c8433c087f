import { isoTime, type Clock } from '../../platform/lib/clock.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { transact, type Database } from '../../platform/db/database.ts'
import { openSession, type NewSession, type RestoredSession } from '../sessions/sessions.repo.ts'
import { lockPassword } from '../account/users.repo.ts'

/** Who someone is at the provider. */
interface AtProvider {
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
      .executeTakeFirst()
  )?.user_id

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

/** What the provider knows this session by; undefined if it was opened otherwise. */
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

/** The providers where a user logs in, each once. */
export const listProviders = (db: Database, { userID }: Actor) =>
  db
    .selectFrom('provider_accounts')
    .select(['issuer', (eb) => eb.fn.min('created_at').as('since')])
    .where('user_id', '=', userID)
    .groupBy('issuer')
    .orderBy('issuer')
    .execute()

/** Throws `not_found`. */
export const unlinkAccount = async (trx: Database, { userID }: Actor, issuer: string): Promise<void> => {
  const query = trx.deleteFrom('provider_accounts').where('user_id', '=', userID).where('issuer', '=', issuer)
  if ((await query.executeTakeFirst()).numDeletedRows === 0n) throw new AppError('not_found')
}
