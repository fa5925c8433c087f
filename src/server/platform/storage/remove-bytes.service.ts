import { batches } from '../db/database.ts'
import type { Services } from '../../services.ts'
import { filesAreLocked } from './backup-locks.repo.ts'
import { forgetWrites, giveUpOldWrites } from './pending-writes.repo.ts'
import type { FileStore } from './store.ts'
import { condemnBlobs, forgetBlobs, listKeys, listUnneededBlobs } from './unneeded-blobs.repo.ts'

type Dependencies = Pick<Services, 'db' | 'store' | 'clock'>

/** Files removed at the same time. */
const AT_ONCE = 20

const removeKeys = async (store: FileStore, keys: readonly string[]): Promise<void> => {
  await Promise.all(keys.map((key) => store.remove(key)))
}

/**
 * Removes the bytes of blobs without an upload; call it after the transaction that removed the last one. Rows are deleted
 * last, so the sweep finishes what fails or what a backup lock prevents.
 */
export const removeBytes = async ({ db, store, clock }: Dependencies, blobIDs: readonly number[]): Promise<void> => {
  const condemned = await condemnBlobs(db, blobIDs)
  // Checked after marking: a backup that locks files later no longer lists these.
  if (condemned.length === 0 || (await filesAreLocked(db, clock))) return
  for (const some of batches(condemned, AT_ONCE)) {
    for (let left = some; left.length > 0;) {
      const keys = await listKeys(db, left)
      // Another process removed them.
      if (keys.length === 0) break
      await removeKeys(store, keys)
      left = await forgetBlobs(db, left, keys)
    }
  }
}

/** Removes bytes that a killed process or a backup lock left behind. */
export const removeUnneededBytes = async (needed: Dependencies): Promise<void> =>
  removeBytes(needed, await listUnneededBlobs(needed.db))

/** Removes the bytes of abandoned writes, to which backup locks do not apply. */
export const removeOldWrites = async ({ db, store, clock }: Dependencies): Promise<void> => {
  for (const some of batches(await giveUpOldWrites(db, clock), AT_ONCE)) {
    await removeKeys(store, some)
    await forgetWrites(db, some)
  }
}

/** Removes unused bytes and returns the keys of those removed. The rest is left to the sweep of abandoned writes. */
export const discardBytes = async (store: FileStore, storageKeys: readonly string[]): Promise<string[]> => {
  const gone: string[] = []
  for (const some of batches(storageKeys, AT_ONCE)) {
    const removed = await Promise.allSettled(some.map((key) => store.remove(key)))
    gone.push(...some.filter((_, at) => removed[at]?.status === 'fulfilled'))
  }
  return gone
}

/** Removes stored bytes that are not needed. Failures are left to the sweep. */
export const discardStored = async (
  { db, store }: Pick<Services, 'db' | 'store'>,
  storageKeys: readonly string[],
): Promise<void> => {
  const removed = await discardBytes(store, storageKeys)
  await forgetWrites(db, removed).catch(() => undefined)
}
