import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/** Invitations to create an account, with hashes of the displayed and the mailed link. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { ID, REF, TIME, STRICT } = columnTypes(db)
  const statements = [
    `create table invitations (
      id ${ID}, email text not null, link_hash text not null unique, mail_hash text unique,
      invited_by ${REF} references users (id) on delete set null,
      created_at ${TIME} not null, expires_at ${TIME} not null) ${STRICT}`,
    `create index invitations_expiry on invitations (expires_at)`,
    `create index invitations_inviter on invitations (invited_by)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
