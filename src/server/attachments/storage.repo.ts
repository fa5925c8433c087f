import { AppError } from '../platform/http/app-error.ts'
import type { Config } from '../config.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { takeAdvisoryLock } from '../platform/db/engine.ts'
import { blobsOfOwned } from './uploads.access.ts'

const MIB = 1024 * 1024

export type StorageLimits = Pick<Config, 'storagePerAccountBytes'>

/** Bytes of the actor's files, trash included. Equal bytes count once. */
export const bytesStored = async (db: Database, actor: Actor): Promise<number> => {
  const { bytes } = await blobsOfOwned(db, actor)
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('size'), eb.lit(0)).as('bytes'))
    .executeTakeFirstOrThrow()
  return bytes
}

/** Call before adding files, so two concurrent uploads cannot both use the last free space. */
export const lockStorage = async (
  trx: Database,
  { userID }: Actor,
  { storagePerAccountBytes: most }: StorageLimits,
): Promise<void> => {
  if (most !== null) await takeAdvisoryLock(trx, `storage of ${userID}`)
}

/** Call after adding files in the transaction, or with `more` before receiving any. Throws `storage_full`. */
export const requireStorage = async (
  db: Database,
  actor: Actor,
  { storagePerAccountBytes: most }: StorageLimits,
  more = 0,
): Promise<void> => {
  if (most === null || (await bytesStored(db, actor)) + more <= most) return
  throw new AppError('storage_full', { values: { limit: `${most / MIB} MB` } })
}
