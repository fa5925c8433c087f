import { isoTime, type Clock } from '../lib/clock.ts'
import { batches, type Database } from '../db/database.ts'
import { UPLOAD_WAITS } from '../db/access/attachments.ts'
import { unavailable } from '../http/app-error.ts'

/**
 * The keys of bytes that are nobody's yet. A row is there before the first byte, and the transaction that makes the
 * bytes somebody's deletes it. What is left over for long was broken off, and the sweep removes it without ever asking
 * the store what it holds: so it cannot take what somebody is about to need, and it catches what arrives late.
 */
export const addPendingWrites = async (db: Database, clock: Clock, storageKeys: readonly string[]): Promise<void> => {
  const started_at = isoTime(clock)
  for (const some of batches(storageKeys)) {
    await db
      .insertInto('pending_writes')
      .values(some.map((storage_key) => ({ storage_key, started_at })))
      .execute()
  }
}

/** A write that the sweep has begun to remove. */
const GIVEN_UP = new Date(0).toISOString()

/**
 * Within the transaction that makes these bytes somebody's. Throws `unavailable` where the sweep came before: the bytes
 * took too long and are gone.
 */
export const settleWrites = async (trx: Database, storageKeys: readonly string[]): Promise<void> => {
  for (const some of batches(storageKeys)) {
    const { numDeletedRows } = await trx
      .deleteFrom('pending_writes')
      .where('storage_key', 'in', some)
      .where('started_at', '>', GIVEN_UP)
      .executeTakeFirst()
    if (Number(numDeletedRows) !== some.length) throw unavailable(new Error('The sweep has given up these writes.'))
  }
}

/** Gives up what was begun too long ago, for good, and answers the keys whose bytes are to be removed. */
export const giveUpOldWrites = async (db: Database, clock: Clock): Promise<string[]> => {
  await db
    .updateTable('pending_writes')
    .set({ started_at: GIVEN_UP })
    .where('started_at', '<=', isoTime(clock, -UPLOAD_WAITS))
    .where('started_at', '>', GIVEN_UP)
    .execute()
  const rows = await db.selectFrom('pending_writes').where('started_at', '=', GIVEN_UP).select('storage_key').execute()
  return rows.map(({ storage_key }) => storage_key)
}

/** When the bytes are gone. */
export const forgetWrites = async (db: Database, storageKeys: readonly string[]): Promise<void> => {
  for (const some of batches(storageKeys)) {
    await db.deleteFrom('pending_writes').where('storage_key', 'in', some).execute()
  }
}
