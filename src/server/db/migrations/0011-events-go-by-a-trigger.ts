import { sql, type Kysely } from 'kysely'
import { engineOf } from './frozen.ts'

/**
 * On PostgreSQL a foreign key locks the project's row at each event, and those who save in one project at once wait for
 * each other. There a trigger takes events along with their project: after the foreign keys have taken its items, so
 * that nobody is still changing one. SQLite's foreign key locks nothing.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  if (engineOf(db) === 'SQLite') return
  const statements = [
    `alter table events drop constraint events_project_id_fkey`,
    `create or replace function events_go_with_their_project() returns trigger language plpgsql as $$ begin
      delete from events where project_id = old.id;
      return null;
    end $$`,
    // Triggers fire in the order of their names, those of foreign keys, which begin with RI_, first.
    `create trigger events_go_with_their_project after delete on projects
      for each row execute function events_go_with_their_project()`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
