import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/**
 * Captions of attachments; covers of rooms and projects. An upload may be deleted before the cover that refers to it,
 * as when the trash is emptied, and ids are never reused, so there is no foreign key.
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
