import { HOUR, isoTime, latestNoted, type Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

const MADE = 'backup_made'
const CLAIMED = 'backup_claimed'
const NOBODY = 'nobody'

/** Whoever claims it makes it within this time or renews the claim; after that it is tried again. */
const CLAIM = HOUR

const read = async (db: Database, key: string): Promise<string | undefined> =>
  (await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst())?.value

const write = async (db: Database, key: string, value: string): Promise<void> => {
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** Whether a backup is due and it is the caller's to make: exactly one of all servers is told so. */
export const claimBackup = async (db: Database, clock: Clock, everyHours: number): Promise<boolean> => {
  // The claim first: who gave it back has noted the backup before.
  const claimed = await read(db, CLAIMED)
  const made = await read(db, MADE)
  if (made !== undefined && made > isoTime(clock, -everyHours * HOUR) && made <= latestNoted(clock)) return false
  const value = isoTime(clock, CLAIM)
  if (claimed === undefined) {
    const insert = db.insertInto('settings').values({ key: CLAIMED, value })
    const { numInsertedOrUpdatedRows } = await insert
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
  if (!claimed.startsWith(NOBODY) && claimed > isoTime(clock) && claimed <= latestNoted(clock, CLAIM)) return false
  const update = db.updateTable('settings').set({ value }).where('key', '=', CLAIMED).where('value', '=', claimed)
  return (await update.executeTakeFirst()).numUpdatedRows === 1n
}

export const renewClaim = (db: Database, clock: Clock): Promise<void> => write(db, CLAIMED, isoTime(clock, CLAIM))

/** For the archive of a backup that was begun then: the next one is due so many hours after that. */
export const noteScheduledBackup = async (db: Database, begunAt: string): Promise<void> => {
  await write(db, MADE, begunAt)
  // Never the same twice, so that nobody takes it for a claim that was given back before.
  await write(db, CLAIMED, `${NOBODY} since ${begunAt}`)
}
