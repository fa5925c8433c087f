import type { DomainEvent } from '../../shared/events.ts'
import { writeEventOfAll, writeEvents } from '../history/events.repo.ts'
import type { LockedEntry, Restore, RestoreKinds } from '../history/history-hooks.ts'
import { requireNoParent } from '../history/restore.repo.ts'
import { restorableItems, restorableTrash, updateTaken } from '../history/trash.access.ts'
import { closeEntry, lockTrashEntry } from '../history/trash.repo.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { AppError } from '../platform/http/app-error.ts'
import type { Clock } from '../platform/lib/clock.ts'
import { bringBackRooms } from '../projects/restore-projects.repo.ts'
import { restoreItemFile } from './item-files.repo.ts'

/** Restores what is left of the items of a locked entry, and returns the events. Throws `restore_parent_first`. */
const bringBackItems = async (
  trx: Database,
  actor: Actor,
  { trashID, outermost }: Pick<LockedEntry, 'trashID' | 'outermost'>,
): Promise<DomainEvent<'item restored'>[]> => {
  await requireNoParent(trx, actor, trashID, outermost)
  const items = await restorableItems(trx, actor, trashID)
    .select(['items.id', 'items.title', 'items.room_id as roomID', 'rooms.trash_id as roomTrashID'])
    .orderBy('items.id')
    .execute()
  const inside = items.find(({ roomTrashID }) => roomTrashID !== null)
  if (inside) await requireNoParent(trx, actor, trashID, inside.roomTrashID)
  await updateTaken(trx, actor, 'items', trashID).set({ deleted_at: null, trash_id: null }).execute()
  return items.map(({ id, title, roomID }) => ({
    ...{ kind: 'item restored', roomID, itemID: id, before: null, after: { name: title } },
  }))
}

const restoreItems: Restore = async (trx, clock, actor, entry) => {
  const events = await bringBackItems(trx, actor, entry)
  const all: DomainEvent = { kind: 'items restored', before: null, after: { items: events.length } }
  await writeEventOfAll(trx, clock, actor, entry.projectID, all, events)
  return entry.kind === 'item' ? entry.name : events.length === 1 ? '1 item' : `${events.length} items`
}

const restoreFile: Restore = (trx, clock, actor, { trashID, name, itemID, position, remote }) => {
  if (itemID === null || position === null || remote === null) throw new AppError('not_found')
  return restoreItemFile(trx, clock, actor, trashID, { itemID, name, position, remote })
}

const restorePhotos: Restore = async (trx, clock, actor, { trashID, projectID, name }) => {
  const back = updateTaken(trx, actor, 'inbox_photos', trashID).set({ deleted_at: null, trash_id: null })
  const { numUpdatedRows } = await back.executeTakeFirst()
  const after = { photos: Number(numUpdatedRows) }
  await writeEvents(trx, clock, actor, projectID, [{ kind: 'photos restored', before: null, after }])
  return name
}

export const RESTORE_ITEMS = {
  item: restoreItems,
  items: restoreItems,
  attachment: restoreFile,
  photos: restorePhotos,
} satisfies Partial<RestoreKinds>

/**
 * Restores an entry of items or rooms as part of another change, without an event. Returns undefined if the project's
 * trash no longer has the entry.
 */
export const restoreEntry = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
  trashID: number,
): Promise<{ events: DomainEvent[]; items: number; rooms: number } | undefined> => {
  const entries = await restorableTrash(trx, clock, actor)
    .where('trash_entries.id', '=', trashID)
    .select('trash_entries.id')
    .executeTakeFirst()
  if (!entries) return undefined
  const entry = await lockTrashEntry(trx, clock, actor, trashID)
  if (entry.projectID !== projectID) return undefined
  if (entry.kind === 'room' || entry.kind === 'rooms') {
    await requireNoParent(trx, actor, trashID, entry.outermost)
    const { events, items } = await bringBackRooms(trx, actor, trashID)
    await closeEntry(trx, actor, trashID)
    return { events, items, rooms: events.length }
  }
  const events = await bringBackItems(trx, actor, { ...entry, trashID })
  await closeEntry(trx, actor, trashID)
  return { events, items: events.length, rooms: 0 }
}
