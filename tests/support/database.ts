import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadDefaultStructure } from '../../src/server/structure/default-structure.ts'
import { migrate, openDatabase, type Database, type DatabaseLocation } from '../../src/server/db/database.ts'
import { makeEmpty, onServer, takeCopyOf, urlOf } from './postgres-databases.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The engine under test: the suites run once with each. */
export const ENGINE = process.env.TEST_DATABASE === 'postgres' ? 'PostgreSQL' : 'SQLite'

export interface TestDatabase {
  location: DatabaseLocation
  remove(): Promise<void>
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

/** Everything that decides what a new database holds. */
const contentHash = (): string => {
  const server = new URL('../../src/server/', import.meta.url)
  const hash = createHash('sha256')
  for (const folder of ['db/migrations/', 'structure/']) {
    for (const name of readdirSync(new URL(folder, server)).sort()) {
      hash.update(name).update(readFileSync(new URL(folder + name, server)))
    }
  }
  return hash.digest('hex').slice(0, 16)
}

/** On a server the template outlives the run: its name says what it holds, so that the next run finds it. */
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

/** The bytes of the template: nothing is left to clear up. */
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

/** A database with all tables and the default structure, made once; each test gets a copy of it. */
let sqliteTemplate: Promise<Buffer> | undefined
let postgresTemplate: Promise<string> | undefined

/** A database of its own for one test. `empty` leaves out tables and structure; `onSQLite` is whatever the engine under test. */
export const createTestDatabase = async (
  folder: string,
  { empty = false, onSQLite = false } = {},
): Promise<TestDatabase> => {
  if (onSQLite || ENGINE === 'SQLite') {
    const sqliteFile = join(folder, 'roomfolio.sqlite')
    if (!empty) writeFileSync(sqliteFile, await (sqliteTemplate ??= makeSQLiteTemplate()))
    return { location: { sqliteFile }, remove: async () => {} }
  }
  const { name, giveBack } = empty
    ? await makeEmpty()
    : await takeCopyOf(await (postgresTemplate ??= makePostgresTemplate()))
  return { location: { postgresURL: urlOf(name) }, remove: giveBack }
}

export type { Database }
