import { randomBytes } from 'node:crypto'
import { isoTime, type Clock } from '../clock.ts'
import type { Actor } from '../db/actor.ts'
import { batches, transact, type Database } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { takeRows } from '../db/engine.ts'
import { deleteUploadsOnNoItem, downloadableUploads, forgottenUploads, uploadsOnNoItem } from '../db/scope.ts'
import { AppError } from '../http/app-error.ts'

/** A file whose bytes are durable in the store. */
export interface StoredFile {
  storageKey: string
  /** Hexadecimal SHA-256 of the bytes. */
  sha256: string
  size: number
  type: string
  originalName: string
}

/** Writes the rows of stored files, all or none, and answers their remote identifiers in order. */
export const addUploads = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  files: readonly StoredFile[],
): Promise<string[]> =>
  transact(db, async (trx) => {
    const now = isoTime(clock)
    const blobs = await trx
      .insertInto('blobs')
      .values(
        files.map(({ storageKey, sha256, size, type }) => ({
          storage_key: storageKey,
          sha256,
          size,
          type,
          created_at: now,
        })),
      )
      .returning(['id', 'storage_key'])
      .execute()
    const blobOf = new Map(blobs.map(({ id, storage_key }) => [storage_key, id]))
    const uploads = files.map(({ storageKey, originalName }) => {
      const blob = blobOf.get(storageKey)
      if (blob === undefined) throw new Error('The database did not answer a row that it was given.')
      return {
        remote: randomBytes(16).toString('base64url'),
        owner_id: actor.userID,
        blob_id: blob,
        original_name: originalName,
        created_at: now,
      }
    })
    await trx.insertInto('uploads').values(uploads).execute()
    return uploads.map(({ remote }) => remote)
  })

const downloadOf = prepared((db, { actor, remote }: { actor: Actor; remote: string }) =>
  downloadableUploads(db, actor)
    .where('uploads.remote', '=', remote)
    .select(['uploads.original_name', 'blobs.storage_key', 'blobs.sha256', 'blobs.size', 'blobs.type']),
)

/** Throws `not_found`. */
export const findDownload = async (db: Database, actor: Actor, remote: string) => {
  const [row] = await downloadOf(db, { actor, remote })
  if (!row) throw new AppError('not_found')
  return row
}

/** A blob without an upload: its bytes are to be removed. */
export interface UnneededBlob {
  id: number
  storageKey: string
}

/**
 * Of these uploads removes those that are on no item, the trash included, and answers the blobs that nobody needs any
 * more. One that an item takes in the same moment stays.
 */
export const removeUploads = async (trx: Database, uploadIDs: readonly number[]): Promise<UnneededBlob[]> => {
  const blobs: UnneededBlob[] = []
  for (const some of batches(uploadIDs.toSorted((a, b) => a - b))) {
    // Two statements: after waiting for those who attach, the second one sees what they did.
    const query = uploadsOnNoItem(trx, some).select('uploads.id').orderBy('uploads.id')
    const taken = await takeRows(trx, query, ['uploads']).execute()
    if (taken.length === 0) continue
    const ids = taken.map(({ id }) => id)
    const removed = await deleteUploadsOnNoItem(trx, ids).returning('uploads.blob_id').execute()
    const blobIDs = removed.map(({ blob_id }) => blob_id)
    if (blobIDs.length > 0) blobs.push(...(await blobsWithoutUpload(trx).where('blobs.id', 'in', blobIDs).execute()))
  }
  return blobs
}

const blobsWithoutUpload = (db: Database) =>
  db
    .selectFrom('blobs')
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('uploads').select('uploads.id').whereRef('uploads.blob_id', '=', 'blobs.id'))),
    )
    .select(['blobs.id', 'blobs.storage_key as storageKey'])

/** Whatever has been left behind by somebody who died before the bytes were removed. */
export const listUnneededBlobs = (db: Database): Promise<UnneededBlob[]> => blobsWithoutUpload(db).execute()

/** When the bytes are gone. */
export const forgetBlob = async (db: Database, { id }: UnneededBlob): Promise<void> => {
  await db.deleteFrom('blobs').where('id', '=', id).execute()
}

/** Removes uploads that no item has taken in time. */
export const sweepUploads = async (db: Database, clock: Clock): Promise<void> =>
  transact(db, async (trx) => {
    const forgotten = await forgottenUploads(trx, clock).select('uploads.id').execute()
    await removeUploads(
      trx,
      forgotten.map(({ id }) => id),
    )
  })
