import { sql, type Kysely } from 'kysely'
import { engineOf } from './frozen.ts'

const NOWHERE = ['client', 'address', 'address2', 'city', 'state', 'zip']
  .map((column) => `${column} = ''`)
  .join(' and ')

/**
 * Templates: projects that others are created from. They have no address, and their names are unique among themselves.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const column = `template integer not null default 0`
  const check = `check (template = 0 or (template = 1 and ${NOWHERE}))`
  const statements = [
    engineOf(db) === 'SQLite'
      ? `alter table projects add column ${column} ${check}`
      : `alter table projects add column ${column}, add constraint projects_template ${check}`,
    `drop index projects_name`,
    `create unique index projects_name on projects (owner_id, template, name_key) where deleted_at is null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
