import { sql, type Kysely } from 'kysely'

/** Carpenters mount towel bars, not plumbers. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`update subcategories set trade = 'carpenter' where name = 'Towel Bars & Hooks' and trade = 'plumber'`.execute(
    db,
  )
}
