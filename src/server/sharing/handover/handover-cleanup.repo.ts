import type { IncludedParts } from '../../../shared/sharing/handover.api.ts'
import { isoTime, type Clock } from '../../platform/lib/clock.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { forUpdate } from '../../platform/db/engine.ts'
import {
  brandingsOfOwned,
  deleteFilesOfOwned,
  deleteOfOwned,
  deleteTrashOfOwned,
  filesOfOwned,
  itemsOfOwned,
  photosOfOwned,
  revisionsOfOwned,
  roomsOfOwned,
  updateItemsOfOwned,
  updateTasksOfOwned,
  updateWordsOfOwned,
} from './handover.access.ts'
import { removeUploads } from '../../attachments/uploads.repo.ts'

/**
 * Blocks saves in the project until the transaction ends, after waiting for those that have begun. Rooms are locked before
 * items, in the order of a save.
 */
const lockContents = async (trx: Database, actor: Actor, projectID: number): Promise<void> => {
  const rooms = roomsOfOwned(trx, actor, projectID).select('rooms.id').orderBy('rooms.id')
  await forUpdate(trx, rooms, ['rooms']).execute()
  const items = itemsOfOwned(trx, actor, projectID).select('items.id').orderBy('items.id')
  await forUpdate(trx, items, ['items']).execute()
}

/** Raises the version, so users who have such an item open see the conflict when they save. */
const changed = (trx: Database, clock: Clock, actor: Actor, projectID: number) =>
  updateItemsOfOwned(trx, actor, projectID)
    .set({ updated_at: isoTime(clock) })
    .set((eb) => ({ version: eb('items.version', '+', 1) }))

/**
 * Permanently removes what is not handed over, trash included, from a locked project that the actor now owns. Returns the
 * blobs whose bytes the caller removes.
 */
export const cleanUpAfterHandover = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
  goes: IncludedParts,
): Promise<number[]> => {
  if (!goes.notes || !goes.files) await lockContents(trx, actor, projectID)
  if (!goes.notes) {
    await changed(trx, clock, actor, projectID).set({ notes: '' }).where('items.notes', '<>', '').execute()
    await updateWordsOfOwned(trx, actor, projectID).set({ notes: '' }).execute()
    await updateTasksOfOwned(trx, actor, projectID)
      .set((eb) => ({ note: '', version: eb('tasks.version', '+', 1) }))
      .where('tasks.note', '<>', '')
      .execute()
  }
  const logos = await leaveBranding(trx, actor, projectID)
  if (!goes.members) await deleteOfOwned(trx, actor, projectID, 'project_members').execute()
  if (!goes.links) await deleteOfOwned(trx, actor, projectID, 'links').execute()
  const issued = goes.history ? [] : await leaveHistory(trx, actor, projectID)
  const files = goes.files ? [] : await leaveFiles(trx, clock, actor, projectID)
  return [...logos, ...issued, ...files]
}

/** The former owner's firm is never handed over. */
const leaveBranding = async (trx: Database, actor: Actor, projectID: number): Promise<number[]> => {
  const logos = await brandingsOfOwned(trx, actor, projectID).select('brandings.logo_upload_id').execute()
  await deleteOfOwned(trx, actor, projectID, 'brandings').execute()
  return removeUploads(
    trx,
    logos.flatMap(({ logo_upload_id }) => logo_upload_id ?? []),
  )
}

/** Issued revisions count as history, because they contain notes and files. */
const leaveHistory = async (trx: Database, actor: Actor, projectID: number): Promise<number[]> => {
  await deleteOfOwned(trx, actor, projectID, 'events').execute()
  const issued = await revisionsOfOwned(trx, actor, projectID).select('revisions.upload_id').execute()
  await deleteOfOwned(trx, actor, projectID, 'revisions').execute()
  return removeUploads(
    trx,
    issued.flatMap(({ upload_id }) => upload_id ?? []),
  )
}

const leaveFiles = async (trx: Database, clock: Clock, actor: Actor, projectID: number): Promise<number[]> => {
  const files = filesOfOwned(trx, actor, projectID)
  await changed(trx, clock, actor, projectID).where('items.id', 'in', files.select('item_files.item_id')).execute()
  const photos = photosOfOwned(trx, actor, projectID).select('inbox_photos.upload_id')
  const uploads = await files.select('item_files.upload_id').union(photos).execute()
  await deleteFilesOfOwned(trx, actor, projectID).execute()
  await deleteOfOwned(trx, actor, projectID, 'inbox_photos').execute()
  await deleteTrashOfOwned(trx, actor, projectID, 'attachment').execute()
  await deleteTrashOfOwned(trx, actor, projectID, 'photos').execute()
  await updateWordsOfOwned(trx, actor, projectID).set({ files: '' }).execute()
  return removeUploads(
    trx,
    uploads.map(({ upload_id }) => upload_id),
  )
}
