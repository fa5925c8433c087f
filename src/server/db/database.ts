import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely, Migrator } from 'kysely'
import { postgresDialect } from './postgres.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'
import { migrations } from './migrations/index.ts'

export type Database = Kysely<Schema>

export type DatabaseLocation = { sqliteFile: string } | { postgresURL: string }

/** Opens without touching the tables; `migrate` brings them up to date. */
export const openDatabase = (location: DatabaseLocation, onIdleError: (error: Error) => void): Database => {
  if ('postgresURL' in location) return new Kysely({ dialect: postgresDialect(location.postgresURL, onIdleError) })
  mkdirSync(dirname(location.sqliteFile), { recursive: true })
  return new Kysely({ dialect: sqliteDialect(location.sqliteFile) })
}

/** All of the work or nothing of it; within a transaction already, the work is a part of that. */
export const transact = <T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)

/** SQLite takes 32,766 values in a statement. */
const BATCH = 10_000

/** A list of any length in parts that a statement can name. */
export function* batches<T>(list: readonly T[]): Generator<T[]> {
  for (let start = 0; start < list.length; start += BATCH) yield list.slice(start, start + BATCH)
}

/** Applies what is missing, under a lock that other servers starting at the same time wait for. All or nothing. */
export const migrate = async (db: Database): Promise<void> => {
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest()
  if (error) throw error
}
