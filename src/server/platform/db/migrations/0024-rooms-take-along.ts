import { sql, type Kysely } from 'kysely'
import { engineOf } from './frozen.ts'

/**
 * Moving a room to another project also moves its items and links, including the trash, in the same statement, because
 * their foreign keys include the project. Servers of the previous version do not move rooms.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const along = ['items', 'links'].map(
    (table) => `update ${table} set project_id = new.project_id where room_id = new.id;`,
  )
  const statements =
    engineOf(db) === 'SQLite'
      ? [`create trigger rooms_take_along after update of project_id on rooms begin ${along.join(' ')} end`]
      : [
          `create or replace function take_along_what_is_in_the_room() returns trigger language plpgsql as $$ begin
            ${along.join(' ')}
            return null;
          end $$`,
          // Triggers fire in order of name: this one before those of foreign keys, which begin with RI_.
          `create trigger "A_rooms_take_along" after update of project_id on rooms
            for each row when (old.project_id <> new.project_id) execute function take_along_what_is_in_the_room()`,
        ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
