import { sql, type Kysely } from 'kysely'

/** Titles of long values are joined by a dot: all are made again. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`insert into items_without_words (item_id) select id from items
    where id not in (select item_id from items_without_words) order by id`.execute(db)
}
