import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/** The text of files by page, or under page 0, for excerpts in searches. All files are read again. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { REF, STRICT } = columnTypes(db)
  await sql
    .raw(`create table file_pages (
      blob_id ${REF} not null references file_texts (blob_id) on delete cascade,
      page integer not null, text text not null, primary key (blob_id, page)) ${STRICT}`)
    .execute(db)
  await sql`update file_texts set form = null where form is not null`.execute(db)
}
