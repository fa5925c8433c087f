import { sql, type Kysely } from 'kysely'

/**
 * When something was told last, apart from the last day of which a mail was refused or taken; and the token of before. A
 * server of the version before leaves both as they are.
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
