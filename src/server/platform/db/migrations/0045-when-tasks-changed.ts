import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/** When a task was last changed; null if never. Servers of the previous version do not change this column. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(`alter table tasks add column updated_at ${columnTypes(db).TIME}`).execute(db)
}
