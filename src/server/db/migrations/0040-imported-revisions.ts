import { sql, type Kysely } from 'kysely'

/** Revisions that came with a project file, in which anybody may have written who issued them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(`alter table revisions add column imported integer not null default 0`).execute(db)
}
