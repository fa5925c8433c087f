import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { hasUsers } from './auth/users.repo.ts'
import { makeBackup, type Backup } from './backup/backup.service.ts'
import { nameOfBackup, nameOfScheduledBackup } from './backup/names.ts'
import { countText, sizeText } from './backup/progress.ts'
import { removeOutdated } from './backup/remove-outdated.ts'
import { noteBackupFailed, noteBackupMade } from './backup/latest-backup.repo.ts'
import { noteScheduledBackup } from './backup/schedule.repo.ts'
import { isoTime, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { unlessFull } from './db/problems.ts'
import { openStore, placeOf } from './files/open-store.ts'
import { requireOwnStore } from './files/own-store.service.ts'
import { configOrExit, runCommand, sentenceOf } from './explain.ts'
import { Fault, orFolderFault } from './fault.ts'
import { openReadyDatabase } from './ready-database.ts'
import { oneLine } from './one-line.ts'
import { say } from './terminal.ts'

const USAGE = `Usage: npm run backup -- [FILE]
  Makes one archive of the database and all files, beside a running server too. Without FILE it lies in BACKUP_DIR and
  is named after its time. --scheduled in place of FILE makes one of those that BACKUP_KEEP limits.`

const FLAWS_NAMED = 20
const WHY_CHARACTERS = 300

const tell = ({ path, size, sha256, rows, files, flaws }: Backup): void => {
  console.log(
    `${countText(rows)} rows and ${countText(files.count)} files of ${sizeText(files.bytes)} are backed up in`,
  )
  console.log(`${path}  (${sizeText(size)}, SHA-256 ${sha256})`)
  if (flaws.length === 0) return
  console.error(
    `The store has lost or damaged ${countText(flaws.length)} files, which this backup has not as they were:`,
  )
  for (const { storageKey, found } of flaws.slice(0, FLAWS_NAMED)) {
    console.error(`  ${storageKey} is ${found ? 'damaged' : 'missing'}`)
  }
  console.error('`npm run files -- check` says whose they are and on which items.')
}

const makeFrom = async (db: Database, config: Config, path: string): Promise<Backup> => {
  const store = await orFolderFault('DATA_DIR', config.dataDir, () => openStore(config))
  const needed = { db, store, clock: systemClock }
  await requireOwnStore(needed, placeOf(config))
  return makeBackup(needed, path, say)
}

/** For an Admin. */
const whyOf = (error: unknown): string =>
  oneLine(sentenceOf(error) ?? (error instanceof Error ? error.message : String(error))).slice(0, WHY_CHARACTERS)

/** Ends with 2 for wrong words, 1 when it could not be done, or not with all files as they were uploaded. */
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
    console.error(`${path} is there already.`)
    return 1
  }
  const db = await openReadyDatabase(config)
  try {
    if (!(await hasUsers(db))) {
      console.error(
        'There is nothing to back up: nobody has an account. Do DATA_DIR and DATABASE_URL lead to your data?',
      )
      return 1
    }
    const by = isScheduled ? 'schedule' : 'command'
    const made = await makeFrom(db, config, path).catch(async (error: unknown) => {
      // What made it fail may well keep this from being noted.
      await noteBackupFailed(db, { at: begunAt, by, why: whyOf(error) }).catch(() => {})
      throw error
    })
    // A full disk is no reason to call a backup on another one a failure.
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

/** What is wrong, said of the backup: whoever reads a log of many lines sees what has not been done. */
const orNoBackup = async (words: readonly string[]): Promise<number> =>
  main(words).catch((error: unknown) => {
    const sentence = sentenceOf(error)
    if (sentence === undefined) throw error
    throw new Fault(`No backup was made: ${sentence}`, { cause: error })
  })

// Whoever started it would be gone, and nobody keeps another server from making the same.
process.once('disconnect', () => process.exit(1))
process.channel?.unref()
await runCommand(orNoBackup)
