import { sql, type Kysely } from 'kysely'

/**
 * Fractions become words, and umlauts are also found by their spelled-out form. Queues all items for the job that makes
 * words, and all files for reading.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`insert into items_without_words (item_id) select id from items order by id`.execute(db)
  await sql`update file_texts set form = null where form is not null`.execute(db)
}
