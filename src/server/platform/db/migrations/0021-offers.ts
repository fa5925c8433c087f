import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/** Offers of projects by their owners, with hashes of the displayed and the mailed link. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { ID, REF, TIME, STRICT } = columnTypes(db)
  const statements = [
    `create table offers (
      id ${ID}, project_id ${REF} not null unique references projects (id) on delete cascade,
      email text not null, word text not null, goes text not null, stays integer not null,
      link_hash text not null unique, mail_hash text unique,
      registered_id ${REF} references users (id) on delete set null,
      created_at ${TIME} not null, expires_at ${TIME} not null) ${STRICT}`,
    `create index offers_expiry on offers (expires_at)`,
    `create index offers_registered on offers (registered_id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
