import { transact, type Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { From } from '../../platform/http/security/security-log.ts'
import type { Services } from '../../services.ts'
import { isInitialPasswordOver, passwordIsStill } from '../account/users.repo.ts'
import { passwordMatches } from '../passwords/passwords.ts'
import { countingCodes } from '../second-factor/count-codes.service.ts'
import { needsCode, rememberForCodes, requireCode } from '../second-factor/second-factor.repo.ts'
import { recordLogin } from '../security-events/security-events.service.ts'
import { deviceOf } from './device-of.ts'
import { countLogin, forgiveTries, logFailedTry, type CountedLogin } from './login-attempts.service.ts'
import { openSession, type RestoredSession } from './sessions.repo.ts'
import { refundTry } from '../../platform/http/throttle.repo.ts'

interface Account {
  id: number
  username: string
  password_hash: string
}

interface PasswordLogin {
  /** As typed. */
  name: string
  /** The account with that name. */
  account: Account | undefined
  password: string
  code: string | undefined
  /** The token of this browser, if the account knows it. */
  knownBrowser: string | undefined
  /** The browser to remember, so that its next logins need no code. */
  rememberedBrowser: string | undefined
  remember: boolean
  openedBy: 'password' | 'provider'
}

/**
 * Opens a session. `also` runs in the same transaction. Throws `wrong_credentials`, `password_expired`, `too_many_tries`,
 * `code_wrong`, or `code_required`, which is no failed login. Failures are logged and recorded.
 */
export const logInWithPassword = (
  services: Services,
  from: From,
  login: PasswordLogin,
  also?: (trx: Database) => Promise<void>,
): Promise<RestoredSession> => {
  const { name, account, password, knownBrowser } = login
  const attempt = async () => {
    const counted = await countLogin(services, { name, userID: account?.id, address: from.ip, browser: knownBrowser })
    const isRight = await passwordMatches(account?.password_hash, password)
    // Above the limit, the answer and the counts do not tell whether the password was right.
    const isRefused = counted.refusal !== undefined && !counted.own
    if (!isRight || !account || isRefused) throw new AppError('wrong_credentials')
    return openAfterPassword(services, from, counted, account, login, also)
  }
  // The account's own name: what was typed may be a password in the wrong field.
  const user = account ? { userID: account.id, username: account.username } : null
  return attempt().catch(logFailedTry(services, from, user))
}

/** Throws `wrong_credentials` if the password was changed after it was checked, and `password_expired`. */
const openAfterPassword = async (
  services: Services,
  from: From,
  counted: CountedLogin,
  { id: userID, username, password_hash }: Account,
  { code, knownBrowser, rememberedBrowser, remember, openedBy }: PasswordLogin,
  also?: (trx: Database) => Promise<void>,
): Promise<RestoredSession> => {
  const { db, clock, jobs } = services
  const open = () =>
    transact(db, async (trx) => {
      if (!(await passwordIsStill(trx, userID, password_hash))) throw new AppError('wrong_credentials')
      if (await isInitialPasswordOver(trx, clock, userID)) throw new AppError('password_expired')
      const usedCode = await requireCode(trx, clock, { userID, code, browser: knownBrowser })
      if (usedCode && rememberedBrowser !== undefined)
        await rememberForCodes(trx, clock, { userID, browser: rememberedBrowser, userAgent: deviceOf(from).userAgent })
      await forgiveTries(trx, userID, counted)
      await also?.(trx)
      const user = { userID, username }
      await recordLogin(services, trx, { user, how: openedBy, isKnown: knownBrowser !== undefined, from })
      return openSession(trx, clock, { userID, remember, openedBy, ...deviceOf(from) })
    })
  try {
    const takesCode = code !== undefined && (await needsCode(db, clock, { userID, browser: knownBrowser }))
    const session = await (takesCode
      ? countingCodes(services, { user: { userID, username }, code, from }, open)
      : open())
    jobs.wake()
    return session
  } catch (error) {
    if (error instanceof AppError && error.code === 'code_required') await refundTry(db, counted)
    throw error
  }
}
