import { HOUR, isoTime, latestNoted, type Clock } from '../platform/lib/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { backupTexts, parseBackups } from './backup/latest-backup.repo.ts'
import { count, databaseBytes, engineAndVersion, parseJSON } from '../platform/db/engine.ts'
import { liveCounts } from './overview.all-users.access.ts'
import { failedJobs } from '../platform/jobs/jobs.repo.ts'
import { mailFailureText, parseMailFailure } from '../platform/mail/mail-failure.repo.ts'

/** All numbers of the installation and the database's own name, in one statement. */
export const readNumbers = async (db: Database, clock: Clock, host: string) => {
  const jobs = failedJobs(db)
  const backups = backupTexts(db)
  const {
    open,
    done,
    notMailed,
    mailFailure,
    failedJobsCount,
    latestFailedJobs,
    made,
    failed,
    here,
    elsewhere,
    ...numbers
  } = await liveCounts(db)
    .select((eb) => {
      const requests = eb.selectFrom('consultations')
      const open = requests.where('done_at', 'is', null)
      // Each password that is tried is a row of its address, and a right one takes its own back. Those of the account
      // would not do: a right password removes them all.
      const failedLogins = eb
        .selectFrom('attempts')
        .where('kind', '=', 'login-address')
        .where('at', '>', isoTime(clock, -HOUR))
        .where('at', '<=', latestNoted(clock))
      return [
        count(eb.selectFrom('users')).as('users'),
        count(eb.selectFrom('users').where('locked_at', 'is not', null)).as('locked'),
        count(eb.selectFrom('blobs')).as('files'),
        eb.fn
          .coalesce(
            eb.selectFrom('blobs').select((e) => e.fn.sum<number>('size').as('sum')),
            eb.lit(0),
          )
          .as('storageBytes'),
        count(open).as('open'),
        count(requests.where('done_at', 'is not', null)).as('done'),
        count(open.where('mailed_at', 'is', null)).as('notMailed'),
        count(failedLogins).as('failedLoginsLastHour'),
        count(eb.selectFrom('passkeys').where('host', '=', host)).as('here'),
        count(eb.selectFrom('passkeys').where('host', '!=', host)).as('elsewhere'),
        mailFailureText(db).as('mailFailure'),
        jobs.count.as('failedJobsCount'),
        jobs.latest.as('latestFailedJobs'),
        backups.made.as('made'),
        backups.failed.as('failed'),
        databaseBytes(db).as('databaseBytes'),
        engineAndVersion(db).as('database'),
      ]
    })
    .executeTakeFirstOrThrow()
  return {
    ...numbers,
    passkeys: { host, here, elsewhere },
    consultations: { open, done, notMailed },
    failedJobs: { count: failedJobsCount, latest: parseJSON(latestFailedJobs) },
    mailFailure: parseMailFailure(mailFailure),
    backups: parseBackups({ made, failed }),
  }
}
