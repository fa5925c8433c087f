import { createHash, createHmac } from 'node:crypto'
import { DAY, isoTime, latestNoted, type Clock } from '../clock.ts'
import type { Actor } from '../db/actor.ts'
import { transact, type Database } from '../db/database.ts'
import { AppError } from '../app-error.ts'

const KEPT = DAY

export interface Keyed {
  actor: Actor | undefined
  /** The Idempotency-Key. */
  key: string
  /** What must be the same in a repetition, without anything secret; JSON can hold it. */
  request: unknown
}

/**
 * Does work that answers JSON, or gives the answer that it had under the same key before. Key, work and answer are one
 * transaction: a repetition waits for the first one while that is under way, on whatever server, and works itself where
 * that came to nothing. Throws `idempotency_key_reused`, and what the work throws, of which nothing is kept.
 */
export const answerOnce = <T>(
  db: Database,
  clock: Clock,
  { actor, key, request }: Keyed,
  work: (trx: Database) => Promise<T>,
): Promise<T> =>
  transact(db, async (trx) => {
    // Callers without a session are told apart by their keys alone: an address may change with the connection.
    const hash = createHash('sha256')
      .update(`${actor ? actor.userID : 'anonymous'} ${key}`)
      .digest('hex')
    // Only who has the key can try out what was sent.
    const requestHash = createHmac('sha256', key).update(JSON.stringify(request)).digest('hex')
    const claimed = await trx
      .insertInto('first_answers')
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
              eb('first_answers.at', '<=', isoTime(clock, -KEPT)),
              eb('first_answers.at', '>', latestNoted(clock)),
            ]),
          ),
      )
      .returning('key_hash')
      .executeTakeFirst()
    const own = trx.selectFrom('first_answers').where('key_hash', '=', hash)
    if (!claimed) {
      const first = await own.select(['request_hash', 'answer']).executeTakeFirstOrThrow()
      if (first.request_hash !== requestHash) throw new AppError('idempotency_key_reused')
      return JSON.parse(first.answer) as T
    }
    const answer = await work(trx)
    await trx
      .updateTable('first_answers')
      .set({ answer: JSON.stringify(answer) })
      .where('key_hash', '=', hash)
      .execute()
    return answer
  })

export const sweepFirstAnswers = async (db: Database, clock: Clock): Promise<void> => {
  await db.deleteFrom('first_answers').where('at', '<=', isoTime(clock, -KEPT)).execute()
}
