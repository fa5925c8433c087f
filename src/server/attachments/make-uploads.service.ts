import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { AppError } from '../platform/http/app-error.ts'
import type { Services } from '../services.ts'
import { discardBytes } from '../platform/storage/remove-bytes.service.ts'
import { addUploads, type StoredFile } from './uploads.repo.ts'

/** An upload under the name that it was sent with. */
interface KeptUpload {
  filename: string
  remote: string
}

/**
 * Makes stored files uploads of the actor, all or none. `inDatabase` gets their remote identifiers in order, and does what
 * else belongs into that transaction; it may know what came of it already, and not ask for it.
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
    // A problem of ours has undone it all. After any other error it may still have been committed: the sweep knows.
    if (error instanceof AppError) {
      await discardBytes(
        store,
        files.map(({ storageKey }) => storageKey),
      )
    }
    throw error
  }
}

/** The same where nothing else does, and answers them. */
export const makeUploads = (services: Services, actor: Actor, files: readonly StoredFile[]): Promise<KeptUpload[]> =>
  keepUploads(services, actor, files, (add) => add(services.db))
