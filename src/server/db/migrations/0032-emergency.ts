import { sql, type Kysely } from 'kysely'

/** What the subcategories of the product are looked for in an emergency, wherever they bear these names. */
const LOOKED_FOR = [
  ['valve', 'Shut-Off Valve'],
  ['panel', 'Electrical Panel'],
  ['alarm', 'Smoke / CO Alarm'],
  ['contact', 'Contractor / Supplier'],
] as const

/** What one looks for in an emergency. A server of the version before leaves it as it is. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table subcategories add column emergency text`.execute(db)
  for (const [emergency, name] of LOOKED_FOR)
    await sql`update subcategories set emergency = ${emergency} where name = ${name}`.execute(db)
}
