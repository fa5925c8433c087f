import { randomUUID } from 'node:crypto'
import { isoTime, latestNoted, MINUTE, type Clock } from '../lib/clock.ts'
import type { Database } from '../db/database.ts'

/** How long a lock lasts unless renewed, so a dead process does not keep files forever. */
const LEASE = 10 * MINUTE

/** While a lock lasts, bytes stay in the store even if their files are removed. */
interface BackupLock {
  /** Extends the lease. Throws if the lock has expired, because bytes may have been removed since. */
  renew(): Promise<void>
  release(): Promise<void>
}

export const lockFiles = async (db: Database, clock: Clock): Promise<BackupLock> => {
  const id = randomUUID()
  await db
    .insertInto('backup_locks')
    .values({ id, until: isoTime(clock, LEASE) })
    .execute()
  return {
    async renew() {
      const { numUpdatedRows } = await db
        .updateTable('backup_locks')
        .set({ until: isoTime(clock, LEASE) })
        .where('id', '=', id)
        .where('until', '>', isoTime(clock))
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new Error('The files were held for too long without a sign of life.')
    },
    async release() {
      await db.deleteFrom('backup_locks').where('id', '=', id).execute()
    },
  }
}

export const filesAreLocked = async (db: Database, clock: Clock): Promise<boolean> =>
  (await db.selectFrom('backup_locks').where('until', '>', isoTime(clock)).select('id').executeTakeFirst()) !==
  undefined

/**
 * Removes expired locks. A lock that lasts longer than this clock allows may belong to a live process with another clock: it
 * lasts one more lease, during which that process renews it.
 */
export const sweepBackupLocks = async (db: Database, clock: Clock): Promise<void> => {
  await db
    .updateTable('backup_locks')
    .set({ until: isoTime(clock, LEASE) })
    .where('until', '>', latestNoted(clock, LEASE))
    .execute()
  await db.deleteFrom('backup_locks').where('until', '<=', isoTime(clock)).execute()
}
