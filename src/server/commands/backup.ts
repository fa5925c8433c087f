import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { hasUsers } from '../identity/account/users.repo.ts'
import { makeBackup, type Backup } from '../admin/backup/backup.service.ts'
import { nameOfBackup, nameOfScheduledBackup } from '../admin/backup/names.ts'
import { countedText, sizeText } from '../admin/backup/progress.ts'
import { removeOutdated } from '../admin/backup/remove-outdated.ts'
import { noteBackupFailed, noteBackupMade } from '../admin/backup/latest-backup.repo.ts'
import { noteScheduledBackup } from '../admin/backup/schedule.repo.ts'
import { isoTime, systemClock } from '../platform/lib/clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../platform/db/database.ts'
import { unlessFull } from '../platform/db/problems.ts'
import { openStore, placeOf } from '../platform/storage/open-store.ts'
import { requireOwnStore } from '../platform/storage/store-identity.service.ts'
import { configOrExit, runCommand, sentenceOf } from './operator-errors.ts'
import { OperatorError, orFolderFault } from '../platform/lib/operator-error.ts'
import { openReadyDatabase } from '../ready-database.ts'
import { toSingleLine } from '../platform/lib/to-single-line.ts'
import { say } from './terminal.ts'

const USAGE = `Usage: npm run backup -- [FILE]
  Creates one archive of the database and all files; the server may be running. Without FILE it is in BACKUP_DIR and
  is named after its time. --scheduled instead of FILE creates one that counts toward BACKUP_KEEP.`

const FLAWS_NAMED = 20
const WHY_CHARACTERS = 300

const tell = ({ path, size, sha256, rows, files, flaws }: Backup): void => {
  console.log(
    `Backed up ${countedText(rows, 'row')} and ${countedText(files.count, 'file')} of ${sizeText(files.bytes)} to`,
  )
  console.log(`${path}  (${sizeText(size)}, SHA-256 ${sha256})`)
  if (flaws.length === 0) return
  console.error(
    `${countedText(flaws.length, 'file')} in the store ${flaws.length === 1 ? 'is' : 'are'} missing or damaged, and so not intact in this backup:`,
  )
  for (const { storageKey, found } of flaws.slice(0, FLAWS_NAMED)) {
    console.error(`  ${storageKey} is ${found ? 'damaged' : 'missing'}`)
  }
  console.error('`npm run files -- check` lists their owners and items.')
}

const makeFrom = async (db: Database, config: Config, path: string): Promise<Backup> => {
  const store = await orFolderFault('DATA_DIR', config.dataDir, () => openStore(config))
  const needed = { db, store, clock: systemClock }
  await requireOwnStore(needed, placeOf(config))
  return makeBackup(needed, path, say)
}

/** The reason of a failure, for an Admin. */
const whyOf = (error: unknown): string =>
  toSingleLine(sentenceOf(error) ?? (error instanceof Error ? error.message : String(error))).slice(0, WHY_CHARACTERS)

/** Exits with 2 for a wrong usage, and 1 if the backup failed or lacks files. */
const main = async (words: readonly string[]): Promise<number> => {
  const [word, ...rest] = words
  const isScheduled = word === '--scheduled'
  if (rest.length > 0 || (word?.startsWith('--') && !isScheduled)) {
    console.error(USAGE)
    return 2
  }
  const config = configOrExit()
  const { folder, keep } = config.backups
  const begunAt = isoTime(systemClock)
  const name = isScheduled ? nameOfScheduledBackup(new Date(begunAt)) : nameOfBackup(new Date(begunAt))
  const path = word === undefined || isScheduled ? join(folder, name) : resolve(word)
  if (existsSync(path)) {
    console.error(`${path} already exists.`)
    return 1
  }
  const db = await openReadyDatabase(config)
  try {
    if (!(await hasUsers(db))) {
      console.error(
        'There is nothing to back up: no account exists. Check that DATA_DIR and DATABASE_URL point to your data.',
      )
      return 1
    }
    const by = isScheduled ? 'schedule' : 'command'
    const made = await makeFrom(db, config, path).catch(async (error: unknown) => {
      // The cause of the failure may well keep it from being recorded.
      await noteBackupFailed(db, { at: begunAt, by, why: whyOf(error) }).catch(() => {})
      throw error
    })
    // A full database disk must not turn a backup on another disk into a failure.
    await unlessFull(noteBackupMade(db, { at: begunAt, by, bytes: made.size, missing: made.flaws.length }))
    if (isScheduled) {
      await noteScheduledBackup(db, begunAt)
      await removeOutdated(folder, keep)
    }
    tell(made)
    return made.flaws.length === 0 ? 0 : 1
  } finally {
    await db.destroy()
  }
}

/** Prefixes the error, so readers of a long log see that the backup is missing. */
const orNoBackup = async (words: readonly string[]): Promise<number> =>
  main(words).catch((error: unknown) => {
    const sentence = sentenceOf(error)
    if (sentence === undefined) throw error
    throw new OperatorError(`No backup was made: ${sentence}`, { cause: error })
  })

// Exits with the server that started it: nothing would keep another server from making the same backup.
process.once('disconnect', () => process.exit(1))
process.channel?.unref()
await runCommand(orNoBackup)
