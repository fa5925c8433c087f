import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/** Passkeys, the challenges that browsers sign, and how each session was opened. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { ID, REF, TIME, STRICT } = columnTypes(db)
  const user = `references users (id) on delete cascade`
  const statements = [
    `create table passkeys (
      id ${ID}, user_id ${REF} not null ${user}, credential_id text not null unique, public_key text not null,
      counter ${REF} not null, transports text not null, host text not null, name text not null,
      created_at ${TIME} not null, last_used_at ${TIME}) ${STRICT}`,
    `create index passkeys_user on passkeys (user_id)`,
    `create table challenges (
      challenge_hash text primary key, user_id ${REF} ${user}, expires_at ${TIME} not null) ${STRICT}`,
    `create index challenges_user on challenges (user_id)`,
    `create index challenges_expires on challenges (expires_at)`,
    `alter table sessions add column opened_by text not null default 'password'`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
