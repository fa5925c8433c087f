import { AppError, type ProblemDetails } from '../http/app-error.ts'
import { troubleOf } from './connection-errors.ts'

/** The unique constraints that users can violate, as each engine names them, and their problem codes. */
const UNIQUE: readonly (readonly [
  postgres: string,
  sqlite: string,
  code:
    | 'username_taken'
    | 'email_taken'
    | 'project_name_taken'
    | 'room_type_taken'
    | 'category_taken'
    | 'subcategory_taken'
    | 'category_there'
    | 'subcategory_there'
    | 'undone_already',
])[] = [
  ['users_username_key', 'users.username_key', 'username_taken'],
  ['users_email_key', 'users.email_key', 'email_taken'],
  ['projects_name', 'projects.owner_id, projects.template, projects.name_key', 'project_name_taken'],
  ['room_types_name_key_key', 'room_types.name_key', 'room_type_taken'],
  ['categories_name_key_key', 'categories.name_key', 'category_taken'],
  ['subcategories_name_key_key', 'subcategories.name_key', 'subcategory_taken'],
  [
    'room_type_categories_pkey',
    'room_type_categories.room_type_id, room_type_categories.category_id',
    'category_there',
  ],
  [
    'room_type_subcategories_pkey',
    'room_type_subcategories.room_type_id, room_type_subcategories.category_id, room_type_subcategories.subcategory_id',
    'subcategory_there',
  ],
  ['events_undoes', 'events.undoes', 'undone_already'],
]

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The problem code of a violated unique constraint; undefined for all other errors. */
export const uniqueProblem = (error: unknown) => {
  if (!isRecord(error)) return undefined
  const { constraint, message } = error
  return UNIQUE.find(
    ([postgres, sqlite]) => constraint === postgres || message === `UNIQUE constraint failed: ${sqlite}`,
  )?.[2]
}

/** SQLite's message for a violated foreign key. Its result code is missing if the statement returns rows. */
const SQLITE_FOREIGN_KEY = 'FOREIGN KEY constraint failed'

/**
 * Whether a statement failed because the caller's account was just deleted. Only an account can disappear between a
 * lookup and the row that names it: everything else is locked, or looked up by the same statement.
 */
export const isAccountGone = (error: unknown): boolean =>
  isRecord(error) &&
  (error.message === SQLITE_FOREIGN_KEY ||
    (error.code === '23503' && typeof error.constraint === 'string' && /_(owner|user)_id_fkey$/.test(error.constraint)))

/** Whether the database is currently unreachable or cannot save. It recovers without our help. */
export const isDatabaseAway = (error: unknown): boolean => troubleOf(error) !== undefined

/** Waits for a write that may be lost: undefined if the database's disk is full or broken. */
export const unlessFull = async <T>(noting: Promise<T>): Promise<T | undefined> =>
  noting.catch((error: unknown) => {
    const trouble = troubleOf(error)
    if (trouble === 'full' || trouble === 'broken') return undefined
    throw error
  })

/** Runs a statement and turns a violated unique constraint into its problem. */
export const orTaken = async <T>(work: Promise<T>, details: ProblemDetails): Promise<T> => {
  try {
    return await work
  } catch (error) {
    const code = uniqueProblem(error)
    throw code ? new AppError(code, details) : error
  }
}
