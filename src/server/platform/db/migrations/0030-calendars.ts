import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/** Calendar addresses, one per user. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { REF, TIME, STRICT } = columnTypes(db)
  await sql
    .raw(
      `create table calendars (
        user_id ${REF} primary key references users (id) on delete cascade,
        seed text not null, token_hash text not null unique, created_at ${TIME} not null) ${STRICT}`,
    )
    .execute(db)
}
