import { closeSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely, Migrator, PostgresDialect, sql, type KyselyPlugin } from 'kysely'
import { makeFolder } from '../make-folder.ts'
import type { openPool } from './postgres-pool.ts'
import type { CommonTables } from './schema.ts'
import { DatabaseWatch } from './watch.ts'
import { sqliteDialect } from './sqlite.ts'
import { TableNames } from './table-names.ts'
import { migrations } from './migrations/index.ts'

/**
 * What repositories get. It knows no table of user data, so that a statement on one compiles only where it begins in the
 * scope.
 */
export type Database = Kysely<CommonTables>

export type DatabaseLocation = { sqliteFile: string } | { postgresURL: string }

class OurPostgresDialect extends PostgresDialect {
  override createIntrospector(db: Kysely<unknown>): TableNames {
    return new TableNames(db)
  }
}

/** Its driver is loaded with the first statement, and by nobody who keeps to SQLite. */
const poolOf =
  (...of: Parameters<typeof openPool>) =>
  async (): Promise<ReturnType<typeof openPool>> =>
    (await import('./postgres-pool.ts')).openPool(...of)

/** Opens without touching the tables; `migrate` brings them up to date. */
export const openDatabase = (
  location: DatabaseLocation,
  onIdleError: (error: Error) => void,
  watch = new DatabaseWatch(),
): Database => {
  if ('postgresURL' in location)
    return new Kysely({ dialect: new OurPostgresDialect({ pool: poolOf(location.postgresURL, onIdleError, watch) }) })
  makeFolder(dirname(location.sqliteFile))
  // The log beside it gets the mode of the database.
  closeSync(openSync(location.sqliteFile, 'a', 0o600))
  return new Kysely({ dialect: sqliteDialect(location.sqliteFile, watch) })
}

/** All of the work or nothing of it; within a transaction already, the work is a part of that. */
export const transact = <T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)

/** Reads as of one moment, without keeping anybody from writing meanwhile. No statement begins once `signal` is aborted. */
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

/** SQLite takes 32,766 values in a statement. */
const BATCH = 10_000

/** A list of any length in parts that a statement can name, or in smaller ones. */
export function* batches<T>(list: readonly T[], size = BATCH): Generator<T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size)
}

/** Applies what is missing, under a lock that other servers starting at the same time wait for. All or nothing. */
export const migrate = async (db: Database): Promise<void> => {
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest()
  if (error) throw error
}

/** In the order in which they are applied. */
export const MIGRATION_NAMES: readonly string[] = Object.keys(migrations).sort()

/** The tables that are there, whosoever they are. */
export const listTables = async (db: Database): Promise<string[]> =>
  (await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name)

/** Which migrations have been applied, also by a newer version of the product. For a database with these tables. */
export const listApplied = async (db: Database): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Within a transaction on tables of today: drops them, given in the order in which they depend on each other, and makes
 * those of the time of a migration, without a row. `migrate` brings them up to date later.
 */
export const rebuildTables = async (trx: Database, tables: readonly string[], lastMigration: string): Promise<void> => {
  for (const table of tables.toReversed()) await sql`drop table ${sql.table(table)}`.execute(trx)
  for (const name of MIGRATION_NAMES) if (name <= lastMigration) await migrations[name]?.up(trx)
  await sql`delete from kysely_migration where name > ${lastMigration}`.execute(trx)
}
