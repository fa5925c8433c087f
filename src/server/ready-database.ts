import type { Config } from './config.ts'
import { migrate, openDatabase, type Database } from './platform/db/database.ts'
import { inspectDatabase, orDatabaseFault } from './platform/db/inspect.ts'
import type { DatabaseWatch } from './platform/db/watch.ts'
import { orFolderFault } from './platform/lib/fault.ts'
import { makeFolder } from './platform/lib/make-folder.ts'
import { loadDefaultStructure } from './structure/default-structure.ts'

/** Opens the database without migrating it, once it is known to be empty or intact and ours. Rejects with a Fault. */
export const openInspectedDatabase = ({ database, dataDir }: Config, watch?: DatabaseWatch): Promise<Database> =>
  orDatabaseFault(database, async () => {
    const onIdleError = (error: Error) => console.error(`A database connection ended: ${error.message}`)
    if ('sqliteFile' in database) await orFolderFault('DATA_DIR', dataDir, () => makeFolder(dataDir))
    const db = openDatabase(database, onIdleError, watch)
    await inspectDatabase(db, database)
    return db
  })

/** Opens the database, migrated and with the default structure. Rejects with a Fault. */
export const openReadyDatabase = async (config: Config, watch?: DatabaseWatch): Promise<Database> => {
  const db = await openInspectedDatabase(config, watch)
  return orDatabaseFault(config.database, async () => {
    await migrate(db)
    await loadDefaultStructure(db)
    return db
  })
}
