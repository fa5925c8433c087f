import { createHash, createHmac } from 'node:crypto'
import { DAY, isoTime, latestNoted, type Clock } from '../lib/clock.ts'
import type { Actor } from '../db/actor.ts'
import { transact, type Database } from '../db/database.ts'
import { AppError } from './app-error.ts'

const KEPT = DAY

interface Keyed {
  actor: Actor | undefined
  key: string
  /** What must be equal in a retry: JSON, without secrets. */
  request: unknown
}

/** Apart for each API key, which may do less than its user. */
const callerOf = ({ userID, apiKey }: Actor): string => (apiKey ? `${userID} key ${apiKey.keyID}` : String(userID))

/**
 * Runs work that returns JSON, or returns the stored answer for the same idempotency key. Key, work and answer are one
 * transaction: a retry waits for a running first attempt, on any server, and runs the work if that attempt failed.
 * Throws `idempotency_key_reused`, and what the work throws, in which case nothing is stored.
 */
export const answerOnce = <T>(
  db: Database,
  clock: Clock,
  { actor, key, request }: Keyed,
  work: (trx: Database) => Promise<T>,
): Promise<T> =>
  transact(db, async (trx) => {
    // Callers without a session are distinguished by key only: their address may change between connections.
    const hash = createHash('sha256')
      .update(`${actor ? callerOf(actor) : 'anonymous'} ${key}`)
      .digest('hex')
    // Keyed with the idempotency key, so only its owner could guess the request by trial.
    const requestHash = createHmac('sha256', key).update(JSON.stringify(request)).digest('hex')
    const claimed = await trx
      .insertInto('idempotency_keys')
      .values({
        key_hash: hash,
        user_id: actor?.userID ?? null,
        request_hash: requestHash,
        answer: '',
        at: isoTime(clock),
      })
      .onConflict((conflict) =>
        conflict
          .column('key_hash')
          .doUpdateSet({ request_hash: requestHash, answer: '', at: isoTime(clock) })
          .where((eb) =>
            eb.or([
              eb('idempotency_keys.at', '<=', isoTime(clock, -KEPT)),
              eb('idempotency_keys.at', '>', latestNoted(clock)),
            ]),
          ),
      )
      .returning('key_hash')
      .executeTakeFirst()
    const own = trx.selectFrom('idempotency_keys').where('key_hash', '=', hash)
    if (!claimed) {
      const first = await own.select(['request_hash', 'answer']).executeTakeFirstOrThrow()
      if (first.request_hash !== requestHash) throw new AppError('idempotency_key_reused')
      return JSON.parse(first.answer) as T
    }
    const answer = await work(trx)
    await trx
      .updateTable('idempotency_keys')
      .set({ answer: JSON.stringify(answer) })
      .where('key_hash', '=', hash)
      .execute()
    return answer
  })

export const sweepFirstAnswers = async (db: Database, clock: Clock): Promise<void> => {
  await db.deleteFrom('idempotency_keys').where('at', '<=', isoTime(clock, -KEPT)).execute()
}
