import { sql, type Kysely } from 'kysely'

/** Words of colors only tint. Queues items with a swatch, so the job that makes words renews it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`insert into items_without_words (item_id) select id from items where sample is not null and id not in (select item_id from items_without_words)`.execute(
    db,
  )
}
