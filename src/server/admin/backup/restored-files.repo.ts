import { isoTime, type Clock } from '../../platform/lib/clock.ts'
import type { Database } from '../../platform/db/database.ts'

/**
 * Records that bytes will be stored under these keys, even if an earlier try did so. The sweep removes unfinished ones,
 * as after any interrupted upload.
 */
export const expectFiles = async (db: Database, clock: Clock, storageKeys: readonly string[]): Promise<void> => {
  const startedAt = isoTime(clock)
  await db
    .insertInto('pending_writes')
    .values(storageKeys.map((key) => ({ storage_key: key, started_at: startedAt })))
    .onConflict((conflict) => conflict.column('storage_key').doUpdateSet({ started_at: startedAt }))
    .execute()
}
