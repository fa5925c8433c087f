import type { Expression } from 'kysely'
import type { WritableProject } from '../projects/projects.access.ts'
import { unscoped, type UnscopedDatabase } from '../platform/db/access/unscoped.ts'
import type { Database } from '../platform/db/database.ts'
import { engineOf } from '../platform/db/engine.ts'
import type { ItemWords } from '../platform/db/schema.ts'
import type { LockedItemID, LockedItemPlace } from './items.access.ts'

/** The search words of items. A locked item proves the right to write it. */

/** Stores the words of a locked item. For an existing row, all but the words of its files. */
export const storeItemWords = async (
  trx: Database,
  item: LockedItemID,
  { filled, vals, notes }: ItemWords,
  files = '',
): Promise<void> => {
  const row = unscoped(trx)
    .selectFrom('items')
    .where('items.id', '=', item)
    .select(['items.id', 'items.room_id', 'items.category_id', 'items.subcategory_id'])
    .select((eb) => [eb.cast<number>(eb.val(filled), 'bigint').as('filled')])
    .select((eb) => [vals, notes, files].map((text, at) => eb.cast<string>(eb.val(text), 'text').as(`words${at}`)))
  await putItemWords(trx, row, false).execute()
}

/** Updates the file words of a locked item. If it has no words yet, a later rebuild adds all of them. */
export const updateFileWords = async (
  trx: Database,
  { itemID, roomID }: LockedItemPlace,
  files: string,
): Promise<void> => {
  await unscoped(trx)
    .updateTable('item_words')
    .where('item_words.room_id', '=', roomID)
    .where('item_words.item_id', '=', itemID)
    .set({ files })
    .execute()
}

/** Queues items that this transaction created for making their search words. */
export const listTheseWithoutWords = (trx: Database, project: WritableProject, itemIDs: readonly LockedItemID[]) =>
  unscoped(trx)
    .insertInto('items_without_words')
    .columns(['item_id'])
    .expression(
      unscoped(trx)
        .selectFrom('items')
        .where('items.project_id', '=', project)
        .where('items.id', 'in', itemIDs)
        .select('items.id')
        .orderBy('items.id'),
    )

const OF_WORDS = ['item_id', 'room_id', 'category_id', 'subcategory_id', 'filled', 'vals', 'notes', 'files'] as const

/**
 * Stores the words of items; existing rows keep `files` unless `renewsFiles`. Always an upsert, because a concurrent
 * transaction may have inserted the row after this statement began.
 */
export const putItemWords = (
  db: Database,
  rows: Expression<unknown>,
  renewsFiles: boolean,
  into: Pick<UnscopedDatabase, 'insertInto'> = unscoped(db),
) =>
  into
    .insertInto('item_words')
    .columns(OF_WORDS)
    .expression(rows)
    .onConflict((conflict) =>
      conflict.columns(engineOf(db) === 'SQLite' ? ['room_id', 'item_id'] : ['item_id']).doUpdateSet((eb) => ({
        category_id: eb.ref('excluded.category_id'),
        subcategory_id: eb.ref('excluded.subcategory_id'),
        filled: eb.ref('excluded.filled'),
        vals: eb.ref('excluded.vals'),
        notes: eb.ref('excluded.notes'),
        ...(renewsFiles && { files: eb.ref('excluded.files') }),
      })),
    )
