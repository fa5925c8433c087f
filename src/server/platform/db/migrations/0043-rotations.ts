import { sql, type Kysely } from 'kysely'
import { columnTypes, engineOf } from './frozen.ts'

/**
 * The clockwise rotation of a picture in degrees. Rotated renditions have their own kinds, such as 'screen 90'. SQLite
 * can only drop a check constraint by copying the table.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { REF, TIME, STRICT } = columnTypes(db)
  const statements = [
    `alter table uploads add column rotation ${REF} not null default 0 check (rotation in (0, 90, 180, 270))`,
    ...(engineOf(db) === 'SQLite'
      ? [
          `create table renditions_of_any_kind (
            blob_id ${REF} not null references blobs (id), kind text not null,
            storage_key text unique, sha256 text, size ${REF}, created_at ${TIME} not null,
            primary key (blob_id, kind)) ${STRICT}`,
          `insert into renditions_of_any_kind (blob_id, kind, storage_key, sha256, size, created_at)
            select blob_id, kind, storage_key, sha256, size, created_at from renditions`,
          `drop table renditions`,
          `alter table renditions_of_any_kind rename to renditions`,
        ]
      : [`alter table renditions drop constraint renditions_kind_check`]),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
