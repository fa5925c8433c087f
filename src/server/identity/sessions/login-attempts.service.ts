import { nameKey } from '../../../shared/contract/name-key.ts'
import type { ProblemCode } from '../../../shared/contract/problem.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { DAY } from '../../platform/lib/clock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { logSecurity, type From } from '../../platform/http/security/security-log.ts'
import type { Services } from '../../services.ts'
import { recordEvent } from '../security-events/security-events.service.ts'
import {
  countTry,
  FORGOT_WINDOW,
  forgetTries,
  LOGIN_WINDOW,
  refundTry,
  type CountedTry,
  type Throttle,
} from '../../platform/http/throttle.repo.ts'
import { findNames } from '../account/users.repo.ts'

/** The key under which the attempts of an account are counted, by all of its names together. */
const accountKeyOf = (userID: number): string => `id ${userID}`
/** The key of a typed name, whether an account has it or not. */
const nameKeyOf = (name: string): string => `name ${nameKey(name)}`

/**
 * The throttles for a name: one for the name and one for its account. The account's is quiet: if it refused at once, an
 * attacker who used up the attempts of a username would learn which email address belongs to it. A name without an
 * account is counted by the same statements.
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

export interface CountedLogin extends CountedTry {
  /** The separate count of a known browser, or of the account's sessions. */
  own?: Pick<Throttle, 'kind' | 'key'>
}

/** Only the separate count can refuse: strangers' attempts do not lock out a known browser or a session. */
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
 * Counts a login, or throws a 429. With a `refusal` even the right password opens nothing, unless the browser is known, and
 * is answered like a wrong one.
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

/** Counts a request for a reset mail, or throws a 429. With a `refusal` no mail is sent, and the answer is the same. */
export const countForgot = (
  { db, clock, config }: Services,
  { name, userID, address }: { name: string; userID: number | undefined; address: string },
): Promise<CountedTry> =>
  countTry(db, clock, [
    ...perName('forgot', name, userID, { limit: config.forgotPerAccount, windowMs: FORGOT_WINDOW }),
    { kind: 'forgot-address', key: address, limit: config.forgotPerAddress, windowMs: FORGOT_WINDOW },
  ])

/**
 * Counts a check of a signed-in user's current password, by all sessions together and under each of the account's names,
 * or throws a 429.
 */
export const countPassword = async (services: Services, actor: Actor, address: string): Promise<CountedLogin> => {
  const { db, config } = services
  const perTry = { limit: config.loginTriesPerAccount, windowMs: LOGIN_WINDOW }
  const names = Object.values((await findNames(db, actor.userID)) ?? {})
  return countOwn(services, { kind: 'login-session', key: accountKeyOf(actor.userID) }, [
    ...names.map((name): Throttle => ({ kind: 'login-name', key: nameKeyOf(name), ...perTry })),
    { kind: 'login-account', key: accountKeyOf(actor.userID), ...perTry },
    loginAddress(services, address),
  ])
}

const CODES_PER_WINDOW = 10
const CODES_PER_DAY = 50

/**
 * Counts a code of the account's app, whichever browser or session sends it, or throws a 429. Only a right one is not
 * counted, so that its user's login gives nobody new attempts.
 */
export const countCode = ({ db, clock }: Services, userID: number): Promise<CountedTry> =>
  countTry(db, clock, [
    { kind: 'code-account', key: accountKeyOf(userID), limit: CODES_PER_WINDOW, windowMs: LOGIN_WINDOW },
    { kind: 'code-day', key: accountKeyOf(userID), limit: CODES_PER_DAY, windowMs: DAY },
  ])

const forgetNames = async (trx: Database, kind: 'login-name' | 'forgot-name', userID: number): Promise<void> => {
  for (const name of Object.values((await findNames(trx, userID)) ?? {})) {
    await forgetTries(trx, kind, nameKeyOf(name))
  }
}

/** Forgets the failed logins of an account, under each of its names. */
export const forgetFailedLogins = async (trx: Database, userID: number): Promise<void> => {
  await forgetTries(trx, 'login-account', accountKeyOf(userID))
  await forgetNames(trx, 'login-name', userID)
}

/** Forgets all attempts of an account. Call it before deleting the account, which has the names. */
export const forgetAccount = async (trx: Database, userID: number): Promise<void> => {
  await forgetFailedLogins(trx, userID)
  for (const kind of ['forgot-account', 'login-session', 'code-account', 'code-day'] as const)
    await forgetTries(trx, kind, accountKeyOf(userID))
  await forgetNames(trx, 'forgot-name', userID)
}

/** What was wrong in a failed attempt, by the code of its error. */
const FAILED: Partial<Record<ProblemCode, 'password' | 'code'>> = {
  wrong_credentials: 'password',
  password_expired: 'password',
  current_password_wrong: 'password',
  code_wrong: 'code',
}

/**
 * Logs and records a failed attempt, then throws its error. A refused one is only logged: it costs callers nothing, so
 * they could fill the audit log. `user` is null for an unknown name.
 */
export const logFailedTry =
  (services: Services, from: From, user: { userID: number; username: string } | null) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof AppError)) throw error
    const account = user?.username ?? null
    if (error.code === 'too_many_tries') logSecurity(from, 'login_refused', account)
    const wrong = FAILED[error.code]
    if (wrong) {
      logSecurity(from, 'login_failed', account, wrong === 'code' ? { wrong } : {})
      await recordEvent(services, services.db, { kind: 'login_failed', user, by: null, detail: wrong, from })
    }
    throw error
  }

/**
 * Forgets the account's attempts and this one after a right password. Over the limit the account's stay, so that its
 * user's login does not give a stranger new attempts.
 */
export const forgiveTries = async (trx: Database, userID: number, counted: CountedLogin): Promise<void> => {
  if (!counted.refusal) await forgetFailedLogins(trx, userID)
  if (counted.own) await forgetTries(trx, counted.own.kind, counted.own.key)
  await refundTry(trx, counted)
}
