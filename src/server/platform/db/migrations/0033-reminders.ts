import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/**
 * Reminders by mail. The time of a user's next check is a column of users with a default in the past, so accounts
 * registered by a server of the previous version have it too.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { REF, TIME, STRICT } = columnTypes(db)
  const statements = [
    `alter table users add column remind_at ${TIME} default '1970-01-01T00:00:00.000Z'`,
    `create index users_remind_at on users (remind_at) where remind_at is not null`,
    `create table reminders (
      user_id ${REF} primary key references users (id) on delete cascade,
      is_on integer not null default 1, weekday text not null default 'sunday', zone text,
      last_day text, refusals integer not null default 0, refusal text, seed text, token_hash text unique) ${STRICT}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
