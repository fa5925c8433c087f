import { isoTime, type Clock } from '../platform/lib/clock.ts'
import { backupTexts, parseBackups } from './backup/latest-backup.repo.ts'
import type { Database } from '../platform/db/database.ts'
import { count, engineOf, type Engine } from '../platform/db/engine.ts'
import { storedBytes } from '../platform/storage/blobs.all-users.access.ts'
import { mailFailureText, parseMailFailure, type MailFailure } from '../platform/mail/mail-failure.repo.ts'

export const engine = (db: Database): Engine => engineOf(db)

export interface Numbers {
  sessions: number
  /** Jobs that could be begun by now. */
  jobsWaiting: number
  /** Those given up, and those done from time to time that keep failing. */
  jobsFailed: number
  /** When the latest backup was begun, ISO 8601. */
  backupMadeAt: string | undefined
  /** When one failed since. */
  backupFailedAt: string | undefined
  mailFailure: MailFailure | undefined
}

/** What is found by indexes, in one statement. */
export const readNumbers = async (db: Database, clock: Clock): Promise<Numbers> => {
  const backups = backupTexts(db)
  const row = await db
    .selectNoFrom((eb) => {
      const jobs = eb.selectFrom('jobs')
      return [
        count(eb.selectFrom('sessions').where('expires_at', '>', isoTime(clock))).as('sessions'),
        count(jobs.where('due_at', 'is not', null).where('due_at', '<=', isoTime(clock))).as('jobsWaiting'),
        count(jobs.where('given_up_at', 'is not', null)).as('jobsFailed'),
        backups.made.as('made'),
        backups.failed.as('failed'),
        mailFailureText(db).as('mailFailure'),
      ]
    })
    .executeTakeFirstOrThrow()
  const { made, failed } = parseBackups(row)
  return {
    sessions: row.sessions,
    jobsWaiting: row.jobsWaiting,
    jobsFailed: row.jobsFailed,
    backupMadeAt: made?.at,
    backupFailedAt: failed?.at,
    mailFailure: parseMailFailure(row.mailFailure),
  }
}

/** How many files are stored, the trash included, and their bytes. It looks at each. */
export const readFilesStored = (db: Database): Promise<{ files: number; bytes: number }> =>
  storedBytes(db)
    .selectFrom('blobs')
    .select((eb) => [
      eb.fn.countAll<number>().as('files'),
      eb.fn.coalesce(eb.fn.sum<number>('size'), eb.lit(0)).as('bytes'),
    ])
    .executeTakeFirstOrThrow()
