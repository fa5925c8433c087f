import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadDefaultStructure } from '../../src/server/structure/default-structure.ts'
import { migrate, openDatabase, type Database, type DatabaseLocation } from '../../src/server/platform/db/database.ts'
import { makeEmpty, onServer, takeCopyOf, urlOf } from './postgres-databases.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The engine under test: the suites run once with each. */
export const ENGINE = process.env.TEST_DATABASE === 'postgres' ? 'PostgreSQL' : 'SQLite'

/** The template of other databases: the bytes of a SQLite file, or the name of a PostgreSQL database. */
export type DatabaseCopy = Buffer | string

export interface TestDatabase {
  location: DatabaseLocation
  remove(): Promise<void>
  /** Instead of `remove`, after all connections are closed. */
  keep(): Promise<DatabaseCopy>
}

const fail = (error: Error) => {
  throw error
}

const prepare = async (location: DatabaseLocation): Promise<void> => {
  const db = openDatabase(location, fail)
  await migrate(db)
  await loadDefaultStructure(db)
  await db.destroy()
}

/** Everything that defines a new database. */
const contentHash = (): string => {
  const server = new URL('../../src/server/', import.meta.url)
  const hash = createHash('sha256')
  for (const folder of ['platform/db/migrations/', 'structure/']) {
    for (const name of readdirSync(new URL(folder, server)).sort()) {
      hash.update(name).update(readFileSync(new URL(folder + name, server)))
    }
  }
  return hash.digest('hex').slice(0, 16)
}

/** On a server the template outlives the run: its name is a hash of its contents, so that the next run finds it. */
const makePostgresTemplate = async (): Promise<string> => {
  const name = `roomfolio_template_${contentHash()}`
  const draft = `${name}_draft`
  await onServer('select pg_advisory_lock(hashtextextended($1, 0))', [name])
  const found = await onServer('select 1 from pg_database where datname = $1', [name])
  if (found.length === 0) {
    await onServer(`drop database if exists ${draft} with (force)`)
    await onServer(`create database ${draft}`)
    await prepare({ postgresURL: urlOf(draft) })
    await onServer(`alter database ${draft} rename to ${name}`)
  }
  await onServer('select pg_advisory_unlock(hashtextextended($1, 0))', [name])
  return name
}

/** The bytes of the template: nothing needs a cleanup. */
const makeSQLiteTemplate = async (): Promise<Buffer> => {
  const folder = temporaryFolder()
  try {
    const sqliteFile = join(folder, 'roomfolio.sqlite')
    await prepare({ sqliteFile })
    return readFileSync(sqliteFile)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A database with all tables and the default structure, created once; each test gets a copy. */
let sqliteTemplate: Promise<Buffer> | undefined
let postgresTemplate: Promise<string> | undefined

interface Wanted {
  /** Without tables and structure. */
  empty?: boolean
  /** SQLite, even if another engine is under test. */
  onSQLite?: boolean
  /** The contents, instead of those of a new database. */
  copyOf?: DatabaseCopy | undefined
}

/** A database for one test. */
export const createTestDatabase = async (
  folder: string,
  { empty = false, onSQLite = false, copyOf }: Wanted = {},
): Promise<TestDatabase> => {
  if (onSQLite || ENGINE === 'SQLite') {
    const sqliteFile = join(folder, 'roomfolio.sqlite')
    if (!empty) writeFileSync(sqliteFile, copyOf ?? (await (sqliteTemplate ??= makeSQLiteTemplate())))
    return { location: { sqliteFile }, remove: async () => {}, keep: async () => readFileSync(sqliteFile) }
  }
  if (empty) {
    const { name, giveBack } = await makeEmpty()
    return { location: { postgresURL: urlOf(name) }, remove: giveBack, keep: async () => name }
  }
  const template = copyOf?.toString() ?? (await (postgresTemplate ??= makePostgresTemplate()))
  const { name, giveBack, keep } = await takeCopyOf(template)
  return { location: { postgresURL: urlOf(name) }, remove: giveBack, keep: async () => (await keep(), name) }
}

export type { Database }
