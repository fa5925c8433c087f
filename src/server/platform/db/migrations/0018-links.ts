import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/** Read-only links to projects and rooms. A room has one for QR codes. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { ID, REF, TIME, STRICT } = columnTypes(db)
  const FLAG = 'integer not null default 0'
  const statements = [
    `create table links (
      id ${ID}, project_id ${REF} not null references projects (id) on delete cascade, room_id ${REF},
      name text not null, hides_notes ${FLAG}, hides_files ${FLAG}, hidden_labels text not null, for_qr ${FLAG},
      seed text not null, token_hash text not null unique, files_hash text not null unique,
      ends_at ${TIME}, opened_at ${TIME}, created_at ${TIME} not null,
      foreign key (room_id, project_id) references rooms (id, project_id) on delete cascade) ${STRICT}`,
    `create index links_project on links (project_id)`,
    `create index links_room on links (room_id, project_id)`,
    `create unique index links_for_qr on links (room_id) where for_qr = 1`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
