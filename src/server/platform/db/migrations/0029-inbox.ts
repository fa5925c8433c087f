import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/**
 * Photos in the inbox. Their uploads cannot be deleted: the foreign key rejects the sweep of a server of the previous
 * version, which deletes uploads without an item.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { ID, REF, TIME, STRICT } = columnTypes(db)
  const statements = [
    `create table inbox_photos (
      id ${ID}, project_id ${REF} not null references projects (id) on delete cascade,
      room_id ${REF} references rooms (id) on delete set null,
      upload_id ${REF} not null unique references uploads (id), created_at ${TIME} not null,
      deleted_at ${TIME}, trash_id ${REF} references trash_entries (id) on delete cascade) ${STRICT}`,
    `create index inbox_photos_project on inbox_photos (project_id)`,
    `create index inbox_photos_room on inbox_photos (room_id) where room_id is not null`,
    `create index inbox_photos_trash on inbox_photos (trash_id) where trash_id is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
