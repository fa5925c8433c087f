import { existsSync, statSync } from 'node:fs'
import { sql } from 'kysely'
import { OperatorError } from '../lib/operator-error.ts'
import { listApplied, MIGRATION_NAMES, type Database, type DatabaseLocation } from './database.ts'
import { sqliteCode, troubleOf } from './connection-errors.ts'

/** Older versions lack features that some statements use. */
const OLDEST_POSTGRES = 13
/** Larger files are not checked: the check would delay the start for too long. */
const CHECKED_UP_TO_BYTES = 512 * 1024 * 1024

const RESTORE =
  'Keep it and what lies beside it, and restore the newest backup into another DATA_DIR: npm run restore -- FILE'

/** The location of the database for operators, without the password. */
const placeOfDatabase = (location: DatabaseLocation): string => {
  if ('sqliteFile' in location) return location.sqliteFile
  const { host, pathname } = new URL(location.postgresURL)
  return `the database "${decodeURIComponent(pathname.slice(1))}" of PostgreSQL at ${host || 'this machine'}`
}

/** The log of a missing file holds the last saves. SQLite would delete it when it creates a new file beside it. */
const requireFileOfLog = (file: string): void => {
  const isThere = (path: string) => existsSync(path) && statSync(path).size > 0
  if (isThere(file) || !isThere(`${file}-wal`)) return
  throw new OperatorError(
    `${file} is missing, but its log ${file}-wal is there. Bring the file back, or restore the newest backup into ` +
      'another DATA_DIR: npm run restore -- FILE',
  )
}

const damaged = (file: string): OperatorError => new OperatorError(`The database ${file} is damaged. ${RESTORE}`)

const requireWhole = async (db: Database, file: string): Promise<void> => {
  if (!existsSync(file) || statSync(file).size > CHECKED_UP_TO_BYTES) return
  const { rows } = await sql<Record<string, string>>`pragma quick_check(1)`.execute(db)
  if (Object.values(rows[0] ?? {})[0] !== 'ok') throw damaged(file)
}

/** Returns the default schema for new tables. */
const requirePostgres = async (db: Database, place: string): Promise<string | undefined> => {
  const { rows } = await sql<{ version: string; major: number; schema: string | null }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
    current_schema() as schema`.execute(db)
  const [{ version = '', major = 0, schema = null } = {}] = rows
  if (major < OLDEST_POSTGRES) {
    throw new OperatorError(
      `PostgreSQL ${version} is too old for ${place}: Roomfolio needs version ${OLDEST_POSTGRES} or newer.`,
    )
  }
  return schema ?? undefined
}

const requireOurTables = async (db: Database, place: string, schema: string | undefined): Promise<void> => {
  const all = await db.introspection.getTables({ withInternalKyselyTables: true })
  const tables = all.filter((table) => !table.isView && (schema === undefined || table.schema === schema))
  const names = tables.map(({ name }) => name)
  const applied = names.includes('kysely_migration') ? await listApplied(db) : []
  const isOurs = applied.length > 0 ? applied[0] === MIGRATION_NAMES[0] : names.every((name) => /^kysely_/.test(name))
  if (!isOurs) {
    const other = names.find((name) => !/^kysely_/.test(name)) ?? 'kysely_migration'
    throw new OperatorError(
      `Another program has tables in ${place}, such as "${other}". Roomfolio needs a database of its own: point ` +
        'DATABASE_URL or DATA_DIR to an empty one, or to yours.',
    )
  }
  const newer = applied.find((name) => !MIGRATION_NAMES.includes(name))
  if (newer !== undefined) {
    throw new OperatorError(
      `A newer version of Roomfolio has worked on ${place} (${newer}). Update this one, or restore a backup that it ` +
        'made itself.',
    )
  }
}

/** Throws a OperatorError unless the database is intact and ours, or empty. Changes nothing. */
export const inspectDatabase = async (db: Database, location: DatabaseLocation): Promise<void> => {
  const place = placeOfDatabase(location)
  if ('sqliteFile' in location) {
    await requireWhole(db, location.sqliteFile)
    await requireOurTables(db, place, undefined)
  } else {
    await requireOurTables(db, place, await requirePostgres(db, place))
  }
}

const sqliteFault = (error: unknown, file: string, message: string): string => {
  const isOfTheSystem = error instanceof Error && 'syscall' in error
  switch (isOfTheSystem ? 14 : sqliteCode(error)) {
    case 11:
      return damaged(file).message
    case 26:
      return `${file} isn’t an SQLite database, or its beginning is damaged. ${RESTORE}`
    case 14:
      return `${file} cannot be opened. Give this user read and write access to it, and write access to its folder.`
    case 8:
      return `${file} cannot be changed. Give this user write access to it and its folder, or set DATA_DIR to another folder.`
    case 5:
    case 6:
      return `${file} is locked by another program. End that one and try again.`
    case 10:
    case 13:
      return `The disk of ${file} is full or failing. Free some space and try again.`
    default:
      return `${file} cannot be used (${message}). ${RESTORE}`
  }
}

const postgresFault = (error: unknown, url: URL, message: string): string => {
  const at = `PostgreSQL at ${url.host || 'this machine'}`
  const name = decodeURIComponent(url.pathname.slice(1))
  const user = decodeURIComponent(url.username)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^28/.test(code) || /^SASL|password must be a string/.test(message)) {
    return `${at} does not let "${user}" in. Correct the user and the password in DATABASE_URL.`
  }
  if (code === '3D000') return `${at} has no database "${name}". Create it, or correct DATABASE_URL.`
  if (code === '42501' || code === '3F000') {
    return `"${user}" may not create tables in the database "${name}" of ${at}. Make that user its owner.`
  }
  if (code === '25006') return `${at} is read-only. Point DATABASE_URL to the primary server.`
  switch (troubleOf(error)) {
    case 'full':
    case 'broken':
      return `The disk of ${at} is full or failing. Free some space and try again.`
    case 'busy':
      return `${at} is too busy (${message}). Try again.`
    case 'away':
      return `${at} does not answer (${code || message}). Is it running, and does DATABASE_URL lead to it?`
    default:
      return `${at} cannot be used (${message}). Does DATABASE_URL lead to a database for Roomfolio?`
  }
}

/** Programming errors keep their stack. */
const isMistake = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError

/** Runs the work on a database and turns each failure into a OperatorError that says what to do. */
export const orDatabaseFault = async <T>(location: DatabaseLocation, work: () => Promise<T>): Promise<T> => {
  try {
    if ('sqliteFile' in location) requireFileOfLog(location.sqliteFile)
    return await work()
  } catch (error) {
    if (error instanceof OperatorError || isMistake(error)) throw error
    const message = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ')
    const sentence =
      'sqliteFile' in location
        ? sqliteFault(error, location.sqliteFile, message)
        : postgresFault(error, new URL(location.postgresURL), message)
    throw new OperatorError(sentence, { cause: error })
  }
}
