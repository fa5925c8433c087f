import { unscoped } from '../platform/db/access/unscoped.ts'
import type { Database } from '../platform/db/database.ts'
import { isoTime, type Clock } from '../platform/lib/clock.ts'
import { trashedThings } from './trash.access.ts'

/** What the trash of any project holds, for removing it. Callers have found the entry and locked the trash. */

/** Deletes trash entries by id. Callers have looked up their contents. */
export const deleteTrash = (db: Database, trashIDs: readonly number[]) =>
  unscoped(db).deleteFrom('trash_entries').where('trash_entries.id', 'in', trashIDs)

/** Deletes the entries that have no items left. */
export const deleteEmptyTrash = (db: Database, trashIDs: readonly number[]) =>
  deleteTrash(db, trashIDs).where((eb) =>
    eb.not(eb.exists(eb.selectFrom('items').select('items.id').whereRef('items.trash_id', '=', 'trash_entries.id'))),
  )

/** Items that an entry holds. Some may have been deleted permanently with their room. */
export const itemsTakenWith = (db: Database, trashID: number) =>
  unscoped(db).selectFrom('items').where('items.trash_id', '=', trashID)

/** Rooms that an entry holds. */
export const roomsTakenWith = (db: Database, trashID: number) =>
  unscoped(db).selectFrom('rooms').where('rooms.trash_id', '=', trashID)

/** For the sweep: expired trash entries. */
export const overdueTrash = (db: Database, clock: Clock) =>
  unscoped(db).selectFrom('trash_entries').where('trash_entries.expires_at', '<=', isoTime(clock))

/** With what the entries hold. Entries of permanently deleted projects are left out. */
export const expiredTrash = (db: Database, clock: Clock) =>
  trashedThings(db).where('trash_entries.expires_at', '<=', isoTime(clock))

/** Photos that a trash entry holds, and those of a project that go with it. */
export const photosTakenWith = (db: Database, trashID: number) =>
  unscoped(db).selectFrom('inbox_photos').where('inbox_photos.trash_id', '=', trashID)
export const photosOfRemoved = (db: Database, projectID: number, trashID: number) =>
  unscoped(db)
    .selectFrom('inbox_photos')
    .innerJoin('projects', 'projects.id', 'inbox_photos.project_id')
    .where('inbox_photos.project_id', '=', projectID)
    .where((eb) => eb.or([eb('inbox_photos.trash_id', '=', trashID), eb('projects.trash_id', '=', trashID)]))

/** The books issued from a project that this trash entry holds. */
export const revisionsOfRemoved = (db: Database, projectID: number, trashID: number) =>
  unscoped(db)
    .selectFrom('revisions')
    .innerJoin('projects', 'projects.id', 'revisions.project_id')
    .where('revisions.project_id', '=', projectID)
    .where('projects.trash_id', '=', trashID)
    .where('revisions.upload_id', 'is not', null)

/** The items that are deleted permanently with an entry: its own, and all in its rooms or project. */
export const itemsRemovedWith = (db: Database, trashID: number) => {
  const items = unscoped(db).selectFrom('items').select('items.id')
  const inRooms = items.innerJoin('rooms', 'rooms.id', 'items.room_id')
  return items
    .where('items.trash_id', '=', trashID)
    .unionAll(inRooms.where('rooms.trash_id', '=', trashID))
    .unionAll(inRooms.innerJoin('projects', 'projects.id', 'rooms.project_id').where('projects.trash_id', '=', trashID))
}

/** Items in the trash by id, with the trash entries of the items and of their files. */
export const marksOfItems = (db: Database, itemIDs: readonly number[]) =>
  unscoped(db)
    .selectFrom('items')
    .leftJoin('item_files', 'item_files.item_id', 'items.id')
    .where('items.id', 'in', itemIDs)
    .select(['items.trash_id as item', 'item_files.trash_id as file', 'item_files.upload_id'])

/** The single file that an entry holds. */
export const filesTakenWith = (db: Database, trashID: number) =>
  unscoped(db).selectFrom('item_files').where('item_files.trash_id', '=', trashID)

/** The rooms of a project that an entry holds. */
export const roomsRemovedWith = (db: Database, trashID: number) =>
  unscoped(db)
    .selectFrom('rooms')
    .innerJoin('projects', 'projects.id', 'rooms.project_id')
    .where('projects.trash_id', '=', trashID)
