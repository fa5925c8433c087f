import { randomBytes } from 'node:crypto'
import type { Rotation } from '../../shared/attachments/rotation.ts'
import { lockAccountForShare } from '../identity/account/users.repo.ts'
import { isoTime, type Clock } from '../platform/lib/clock.ts'
import type { Actor, Reader } from '../platform/db/actor.ts'
import { batches, transact, type Database } from '../platform/db/database.ts'
import { forShare, forUpdate } from '../platform/db/engine.ts'
import {
  downloadableUploads,
  hidesPosition,
  insertBlobs,
  insertUploads,
  ownBlobs,
  ownedUploads,
} from './uploads.access.ts'
import { deleteUploadsOnNoItem, forgottenUploads, uploadsOnNoItem } from './uploads.all-users.access.ts'
import { AppError } from '../platform/http/app-error.ts'
import { settleWrites } from '../platform/storage/pending-writes.repo.ts'
import { lockStorage, requireStorage, type StorageLimits } from './storage.repo.ts'
import type { StoredBytes } from '../platform/storage/store-bytes.service.ts'

const newRemote = (): string => randomBytes(16).toString('base64url')

/** A file whose bytes are durable in the store. */
export interface StoredFile extends StoredBytes {
  originalName: string
  rotation?: Rotation | undefined
}

/**
 * Inserts the rows of stored files, all or none. Returns their remote identifiers in order, and the storage keys of bytes
 * that the actor already has, which the caller discards. Throws `unavailable` if the sweep removed the bytes as abandoned,
 * and `storage_full`.
 */
export const addUploads = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  files: readonly StoredFile[],
  limits: StorageLimits,
): Promise<{ remotes: string[]; superfluous: string[] }> =>
  transact(db, async (trx) => {
    await lockStorage(trx, actor, limits)
    // The lock order of account deletion: the account before the blobs.
    await lockAccountForShare(trx, actor)
    const blobs = await blobsOf(trx, clock, actor, files)
    const used = new Set([...blobs.values()].map(({ storageKey }) => storageKey))
    const keys = files.map(({ storageKey }) => storageKey)
    await settleWrites(
      trx,
      keys.filter((key) => used.has(key)),
    )
    const uploads = files.map(({ sha256, originalName, rotation }) => {
      const blob = blobs.get(sha256)
      if (!blob) throw new Error('Each of these bytes got a blob before.')
      return {
        remote: newRemote(),
        blob_id: blob.id,
        original_name: originalName,
        created_at: isoTime(clock),
        rotation: rotation ?? 0,
      }
    })
    await insertUploads(trx, actor, uploads).execute()
    if (keys.some((key) => used.has(key))) await requireStorage(trx, actor, limits)
    return { remotes: uploads.map(({ remote }) => remote), superfluous: keys.filter((key) => !used.has(key)) }
  })

export interface Upload {
  id: number
  remote: string
}

/** Rows per statement. */
const UPLOADS_AT_ONCE = 1000

/** The same for many files. Returns uploads with their ids by file, and the storage keys to discard. */
export const addAllUploads = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  files: readonly StoredFile[],
  limits: StorageLimits,
): Promise<{ uploads: Map<StoredFile, Upload>; superfluous: string[] }> => {
  const uploads = new Map<StoredFile, Upload>()
  const superfluous: string[] = []
  for (const some of batches(files, UPLOADS_AT_ONCE)) {
    const added = await addUploads(trx, clock, actor, some, limits)
    superfluous.push(...added.superfluous)
    const rows = await ownedUploads(trx, actor)
      .where('uploads.remote', 'in', added.remotes)
      .select(['uploads.id', 'uploads.remote'])
      .execute()
    const ids = new Map(rows.map(({ id, remote }) => [remote, id]))
    for (const [at, file] of some.entries()) {
      const remote = added.remotes[at] ?? ''
      const id = ids.get(remote)
      if (id === undefined) throw new Error('The upload was made just now.')
      uploads.set(file, { id, remote })
    }
  }
  return { uploads, superfluous }
}

/** The actor's blob for each hash: an existing one, locked until the transaction ends, or a new one. */
const blobsOf = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  files: readonly StoredFile[],
): Promise<Map<string, { id: number; storageKey: string }>> => {
  const found = new Map<string, { id: number; storageKey: string }>()
  // Always in the same order, to avoid deadlocks.
  let missing = [...new Map(files.map((file) => [file.sha256, file])).values()].toSorted((a, b) =>
    a.sha256 < b.sha256 ? -1 : 1,
  )
  // Tries again if an existing blob is marked for deletion before it can be locked.
  while (missing.length > 0) {
    const added = await insertBlobs(
      trx,
      actor,
      missing.map(({ storageKey, sha256, size, type }) => ({
        storage_key: storageKey,
        sha256,
        size,
        type,
        created_at: isoTime(clock),
      })),
    )
      .onConflict((conflict) => conflict.columns(['sha256', 'owner_id']).doNothing())
      .returning(['id', 'sha256', 'storage_key as storageKey'])
      .execute()
    for (const { sha256, ...blob } of added) found.set(sha256, blob)
    missing = missing.filter(({ sha256 }) => !found.has(sha256))
    if (missing.length === 0) break
    const query = ownBlobs(trx, actor)
      .where(
        'sha256',
        'in',
        missing.map(({ sha256 }) => sha256),
      )
      .select(['id', 'sha256', 'storage_key as storageKey'])
      .orderBy('sha256')
    for (const { sha256, ...blob } of await forShare(trx, query, ['blobs']).execute()) found.set(sha256, blob)
    missing = missing.filter(({ sha256 }) => !found.has(sha256))
  }
  return found
}

/**
 * Adds an upload of the actor with the bytes of a locked one and another rotation. The content of an identifier never
 * changes, so a rotation needs a new one.
 */
export const addTurnedUpload = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  upload: { blob_id: number; original_name: string; rotation: Rotation },
): Promise<{ id: number; remote: string }> => {
  await lockAccountForShare(trx, actor)
  return insertUploads(trx, actor, [{ ...upload, remote: newRemote(), created_at: isoTime(clock) }])
    .returning(['id', 'remote'])
    .executeTakeFirstOrThrow()
}

const readDownload = (db: Database, reader: Reader, remote: string) =>
  downloadableUploads(db, reader)
    .where('uploads.remote', '=', remote)
    .select([
      'uploads.original_name',
      'blobs.id as blob_id',
      'blobs.storage_key',
      'blobs.sha256',
      'blobs.size',
      'blobs.type',
      'uploads.rotation',
    ])

export type Download = Awaited<ReturnType<typeof findDownload>>

/** Throws `not_found`. */
export const findDownload = async (db: Database, reader: Reader, remote: string) => {
  if (reader.kind === 'link') {
    const row = await readDownload(db, reader, remote).executeTakeFirst()
    if (row) return { ...row, hidesPosition: reader.hides.positions }
  } else {
    const row = await readDownload(db, reader, remote).select(hidesPosition(db, reader)).executeTakeFirst()
    if (row) return { ...row, hidesPosition: row.hides_position === 1 }
  }
  throw new AppError('not_found')
}

/**
 * Deletes those of the uploads that are on no item, trash included. Returns their blobs, whose bytes the caller removes
 * unless other uploads share them (remove-bytes.service.ts). An upload that is attached concurrently stays.
 */
export const removeUploads = async (trx: Database, uploadIDs: readonly number[]): Promise<number[]> => {
  const blobIDs = new Set<number>()
  for (const some of batches(uploadIDs.toSorted((a, b) => a - b))) {
    // Two statements: after waiting for concurrent attaching, the second one sees its result.
    const query = uploadsOnNoItem(trx, some).select('uploads.id').orderBy('uploads.id')
    const taken = await forUpdate(trx, query, ['uploads']).execute()
    if (taken.length === 0) continue
    const ids = taken.map(({ id }) => id)
    const removed = await deleteUploadsOnNoItem(trx, ids).returning('uploads.blob_id').execute()
    for (const { blob_id } of removed) blobIDs.add(blob_id)
  }
  return [...blobIDs]
}

/** Removes uploads that were not attached in time. */
export const sweepUploads = async (db: Database, clock: Clock): Promise<void> =>
  transact(db, async (trx) => {
    const forgotten = await forgottenUploads(trx, clock).select('uploads.id').execute()
    await removeUploads(
      trx,
      forgotten.map(({ id }) => id),
    )
  })
