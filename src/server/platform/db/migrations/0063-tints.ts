import { sql, type Kysely } from 'kysely'

/** Words of colors only tint, and labels such as Series name some: the swatches of all items are made again. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`insert into items_without_words (item_id) select id from items
    where id not in (select item_id from items_without_words) order by id`.execute(db)
}
