import type { Actor } from '../db/actor.ts'
import { AppError } from '../http/app-error.ts'
import type { Services } from '../services.ts'
import type { FileStore } from './store.ts'
import { addUploads, type StoredFile } from './uploads.repo.ts'

/** Removes bytes that are nobody's. What cannot be removed now goes with the writes that were broken off. */
export const discardBytes = async (store: FileStore, storageKeys: readonly string[]): Promise<void> => {
  await Promise.allSettled(storageKeys.map((key) => store.remove(key)))
}

/** Makes stored files uploads of the actor, all or none, and answers their remote identifiers in order. */
export const keepUploads = async (
  { db, store, clock }: Services,
  actor: Actor,
  files: readonly StoredFile[],
): Promise<string[]> => {
  try {
    const { remotes, superfluous } = await addUploads(db, clock, actor, files)
    await discardBytes(store, superfluous)
    return remotes
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
