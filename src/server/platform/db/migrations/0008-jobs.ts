import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/**
 * Background jobs. Mails that waited for the hourly sweep become jobs that are due at once. `mail_tried_at` of
 * consultations stays, because servers of the previous version write it and may still be running.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { ID, REF, TIME, STRICT } = columnTypes(db)
  const statements = [
    `create table jobs (
      id ${ID}, kind text not null, key text unique, payload text not null, created_at ${TIME} not null,
      due_at ${TIME}, noted_at ${TIME} not null, claimed_by text, tries ${REF} not null default 0, reason text,
      given_up_at ${TIME}) ${STRICT}`,
    `create index jobs_due on jobs (due_at) where due_at is not null`,
    `insert into jobs (kind, payload, created_at, due_at, noted_at)
      select 'consultation-mail', '{"consultationID":' || id || '}', created_at, created_at, created_at
      from consultations where mailed_at is null and done_at is null order by id`,
    `delete from settings where key = 'backup_claimed'`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
