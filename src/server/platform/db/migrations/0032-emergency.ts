import { sql, type Kysely } from 'kysely'

/** The emergency information of the default subcategories, applied by name. */
const LOOKED_FOR = [
  ['valve', 'Shut-Off Valve'],
  ['panel', 'Electrical Panel'],
  ['alarm', 'Smoke / CO Alarm'],
  ['contact', 'Contractor / Supplier'],
] as const

/** Marks emergency information. Servers of the previous version do not change this column. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table subcategories add column emergency text`.execute(db)
  for (const [emergency, name] of LOOKED_FOR)
    await sql`update subcategories set emergency = ${emergency} where name = ${name}`.execute(db)
}
