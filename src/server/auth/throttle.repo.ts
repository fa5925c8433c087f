import { createHash } from 'node:crypto'
import { HOUR, isoTime, latestNoted, MINUTE, type Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { lockKey } from '../db/engine.ts'
import { AppError } from '../http/app-error.ts'

export type AttemptKind =
  'login-account' | 'login-address' | 'register-address' | 'forgot-account' | 'forgot-address' | 'consultation-address'

export interface Throttle {
  kind: AttemptKind
  /** Whom or what is counted. */
  key: string
  limit: number
  windowMs: number
}

/** Callers make keys as long as they like, longer than an index takes; the hash of one never is. */
const stored = (key: string): string => createHash('sha256').update(key).digest('hex')

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

/** What one try was counted as. */
export type CountedTry = readonly number[]

/**
 * Counts one try against every throttle given, or throws a 429 that names the wait and counts nothing. Counting comes
 * before the work and in one transaction, so that many tries at once cannot pass together.
 */
export const countTry = async (db: Database, clock: Clock, throttles: readonly Throttle[]): Promise<CountedTry> => {
  const now = clock.now().getTime()
  const { counted, wait } = await db.transaction().execute(async (trx) => {
    for (const { kind, key } of throttles) await lockKey(trx, `${kind} ${key}`)
    for (const { kind, key, limit, windowMs } of throttles) {
      const earlier = await trx
        .selectFrom('attempts')
        .select('at')
        .where('kind', '=', kind)
        .where('key', '=', stored(key))
        .where('at', '>', isoTime(clock, -windowMs))
        .where('at', '<=', latestNoted(clock))
        .orderBy('at', 'desc')
        .limit(limit)
        .execute()
      const oldest = earlier[limit - 1]
      if (oldest) return { counted: [], wait: Math.min(Date.parse(oldest.at) - now, 0) + windowMs }
    }
    const rows = await trx
      .insertInto('attempts')
      .values(throttles.map(({ kind, key }) => ({ kind, key: stored(key), at: isoTime(clock) })))
      .returning('id')
      .execute()
    return { counted: rows.map(({ id }) => id), wait: undefined }
  })
  if (wait === undefined) return counted
  const seconds = Math.max(1, Math.ceil(wait / 1000))
  throw new AppError('too_many_tries', {
    values: { wait: waitInWords(seconds) },
    headers: { 'Retry-After': String(seconds) },
  })
}

/** Forgets the tries of one key, as a right password does for its account. */
export const forgetTries = async (db: Database, kind: AttemptKind, key: string): Promise<void> => {
  await db.deleteFrom('attempts').where('kind', '=', kind).where('key', '=', stored(key)).execute()
}

/** Takes back a try that turned out not to count. */
export const takeBackTry = async (db: Database, counted: CountedTry): Promise<void> => {
  await db.deleteFrom('attempts').where('id', 'in', counted).execute()
}

export const LOGIN_WINDOW = 15 * MINUTE
export const REGISTER_WINDOW = HOUR
export const FORGOT_WINDOW = HOUR
export const CONSULTATION_WINDOW = HOUR

/** Removes what no window counts any more, and what would begin to count when the clock comes by there again. */
export const sweepAttempts = async (db: Database, clock: Clock): Promise<void> => {
  await db
    .deleteFrom('attempts')
    .where((eb) => eb.or([eb('at', '<', isoTime(clock, -HOUR)), eb('at', '>', latestNoted(clock))]))
    .execute()
}
