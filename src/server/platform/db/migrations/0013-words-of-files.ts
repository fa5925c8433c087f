import { sql, type Kysely } from 'kysely'
import { columnTypes, engineOf } from './frozen.ts'

/**
 * The words of attached files, and which files have been read. A trigger queues files, so every way to attach one is
 * covered, including a restore.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { REF, STRICT } = columnTypes(db)
  const isSQLite = engineOf(db) === 'SQLite'
  const statements = [
    `create table file_texts (
      blob_id ${REF} primary key references blobs (id) on delete cascade, turn_of ${REF} not null, form ${REF}) ${STRICT}`,
    `create index file_texts_unread on file_texts (turn_of, blob_id) where form is null`,
    `create table file_words (
      blob_id ${REF} not null references file_texts (blob_id) on delete cascade,
      word text ${isSQLite ? '' : 'collate "C"'} not null, pages text not null,
      primary key (blob_id, word)) ${isSQLite ? 'strict, without rowid' : ''}`,
    `insert into file_texts (blob_id, turn_of)
      select uploads.blob_id, min(uploads.owner_id) from uploads
      where exists (select 1 from item_files where item_files.upload_id = uploads.id) group by uploads.blob_id`,
    ...(isSQLite
      ? [
          `create trigger attached_files_are_to_be_read after insert on item_files begin
            insert into file_texts (blob_id, turn_of)
              select blob_id, owner_id from uploads where id = new.upload_id on conflict do nothing;
          end`,
        ]
      : [
          // Sorted to avoid deadlocks.
          `create or replace function attached_files_are_to_be_read() returns trigger language plpgsql as $$ begin
            insert into file_texts (blob_id, turn_of)
              select blob_id, min(owner_id) from uploads where id in (select upload_id from attached)
              group by blob_id order by blob_id on conflict do nothing;
            return null;
          end $$`,
          `create trigger attached_files_are_to_be_read after insert on item_files
            referencing new table as attached for each statement execute function attached_files_are_to_be_read()`,
        ]),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
