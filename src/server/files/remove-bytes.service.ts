import type { Services } from '../services.ts'
import { forgetBlob, type UnneededBlob } from './uploads.repo.ts'

/**
 * Removes bytes that nobody needs any more, after the transaction that decided so. Their blobs go last, so that what
 * fails on the way is found and tried again by the sweep.
 */
export const removeBytes = async (
  { db, store }: Pick<Services, 'db' | 'store'>,
  blobs: readonly UnneededBlob[],
): Promise<void> => {
  for (const blob of blobs) {
    await store.remove(blob.storageKey)
    await forgetBlob(db, blob)
  }
}
