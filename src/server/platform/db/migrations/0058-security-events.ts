import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/** Logins and security changes, for the audit log. They outlive their account under its name. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { ID, REF, TIME, STRICT } = columnTypes(db)
  const statements = [
    `create table security_events (
      id ${ID}, at ${TIME} not null, kind text not null, user_id ${REF} references users (id) on delete set null,
      account text, author text, detail text not null, address text, device text not null) ${STRICT}`,
    ...['at', 'kind', 'user_id', 'account', 'author'].map(
      (column) => `create index security_events_${column} on security_events (${column}, id)`,
    ),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
