import { isoTime, type Clock } from '../platform/lib/clock.ts'
import { transact, type Database } from '../platform/db/database.ts'
import { forShare } from '../platform/db/engine.ts'
import { neededBlobs, storedBytes } from '../platform/storage/blobs.all-users.access.ts'
import type { RenditionKind } from '../platform/db/schema.ts'
import { AppError } from '../platform/http/app-error.ts'
import { settleWrites } from '../platform/storage/pending-writes.repo.ts'

/** Identifies a rendition. */
export interface RenditionKey {
  blobID: number
  kind: RenditionKind
}

/** The stored bytes of a rendition. */
export interface Picture {
  storageKey: string
  sha256: string
  size: number
}

/** The rendition; when making it failed; or undefined if it was never tried. */
export const findRendition = async (
  db: Database,
  { blobID, kind }: RenditionKey,
): Promise<Picture | { triedAt: string } | undefined> => {
  const row = await storedBytes(db)
    .selectFrom('renditions')
    .where('blob_id', '=', blobID)
    .where('kind', '=', kind)
    .select(['storage_key', 'sha256', 'size', 'created_at'])
    .executeTakeFirst()
  if (!row) return undefined
  const { storage_key: storageKey, sha256, size, created_at: triedAt } = row
  return storageKey === null || sha256 === null || size === null ? { triedAt } : { storageKey, sha256, size }
}

/**
 * Records a stored rendition, or null for a failure, and returns the valid one: the first, if two servers made it. Throws
 * `not_found` if the file has been removed.
 */
export const addRendition = (
  db: Database,
  clock: Clock,
  { blobID, kind }: RenditionKey,
  picture: Picture | null,
): Promise<Picture | null> =>
  transact(db, async (trx) => {
    // Two statements: after waiting for a concurrent removal, the second one sees its result.
    const blob = storedBytes(trx).selectFrom('blobs').where('id', '=', blobID).select('id')
    await forShare(trx, blob, ['blobs']).execute()
    const needed = neededBlobs(trx).where('id', '=', blobID).select('id')
    if (!(await needed.executeTakeFirst())) throw new AppError('not_found')

    const added = await storedBytes(trx)
      .insertInto('renditions')
      .values({
        blob_id: blobID,
        kind,
        storage_key: picture?.storageKey ?? null,
        sha256: picture?.sha256 ?? null,
        size: picture?.size ?? null,
        created_at: isoTime(clock),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['blob_id', 'kind'])
          .doUpdateSet((eb) => ({
            storage_key: eb.ref('excluded.storage_key'),
            sha256: eb.ref('excluded.sha256'),
            size: eb.ref('excluded.size'),
            created_at: eb.ref('excluded.created_at'),
          }))
          .where('renditions.storage_key', 'is', null),
      )
      .returning('blob_id')
      .executeTakeFirst()
    if (added) {
      if (picture) await settleWrites(trx, [picture.storageKey])
      return picture
    }
    const other = await findRendition(trx, { blobID, kind })
    return other && 'storageKey' in other ? other : null
  })

/** Deletes the record of a rendition whose bytes are lost. */
export const forgetRendition = async (db: Database, { blobID, storageKey }: { blobID: number; storageKey: string }) => {
  await storedBytes(db)
    .deleteFrom('renditions')
    .where('blob_id', '=', blobID)
    .where('storage_key', '=', storageKey)
    .execute()
}
