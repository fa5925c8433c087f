import type * as z from 'zod/mini'
import { backupFailed, backupMade } from '../../../shared/admin/overview.api.ts'
import type { Database } from '../../platform/db/database.ts'

const MADE = 'backup_latest'
const FAILED = 'backup_failed'

type Made = z.output<typeof backupMade>
type Failed = z.output<typeof backupFailed>

const write = async (db: Database, key: string, noted: Made | Failed): Promise<void> => {
  const value = JSON.stringify(noted)
  const insert = db.insertInto('settings').values({ key, value })
  await insert.onConflict((conflict) => conflict.column('key').doUpdateSet({ value })).execute()
}

/**
 * Records a backup by schedule or command. A restored installation starts without one, since it has no backup of its
 * own.
 */
export const noteBackupMade = (db: Database, made: Made): Promise<void> => write(db, MADE, made)
export const noteBackupFailed = (db: Database, failed: Failed): Promise<void> => write(db, FAILED, failed)

const textOf = (db: Database, key: string) => db.selectFrom('settings').select('value').where('key', '=', key)

/** The stored notes, as parts of a caller's statement. */
export const backupTexts = (db: Database) => ({ made: textOf(db, MADE), failed: textOf(db, FAILED) })

/** The latest backup, and the latest failure if it is newer. */
export const parseBackups = (texts: {
  made: string | null
  failed: string | null
}): { made: Made | null; failed: Failed | null } => {
  const made = texts.made === null ? null : backupMade.parse(JSON.parse(texts.made))
  const failed = texts.failed === null ? null : backupFailed.parse(JSON.parse(texts.failed))
  return { made, failed: failed && made && failed.at <= made.at ? null : failed }
}
