import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { DAY, HOUR, isoTime, latestNoted, MINUTE, type Clock } from '../lib/clock.ts'
import { transact, type Database } from '../db/database.ts'
import { takeAdvisoryLock } from '../db/engine.ts'
import { AppError } from './app-error.ts'

type AttemptKind =
  | 'login-account'
  | 'login-name'
  | 'login-address'
  | 'login-browser'
  | 'login-session'
  | 'code-account'
  | 'code-day'
  | 'passkey-address'
  | 'passkey-login-address'
  | 'provider-address'
  | 'register-address'
  | 'forgot-account'
  | 'forgot-name'
  | 'forgot-address'
  | 'consultation-address'
  | 'member-account'
  | 'member-address'
  | 'link-address'
  | 'email-taken'
  | 'mail-recipient'
  | 'mail-newcomer'
  | 'mail'
  | 'email-change'
  | 'audit-account'

export interface Throttle {
  kind: AttemptKind
  /** What is counted: an account, a name or an address. */
  key: string
  limit: number
  windowMs: number
  /** Over the limit `countTry` does not throw but returns the error as `refusal`, and counts nothing more under this key. */
  isQuiet?: true
}

const IPV6_GROUPS = 8
const NETWORK_GROUPS = 4

/**
 * The network of one subscriber: 2^64 addresses in IPv6, one address in IPv4, however it is written. Other texts stay
 * unchanged.
 */
export const networkOf = (address: string): string => {
  const bare = address.replace(/%.*$/s, '').toLowerCase()
  if (!isIPv6(bare)) return address
  // The URL parser normalizes every notation.
  const written = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const [head = '', tail] = written.split('::')
  const [before, after] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')))
  const missing = IPV6_GROUPS - (before?.length ?? 0) - (after?.length ?? 0)
  const groups = [...(before ?? []), ...Array.from({ length: missing }, () => '0'), ...(after ?? [])]
  const [high = 0, low = 0] = groups.slice(-2).map((group) => parseInt(group, 16))
  const isIPv4 = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff'
  if (isIPv4) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`
}

/** Hashed, because callers' keys can be longer than an index allows. */
const stored = (kind: AttemptKind, key: string): string =>
  createHash('sha256')
    .update(kind.endsWith('-address') ? networkOf(key) : key)
    .digest('hex')

/** "3 minutes", "1 hour": the wait rounded up. */
export const waitInWords = (seconds: number): string => {
  const [count, unit] =
    seconds < 60
      ? [seconds, 'second']
      : seconds < 3600
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** The rows of one attempt, and the 429 of a quiet throttle. */
export interface CountedTry {
  readonly ids: readonly number[]
  /** Whether it used up a limit. */
  readonly isLast: boolean
  readonly refusal: AppError | undefined
}

export const tooManyTries = (waitMs: number): AppError => {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new AppError('too_many_tries', {
    values: { wait: waitInWords(seconds) },
    headers: { 'Retry-After': String(seconds) },
  })
}

/**
 * Counts an attempt against all throttles, or throws a 429 that says how long to wait and counts nothing. Call it before
 * the work: it is one transaction, or part of the caller's, so concurrent attempts cannot all pass.
 */
export const countTry = async (db: Database, clock: Clock, throttles: readonly Throttle[]): Promise<CountedTry> => {
  const now = clock.now().getTime()
  const { ids, wait, quietWait, isLast } = await transact(db, async (trx) => {
    for (const { kind, key } of throttles) await takeAdvisoryLock(trx, `${kind} ${key}`)
    const counting: Throttle[] = []
    let quietly: number | undefined
    let usesUp = false
    for (const throttle of throttles) {
      const { kind, key, limit, windowMs } = throttle
      const earlier = await trx
        .selectFrom('attempts')
        .select('at')
        .where('kind', '=', kind)
        .where('key', '=', stored(kind, key))
        .where('at', '>', isoTime(clock, -windowMs))
        .where('at', '<=', latestNoted(clock))
        .orderBy('at', 'desc')
        .limit(limit)
        .execute()
      const oldest = earlier[limit - 1]
      usesUp ||= earlier.length === limit - 1
      const over = oldest && Math.min(Date.parse(oldest.at) - now, 0) + windowMs
      if (over === undefined) counting.push(throttle)
      else if (throttle.isQuiet) quietly = over
      else return { ids: [], wait: over, quietWait: undefined, isLast: false }
    }
    if (counting.length === 0) return { ids: [], wait: undefined, quietWait: quietly, isLast: false }
    const rows = await trx
      .insertInto('attempts')
      .values(counting.map(({ kind, key }) => ({ kind, key: stored(kind, key), at: isoTime(clock) })))
      .returning('id')
      .execute()
    return { ids: rows.map(({ id }) => id), wait: undefined, quietWait: quietly, isLast: usesUp }
  })
  if (wait !== undefined) throw tooManyTries(wait)
  return { ids, isLast, refusal: quietWait === undefined ? undefined : tooManyTries(quietWait) }
}

/** Forgets the attempts of a key. */
export const forgetTries = async (db: Database, kind: AttemptKind, key: string): Promise<void> => {
  await db.deleteFrom('attempts').where('kind', '=', kind).where('key', '=', stored(kind, key)).execute()
}

/** Removes an attempt that turned out not to count. */
export const refundTry = async (db: Database, { ids }: CountedTry): Promise<void> => {
  if (ids.length > 0) await db.deleteFrom('attempts').where('id', 'in', ids).execute()
}

export const LOGIN_WINDOW = 15 * MINUTE
export const REGISTER_WINDOW = HOUR
export const FORGOT_WINDOW = HOUR
export const CONSULTATION_WINDOW = HOUR
export const MEMBER_WINDOW = HOUR
export const MAIL_WINDOW = DAY

/** Removes attempts older than all windows, and those from before a clock was set back. */
export const sweepAttempts = async (db: Database, clock: Clock): Promise<void> => {
  await db
    .deleteFrom('attempts')
    .where((eb) => eb.or([eb('at', '<', isoTime(clock, -DAY)), eb('at', '>', latestNoted(clock))]))
    .execute()
}
