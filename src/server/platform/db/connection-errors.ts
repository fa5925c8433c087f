const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Why the database cannot work right now. */
export type Trouble = 'full' | 'broken' | 'read-only' | 'busy' | 'away' | 'damaged'

/** Messages for operators; they do not reveal the location of the database. */
export const TROUBLES: Readonly<Record<Trouble, string>> = {
  full: 'The disk of the database is full.',
  broken: 'The disk of the database is full or fails.',
  'read-only': 'The database takes no changes.',
  busy: 'The database is busy.',
  away: 'The database does not answer.',
  damaged: 'The database is damaged.',
}

/** SQLite's primary result codes: FULL, IOERR, READONLY, BUSY, LOCKED, NOMEM, CANTOPEN, CORRUPT, NOTADB. */
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
 * PostgreSQL's codes. Classes: 08 connection, 28 authorization, 53 insufficient resources, 57 operator intervention, 58
 * system error. 40001 and 40P01 are serialization failures and deadlocks, which can be retried. 57014 and 55P03 are
 * statement and lock timeouts. XX001 and XX002 are damaged tables and indexes.
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

/** The driver omits the code if the statement returns rows. SQLite's messages are stable. */
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

/** SQLite's primary result code; undefined for errors from elsewhere. */
export const sqliteCode = (error: unknown): number | undefined => {
  if (!isRecord(error) || error.code !== 'ERR_SQLITE_ERROR') return undefined
  return typeof error.errcode === 'number' ? error.errcode & 0xff : BY_WORDS[String(error.message)]
}

/** The trouble of the whole database that an error indicates; undefined for an ordinary error. */
export const troubleOf = (error: unknown): Trouble | undefined => {
  if (!isRecord(error)) return undefined
  const { code, message } = error
  const primary = sqliteCode(error)
  if (primary !== undefined) return OF_SQLITE[primary]
  if (typeof code === 'string') return OF_POSTGRES.find(([codes]) => codes.test(code))?.[1]
  return typeof message === 'string' && AWAY_WITHOUT_CODE.includes(message) ? 'away' : undefined
}
