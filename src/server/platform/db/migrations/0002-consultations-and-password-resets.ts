import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/** Consultation requests, password reset links, and an index for expired trash. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { ID, REF, TIME, STRICT } = columnTypes(db)
  const statements = [
    `create table consultations (
      id ${ID}, name text not null, email text not null, phone text not null, project text not null,
      about text not null, preferred_times text not null, created_at ${TIME} not null, mailed_at ${TIME},
      mail_tried_at ${TIME}) ${STRICT}`,
    `create index consultations_not_mailed on consultations (created_at) where mailed_at is null`,
    `create table password_resets (
      id ${ID}, user_id ${REF} not null references users (id) on delete cascade, token_hash text not null unique,
      created_at ${TIME} not null, expires_at ${TIME} not null) ${STRICT}`,
    `create index password_resets_user on password_resets (user_id)`,
    `create index password_resets_expiry on password_resets (expires_at)`,
    `create index trash_entries_expiry on trash_entries (expires_at)`,
    // The index by item and name excludes the trash, which is also deleted with its item.
    `create index item_files_item on item_files (item_id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
