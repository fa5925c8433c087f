import { sql, type Kysely } from 'kysely'

/**
 * Fractions are words of their own, and umlauts are also found as they are spelled: words of all items are made again by
 * the job that makes words, and files are read again.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`insert into items_without_words (item_id) select id from items order by id`.execute(db)
  await sql`update file_texts set form = null where form is not null`.execute(db)
}
