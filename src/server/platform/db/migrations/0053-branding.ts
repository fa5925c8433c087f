import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/**
 * What a firm puts on its papers and links: of an account, or different for one of its projects. Uploads of logos cannot
 * be deleted: the foreign key rejects the sweep of a server of the previous version, which deletes uploads without an
 * item.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { ID, REF, STRICT } = columnTypes(db)
  for (const statement of [
    `create table brandings (
      id ${ID}, user_id ${REF} unique references users (id) on delete cascade,
      project_id ${REF} unique references projects (id) on delete cascade,
      firm text not null, phone text not null, number text not null, drawn_by text not null,
      logo_upload_id ${REF} references uploads (id), check ((user_id is null) <> (project_id is null))) ${STRICT}`,
    'create index brandings_by_logo on brandings (logo_upload_id)',
  ]) {
    await sql.raw(statement).execute(db)
  }
}
