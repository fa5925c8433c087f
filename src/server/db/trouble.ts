const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** What keeps a database from its work right now. */
export type Trouble = 'full' | 'broken' | 'read-only' | 'busy' | 'away' | 'damaged'

/** Sentences for people who watch the server; they say nothing of where the database is. */
export const TROUBLES: Readonly<Record<Trouble, string>> = {
  full: 'The disk of the database is full.',
  broken: 'The disk of the database is full or fails.',
  'read-only': 'The database takes no changes.',
  busy: 'The database is busy.',
  away: 'The database does not answer.',
  damaged: 'The database is damaged.',
}

/** By SQLite's primary result codes: full, input/output error, read-only, busy, locked, out of memory, cannot open, damaged, no database. */
const OF_SQLITE: Partial<Record<number, Trouble>> = {
  13: 'full',
  10: 'broken',
  8: 'read-only',
  5: 'busy',
  6: 'busy',
  7: 'busy',
  14: 'away',
  11: 'damaged',
  26: 'damaged',
}

/**
 * By PostgreSQL's codes, of which the classes are: 08 connections, 28 who may connect, 53 what has run out, 57 what
 * somebody else ended, 58 its system. 40 are transactions that were in each other's way: the other goes on, and this one
 * may try again. 57014 and 55P03 are statements that took or waited too long. XX001 and XX002 are damaged tables and indexes.
 */
const OF_POSTGRES: readonly (readonly [RegExp, Trouble])[] = [
  [/^53100$/, 'full'],
  [/^58.{3}$/, 'broken'],
  [/^25006$/, 'read-only'],
  [/^XX00[12]$/, 'damaged'],
  [/^(40001|40P01|53.{3}|55P03|57014)$/, 'busy'],
  [/^(08.{3}|28.{3}|3D000|57P0.)$/, 'away'],
  [
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN)$/,
    'away',
  ],
]

const AWAY_WITHOUT_CODE = [
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
]

/** The driver leaves the number out where a statement answers rows; the words are SQLite's own, the same for ever. */
const BY_WORDS: Partial<Record<string, number>> = {
  'database or disk is full': 13,
  'disk I/O error': 10,
  'attempt to write a readonly database': 8,
  'database is locked': 5,
  'database table is locked': 6,
  'out of memory': 7,
  'unable to open database file': 14,
  'database disk image is malformed': 11,
  'file is not a database': 26,
}

/** SQLite's own number of an error, without what it says beyond that; undefined for errors of anything else. */
export const sqliteCode = (error: unknown): number | undefined => {
  if (!isRecord(error) || error.code !== 'ERR_SQLITE_ERROR') return undefined
  return typeof error.errcode === 'number' ? error.errcode & 0xff : BY_WORDS[String(error.message)]
}

/** What a failed statement says of the database as a whole; undefined where it says nothing. */
export const troubleOf = (error: unknown): Trouble | undefined => {
  if (!isRecord(error)) return undefined
  const { code, message } = error
  const primary = sqliteCode(error)
  if (primary !== undefined) return OF_SQLITE[primary]
  if (typeof code === 'string') return OF_POSTGRES.find(([codes]) => codes.test(code))?.[1]
  return typeof message === 'string' && AWAY_WITHOUT_CODE.includes(message) ? 'away' : undefined
}
