import { sql, type Kysely } from 'kysely'

/** A link shows some rooms, a category or a trade. Existing ones have no scope: they show what they showed. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table links add column scope text not null default '{}'`.execute(db)
}
