import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/** Stored responses of creating calls, so that a retry gets the same one. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { REF, TIME, STRICT } = columnTypes(db)
  const statements = [
    `create table first_answers (
      key_hash text primary key, user_id ${REF} references users (id) on delete cascade, request_hash text not null,
      answer text not null, at ${TIME} not null) ${STRICT}`,
    `create index first_answers_user on first_answers (user_id)`,
    `create index first_answers_at on first_answers (at)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
