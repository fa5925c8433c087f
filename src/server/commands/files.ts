import { systemClock } from '../platform/lib/clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../platform/db/database.ts'
import { checkFiles } from '../platform/storage/check-files.service.ts'
import { moveFiles } from '../platform/storage/move-files.service.ts'
import { openStore, placeOf } from '../platform/storage/open-store.ts'
import { adoptStore, requireOwnStore } from '../platform/storage/store-identity.service.ts'
import { configOrExit, runCommand } from './operator-errors.ts'
import { openReadyDatabase } from '../ready-database.ts'
import { say } from './terminal.ts'

const USAGE = `Usage: npm run files -- check [--remove]
       npm run files -- move folder s3
       npm run files -- move s3 folder
       npm run files -- adopt
  check reads every file and compares it with the database; --remove also deletes what is not needed.
  move copies all files to the other store. adopt assigns the store to the database, no matter what it contains.`

const check = async (db: Database, config: Config, remove: boolean): Promise<number> => {
  const needed = { db, store: await openStore(config), clock: systemClock }
  await requireOwnStore(needed, placeOf(config))
  const { files, pictures, missing, damaged, faultyPictures, orphans } = await checkFiles(needed, remove, say)
  say(`Files: ${files}, of which ${missing} missing and ${damaged} damaged.`)
  const putRight = remove ? ' and rebuilt when requested' : ''
  say(`Smaller pictures: ${pictures}, of which ${faultyPictures} missing or damaged${putRight}.`)
  say(`Orphans: ${orphans}${remove ? ', removed' : ''}.`)
  return missing + damaged + (remove ? 0 : faultyPictures) > 0 ? 1 : 0
}

type StoreName = Config['fileStore']
const isStoreName = (word: string | undefined): word is StoreName => word === 'folder' || word === 's3'

const move = async (db: Database, config: Config, [from, to]: readonly [StoreName, StoreName]): Promise<number> => {
  if (!config.s3) {
    console.error('Set S3_BUCKET and the other settings of the bucket, and leave FILE_STORE as it is.')
    return 1
  }
  const source = await openStore(config, from)
  await requireOwnStore({ db, store: source, clock: systemClock }, placeOf(config, from))
  const { copied, there, faults } = await moveFiles(db, source, await openStore(config, to), say)
  say(`Files copied to ${placeOf(config, to)}: ${copied}. Already there: ${there}.`)
  if (faults > 0) {
    say(`Missing or damaged in ${placeOf(config, from)}: ${faults}. The move isn’t complete.`)
    return 1
  }
  say(`If the server was running, stop it and run this again to copy what was added since.`)
  say(`Then set FILE_STORE=${to} and start the server. When everything works, you can empty ${placeOf(config, from)}.`)
  return 0
}

const adopt = async (db: Database, config: Config): Promise<number> => {
  await adoptStore({ db, store: await openStore(config), clock: systemClock }, placeOf(config))
  say(`${placeOf(config)} is now the file store of this database. To check it: npm run files -- check`)
  return 0
}

/** Maintains the file store; the server may be running. Exits with 2 for a wrong usage, 1 if files have problems. */
const main = async (words: readonly string[]): Promise<number> => {
  const [action, first, second] = words
  const isCheck = action === 'check' && (words.length === 1 || (words.length === 2 && first === '--remove'))
  const isMove =
    action === 'move' && isStoreName(first) && isStoreName(second) && first !== second && words.length === 3
  const isAdopt = action === 'adopt' && words.length === 1
  if (!isCheck && !isMove && !isAdopt) {
    console.error(USAGE)
    return 2
  }
  const config = configOrExit()
  const db = await openReadyDatabase(config)
  try {
    if (isCheck) return await check(db, config, first === '--remove')
    if (isMove) return await move(db, config, [first, second])
    return await adopt(db, config)
  } finally {
    await db.destroy()
  }
}

await runCommand(main)
