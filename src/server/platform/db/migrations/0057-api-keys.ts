import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/** API keys, and the projects of those that are for some. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { ID, REF, TIME, STRICT } = columnTypes(db)
  const statements = [
    `create table api_keys (
      id ${ID}, user_id ${REF} not null references users (id) on delete cascade, name text not null,
      key_hash text not null unique, writes integer not null, all_projects integer not null,
      created_at ${TIME} not null, ends_at ${TIME}, last_used_at ${TIME}) ${STRICT}`,
    `create index api_keys_user on api_keys (user_id)`,
    `create table api_key_projects (
      key_id ${REF} not null references api_keys (id) on delete cascade,
      project_id ${REF} not null references projects (id) on delete cascade,
      primary key (key_id, project_id)) ${STRICT}`,
    `create index api_key_projects_project on api_key_projects (project_id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
