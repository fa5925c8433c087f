import { isoTime, type Clock } from '../clock.ts'
import { listTables, type Database } from '../db/database.ts'
import { findStoreMark } from '../files/own-store.repo.ts'

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

/** Of these keys those that an installation without files did not put into its store. */
export const listForeignKeys = async (db: Database, storageKeys: readonly string[]): Promise<string[]> => {
  const own = new Set<string | undefined>()
  if ((await listTables(db)).includes('pending_writes')) {
    own.add(await findStoreMark(db))
    const begun = await db
      .selectFrom('pending_writes')
      .where('storage_key', 'in', storageKeys)
      .select('storage_key')
      .execute()
    for (const { storage_key } of begun) own.add(storage_key)
  }
  return storageKeys.filter((key) => !own.has(key))
}
