import { sql, type Kysely } from 'kysely'
import { engineOf } from './frozen.ts'

/**
 * On PostgreSQL a foreign key locks the project's row for each event, so concurrent saves in a project wait for each
 * other. A trigger replaces its cascade and deletes events after the foreign keys have deleted the items, when no item
 * can still be changing. SQLite's foreign key takes no lock.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  if (engineOf(db) === 'SQLite') return
  const statements = [
    `alter table events drop constraint events_project_id_fkey`,
    `create or replace function events_go_with_their_project() returns trigger language plpgsql as $$ begin
      delete from events where project_id = old.id;
      return null;
    end $$`,
    // Triggers fire in order of name; those of foreign keys begin with RI_ and fire first.
    `create trigger events_go_with_their_project after delete on projects
      for each row execute function events_go_with_their_project()`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
