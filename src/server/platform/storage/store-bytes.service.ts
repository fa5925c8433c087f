import type { Readable } from 'node:stream'
import type { Services } from '../../services.ts'
import { addPendingWrites } from './pending-writes.repo.ts'
import { measured } from './receive.ts'
import { newStorageKey } from './store.ts'

/** Bytes that are durable in the store and nobody's yet. */
export interface StoredBytes {
  storageKey: string
  /** Hexadecimal SHA-256 of the bytes. */
  sha256: string
  size: number
  type: string
}

/**
 * Puts bytes into the store. They stay for a day, unless `settleWrites` makes them somebody's; so nothing needs to be
 * undone where this or what follows fails.
 */
export const storeBytes = async (
  { db, store, clock }: Pick<Services, 'db' | 'store' | 'clock'>,
  source: Readable,
): Promise<StoredBytes> => {
  const storageKey = newStorageKey()
  // First of all, for a source that breaks off has to be heard.
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
