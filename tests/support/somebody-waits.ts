import { sql } from 'kysely'
import type { Database } from '../../src/server/platform/db/database.ts'
import { ENGINE } from './database.ts'
import { until } from './until.ts'

/** Until others wait for a transaction that is open. SQLite's wait in a queue that nobody can look into. */
export const somebodyWaits = async (db: Database, howMany = 1): Promise<void> => {
  if (ENGINE === 'SQLite') return
  await until(async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows[0]?.count === howMany
  })
}
