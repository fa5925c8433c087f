import { latestNoted, type Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

const MADE = 'backup_made'

/** In how many milliseconds the next backup is due, where they are `every` so many apart; 0 where it is. */
export const backupIsDueIn = async (db: Database, clock: Clock, every: number): Promise<number> => {
  const row = await db.selectFrom('settings').select('value').where('key', '=', MADE).executeTakeFirst()
  if (!row || row.value > latestNoted(clock)) return 0
  return Math.max(0, Date.parse(row.value) + every - clock.now().getTime())
}

/** For the archive of a backup that was begun then: the next one is due so many hours after that. */
export const noteScheduledBackup = async (db: Database, begunAt: string): Promise<void> => {
  await db
    .insertInto('settings')
    .values({ key: MADE, value: begunAt })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: begunAt }))
    .execute()
}
