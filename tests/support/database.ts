import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { loadDefaultStructure } from '../../src/server/catalogue/default-structure.ts'
import { migrate, openDatabase, type Database, type DatabaseLocation } from '../../src/server/db/database.ts'
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

const serverURL = (): string => {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE_URL names no PostgreSQL server.')
  return url
}

const onServer = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: serverURL() })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const urlOf = (name: string): string => {
  const url = new URL(serverURL())
  url.pathname = `/${name}`
  return url.href
}

/** Everything that decides what a new database holds. */
const contentHash = (): string => {
  const server = new URL('../../src/server/', import.meta.url)
  const hash = createHash('sha256')
  for (const folder of ['db/migrations/', 'catalogue/']) {
    for (const name of readdirSync(new URL(folder, server)).sort()) {
      hash.update(name).update(readFileSync(new URL(folder + name, server)))
    }
  }
  return hash.digest('hex').slice(0, 16)
}

/** On a server the template outlives the run: its name says what it holds, so that the next run finds it. */
const makePostgresTemplate = (): Promise<string> =>
  onServer(async (client) => {
    const name = `roomfolio_template_${contentHash()}`
    const draft = `${name}_draft`
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (!rowCount) {
      await client.query(`drop database if exists ${draft} with (force)`)
      await client.query(`create database ${draft}`)
      await prepare({ postgresURL: urlOf(draft) })
      await client.query(`alter database ${draft} rename to ${name}`)
    }
    return name
  })

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

/** A database of its own for one test. `empty` leaves out tables and structure. */
export const createTestDatabase = async (folder: string, { empty = false } = {}): Promise<TestDatabase> => {
  if (ENGINE === 'SQLite') {
    const sqliteFile = join(folder, 'roomfolio.sqlite')
    if (!empty) writeFileSync(sqliteFile, await (sqliteTemplate ??= makeSQLiteTemplate()))
    return { location: { sqliteFile }, remove: async () => {} }
  }
  const name = `test_${randomBytes(6).toString('hex')}`
  const from = empty ? '' : ` template ${await (postgresTemplate ??= makePostgresTemplate())}`
  await onServer((client) => client.query(`create database ${name}${from}`))
  return {
    location: { postgresURL: urlOf(name) },
    remove: async () => {
      await onServer((client) => client.query(`drop database ${name} with (force)`))
    },
  }
}

export type { Database }
