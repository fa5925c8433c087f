import { batches, transact, type Database } from '../db/database.ts'
import { forUpdate } from '../db/engine.ts'
import { storedBytes, unneededBlobs } from './blobs.all-users.access.ts'

/** Blobs without an upload that are not removed yet. */
export const listUnneededBlobs = async (db: Database): Promise<number[]> =>
  (await unneededBlobs(db).select('blobs.id').orderBy('blobs.id').execute()).map(({ id }) => id)

/**
 * Marks those of the blobs without an upload for deletion and returns them; marked blobs get no upload any more. A blob that
 * an upload of equal bytes takes concurrently stays.
 */
export const condemnBlobs = async (db: Database, blobIDs: readonly number[]): Promise<number[]> => {
  const condemned: number[] = []
  for (const some of batches(blobIDs)) {
    await transact(db, async (trx) => {
      // Two statements: after waiting for concurrent uploads, the second one sees their result.
      const query = unneededBlobs(trx).where('blobs.id', 'in', some).select('blobs.id')
      const taken = await forUpdate(trx, query.orderBy('blobs.sha256').orderBy('blobs.id'), ['blobs']).execute()
      if (taken.length === 0) return
      const ids = taken.map(({ id }) => id)
      const rows = await storedBytes(trx)
        .updateTable('blobs')
        .set({ owner_id: null })
        .where('blobs.id', 'in', unneededBlobs(trx).where('blobs.id', 'in', ids).select('blobs.id'))
        .returning('blobs.id')
        .execute()
      condemned.push(...rows.map(({ id }) => id))
    })
  }
  return condemned
}

/** The storage keys of the blobs and of their renditions. */
export const listKeys = async (db: Database, blobIDs: readonly number[]): Promise<string[]> => {
  const pictures = storedBytes(db)
    .selectFrom('renditions')
    .where('blob_id', 'in', blobIDs)
    .where('storage_key', 'is not', null)
  const rows = await storedBytes(db)
    .selectFrom('blobs')
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
    const query = storedBytes(trx)
      .selectFrom('blobs')
      .where('id', 'in', blobIDs)
      .select('id')
      .orderBy('sha256')
      .orderBy('id')
    await forUpdate(trx, query, ['blobs']).execute()
    await storedBytes(trx)
      .deleteFrom('renditions')
      .where('blob_id', 'in', blobIDs)
      .where((eb) => eb.or([eb('storage_key', 'is', null), eb('storage_key', 'in', goneKeys)]))
      .execute()
    await storedBytes(trx)
      .deleteFrom('blobs')
      .where('id', 'in', blobIDs)
      .where('id', 'not in', (eb) => eb.selectFrom('renditions').where('blob_id', 'in', blobIDs).select('blob_id'))
      .execute()
    return (await query.execute()).map(({ id }) => id)
  })
