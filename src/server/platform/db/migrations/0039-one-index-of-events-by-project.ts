import { sql, type Kysely } from 'kysely'

/** Replaces two indexes of events with one that serves both: every save pays for each index. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const statements = [
    `drop index events_project`,
    `drop index events_person`,
    `create index events_project on events (project_id, id, user_id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
