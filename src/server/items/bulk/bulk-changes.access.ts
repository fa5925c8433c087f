import { ITEM_TEXTS, type ItemText } from '../../../shared/structure/room-structure.api.ts'
import { idOfWritable } from '../../platform/db/access/core.ts'
import { unscoped } from '../../platform/db/access/unscoped.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { batches, type Database } from '../../platform/db/database.ts'
import { columnOf, jsonOf, rowsOfJSON } from '../../platform/db/engine.ts'
import type { DerivedFacts, ItemWords } from '../../platform/db/schema.ts'
import { putItemWords } from '../item-words.access.ts'

/** Statements that change many items of a writable project individually, 500 per statement. */

const AT_ONCE = 500

const TEXTS = [...ITEM_TEXTS, 'sample', 'title', 'ends'] as const
const COLUMNS = { id: 'bigint', ...Object.fromEntries(TEXTS.map((name) => [name, 'text' as const])) } as const

export interface ChangedItem extends Record<ItemText, string>, DerivedFacts {
  id: number
  words: ItemWords
}

/** Stores texts, derived facts and search words. Returns how many items still existed. */
export const storeItems = async (
  trx: Database,
  actor: Actor,
  projectID: number,
  items: readonly ChangedItem[],
  now: string,
): Promise<number> => {
  let stored = 0
  for (const some of batches(items, AT_ONCE)) {
    const texts = some.map((item) => ({ id: item.id, ...Object.fromEntries(TEXTS.map((name) => [name, item[name]])) }))
    const { numUpdatedRows } = await unscoped(trx)
      .updateTable('items')
      .from(rowsOfJSON<{ id: number }>(trx, jsonOf(texts), COLUMNS).as('now'))
      .set((eb) => ({
        ...Object.fromEntries(TEXTS.map((name) => [name, columnOf<string>(`now.${name}`)])),
        updated_at: now,
        version: eb('items.version', '+', 1),
      }))
      .whereRef('items.id', '=', 'now.id')
      .where('items.deleted_at', 'is', null)
      .where('items.project_id', 'in', idOfWritable(trx, actor, projectID))
      .executeTakeFirst()
    stored += Number(numUpdatedRows)
    const words = some.map(({ id, words: { filled, vals, notes } }) => ({ id, filled, vals, notes }))
    const made = rowsOfJSON(trx, jsonOf(words), { id: 'bigint', filled: 'bigint', vals: 'text', notes: 'text' })
    const rows = unscoped(trx)
      .selectFrom([made.as('made')])
      .crossJoin('items')
      .whereRef('items.id', '=', 'made.id')
      .where('items.project_id', 'in', idOfWritable(trx, actor, projectID))
      .select(['items.id', 'items.room_id', 'items.category_id', 'items.subcategory_id'])
      .select((eb) => ['made.filled', 'made.vals', 'made.notes', eb.cast<string>(eb.val(''), 'text').as('files')])
    await putItemWords(trx, rows, false).execute()
  }
  return stored
}

/**
 * Moves each item to a room and position in the project; the database rejects rooms of others. Returns how many
 * existed.
 */
export const storeRooms = async (
  trx: Database,
  actor: Actor,
  projectID: number,
  items: readonly { id: number; roomID: number; position: number | null }[],
): Promise<number> => {
  let stored = 0
  for (const some of batches(items, AT_ONCE)) {
    const places = rowsOfJSON(trx, jsonOf([...some]), { id: 'bigint', roomID: 'bigint', position: 'bigint' }).as('now')
    const { numUpdatedRows } = await unscoped(trx)
      .updateTable('items')
      .from(places)
      .set({ room_id: columnOf<number>('now.roomID'), position: columnOf<number | null>('now.position') })
      .whereRef('items.id', '=', 'now.id')
      .where('items.deleted_at', 'is', null)
      .where('items.project_id', 'in', idOfWritable(trx, actor, projectID))
      .executeTakeFirst()
    stored += Number(numUpdatedRows)
  }
  return stored
}
