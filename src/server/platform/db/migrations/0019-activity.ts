import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/** An index of events by author, latest first, and how far each user has seen a project's activity. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { REF, TIME, STRICT } = columnTypes(db)
  const statements = [
    `create index events_person on events (project_id, user_id, id)`,
    `create table activity_seen (
      project_id ${REF} not null references projects (id) on delete cascade,
      user_id ${REF} not null references users (id) on delete cascade,
      event_id ${REF} not null, at ${TIME} not null, primary key (project_id, user_id)) ${STRICT}`,
    `create index activity_seen_user on activity_seen (user_id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
