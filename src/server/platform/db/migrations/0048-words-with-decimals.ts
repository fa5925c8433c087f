import { sql, type Kysely } from 'kysely'

/** Decimals are words of their own, and words of files are also found by their ends: both are made again, as in 0044. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`insert into items_without_words (item_id) select id from items
    where id not in (select item_id from items_without_words) order by id`.execute(db)
  await sql`update file_texts set form = null where form is not null`.execute(db)
}
