import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/** The history of changes of the structure, and which consultation requests are closed. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { ID, REF, TIME, STRICT } = columnTypes(db)
  const statements = [
    `create table structure_changes (
      id ${ID}, user_id ${REF} references users (id) on delete set null, by_command ${REF} not null,
      at ${TIME} not null, kind text not null, what text not null, before text not null, after text not null,
      data text not null, undone_at ${TIME}) ${STRICT}`,
    `alter table subcategories add column labels_version ${REF} not null default 1`,
    // For checking whether a room type or category is in use before it is deleted.
    `create index rooms_room_type on rooms (room_type_id)`,
    `create index items_category on items (category_id)`,
    `alter table consultations add column done_at ${TIME}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
