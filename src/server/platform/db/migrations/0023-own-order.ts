import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/** Positions of rooms and items in a custom order. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { REF } = columnTypes(db)
  for (const table of ['rooms', 'items']) await sql.raw(`alter table ${table} add column position ${REF}`).execute(db)
}
