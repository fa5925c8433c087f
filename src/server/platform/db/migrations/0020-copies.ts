import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/**
 * The original of a copied item, and the summary event of several events. Either may be deleted before the row that
 * refers to it, and ids are never reused, so there are no foreign keys.
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
