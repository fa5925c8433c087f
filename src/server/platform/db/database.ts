import { closeSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely, Migrator, PostgresDialect, sql, type KyselyPlugin } from 'kysely'
import { ensureFolder } from '../lib/ensure-folder.ts'
import type { openPool } from './postgres-pool.ts'
import type { CommonTables } from './schema.ts'
import { QueryMonitor } from './query-monitor.ts'
import { sqliteDialect } from './sqlite.ts'
import { TableNames } from './table-names.ts'
import { engineOf } from './migrations/frozen.ts'
import { migrations } from './migrations/index.ts'

/**
 * The database as repositories see it. It has no user-data tables, so a statement on one compiles only if it starts in
 * access/ or *.access.ts.
 */
export type Database = Kysely<CommonTables>

export type DatabaseLocation = { sqliteFile: string } | { postgresURL: string }

class OurPostgresDialect extends PostgresDialect {
  override createIntrospector(db: Kysely<unknown>): TableNames {
    return new TableNames(db)
  }
}

/** Loads the PostgreSQL driver with the first statement, and never on SQLite. */
const poolOf =
  (...of: Parameters<typeof openPool>) =>
  async (): Promise<ReturnType<typeof openPool>> =>
    (await import('./postgres-pool.ts')).openPool(...of)

/** Opens the database without touching its tables; `migrate` updates them. */
export const openDatabase = (
  location: DatabaseLocation,
  onIdleError: (error: Error) => void,
  watch = new QueryMonitor(),
): Database => {
  if ('postgresURL' in location)
    return new Kysely({ dialect: new OurPostgresDialect({ pool: poolOf(location.postgresURL, onIdleError, watch) }) })
  ensureFolder(dirname(location.sqliteFile))
  // SQLite gives its log the file mode of the database.
  closeSync(openSync(location.sqliteFile, 'a', 0o600))
  return new Kysely({ dialect: sqliteDialect(location.sqliteFile, watch) })
}

/** Runs the work in a transaction, or in the one that is already open. */
export const transact = <T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)

/** Reads from one snapshot without blocking writers. Once `signal` is aborted, no further statement starts. */
export const atOneMoment = <T>(
  db: Database,
  read: (snapshot: Database) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> => {
  const breakOff: KyselyPlugin = {
    transformQuery({ node }) {
      signal?.throwIfAborted()
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => read(signal ? trx.withPlugin(breakOff) : trx))
}

/** SQLite allows 32,766 values per statement. */
const BATCH = 10_000

/** Splits a list into batches that fit into one statement, or smaller ones. */
export function* batches<T>(list: readonly T[], size = BATCH): Generator<T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size)
}

const MIGRATION_TRIES = 10

/**
 * Applies pending migrations, all or none. Takes a lock, so servers that start at the same time wait. Retries deadlocks
 * with servers of the previous version, which go on writing while the tables change.
 */
export const migrate = async (db: Database): Promise<void> => {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  for (let tries = 1; ; tries++) {
    const { error } = await migrator.migrateToLatest()
    if (!error) return
    if (tries === MIGRATION_TRIES || !isDeadlock(error)) throw error
  }
}

const isDeadlock = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '40P01'

/** In the order of application. */
export const MIGRATION_NAMES: readonly string[] = Object.keys(migrations).sort()

/** Lists all existing tables, including those that are not Roomfolio's. */
export const listTables = async (db: Database): Promise<string[]> =>
  (await db.introspection.getTables({ withInternalKyselyTables: true })).flatMap(({ name, isView }) =>
    isView ? [] : name,
  )

/** Lists applied migrations, including those of newer versions. Requires the migrations table. */
export const listApplied = async (db: Database): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Inside a transaction on current tables: drops the given tables, listed in dependency order, and recreates them empty
 * as of the given migration. `migrate` updates them later.
 */
export const rebuildTables = async (trx: Database, tables: readonly string[], lastMigration: string): Promise<void> => {
  // With the views of migration 0060, which only PostgreSQL has.
  const cascade = sql.raw(engineOf(trx) === 'PostgreSQL' ? ' cascade' : '')
  for (const table of tables.toReversed()) await sql`drop table ${sql.table(table)}${cascade}`.execute(trx)
  for (const name of MIGRATION_NAMES) if (name <= lastMigration) await migrations[name]?.up(trx)
  await sql`delete from kysely_migration where name > ${lastMigration}`.execute(trx)
}
