import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/**
 * Attachments get captions, rooms and projects covers. What a cover names may go before it does, as uploads do when a trash
 * is emptied, and ids are never given twice: so there is no foreign key.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { REF } = columnTypes(db)
  for (const statement of [
    `alter table item_files add column caption text not null default ''`,
    `alter table rooms add column cover_upload_id ${REF}`,
    `alter table projects add column cover_upload_id ${REF}`,
  ]) {
    await sql.raw(statement).execute(db)
  }
}
