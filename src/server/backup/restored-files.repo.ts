import { isoTime, type Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

/**
 * Notes that bytes are going to be put under these keys, also where a former try did so. What nobody finishes is removed
 * by the sweep, as after any broken upload.
 */
export const expectFiles = async (db: Database, clock: Clock, storageKeys: readonly string[]): Promise<void> => {
  const startedAt = isoTime(clock)
  await db
    .insertInto('pending_writes')
    .values(storageKeys.map((key) => ({ storage_key: key, started_at: startedAt })))
    .onConflict((conflict) => conflict.column('storage_key').doUpdateSet({ started_at: startedAt }))
    .execute()
}
