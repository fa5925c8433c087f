import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/**
 * Issued revisions of the spec book. A removed one keeps only its number. Uploads of revisions cannot be deleted: the
 * foreign key rejects the sweep of a server of the previous version, which deletes uploads without an item.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { ID, REF, TIME, STRICT } = columnTypes(db)
  const statements = [
    `create table revisions (
      id ${ID}, project_id ${REF} not null references projects (id) on delete cascade, number ${REF} not null,
      note text not null, issued_by text not null, created_at ${TIME} not null,
      upload_id ${REF} unique references uploads (id), picture text not null, unique (project_id, number)) ${STRICT}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
