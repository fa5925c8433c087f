import { sql, type Kysely } from 'kysely'
import { columnTypes, engineOf } from './frozen.ts'

/**
 * The search words of items. Only the product can make them, so items whose words are missing or may be wrong are
 * queued, initially all. On PostgreSQL servers of the previous version may still be running and make no words, so a
 * trigger queues what they change. Servers that make words say so with the setting roomfolio.words of their
 * connections.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { ID, REF, STRICT } = columnTypes(db)
  const columns = `subcategory_id ${REF} not null, category_id ${REF} not null, filled ${REF} not null,
    vals text not null, notes text not null, files text not null`
  const statements =
    engineOf(db) === 'SQLite'
      ? [
          // In scan order. A foreign key would need a scan to find the words of an item.
          `create table item_words (
            room_id ${REF} not null, item_id ${REF} not null, ${columns}, primary key (room_id, item_id))
            ${STRICT}, without rowid`,
          `create trigger item_words_go after delete on items begin
            delete from item_words where room_id = old.room_id and item_id = old.id;
          end`,
          `create trigger item_words_move after update of room_id on items begin
            update item_words set room_id = new.room_id where room_id = old.room_id and item_id = new.id;
          end`,
        ]
      : [
          `create table item_words (
            room_id ${REF} not null, item_id ${REF} primary key references items (id) on delete cascade, ${columns})
            with (fillfactor = 80)`,
          `create index item_words_room on item_words (room_id)`,
          `create or replace function move_item_words() returns trigger language plpgsql as $$ begin
            update item_words set room_id = new.room_id where item_id = new.id;
            return null;
          end $$`,
          `create trigger item_words_move after update of room_id on items
            for each row when (old.room_id <> new.room_id) execute function move_item_words()`,
          `create or replace function list_item_without_words() returns trigger language plpgsql as $$ begin
            insert into items_without_words (item_id) values (new.id);
            return null;
          end $$`,
          `create trigger items_without_words_list
            after insert or update of field1, field2, field3, field4, field5, field6, notes, category_id, subcategory_id
            on items for each row when (current_setting('roomfolio.words', true) is distinct from '1')
            execute function list_item_without_words()`,
          `create or replace function list_item_of_file_without_words() returns trigger language plpgsql as $$ begin
            insert into items_without_words (item_id) values (coalesce(new.item_id, old.item_id));
            return null;
          end $$`,
          `create trigger items_without_words_list after insert or update or delete
            on item_files for each row when (current_setting('roomfolio.words', true) is distinct from '1')
            execute function list_item_of_file_without_words()`,
        ]
  statements.push(
    `create index item_words_files on item_words (room_id) where files <> ''`,
    `create table items_without_words (id ${ID}, item_id ${REF} not null) ${STRICT}`,
    `create index items_without_words_item on items_without_words (item_id)`,
    `insert into items_without_words (item_id) select id from items order by id`,
  )
  for (const statement of statements) await sql.raw(statement).execute(db)
}
