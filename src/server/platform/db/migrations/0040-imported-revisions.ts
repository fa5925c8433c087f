import { sql, type Kysely } from 'kysely'

/** Marks revisions that came with a project file, whose issuer anyone may have written. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(`alter table revisions add column imported integer not null default 0`).execute(db)
}
