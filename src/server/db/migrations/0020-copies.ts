import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/**
 * What an item was copied of first, and the event that tells of many things at once as a whole. Either may go before what
 * names it, and ids are never given twice: so there are no foreign keys.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { REF } = columnTypes(db)
  for (const statement of [
    `alter table items add column origin ${REF}`,
    `create index items_origin on items (origin) where origin is not null`,
    `alter table events add column part_of ${REF}`,
  ]) {
    await sql.raw(statement).execute(db)
  }
}
