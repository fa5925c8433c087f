import { sql, type Kysely } from 'kysely'

/**
 * A text that some language reads as another day is no date any more: what ends has its facts made anew by the job that
 * makes words. Nothing that is none has come to be one.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`insert into items_without_words (item_id) select id from items where ends <> '' order by id`.execute(db)
}
