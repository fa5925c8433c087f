import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { AppError } from '../platform/http/app-error.ts'
import type { Services } from '../services.ts'
import { discardBytes } from '../platform/storage/remove-bytes.service.ts'
import { addUploads, type StoredFile } from './uploads.repo.ts'

/** An upload and its original file name. */
interface KeptUpload {
  filename: string
  remote: string
}

/**
 * Turns stored files into uploads of the actor, all or none. `inDatabase` runs in the transaction: it calls `add` for the
 * uploads, in order, and writes what belongs to them. A repeated call may return its stored answer without calling `add`.
 */
export const keepUploads = async <T>(
  { store, clock, config }: Services,
  actor: Actor,
  files: readonly StoredFile[],
  inDatabase: (add: (db: Database) => Promise<KeptUpload[]>) => Promise<T>,
): Promise<T> => {
  let superfluous = files.map(({ storageKey }) => storageKey)
  try {
    const kept = await inDatabase(async (trx) => {
      const added = await addUploads(trx, clock, actor, files, config)
      superfluous = added.superfluous
      return files.map(({ originalName }, at) => ({ filename: originalName, remote: added.remotes[at] ?? '' }))
    })
    await discardBytes(store, superfluous)
    return kept
  } catch (error) {
    // An AppError means that the transaction was rolled back. After other errors it may be committed, so the sweep decides.
    if (error instanceof AppError) {
      await discardBytes(
        store,
        files.map(({ storageKey }) => storageKey),
      )
    }
    throw error
  }
}

/** Turns stored files into uploads and returns them. */
export const makeUploads = (services: Services, actor: Actor, files: readonly StoredFile[]): Promise<KeptUpload[]> =>
  keepUploads(services, actor, files, (add) => add(services.db))
