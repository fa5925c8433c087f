import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { engineOf, type Engine } from '../db/engine.ts'

/** Rejects when the database does not answer; else names the engine in use. */
export const askDatabase = async (db: Database): Promise<Engine> => {
  await sql`select 1`.execute(db)
  return engineOf(db)
}
