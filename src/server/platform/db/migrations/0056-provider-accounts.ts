import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/** Which accounts log in at an OpenID provider, and what ends a session there. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { REF, TIME, STRICT } = columnTypes(db)
  const statements = [
    `create table provider_accounts (
      issuer text not null, subject text not null, user_id ${REF} not null references users (id) on delete cascade,
      created_at ${TIME} not null, primary key (issuer, subject)) ${STRICT}`,
    `create index provider_accounts_user on provider_accounts (user_id)`,
    `alter table sessions add column id_token text`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
