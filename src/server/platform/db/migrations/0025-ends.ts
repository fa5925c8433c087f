import { sql, type Kysely } from 'kysely'
import { columnTypes, engineOf } from './frozen.ts'

/** Label names that may hold an expiry date. */
const NAMES = ['warrant', 'guarantee', 'expir', 'end date', 'replace by', 'valid until', 'due']

/**
 * Expiry dates: stored with the item as JSON, and by triggers as rows indexed by project and day. The job that makes
 * words fills them for existing items, which are queued, and for what servers of the previous version save.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { REF, STRICT } = columnTypes(db)
  const isSQLite = engineOf(db) === 'SQLite'
  await sql.raw(`alter table items add column ends text not null default ''`).execute(db)
  await sql
    .raw(
      `create table item_ends (
        project_id ${REF} not null, day text not null,
        item_id ${REF} not null references items (id) on delete cascade, slot ${REF} not null,
        primary key (project_id, day, item_id, slot)) ${isSQLite ? `${STRICT}, without rowid` : ''}`,
    )
    .execute(db)
  const statements = isSQLite
    ? [
        `create index item_ends_item on item_ends (item_id)`,
        `create trigger item_ends_of_new after insert on items when new.ends <> '' begin
          insert into item_ends (project_id, day, item_id, slot)
          select new.project_id, json_extract(value, '$.day'), new.id, json_extract(value, '$.slot')
          from json_each(new.ends);
        end`,
        `create trigger item_ends_of_changed after update of ends, project_id on items
        when old.ends <> new.ends or (old.project_id <> new.project_id and new.ends <> '') begin
          delete from item_ends where item_id = new.id;
          insert into item_ends (project_id, day, item_id, slot)
          select new.project_id, json_extract(value, '$.day'), new.id, json_extract(value, '$.slot')
          from json_each(case new.ends when '' then '[]' else new.ends end);
        end`,
      ]
    : [
        `create index item_ends_item on item_ends (item_id)`,
        `create or replace function put_item_ends() returns trigger language plpgsql as $$ begin
          if tg_op = 'UPDATE' then
            delete from item_ends where item_id = new.id;
          end if;
          if new.ends <> '' then
            insert into item_ends (project_id, day, item_id, slot)
            select new.project_id, told.day, new.id, told.slot
            from jsonb_to_recordset(cast(new.ends as jsonb)) as told (slot bigint, day text);
          end if;
          return null;
        end $$`,
        `create trigger item_ends_of_new after insert on items
          for each row when (new.ends <> '') execute function put_item_ends()`,
        `create trigger item_ends_of_changed after update of ends, project_id on items
          for each row when (old.ends <> new.ends or (old.project_id <> new.project_id and new.ends <> ''))
          execute function put_item_ends()`,
      ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  const named = NAMES.map((name) => sql`lower(labels.name) like ${`%${name}%`}`)
  await sql`insert into items_without_words (item_id)
    select items.id from items where items.subcategory_id in (
      select subcategory_labels.subcategory_id from subcategory_labels
      inner join labels on labels.id = subcategory_labels.label_id where ${sql.join(named, sql` or `)})
    order by items.id`.execute(db)
}
