import { sql, type Kysely } from 'kysely'
import { columnTypes, engineOf } from './frozen.ts'

/** A third kind of rendition. SQLite can only change a check constraint by copying the table. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { REF, TIME, STRICT } = columnTypes(db)
  const kinds = `check (kind in ('thumbnail', 'screen', 'print'))`
  const statements =
    engineOf(db) === 'SQLite'
      ? [
          `create table renditions_of_three_kinds (
            blob_id ${REF} not null references blobs (id), kind text not null ${kinds},
            storage_key text unique, sha256 text, size ${REF}, created_at ${TIME} not null,
            primary key (blob_id, kind)) ${STRICT}`,
          `insert into renditions_of_three_kinds (blob_id, kind, storage_key, sha256, size, created_at)
            select blob_id, kind, storage_key, sha256, size, created_at from renditions`,
          `drop table renditions`,
          `alter table renditions_of_three_kinds rename to renditions`,
        ]
      : [
          `alter table renditions drop constraint renditions_kind_check`,
          `alter table renditions add constraint renditions_kind_check ${kinds}`,
        ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
