import { sql, type Kysely } from 'kysely'

/** Names of paints are no materials any more: the job that makes words also renews the swatches of items that have one. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`insert into items_without_words (item_id) select id from items where sample is not null order by id`.execute(
    db,
  )
}
