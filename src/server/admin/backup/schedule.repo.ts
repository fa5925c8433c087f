import { latestNoted, type Clock } from '../../platform/lib/clock.ts'
import type { Database } from '../../platform/db/database.ts'

const MADE = 'backup_made'

/** Milliseconds until the next backup, given the interval `every`; 0 if it is due. */
export const backupIsDueIn = async (db: Database, clock: Clock, every: number): Promise<number> => {
  const row = await db.selectFrom('settings').select('value').where('key', '=', MADE).executeTakeFirst()
  if (!row || row.value > latestNoted(clock)) return 0
  return Math.max(0, Date.parse(row.value) + every - clock.now().getTime())
}

/** Records when a scheduled backup began; the next one is due after the interval. */
export const noteScheduledBackup = async (db: Database, begunAt: string): Promise<void> => {
  await db
    .insertInto('settings')
    .values({ key: MADE, value: begunAt })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: begunAt }))
    .execute()
}
