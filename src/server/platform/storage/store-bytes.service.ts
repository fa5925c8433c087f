import type { Readable } from 'node:stream'
import type { Services } from '../../services.ts'
import { addPendingWrites } from './pending-writes.repo.ts'
import { measured } from './receive.ts'
import { newStorageKey } from './store.ts'

/** Bytes that are durable in the store and not used by a row yet. */
export interface StoredBytes {
  storageKey: string
  /** Hexadecimal SHA-256 of the bytes. */
  sha256: string
  size: number
  type: string
}

/**
 * Puts bytes into the store. Unless `settleWrites` is called for them, the sweep removes them after a day, so callers need
 * not clean up after failures.
 */
export const storeBytes = async (
  { db, store, clock }: Pick<Services, 'db' | 'store' | 'clock'>,
  source: Readable,
): Promise<StoredBytes> => {
  const storageKey = newStorageKey()
  // Before the first await, so an error of the source is noticed.
  const { bytes, facts } = measured(source)
  try {
    await addPendingWrites(db, clock, [storageKey])
    await store.put(storageKey, bytes)
  } catch (error) {
    bytes.destroy()
    throw error
  }
  return { storageKey, ...(await facts()) }
}
