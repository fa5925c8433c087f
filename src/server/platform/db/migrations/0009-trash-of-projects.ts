import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/** Moves the trash from the user who deleted to the project, with that user's name, which outlives the account. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { REF } = columnTypes(db)
  const statements = [
    `alter table trash_entries add column project_id ${REF} not null default 0`,
    `alter table trash_entries add column deleted_by text not null default ''`,
    `update trash_entries set
      project_id = coalesce(
        (select min(projects.id) from projects where projects.trash_id = trash_entries.id),
        (select min(rooms.project_id) from rooms where rooms.trash_id = trash_entries.id),
        (select min(items.project_id) from items where items.trash_id = trash_entries.id),
        (select min(items.project_id) from item_files join items on items.id = item_files.item_id
          where item_files.trash_id = trash_entries.id),
        0),
      deleted_by = (select users.username from users where users.id = trash_entries.owner_id)`,
    // Entries of permanently deleted things.
    `delete from trash_entries where project_id = 0`,
    `drop index trash_entries_owner`,
    `alter table trash_entries drop column owner_id`,
    `create index trash_entries_project on trash_entries (project_id)`,
    // The index by name excludes deleted projects.
    `create index projects_owner on projects (owner_id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
