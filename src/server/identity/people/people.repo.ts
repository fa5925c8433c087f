import { nameKey } from '../../../shared/contract/name-key.ts'
import type { Person } from '../../../shared/identity/people.api.ts'
import { isoTime, type Clock } from '../../platform/lib/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { contains, jsonRows, parseJSON } from '../../platform/db/engine.ts'
import { fullName } from '../account/full-name.ts'
import { AppError } from '../../platform/http/app-error.ts'

const PAGE = 50

interface PeopleQuery {
  /** Part of the username, email address or name, in any case. */
  search?: string | undefined
  /** The last username of the previous page. */
  after?: string | undefined
}

/** One page of people with their roles and sessions, by username, and how many the search finds. */
export const listPeople = async (
  db: Database,
  clock: Clock,
  { search = '', after = '' }: PeopleQuery,
): Promise<{ users: Person[]; more: boolean; total: number }> => {
  const searched = nameKey(search)
  const past = nameKey(after)
  // A separate query, so that SQLite searches the small index of just these columns.
  const found = db
    .selectFrom('users')
    .$if(searched !== '', (query) =>
      query.where((eb) =>
        eb.or(
          (['users.username_key', 'users.email_key', 'users.name_key'] as const).map((column) =>
            contains(db, eb.ref(column), searched),
          ),
        ),
      ),
    )
  const counted = found.select((eb) => eb.fn.countAll<number>().as('total'))
  const page = found
    .select('users.id')
    .$if(past !== '', (query) => query.where('users.username_key', '>', past))
    .orderBy('users.username_key')
    .limit(PAGE + 1)
  const rows = await db
    .selectFrom('users')
    .where('users.id', 'in', page)
    .select(['users.id', 'users.username', 'users.email', 'users.first_name', 'users.last_name'])
    .select(['users.locked_at', 'users.created_at'])
    .select((eb) => [
      jsonRows(
        db,
        eb
          .selectFrom('user_roles')
          .select('user_roles.role')
          .whereRef('user_roles.user_id', '=', 'users.id')
          .orderBy('user_roles.role', 'desc'),
      ).as('roles'),
      eb
        .selectFrom('sessions')
        .select((e) => e.fn.countAll<number>().as('count'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .where('sessions.expires_at', '>', isoTime(clock))
        .as('sessions'),
      counted.as('total'),
    ])
    .orderBy('users.username_key')
    .execute()
  return {
    users: rows.slice(0, PAGE).map((row) => ({
      userID: row.id,
      username: row.username,
      email: row.email,
      name: fullName(row),
      roles: parseJSON(row.roles).map(({ role }) => role),
      locked: row.locked_at !== null,
      sessions: row.sessions ?? 0,
      createdAt: row.created_at,
    })),
    more: rows.length > PAGE,
    // A page after the last one has no row with the total.
    total: rows[0]?.total ?? (past === '' ? 0 : (await counted.executeTakeFirstOrThrow()).total),
  }
}

/** Throws `not_found`. */
export const getPerson = async (db: Database, userID: number) => {
  const person = await db
    .selectFrom('users')
    .select(['id', 'username', 'first_name', 'last_name', 'email', 'locked_at'])
    .where('id', '=', userID)
    .executeTakeFirst()
  if (!person) throw new AppError('not_found')
  return { ...person, name: fullName(person) }
}
