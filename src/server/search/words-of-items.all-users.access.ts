import { sql, type Selectable } from 'kysely'
import { putItemWords } from '../items/item-words.access.ts'
import { unscoped } from '../platform/db/access/unscoped.ts'
import type { Database } from '../platform/db/database.ts'
import { columnOf, jsonRows } from '../platform/db/engine.ts'
import type { Schema } from '../platform/db/schema.ts'

/** The search words of all items, and the queue of items whose words are to be rebuilt. */

/** Whether items are queued, and the id of the last structure change. Each search checks this first. */
export const areItemsWithoutWords = async (db: Database): Promise<{ change: number; isBehind: boolean }> => {
  const { change, behind } = await unscoped(db)
    .selectNoFrom((eb) => [
      eb
        .selectFrom('structure_changes')
        .select((e) => e.fn.max('structure_changes.id').as('id'))
        .as('change'),
      eb.selectFrom('items_without_words').select('items_without_words.id').limit(1).as('behind'),
    ])
    .executeTakeFirstOrThrow()
  return { change: change ?? 0, isBehind: behind !== null }
}

/** Entries of that queue. */
export const itemsWithoutWords = (db: Database) => unscoped(db).selectFrom('items_without_words')
export const deleteItemsWithoutWords = (trx: Database, ids: readonly number[]) =>
  unscoped(trx).deleteFrom('items_without_words').where('items_without_words.id', 'in', ids)

/** The file names and captions of each item, as a column. */
export const namesOfItsFiles = (db: Database) =>
  jsonRows(
    db,
    unscoped(db)
      .selectFrom('item_files')
      .innerJoin('uploads', 'uploads.id', 'item_files.upload_id')
      .where('item_files.item_id', '=', columnOf<number>('items.id'))
      .where('item_files.deleted_at', 'is', null)
      .select(['item_files.display_name as name', 'uploads.original_name as filename', 'item_files.caption']),
  )

/** Stores all words of items, replacing existing rows. */
export const storeAllWords = async (
  trx: Database,
  rows: readonly Selectable<Schema['item_words']>[],
): Promise<void> => {
  if (rows.length === 0) return
  const values = rows.map(
    ({ item_id, room_id, category_id, subcategory_id, filled, vals, notes, files }) =>
      sql`(${sql.join([item_id, room_id, category_id, subcategory_id, filled].map((id) => sql`cast(${id} as bigint)`))},
        cast(${vals} as text), cast(${notes} as text), cast(${files} as text))`,
  )
  await putItemWords(trx, sql`select * from (values ${sql.join(values)}) as made where true`, true).execute()
}
