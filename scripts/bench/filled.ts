import { sql } from 'kysely'
import { listTables, openDatabase, type Database } from '../../src/server/platform/db/database.ts'
import { fill, type Group } from './fill.ts'
import { ADDRESS, callsOf } from './home.ts'
import { PASSWORD } from './scale-calls.ts'
import { locationOf, startServer, type Server } from './servers.ts'

const MODEL = 'model'

/** Where a server keeps its data: a folder, and the settings of its database. */
export interface Place {
  folder: string
  settings: Record<string, string>
}

export const settingsOf = ({ folder, settings }: Place): Record<string, string> => ({
  ...settings,
  ...{ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error', FIRST_USER_IS_ADMIN: 'false' },
})

/** Starts a server on an installation with these groups, whose people have the password `PASSWORD`. */
export const startFilled = async (
  program: readonly string[],
  { folder, settings }: Place,
  groups: readonly Group[],
  look?: (db: Database) => Promise<void>,
): Promise<Server> => {
  const env = settingsOf({ folder, settings })
  // The first start creates the tables, and the account whose password all people get.
  const first = await startServer(program, env)
  const inputs = { ...ADDRESS, email: 'model@example.com', phone: '(555) 010-0100', first: 'Robin', last: 'Sample' }
  await callsOf(first.url)('POST', '/register', { user: MODEL, pwd: PASSWORD, inputs })
  await first.stop()
  const db = openDatabase(locationOf(settings, folder), () => {})
  try {
    await fill(db, MODEL, groups)
    // As PostgreSQL does after a while. SQLite plans by its indexes alone, also in the product.
    if (settings.DATABASE_URL !== undefined)
      for (const table of await listTables(db)) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
    await look?.(db)
  } finally {
    await db.destroy()
  }
  return startServer(program, env)
}
