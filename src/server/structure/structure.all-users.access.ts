import { unscoped } from '../platform/db/access/unscoped.ts'
import type { Database } from '../platform/db/database.ts'

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
