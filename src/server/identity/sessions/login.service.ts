import { nameKey } from '../../../shared/contract/name-key.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { transact, type Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { logSecurity, type From } from '../../platform/http/security/security-log.ts'
import type { Services } from '../../services.ts'
import { recordEvent, recordLogin } from '../security-events/security-events.service.ts'
import { rememberForCodes, requireCode } from '../second-factor/second-factor.repo.ts'
import { deviceOf } from './session.ts'
import { openSession, type NewSession, type RestoredSession } from './sessions.repo.ts'
import {
  countTry,
  FORGOT_WINDOW,
  forgetTries,
  LOGIN_WINDOW,
  takeBackTry,
  type CountedTry,
  type Throttle,
} from './throttle.repo.ts'
import { findNames, passwordIsStill } from '../account/users.repo.ts'

/** Under what the tries of an account are counted, whichever of its names they came by. */
const accountKeyOf = (userID: number): string => `id ${userID}`
/** The same for a name that was typed, whether an account has it or not. */
const nameKeyOf = (name: string): string => `name ${nameKey(name)}`

/**
 * The throttles of what anybody may try for a name. They hold for the account as well, under all of its names. That one
 * is quiet: if it refused at once, an attacker who used up the tries of a username would learn which email address
 * belongs to it. A name that no account has is counted by the same statements.
 */
const perName = (
  kind: 'login' | 'forgot',
  name: string,
  userID: number | undefined,
  { limit, windowMs }: { limit: number; windowMs: number },
): Throttle[] => {
  const account = userID === undefined ? nameKeyOf(name) : accountKeyOf(userID)
  return [
    { kind: `${kind}-name`, key: nameKeyOf(name), limit, windowMs },
    { kind: `${kind}-account`, key: account, limit, windowMs, isQuiet: true },
  ]
}

const loginAddress = ({ config }: Services, address: string): Throttle => ({
  kind: 'login-address',
  key: address,
  limit: config.loginTriesPerAddress,
  windowMs: LOGIN_WINDOW,
})

interface CountedLogin extends CountedTry {
  /** The tries that a known browser or a session has of its own. */
  own?: Pick<Throttle, 'kind' | 'key'>
}

/** What is counted refuses only the own tries: those of strangers keep nobody out who is known here. */
const countOwn = async (
  { db, clock, config }: Services,
  own: Pick<Throttle, 'kind' | 'key'>,
  others: readonly Throttle[],
): Promise<CountedLogin> => {
  const perTry = { limit: config.loginTriesPerAccount, windowMs: LOGIN_WINDOW }
  const quiet = others.map((throttle): Throttle => ({ ...throttle, isQuiet: true }))
  return { ...(await countTry(db, clock, [{ ...own, ...perTry }, ...quiet])), own }
}

/**
 * Counts a login with a name, or throws a 429. A `refusal` is for the caller who turns out to know the password: it opens
 * nothing unless the browser is known, and to everybody else the answer is that of a wrong password.
 */
export const countLogin = (
  services: Services,
  {
    name,
    userID,
    address,
    browser,
  }: { name: string; userID: number | undefined; address: string; browser: string | undefined },
): Promise<CountedLogin> => {
  const { db, clock, config } = services
  const perTry = { limit: config.loginTriesPerAccount, windowMs: LOGIN_WINDOW }
  const throttles = [...perName('login', name, userID, perTry), loginAddress(services, address)]
  if (browser === undefined) return countTry(db, clock, throttles)
  return countOwn(services, { kind: 'login-browser', key: browser }, throttles)
}

/** Counts that somebody forgot a password, or throws a 429. With a `refusal` no mail goes out; the answer does not say so. */
export const countForgot = (
  { db, clock, config }: Services,
  { name, userID, address }: { name: string; userID: number | undefined; address: string },
): Promise<CountedTry> =>
  countTry(db, clock, [
    ...perName('forgot', name, userID, { limit: config.forgotPerAccount, windowMs: FORGOT_WINDOW }),
    { kind: 'forgot-address', key: address, limit: config.forgotPerAddress, windowMs: FORGOT_WINDOW },
  ])

/**
 * Counts a password that a signed-in user gives for their own account, or throws a 429. It counts under each of the
 * account's names, which they know.
 */
export const countPassword = async (services: Services, actor: Actor, address: string): Promise<CountedLogin> => {
  const { db, config } = services
  const perTry = { limit: config.loginTriesPerAccount, windowMs: LOGIN_WINDOW }
  const names = Object.values((await findNames(db, actor.userID)) ?? {})
  return countOwn(services, { kind: 'login-session', key: String(actor.sessionID) }, [
    ...names.map((name): Throttle => ({ kind: 'login-name', key: nameKeyOf(name), ...perTry })),
    { kind: 'login-account', key: accountKeyOf(actor.userID), ...perTry },
    loginAddress(services, address),
  ])
}

const forgetNames = async (trx: Database, kind: 'login-name' | 'forgot-name', userID: number): Promise<void> => {
  for (const name of Object.values((await findNames(trx, userID)) ?? {})) {
    await forgetTries(trx, kind, nameKeyOf(name))
  }
}

/** No failed login of the account counts any more, under none of its names. */
export const forgetFailedLogins = async (trx: Database, userID: number): Promise<void> => {
  await forgetTries(trx, 'login-account', accountKeyOf(userID))
  await forgetNames(trx, 'login-name', userID)
}

/** What was counted for an account goes with it. Before it goes, for it knows its names. */
export const forgetAccount = async (trx: Database, userID: number): Promise<void> => {
  await forgetFailedLogins(trx, userID)
  await forgetTries(trx, 'forgot-account', accountKeyOf(userID))
  await forgetNames(trx, 'forgot-name', userID)
}

/**
 * Passes the failure of a password's check on, after the log and the audit log have it. A refused try is only a line: it
 * costs a caller nothing, so they could fill the audit log. `user` is null for an unknown name.
 */
export const logFailedTry =
  (services: Services, from: From, user: { userID: number; username: string } | null) =>
  async (error: unknown): Promise<never> => {
    const account = user?.username ?? null
    const code = error instanceof AppError && error.code
    const wrong = code === 'code_wrong' ? 'code' : 'password'
    if (code === 'wrong_credentials' || code === 'current_password_wrong') logSecurity(from, 'login_failed', account)
    if (code === 'code_wrong') logSecurity(from, 'login_failed', account, { wrong })
    if (code === 'too_many_tries') logSecurity(from, 'login_refused', account)
    if (code === 'wrong_credentials' || code === 'current_password_wrong' || code === 'code_wrong')
      await recordEvent(services, services.db, { kind: 'login_failed', user, by: null, detail: wrong, from })
    throw error
  }

/**
 * What a right password does to what was counted: no try of the account counts any more, nor does this one. Over the
 * limit the account's tries stay, so that its user lets no stranger try again.
 */
export const forgiveTries = async (trx: Database, userID: number, counted: CountedLogin): Promise<void> => {
  if (!counted.refusal) await forgetFailedLogins(trx, userID)
  if (counted.own) await forgetTries(trx, counted.own.kind, counted.own.key)
  await takeBackTry(trx, counted)
}

interface Login extends Omit<NewSession, 'userAgent' | 'address'> {
  username: string
  passwordHash: string
}

interface Factor {
  code: string | undefined
  /** What names the browser, if the account knows it. */
  known: string | undefined
  /** The browser to remember, so that its next logins need no code. */
  remembered: string | undefined
}

/**
 * What a right password does at login, in one transaction: the second factor is checked, the tries are forgiven, and a
 * session opens. Throws `wrong_credentials` if the password was changed while it was being checked: that has ended what
 * it opened. Throws `code_required`, which is no failed login, or `code_wrong`.
 */
export const admit = (
  services: Services,
  from: From,
  counted: CountedLogin,
  { code, known, remembered, username, ...session }: Login & Factor,
  also?: (trx: Database) => Promise<void>,
): Promise<RestoredSession> => {
  const { db, clock, jobs } = services
  const admitted = transact(db, async (trx) => {
    const { userID, passwordHash } = session
    if (!(await passwordIsStill(trx, userID, passwordHash))) throw new AppError('wrong_credentials')
    const usedCode = await requireCode(trx, clock, { userID, code, browser: known })
    if (usedCode && remembered !== undefined) await rememberForCodes(trx, clock, userID, remembered)
    await forgiveTries(trx, userID, counted)
    await also?.(trx)
    const how = session.openedBy ?? 'password'
    await recordLogin(services, trx, { user: { userID, username }, how, isKnown: known !== undefined, from })
    return openSession(trx, clock, { ...session, ...deviceOf(from) })
  })
  return admitted.then(
    (opened) => {
      jobs.wake()
      return opened
    },
    async (error: unknown) => {
      if (error instanceof AppError && error.code === 'code_required') await takeBackTry(db, counted)
      throw error
    },
  )
}
