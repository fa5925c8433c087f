import { randomBytes } from 'node:crypto'
import { isoTime, type Clock } from '../clock.ts'
import type { Actor } from '../db/actor.ts'
import { transact, type Database } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { deleteForgottenUploads, downloadableUploads, UPLOAD_WAITS } from '../db/scope.ts'
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

/**
 * Removes uploads that no item has taken in time, and answers the storage keys whose bytes nobody needs any more. A row
 * that an item takes meanwhile is kept: its foreign key does not let it go.
 */
export const sweepUploads = async (db: Database, clock: Clock): Promise<string[]> =>
  transact(db, async (trx) => {
    await deleteForgottenUploads(trx, clock).execute()
    const unneeded = await trx
      .deleteFrom('blobs')
      .where('created_at', '<=', isoTime(clock, -UPLOAD_WAITS))
      .where((eb) =>
        eb.not(eb.exists(eb.selectFrom('uploads').select('uploads.id').whereRef('uploads.blob_id', '=', 'blobs.id'))),
      )
      .returning('storage_key')
      .execute()
    return unneeded.map(({ storage_key }) => storage_key)
  })
