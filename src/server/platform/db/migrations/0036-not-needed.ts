import { sql, type Kysely } from 'kysely'

/** Dismissed requirements of items and rooms. Servers of the previous version do not change this column. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const table of ['items', 'rooms'])
    await sql.raw(`alter table ${table} add column not_needed integer not null default 0`).execute(db)
}
