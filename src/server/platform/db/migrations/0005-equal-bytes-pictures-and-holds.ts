import { sql, type Kysely } from 'kysely'
import { columnTypes } from './frozen.ts'

/** Stores equal bytes once per owner; adds renditions, and locks that keep a sweep from deleting bytes still in use. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { REF, TIME, STRICT } = columnTypes(db)
  const statements = [
    `alter table blobs add column owner_id ${REF} references users (id) on delete set null`,
    `create unique index blobs_bytes on blobs (sha256, owner_id)`,
    `create index blobs_owner on blobs (owner_id)`,
    // Keeps the first of equal blobs; the others lose their uploads, and the sweep deletes them.
    `update uploads set blob_id = (
      select min(same.id) from blobs as own join blobs as same on same.sha256 = own.sha256
        join uploads as other on other.blob_id = same.id
      where own.id = uploads.blob_id and other.owner_id = uploads.owner_id)`,
    `update blobs set owner_id = (select min(uploads.owner_id) from uploads where uploads.blob_id = blobs.id)`,

    `create table renditions (
      blob_id ${REF} not null references blobs (id), kind text not null check (kind in ('thumbnail', 'screen')),
      storage_key text unique, sha256 text, size ${REF}, created_at ${TIME} not null,
      primary key (blob_id, kind)) ${STRICT}`,
    `create table pending_writes (storage_key text primary key, started_at ${TIME} not null) ${STRICT}`,
    `create table file_holds (id text primary key, until ${TIME} not null) ${STRICT}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
