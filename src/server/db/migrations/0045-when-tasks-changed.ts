import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/** When a task was changed last; null since it was created. A server of the version before leaves it as it is. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(`alter table tasks add column updated_at ${columnTypes(db).TIME}`).execute(db)
}
