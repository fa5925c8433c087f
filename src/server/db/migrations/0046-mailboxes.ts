import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/** When users confirmed that their mailbox is theirs, as everybody counts who is there already; and who wants no invitations. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { TIME, STRICT } = columnTypes(db)
  const statements = [
    `alter table users add column email_confirmed_at ${TIME}`,
    'update users set email_confirmed_at = created_at',
    `create table refused_mailboxes (email_hash text primary key, refused_at ${TIME} not null) ${STRICT}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
