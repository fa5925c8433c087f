import type { Config } from './config.ts'
import { migrate, openDatabase, type Database } from './platform/db/database.ts'
import { inspectDatabase, orDatabaseFault } from './platform/db/check-schema.ts'
import type { QueryMonitor } from './platform/db/query-monitor.ts'
import { orFolderFault } from './platform/lib/operator-error.ts'
import { ensureFolder } from './platform/lib/ensure-folder.ts'
import { loadDefaultStructure } from './structure/default-structure.ts'

/** Opens the database without migrating it, once it is known to be empty or intact and ours. Rejects with a Fault. */
export const openInspectedDatabase = ({ database, dataDir }: Config, watch?: QueryMonitor): Promise<Database> =>
  orDatabaseFault(database, async () => {
    const onIdleError = (error: Error) => console.error(`A database connection ended: ${error.message}`)
    if ('sqliteFile' in database) await orFolderFault('DATA_DIR', dataDir, () => ensureFolder(dataDir))
    const db = openDatabase(database, onIdleError, watch)
    await inspectDatabase(db, database)
    return db
  })

/** Opens the database, migrated and with the default structure. Rejects with a Fault. */
export const openReadyDatabase = async (config: Config, watch?: QueryMonitor): Promise<Database> => {
  const db = await openInspectedDatabase(config, watch)
  return orDatabaseFault(config.database, async () => {
    await migrate(db)
    await loadDefaultStructure(db)
    return db
  })
}
