import type { DomainEvent } from '../../shared/events.ts'
import type { TrashEntry } from '../../shared/history/trash.api.ts'
import type { Clock } from '../platform/lib/clock.ts'
import type { Actor } from '../platform/db/actor.ts'
import { transact, type Database } from '../platform/db/database.ts'
import { retryWhenOvertaken } from '../platform/db/retry.ts'
import { restorableItems, restorableRooms, restorableTrash, updateTaken, writableTrash } from './trash.access.ts'
import { writeEventOfAll, writeEvents } from './events.repo.ts'
import { AppError } from '../platform/http/app-error.ts'
import { restoreItemFile } from '../items/item-files.repo.ts'
import { restoreProjectName, type PlanSettings } from '../projects/projects.repo.ts'
import { closeEntry, visibleKind, lockTrashEntry } from './trash.repo.ts'

type Restored = Pick<TrashEntry, 'kind' | 'name'>
type Entry = Awaited<ReturnType<typeof lockTrashEntry>>

/**
 * Restores exactly what one deletion took and returns the name it gets. Throws `not_found`, `restore_parent_first`, or
 * `plan_limit` if the settings enforce it.
 */
export const restore = (
  db: Database,
  clock: Clock,
  actor: Actor,
  trashID: number,
  settings: PlanSettings,
): Promise<Restored> =>
  retryWhenOvertaken(async () => {
    try {
      return await transact(db, (trx) => bringBack(trx, clock, actor, trashID, settings))
    } catch (error) {
      // A concurrent change took the name that was free; the retry sees it.
      if (error instanceof AppError && error.code === 'project_name_taken') return undefined
      throw error
    }
  })

const bringBack = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  trashID: number,
  settings: PlanSettings,
): Promise<Restored> => {
  const entry = await lockTrashEntry(trx, clock, actor, trashID)
  const { kind, name, projectID, roomID, itemID, position, remote, outermost } = entry
  const isTemplate = entry.template === 1
  // An entry of photos has no room or item, so only its project can be a deleted parent.
  await requireNoParent(trx, actor, trashID, kind === 'photos' ? (outermost ?? trashID) : outermost)
  let restoredName = name
  if (kind === 'items') {
    const events = await bringBackItems(trx, actor, trashID, entry)
    restoredName = events.length === 1 ? '1 item' : `${events.length} items`
    const all: DomainEvent = { kind: 'items restored', before: null, after: { items: events.length } }
    await writeEventOfAll(trx, clock, actor, projectID, all, events)
    return { kind, name: restoredName }
  }
  if (kind === 'rooms') {
    const { events } = await bringBackRooms(trx, actor, trashID)
    const all: DomainEvent = { kind: 'rooms restored', before: null, after: { rooms: events.length } }
    await writeEventOfAll(trx, clock, actor, projectID, all, events)
    return { kind, name }
  }
  if (kind === 'photos') {
    const back = updateTaken(trx, actor, 'inbox_photos', trashID).set({ deleted_at: null, trash_id: null })
    const { numUpdatedRows } = await back.executeTakeFirst()
    await writeEvents(trx, clock, actor, projectID, [
      { kind: 'photos restored', before: null, after: { photos: Number(numUpdatedRows) } },
    ])
  } else if (kind === 'project')
    restoredName = await restoreProjectName(trx, clock, actor, trashID, { name, projectID, isTemplate }, settings)
  else if (itemID !== null && position !== null && remote !== null) {
    restoredName = await restoreItemFile(trx, clock, actor, trashID, { itemID, name, position, remote })
  } else if (roomID !== null) {
    const table = itemID === null ? 'rooms' : 'items'
    await updateTaken(trx, actor, table, trashID).set({ deleted_at: null, trash_id: null }).execute()
    const back = { before: null, after: { name } }
    await writeEvents(trx, clock, actor, projectID, [
      itemID === null ? { kind: 'room restored', roomID, ...back } : { kind: 'item restored', roomID, itemID, ...back },
    ])
  }
  await closeEntry(trx, actor, trashID)
  return { kind: visibleKind(entry), name: restoredName }
}

const requireNoParent = async (
  trx: Database,
  actor: Actor,
  trashID: number,
  outermost: number | null,
): Promise<void> => {
  if (outermost === trashID) return
  const parent = await writableTrash(trx, actor)
    .where('trash_entries.id', '=', outermost)
    .select(['trash_entries.kind', 'trash_entries.name', 'projects.template'])
    .executeTakeFirstOrThrow()
  throw new AppError('restore_parent_first', { values: { kind: visibleKind(parent), name: parent.name } })
}

/**
 * Restores what is left of the items of a locked entry, deletes the entry, and returns the events. Throws
 * `restore_parent_first`.
 */
const bringBackItems = async (
  trx: Database,
  actor: Actor,
  trashID: number,
  { outermost }: Entry,
): Promise<DomainEvent<'item restored'>[]> => {
  await requireNoParent(trx, actor, trashID, outermost)
  const items = await restorableItems(trx, actor, trashID)
    .select(['items.id', 'items.title', 'items.room_id as roomID', 'rooms.trash_id as roomTrashID'])
    .orderBy('items.id')
    .execute()
  const inside = items.find(({ roomTrashID }) => roomTrashID !== null)
  if (inside) await requireNoParent(trx, actor, trashID, inside.roomTrashID)
  await updateTaken(trx, actor, 'items', trashID).set({ deleted_at: null, trash_id: null }).execute()
  await closeEntry(trx, actor, trashID)
  return items.map(({ id, title, roomID }) => ({
    ...{ kind: 'item restored', roomID, itemID: id, before: null, after: { name: title } },
  }))
}

/**
 * Restores the rooms of a locked entry, deletes the entry, and returns the events and the number of items in the rooms.
 */
const bringBackRooms = async (trx: Database, actor: Actor, trashID: number) => {
  const rooms = await restorableRooms(trx, actor, trashID).execute()
  await updateTaken(trx, actor, 'rooms', trashID).set({ deleted_at: null, trash_id: null }).execute()
  await closeEntry(trx, actor, trashID)
  return {
    events: rooms.map(({ roomID, name }): DomainEvent<'room restored'> => ({
      ...{ kind: 'room restored', roomID, before: null, after: { name } },
    })),
    items: rooms.reduce((sum, { items }) => sum + items, 0),
  }
}

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
    return { events, items, rooms: events.length }
  }
  const events = await bringBackItems(trx, actor, trashID, entry)
  return { events, items: events.length, rooms: 0 }
}
