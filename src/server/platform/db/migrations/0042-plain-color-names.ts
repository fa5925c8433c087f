import { sql, type Kysely } from 'kysely'

/** Paint names no longer determine a material. Queues items with a swatch, so the job that makes words renews it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`insert into items_without_words (item_id) select id from items where sample is not null order by id`.execute(
    db,
  )
}
