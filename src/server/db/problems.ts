import { AppError, type ProblemDetails } from '../http/app-error.ts'

/** Each unique constraint that a user can run into, as the engines name it, with the code it means. */
const UNIQUE: readonly (readonly [
  postgres: string,
  sqlite: string,
  code: 'username_taken' | 'email_taken' | 'project_name_taken',
])[] = [
  ['users_username_key', 'users.username_key', 'username_taken'],
  ['users_email_key', 'users.email_key', 'email_taken'],
  ['projects_name', 'projects.owner_id, projects.name_key', 'project_name_taken'],
]

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The code of a violated unique constraint; undefined for every other error. */
export const uniqueProblem = (error: unknown) => {
  if (!isRecord(error)) return undefined
  const { constraint, message } = error
  return UNIQUE.find(
    ([postgres, sqlite]) => constraint === postgres || message === `UNIQUE constraint failed: ${sqlite}`,
  )?.[2]
}

const AWAY = /^(57P0[123]|08.{3}|25006|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/
const AWAY_WITHOUT_CODE = [
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'Query read timeout',
]

/** SQLite's number for a file that another process keeps locked. */
const SQLITE_BUSY = 5

/** Whether the database cannot be asked right now; the pool recovers by itself. */
export const isDatabaseAway = (error: unknown): boolean =>
  isRecord(error) &&
  (error.errcode === SQLITE_BUSY ||
    (typeof error.code === 'string' && AWAY.test(error.code)) ||
    (typeof error.message === 'string' && AWAY_WITHOUT_CODE.includes(error.message)))

/** Runs a statement and turns a violated unique constraint into its problem. */
export const orTaken = async <T>(work: Promise<T>, details: ProblemDetails): Promise<T> => {
  try {
    return await work
  } catch (error) {
    const code = uniqueProblem(error)
    throw code ? new AppError(code, details) : error
  }
}
