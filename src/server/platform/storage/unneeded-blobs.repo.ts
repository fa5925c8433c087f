import { batches, transact, type Database } from '../db/database.ts'
import { forUpdate } from '../db/engine.ts'
import { blobs, deleteBlobs, deleteRenditions, renditions, updateBlobs } from './blobs.all-users.access.ts'

const withoutUpload = (db: Database) =>
  blobs(db).where((eb) =>
    eb.not(eb.exists(eb.selectFrom('uploads').select('uploads.id').whereRef('uploads.blob_id', '=', 'blobs.id'))),
  )

/** Blobs without an upload that are not removed yet. */
export const listUnneededBlobs = async (db: Database): Promise<number[]> =>
  (await withoutUpload(db).select('blobs.id').orderBy('blobs.id').execute()).map(({ id }) => id)

/**
 * Marks those of the blobs without an upload for deletion and returns them; marked blobs get no upload any more. A blob that
 * an upload of equal bytes takes concurrently stays.
 */
export const condemnBlobs = async (db: Database, blobIDs: readonly number[]): Promise<number[]> => {
  const condemned: number[] = []
  for (const some of batches(blobIDs)) {
    await transact(db, async (trx) => {
      // Two statements: after waiting for concurrent uploads, the second one sees their result.
      const query = withoutUpload(trx).where('blobs.id', 'in', some).select('blobs.id')
      const taken = await forUpdate(trx, query.orderBy('blobs.sha256').orderBy('blobs.id'), ['blobs']).execute()
      if (taken.length === 0) return
      const ids = taken.map(({ id }) => id)
      const rows = await updateBlobs(trx)
        .set({ owner_id: null })
        .where('blobs.id', 'in', withoutUpload(trx).where('blobs.id', 'in', ids).select('blobs.id'))
        .returning('blobs.id')
        .execute()
      condemned.push(...rows.map(({ id }) => id))
    })
  }
  return condemned
}

/** The storage keys of the blobs and of their renditions. */
export const listKeys = async (db: Database, blobIDs: readonly number[]): Promise<string[]> => {
  const pictures = renditions(db).where('blob_id', 'in', blobIDs).where('storage_key', 'is not', null)
  const rows = await blobs(db)
    .where('id', 'in', blobIDs)
    .select('storage_key')
    .unionAll(pictures.select('storage_key').$narrowType<{ storage_key: string }>())
    .execute()
  return rows.map(({ storage_key }) => storage_key)
}

/** Deletes marked blobs whose bytes under these keys are removed. Returns those that got another rendition since. */
export const forgetBlobs = async (
  db: Database,
  blobIDs: readonly number[],
  goneKeys: readonly string[],
): Promise<number[]> =>
  transact(db, async (trx) => {
    // Waits for renditions being added; later ones find no blob.
    const query = blobs(trx).where('id', 'in', blobIDs).select('id').orderBy('sha256').orderBy('id')
    await forUpdate(trx, query, ['blobs']).execute()
    await deleteRenditions(trx)
      .where('blob_id', 'in', blobIDs)
      .where((eb) => eb.or([eb('storage_key', 'is', null), eb('storage_key', 'in', goneKeys)]))
      .execute()
    await deleteBlobs(trx)
      .where('id', 'in', blobIDs)
      .where('id', 'not in', renditions(trx).where('blob_id', 'in', blobIDs).select('blob_id'))
      .execute()
    return (await query.execute()).map(({ id }) => id)
  })
