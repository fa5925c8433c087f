import { countedText, sizeText } from '../admin/backup/progress.ts'
import { openVerified, restoreBackup } from '../admin/backup/restore.service.ts'
import { COMMAND, recordEvent } from '../identity/security-events/security-events.service.ts'
import { systemClock } from '../platform/lib/clock.ts'
import { openStore, placeOf } from '../platform/storage/open-store.ts'
import { configOrExit, runCommand } from './operator-errors.ts'
import { orFolderFault } from '../platform/lib/operator-error.ts'
import { openInspectedDatabase } from '../ready-database.ts'
import { say } from './terminal.ts'

const USAGE = `Usage: npm run restore -- FILE
       npm run restore -- --check FILE
  Restores a backup into an empty installation with the settings found here. --check only reads the backup and says
  whether it is complete and undamaged.`

/** Restores a backup. Exits with 2 for a wrong usage, 1 for a failure. */
const main = async (words: readonly string[]): Promise<number> => {
  const onlyCheck = words.includes('--check')
  const [path, ...rest] = words.filter((word) => word !== '--check')
  if (path === undefined || rest.length > 0 || path.startsWith('--')) {
    console.error(USAGE)
    return 2
  }
  const config = configOrExit()
  const { archive, looked } = await openVerified(path, say)
  try {
    const { madeAt, version, flaws } = archive.manifest
    say(`A complete backup made ${madeAt} by version ${version}: ${countedText(looked.rows, 'row')},`)
    say(`${countedText(looked.files, 'file')} of ${sizeText(looked.bytes)}.`)
    for (const { storageKey, found } of flaws) {
      say(`The file ${storageKey} was ${found ? 'damaged' : 'missing'} when the backup was made.`)
    }
    if (onlyCheck) return 0
    const db = await openInspectedDatabase(config)
    try {
      const store = await orFolderFault('DATA_DIR', config.dataDir, () => openStore(config))
      const needed = { db, store, clock: systemClock }
      await restoreBackup(needed, placeOf(config), archive, say)
      await recordEvent(COMMAND, db, { kind: 'restored', user: null, by: null, detail: madeAt, from: null })
    } finally {
      await db.destroy()
    }
    say('Everything is restored. Start the server; everyone has to log in again.')
    return 0
  } finally {
    archive.close()
  }
}

await runCommand(main)
