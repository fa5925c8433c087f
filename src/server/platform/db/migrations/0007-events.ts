import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/**
 * Events on user data. Author, room and item may be deleted later. Their ids are never reused, so no foreign keys are
 * needed, which would slow down each save.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { ID, REF, TIME, STRICT } = columnTypes(db)
  const statements = [
    `create table events (
      id ${ID}, project_id ${REF} not null references projects (id) on delete cascade, at ${TIME} not null,
      user_id ${REF}, who text not null, room_id ${REF}, item_id ${REF}, kind text not null,
      before text, after text) ${STRICT}`,
    `create index events_project on events (project_id, id)`,
    `create index events_item on events (item_id, id) where item_id is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
