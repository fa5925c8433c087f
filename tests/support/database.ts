import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { loadDefaultStructure } from '../../src/server/catalogue/default-structure.ts'
import { migrate, openDatabase, type Database, type DatabaseLocation } from '../../src/server/db/database.ts'

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

const onServer = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: serverURL() })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const urlOf = (name: string): string => {
  const url = new URL(serverURL())
  url.pathname = `/${name}`
  return url.href
}

/** A database with all tables and the default structure, made once a worker; each test gets a copy of it. */
let template: Promise<string> | undefined

const makeTemplate = async (): Promise<string> => {
  if (ENGINE === 'SQLite') {
    const folder = mkdtempSync(join(tmpdir(), 'roomfolio-template-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    const sqliteFile = join(folder, 'roomfolio.sqlite')
    await prepare({ sqliteFile })
    return sqliteFile
  }
  const name = `template_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name}`)
  await prepare({ postgresURL: urlOf(name) })
  return name
}

/** A database of its own for one test. `empty` leaves out tables and structure. */
export const createTestDatabase = async (folder: string, { empty = false } = {}): Promise<TestDatabase> => {
  if (ENGINE === 'SQLite') {
    const sqliteFile = join(folder, 'roomfolio.sqlite')
    if (!empty) copyFileSync(await (template ??= makeTemplate()), sqliteFile)
    return { location: { sqliteFile }, remove: async () => {} }
  }
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(
    empty ? `create database ${name}` : `create database ${name} template ${await (template ??= makeTemplate())}`,
  )
  return { location: { postgresURL: urlOf(name) }, remove: () => onServer(`drop database ${name} with (force)`) }
}

export type { Database }
