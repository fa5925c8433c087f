import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { DAY, HOUR, isoTime, latestNoted, MINUTE, type Clock } from '../../platform/lib/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { takeAdvisoryLock } from '../../platform/db/engine.ts'
import { AppError } from '../../platform/http/app-error.ts'

type AttemptKind =
  | 'login-account'
  | 'login-name'
  | 'login-address'
  | 'login-browser'
  | 'login-session'
  | 'passkey-address'
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

export interface Throttle {
  kind: AttemptKind
  /** Whom or what is counted. */
  key: string
  limit: number
  windowMs: number
  /**
   * Over the limit the try is not refused here but answered with its `refusal`, for the caller to make use of; nothing
   * more is counted under this key.
   */
  isQuiet?: true
}

const IPV6_GROUPS = 8
const NETWORK_GROUPS = 4

/**
 * The subscriber behind an address: one subscriber of IPv6 has the 2^64 addresses of a network, and one of IPv4 one address,
 * however it is written. A text that is no address stays as it is.
 */
export const networkOf = (address: string): string => {
  const bare = address.replace(/%.*$/s, '').toLowerCase()
  if (!isIPv6(bare)) return address
  // The parser of URLs knows every way to write one, and writes them all alike.
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

/** Callers make keys as long as they like, longer than an index takes; the hash of one never is. */
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

/** What one try was counted as, and the 429 that a quiet throttle has for it. */
export interface CountedTry {
  readonly ids: readonly number[]
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
 * Counts one try against every throttle given, or throws a 429 that names the wait and counts nothing. Counting comes
 * before the work and in one transaction, so that many tries at once cannot pass together.
 */
export const countTry = async (db: Database, clock: Clock, throttles: readonly Throttle[]): Promise<CountedTry> => {
  const now = clock.now().getTime()
  const { ids, wait, quietWait } = await db.transaction().execute(async (trx) => {
    for (const { kind, key } of throttles) await takeAdvisoryLock(trx, `${kind} ${key}`)
    const counting: Throttle[] = []
    let quietly: number | undefined
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
      const over = oldest && Math.min(Date.parse(oldest.at) - now, 0) + windowMs
      if (over === undefined) counting.push(throttle)
      else if (throttle.isQuiet) quietly = over
      else return { ids: [], wait: over, quietWait: undefined }
    }
    if (counting.length === 0) return { ids: [], wait: undefined, quietWait: quietly }
    const rows = await trx
      .insertInto('attempts')
      .values(counting.map(({ kind, key }) => ({ kind, key: stored(kind, key), at: isoTime(clock) })))
      .returning('id')
      .execute()
    return { ids: rows.map(({ id }) => id), wait: undefined, quietWait: quietly }
  })
  if (wait !== undefined) throw tooManyTries(wait)
  return { ids, refusal: quietWait === undefined ? undefined : tooManyTries(quietWait) }
}

/** Forgets the tries of one key, as a right password does for its account. */
export const forgetTries = async (db: Database, kind: AttemptKind, key: string): Promise<void> => {
  await db.deleteFrom('attempts').where('kind', '=', kind).where('key', '=', stored(kind, key)).execute()
}

/** Takes back a try that turned out not to count. */
export const takeBackTry = async (db: Database, { ids }: CountedTry): Promise<void> => {
  if (ids.length > 0) await db.deleteFrom('attempts').where('id', 'in', ids).execute()
}

export const LOGIN_WINDOW = 15 * MINUTE
export const REGISTER_WINDOW = HOUR
export const FORGOT_WINDOW = HOUR
export const CONSULTATION_WINDOW = HOUR
export const MEMBER_WINDOW = HOUR
export const MAIL_WINDOW = DAY

/** Removes what no window counts any more, and what would begin to count when the clock comes by there again. */
export const sweepAttempts = async (db: Database, clock: Clock): Promise<void> => {
  await db
    .deleteFrom('attempts')
    .where((eb) => eb.or([eb('at', '<', isoTime(clock, -DAY)), eb('at', '>', latestNoted(clock))]))
    .execute()
}
