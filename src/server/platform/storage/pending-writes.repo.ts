import { batches, type Database } from '../db/database.ts'
import { unavailable } from '../http/app-error.ts'
import { DAY, isoTime, type Clock } from '../lib/clock.ts'

/** How long an upload may stay without an item. */
export const UPLOAD_WAITS = DAY

/**
 * Records keys of bytes that no row refers to yet, before their first byte is written. The transaction that uses the bytes
 * deletes the row. The sweep removes old ones as abandoned without listing the store, so it never removes bytes that are
 * about to be used, and it catches late writes.
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

/** Marks a write that the sweep is removing. */
const GIVEN_UP = new Date(0).toISOString()

/** Call in the transaction that uses the bytes. Throws `unavailable` if the sweep already removed them as abandoned. */
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

/** Marks old writes as abandoned and returns their keys, whose bytes the caller removes. */
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

/** Call after the bytes are removed. */
export const forgetWrites = async (db: Database, storageKeys: readonly string[]): Promise<void> => {
  for (const some of batches(storageKeys)) {
    await db.deleteFrom('pending_writes').where('storage_key', 'in', some).execute()
  }
}
