import { isoTime, type Clock } from '../../lib/clock.ts'
import type { Actor } from '../actor.ts'
import type { Database } from '../database.ts'
import { count } from '../engine.ts'
import type { EventRows } from './events.ts'
import { insertEventsAt, liveItems, liveProjects, liveRooms, trashedThings, unscoped } from './unscoped.ts'

/**
 * Statements on user data of the whole installation, which therefore carry no owner: sweeping, stored bytes, what the
 * structure affects, and figures for operators. scripts/lint-rules.mjs lists the few files that may import them.
 */

/** Stored bytes. Callers check access through the uploads that refer to them. */
export const blobs = (db: Database) => unscoped(db).selectFrom('blobs')
export const updateBlobs = (db: Database) => unscoped(db).updateTable('blobs')
export const deleteBlobs = (db: Database) => unscoped(db).deleteFrom('blobs')
export const renditions = (db: Database) => unscoped(db).selectFrom('renditions')
export const insertRenditions = (db: Database) => unscoped(db).insertInto('renditions')
export const deleteRenditions = (db: Database) => unscoped(db).deleteFrom('renditions')

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

/** Inserts events of a project that happened through the passing of time, without an author. */
export const insertEventsOfTime = (
  trx: Database,
  projectID: number,
  at: string,
  told: EventRows,
  partOf: number | null = null,
) =>
  insertEventsAt(
    trx,
    unscoped(trx).selectFrom('projects').where('projects.id', '=', projectID).select('projects.id as project_id'),
    { userID: null, who: '', at, partOf, undoes: null },
    told,
  )

/** Inserts events of the user who accepts or declines an offer. Requires a lock on the offer. */
export const insertEventsOfOffered = (
  trx: Database,
  { userID, username }: Actor,
  projectID: number,
  at: string,
  told: EventRows,
) =>
  insertEventsAt(
    trx,
    unscoped(trx).selectFrom('projects').where('projects.id', '=', projectID).select('projects.id as project_id'),
    { userID, who: username, at, partOf: null, undoes: null },
    told,
  )

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

/**
 * Where uploads of these blobs are used, for all users and including the trash. For operators, after bytes were lost.
 */
export const placesOfBlobs = (db: Database, blobIDs: readonly number[]) =>
  unscoped(db)
    .selectFrom('uploads')
    .innerJoin('users as uploaders', 'uploaders.id', 'uploads.owner_id')
    .leftJoin('item_files', 'item_files.upload_id', 'uploads.id')
    .leftJoin('items', 'items.id', 'item_files.item_id')
    .leftJoin('rooms', 'rooms.id', 'items.room_id')
    .leftJoin('revisions', 'revisions.upload_id', 'uploads.id')
    .leftJoin('projects', (join) =>
      join.on((eb) => eb('projects.id', '=', eb.fn.coalesce('items.project_id', 'revisions.project_id'))),
    )
    .leftJoin('users as owners', 'owners.id', 'projects.owner_id')
    .where('uploads.blob_id', 'in', blobIDs)

/**
 * What a change of the structure reads or changes in rooms and items. The structure is shared by all users, so these
 * statements carry no owner and include the trash. They must not reveal user texts: they only check for use, count
 * values and move an item's values between its own slots.
 */
export const itemsOfSubcategories = (db: Database, ids: readonly number[]) =>
  unscoped(db).selectFrom('items').where('items.subcategory_id', 'in', ids)

export const updateItemsOfSubcategory = (db: Database, id: number) =>
  unscoped(db).updateTable('items').where('items.subcategory_id', '=', id)

/** Queues items for rebuilding their search words before the next search, including those in the trash. */
export const listWithoutWords = async (
  trx: Database,
  which: 'all' | { subcatIDs: readonly number[] },
): Promise<void> => {
  const items = unscoped(trx)
    .selectFrom('items')
    .$if(which !== 'all', (query) => query.where('items.subcategory_id', 'in', which === 'all' ? [] : which.subcatIDs))
    .select('items.id')
    .orderBy('items.id')
  await unscoped(trx).insertInto('items_without_words').columns(['item_id']).expression(items).execute()
}

export const roomTypesInUse = (db: Database, ids: readonly number[]) =>
  unscoped(db)
    .selectFrom('room_types')
    .select('room_types.id')
    .where('room_types.id', 'in', ids)
    .where((eb) =>
      eb.exists(eb.selectFrom('rooms').select('rooms.id').whereRef('rooms.room_type_id', '=', 'room_types.id')),
    )

export const categoriesInUse = (db: Database, ids: readonly number[]) =>
  unscoped(db)
    .selectFrom('categories')
    .select('categories.id')
    .where('categories.id', 'in', ids)
    .where((eb) =>
      eb.exists(eb.selectFrom('items').select('items.id').whereRef('items.category_id', '=', 'categories.id')),
    )

export const subcategoriesInUse = (db: Database, ids: readonly number[]) =>
  unscoped(db)
    .selectFrom('subcategories')
    .select('subcategories.id')
    .where('subcategories.id', 'in', ids)
    .where((eb) =>
      eb.exists(eb.selectFrom('items').select('items.id').whereRef('items.subcategory_id', '=', 'subcategories.id')),
    )

/** Totals over all users, for operators. Returns numbers only, never rows. */
export const liveCounts = (db: Database) =>
  unscoped(db).selectNoFrom([
    count(liveProjects(db)).as('projects'),
    count(liveRooms(db)).as('rooms'),
    count(liveItems(db)).as('items'),
  ])
