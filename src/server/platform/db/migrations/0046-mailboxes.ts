import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/**
 * When users confirmed their email address, which counts as done for existing users; and addresses that opted out of
 * invitations.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { TIME, STRICT } = columnTypes(db)
  const statements = [
    `alter table users add column email_confirmed_at ${TIME}`,
    'update users set email_confirmed_at = created_at',
    `create table refused_mailboxes (email_hash text primary key, refused_at ${TIME} not null) ${STRICT}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
