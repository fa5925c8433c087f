import { batches, type Database } from '../db/database.ts'
import { neededBlobs, placesOfBlobs, storedBytes } from './blobs.all-users.access.ts'
import type { RenditionKind } from '../db/schema.ts'
import { findStoreMark } from './store-identity.repo.ts'

/** Bytes that must be in the store: of a file, or of a rendition. */
export interface KnownBytes {
  blobID: number
  kind: 'file' | RenditionKind
  key: string
  sha256: string
  size: number
}

const ROWS_AT_ONCE = 500

/** Everything that must be in the store, in batches of two statements each. */
export async function* knownBytes(db: Database): AsyncGenerator<KnownBytes[]> {
  for (let after = 0; ;) {
    const blobs = await neededBlobs(db)
      .where('id', '>', after)
      .select(['id as blobID', 'storage_key as key', 'sha256', 'size'])
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    const last = blobs.at(-1)
    if (!last) return
    const pictures = await storedBytes(db)
      .selectFrom('renditions')
      .where(
        'blob_id',
        'in',
        blobs.map(({ blobID }) => blobID),
      )
      .where('storage_key', 'is not', null)
      .select(['blob_id as blobID', 'kind', 'storage_key as key', 'sha256', 'size'])
      .$narrowType<{ key: string; sha256: string; size: number }>()
      .orderBy('blob_id')
      .orderBy('kind')
      .execute()
    yield [...blobs.map((blob) => ({ ...blob, kind: 'file' as const })), ...pictures]
    after = last.blobID
  }
}

/** Those of the given bytes that must still be in the store. */
export const stillNeeded = async <Known extends KnownBytes>(
  db: Database,
  known: readonly Known[],
): Promise<Known[]> => {
  if (known.length === 0) return []
  const blobIDs = known.map(({ blobID }) => blobID)
  const rows = await neededBlobs(db)
    .leftJoin('renditions', 'renditions.blob_id', 'blobs.id')
    .where('blobs.id', 'in', blobIDs)
    .select(['blobs.storage_key as file', 'renditions.storage_key as picture'])
    .execute()
  const needed = new Set(rows.flatMap(({ file, picture }) => [file, picture]))
  return known.filter(({ key }) => needed.has(key))
}

/** Describes the owners and places of files, by blob. */
export const placesOf = async (db: Database, blobIDs: readonly number[]): Promise<Map<number, string[]>> => {
  const places = new Map<number, string[]>()
  for (const some of batches(blobIDs)) {
    const rows = await placesOfBlobs(db, some)
      .select(['uploads.blob_id', 'uploads.original_name', 'item_files.display_name as name'])
      .select(['uploaders.username as uploader', 'owners.username as owner'])
      .select(['projects.name as project', 'rooms.name as room', 'items.title as item', 'revisions.number'])
      .select((eb) =>
        eb
          .selectFrom('brandings')
          .whereRef('brandings.logo_upload_id', '=', 'uploads.id')
          .select('brandings.id')
          .limit(1)
          .as('branding'),
      )
      .select((eb) =>
        eb.fn
          .coalesce('item_files.deleted_at', 'items.deleted_at', 'rooms.deleted_at', 'projects.deleted_at')
          .as('deleted_at'),
      )
      .orderBy('uploads.id')
      .orderBy('item_files.id')
      .execute()
    for (const row of rows) {
      const inTrash = row.deleted_at === null ? '' : ' (in the trash)'
      const place =
        row.project === null
          ? `"${row.original_name}" of ${row.uploader}, ${row.branding === null ? 'on no item yet' : 'a logo'}`
          : row.item === null
            ? `"${row.original_name}" of ${row.owner}: ${row.project} > Revision ${row.number}${inTrash}`
            : `"${row.name}" of ${row.owner}: ${row.project} > ${row.room} > ${row.item}${inTrash}`
      places.set(row.blob_id, [...(places.get(row.blob_id) ?? []), place])
    }
  }
  return places
}

/** Deletes records of renditions, which are made again on request. */
export const forgetPictures = async (db: Database, keys: readonly string[]): Promise<void> => {
  for (const some of batches(keys))
    await storedBytes(db).deleteFrom('renditions').where('storage_key', 'in', some).execute()
}

/** The storage keys that this database neither uses nor is writing. */
export const listUnknown = async (db: Database, keys: readonly string[]): Promise<string[]> => {
  const pictures = storedBytes(db)
    .selectFrom('renditions')
    .where('storage_key', 'in', keys)
    .select('storage_key as key')
  const rows = await storedBytes(db)
    .selectFrom('blobs')
    .where('storage_key', 'in', keys)
    .select('storage_key as key')
    .unionAll(db.selectFrom('pending_writes').where('storage_key', 'in', keys).select('storage_key as key'))
    .unionAll(pictures.$narrowType<{ key: string }>())
    .execute()
  const known = new Set<string | undefined>(rows.map(({ key }) => key))
  known.add(await findStoreMark(db))
  return keys.filter((key) => !known.has(key))
}
