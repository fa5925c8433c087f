import { sql, type Kysely } from 'kysely'

/** What is missing of items and rooms and was set aside as not needed. A server of the version before leaves it as it is. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const table of ['items', 'rooms'])
    await sql.raw(`alter table ${table} add column not_needed integer not null default 0`).execute(db)
}
