import { sql, type Kysely } from 'kysely'

/**
 * Links and viewers get photos without their GPS position, unless a link shows it; copies by viewers keep it hidden.
 * Animated PNGs now count as pictures.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table links add column hides_positions integer not null default 1`.execute(db)
  await sql`alter table item_files add column hides_position integer not null default 0`.execute(db)
  await sql`update blobs set type = 'image/png' where type = 'image/apng'`.execute(db)
}
