import { nameKey } from '../../shared/name-key.ts'
import type { Clock } from '../clock.ts'
import { transact, type Database } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'
import type { Services } from '../services.ts'
import { openSession, type NewSession, type RestoredSession } from './sessions.repo.ts'
import { countTry, forgetTries, LOGIN_WINDOW, takeBackTry, type CountedTry } from './throttle.repo.ts'
import { keepPassword } from './users.repo.ts'

/** Under what the tries of an account are counted. */
export const accountKeyOf = (userID: number): string => `id ${userID}`
/** The same for a name that no account has. */
export const nameKeyOf = (name: string): string => `name ${nameKey(name)}`

/** Counts a password that is tried for an account, or throws a 429. */
export const countPassword = (
  { db, clock, config }: Services,
  accountKey: string,
  address: string,
): Promise<CountedTry> =>
  countTry(db, clock, [
    { kind: 'login-account', key: accountKey, limit: config.loginTriesPerAccount, windowMs: LOGIN_WINDOW },
    { kind: 'login-address', key: address, limit: config.loginTriesPerAddress, windowMs: LOGIN_WINDOW },
  ])

/** What a right password does to what was counted: no try of the account counts any more, nor does this one. */
export const forgiveTries = async (trx: Database, accountKey: string, counted: CountedTry): Promise<void> => {
  await forgetTries(trx, 'login-account', accountKey)
  await takeBackTry(trx, counted)
}

/**
 * What a right password does at login, in one transaction: the tries are forgiven, and a session opens. Throws
 * `wrong_credentials` if the password was changed while it was being checked: that has ended what it opened.
 */
export const admit = (
  db: Database,
  clock: Clock,
  accountKey: string,
  counted: CountedTry,
  session: NewSession & { passwordHash: string },
): Promise<RestoredSession> =>
  transact(db, async (trx) => {
    if (!(await keepPassword(trx, session.userID, session.passwordHash))) throw new AppError('wrong_credentials')
    await forgiveTries(trx, accountKey, counted)
    return openSession(trx, clock, session)
  })
