import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/** The places of rooms and items in an order of one's own. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { REF } = columnTypes(db)
  for (const table of ['rooms', 'items']) await sql.raw(`alter table ${table} add column position ${REF}`).execute(db)
}
