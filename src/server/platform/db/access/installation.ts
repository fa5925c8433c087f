import type { Database } from '../database.ts'
import { count } from '../engine.ts'
import { liveItems, liveProjects, liveRooms, unscoped } from './unscoped.ts'

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
