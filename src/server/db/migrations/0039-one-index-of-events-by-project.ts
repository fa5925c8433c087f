import { sql, type Kysely } from 'kysely'

/** One index tells of a project and of one person there: each save pays for every index of events. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const statements = [
    `drop index events_project`,
    `drop index events_person`,
    `create index events_project on events (project_id, id, user_id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
