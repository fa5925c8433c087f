import { batches } from '../db/database.ts'
import type { Services } from '../../services.ts'
import { filesAreLocked } from './backup-locks.repo.ts'
import { forgetWrites, giveUpOldWrites } from './pending-writes.repo.ts'
import type { FileStore } from './store.ts'
import { condemnBlobs, forgetBlobs, listKeys, listUnneededBlobs } from './unneeded-blobs.repo.ts'

type Dependencies = Pick<Services, 'db' | 'store' | 'clock'>

/** How many are removed at once. */
const AT_ONCE = 20

const removeKeys = async (store: FileStore, keys: readonly string[]): Promise<void> => {
  await Promise.all(keys.map((key) => store.remove(key)))
}

/**
 * Removes the bytes of blobs that have no upload any more, after the transaction that removed the last one. While
 * somebody holds the files it leaves them to the sweep, as it does what fails on the way: the rows go last.
 */
export const removeBytes = async ({ db, store, clock }: Dependencies, blobIDs: readonly number[]): Promise<void> => {
  const condemned = await condemnBlobs(db, blobIDs)
  // Asked after these are condemned: who holds the files from now on and looks finds that nobody needs them.
  if (condemned.length === 0 || (await filesAreLocked(db, clock))) return
  for (const some of batches(condemned, AT_ONCE)) {
    for (let left = some; left.length > 0;) {
      const keys = await listKeys(db, left)
      // Another sweep was faster.
      if (keys.length === 0) break
      await removeKeys(store, keys)
      left = await forgetBlobs(db, left, keys)
    }
  }
}

/** Removes what has been left behind, by somebody who died or because the files were held. */
export const removeUnneededBytes = async (needed: Dependencies): Promise<void> =>
  removeBytes(needed, await listUnneededBlobs(needed.db))

/** Removes bytes that were put into the store, or were about to be, and became nobody's in time. No hold is on those. */
export const removeOldWrites = async ({ db, store, clock }: Dependencies): Promise<void> => {
  for (const some of batches(await giveUpOldWrites(db, clock), AT_ONCE)) {
    await removeKeys(store, some)
    await forgetWrites(db, some)
  }
}

/**
 * Removes bytes that are nobody's, and answers the keys of those that are gone. What cannot be removed now goes with the
 * writes that were broken off.
 */
export const discardBytes = async (store: FileStore, storageKeys: readonly string[]): Promise<string[]> => {
  const gone: string[] = []
  for (const some of batches(storageKeys, AT_ONCE)) {
    const removed = await Promise.allSettled(some.map((key) => store.remove(key)))
    gone.push(...some.filter((_, at) => removed[at]?.status === 'fulfilled'))
  }
  return gone
}

/** Removes bytes that were put into the store and are not needed. What fails here is left to the sweep. */
export const discardStored = async (
  { db, store }: Pick<Services, 'db' | 'store'>,
  storageKeys: readonly string[],
): Promise<void> => {
  const removed = await discardBytes(store, storageKeys)
  await forgetWrites(db, removed).catch(() => undefined)
}
