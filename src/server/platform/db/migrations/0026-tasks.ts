import { sql, type Kysely } from 'kysely'
import { columnTypes, engineOf } from './frozen.ts'

/**
 * Tasks and answered suggestions. They are deleted with their item, room or project. Triggers move them with their room
 * or item, because servers of the previous version move rooms too.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { ID, REF, TIME, STRICT } = columnTypes(db)
  const ofItem = ['tasks', 'answered_suggestions']
    .map((table) => `update ${table} set project_id = new.project_id where item_id = new.id;`)
    .join(' ')
  const ofRoom = 'update tasks set project_id = new.project_id where room_id = new.id;'
  const triggers =
    engineOf(db) === 'SQLite'
      ? [
          `create trigger rooms_take_tasks_along after update of project_id on rooms begin ${ofRoom} end`,
          `create trigger items_take_tasks_along after update of project_id on items
            when old.project_id <> new.project_id begin ${ofItem} end`,
        ]
      : [
          `create or replace function take_along_tasks_of_the_room() returns trigger language plpgsql as $$ begin
            ${ofRoom}
            return null;
          end $$`,
          // Before the triggers of foreign keys, which begin with RI_.
          `create trigger "A_rooms_take_tasks_along" after update of project_id on rooms
            for each row when (old.project_id <> new.project_id) execute function take_along_tasks_of_the_room()`,
          `create or replace function take_along_tasks_of_the_item() returns trigger language plpgsql as $$ begin
            ${ofItem}
            return null;
          end $$`,
          `create trigger items_take_tasks_along after update of project_id on items
            for each row when (old.project_id <> new.project_id) execute function take_along_tasks_of_the_item()`,
        ]
  const statements = [
    `create table tasks (
      id ${ID}, version integer not null default 1, project_id ${REF} not null references projects (id) on delete cascade,
      room_id ${REF}, item_id ${REF} references items (id) on delete cascade,
      name text not null, note text not null, day text not null, starts text not null,
      every integer not null, unit text not null, from_done integer not null, done_on text, created_at ${TIME} not null,
      foreign key (room_id, project_id) references rooms (id, project_id) on delete cascade,
      check (room_id is null or item_id is null)) ${STRICT}`,
    `create index tasks_project on tasks (project_id, day, id)`,
    `create index tasks_room on tasks (room_id, project_id)`,
    `create index tasks_item on tasks (item_id)`,
    `create table answered_suggestions (
      item_id ${REF} not null references items (id) on delete cascade,
      project_id ${REF} not null references projects (id) on delete cascade, suggestion text not null,
      primary key (item_id, suggestion)) ${STRICT}`,
    `create index answered_suggestions_project on answered_suggestions (project_id)`,
    ...triggers,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
