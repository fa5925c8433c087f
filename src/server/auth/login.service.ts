import type { Clock } from '../clock.ts'
import { transact, type Database } from '../db/database.ts'
import { openSession, type NewSession, type RestoredSession } from './sessions.repo.ts'
import { forgetTries, takeBackTry, type CountedTry } from './throttle.repo.ts'

/** What a right password does, in one transaction: no try of the account counts any more, and a session opens. */
export const admit = (
  db: Database,
  clock: Clock,
  accountKey: string,
  counted: CountedTry,
  session: NewSession,
): Promise<RestoredSession> =>
  transact(db, async (trx) => {
    await forgetTries(trx, 'login-account', accountKey)
    await takeBackTry(trx, counted)
    return openSession(trx, clock, session)
  })
