import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/**
 * Invitations to a project, with hashes of the displayed and the mailed link, and the account created through them. For
 * members, when they joined and by which address.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { ID, REF, TIME, STRICT } = columnTypes(db)
  const statements = [
    `create table project_invitations (
      id ${ID}, project_id ${REF} not null references projects (id) on delete cascade,
      email text not null, email_key text not null, role text not null check (role in ('editor', 'viewer')),
      link_hash text not null unique, mail_hash text unique,
      registered_id ${REF} references users (id) on delete cascade,
      created_at ${TIME} not null, expires_at ${TIME} not null, unique (project_id, email_key)) ${STRICT}`,
    `create index project_invitations_expiry on project_invitations (expires_at)`,
    `create index project_invitations_registered on project_invitations (registered_id)`,
    `alter table project_members add column joined_at ${TIME}`,
    `alter table project_members add column invited_as text`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
