import { sql, type Kysely } from 'kysely'

/**
 * Dates that are ambiguous between languages no longer count. Queues items with expiry dates, so the job that makes
 * words renews their facts. No other text became a date.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`insert into items_without_words (item_id) select id from items where ends <> '' order by id`.execute(db)
}
