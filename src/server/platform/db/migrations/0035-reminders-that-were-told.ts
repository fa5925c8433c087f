import { sql, type Kysely } from 'kysely'

/**
 * The day of the last accepted reminder, separate from the last day whose mail was accepted or refused; and the
 * previous token. Servers of the previous version do not change these columns.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const statements = [
    'alter table reminders add column told_day text',
    'alter table reminders add column former_hash text',
    'create unique index reminders_former_hash on reminders (former_hash)',
    'update reminders set told_day = last_day where refusals = 0',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
