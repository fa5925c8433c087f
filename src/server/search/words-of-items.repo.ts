import pLimit from 'p-limit'
import { ITEM_TEXTS } from '../../shared/structure/room-structure.api.ts'
import type { Actor } from '../platform/db/actor.ts'
import { transact, type Database } from '../platform/db/database.ts'
import { forUpdate, parseJSON, skipTaken } from '../platform/db/engine.ts'
import { itemsByID } from '../structure/derived-facts.all-users.access.ts'
import { listWithoutWords } from '../structure/structure.all-users.access.ts'
import {
  deleteItemsWithoutWords,
  itemsWithoutWords,
  namesOfItsFiles,
  storeAllWords,
} from './words-of-items.all-users.access.ts'
import { readableItems } from '../platform/db/access/core.ts'
import { renewFactsOf } from '../structure/derived-facts.repo.ts'
import { itsSubcategory, labelsOf } from '../structure/labels-of.repo.ts'
import { itemWords, storedWords } from '../items/item-words.ts'

/**
 * A change of one item stores its words in the same transaction. Changes of many items, and those that cannot make
 * words, queue the items in items_without_words instead. A search first rebuilds the words of queued items that its
 * actor may read, so all committed data is found, whether or not the background job has run.
 */

export const ITEMS_AT_ONCE = 500

interface Listed {
  id: number
  item_id: number
}

/** Rebuilds the words of queued items. Locked items are skipped, or waited for if `waits`. Returns the skipped ones. */
const makeWords = (db: Database, listed: readonly Listed[], waits: boolean): Promise<Listed[]> =>
  transact(db, async (trx) => {
    // Locked before they are read, so the read includes all commits so far, and later changes wait.
    const locked = itemsByID(
      trx,
      listed.map((entry) => entry.item_id),
    ).select('items.id')
    const rows = await (waits ? forUpdate(trx, locked, ['items']) : skipTaken(trx, locked)).execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) {
      // A server of the previous version queues what it saves, but may not know all derived facts.
      await renewFactsOf(trx, ids)
      const items = await itemsByID(trx, ids)
        .select(['items.id', 'items.room_id', 'items.category_id', 'items.subcategory_id', ...ITEM_TEXTS])
        .select([labelsOf(trx, itsSubcategory).as('labels'), namesOfItsFiles(trx).as('files')])
        .execute()
      const words = items.map((item) => ({
        item_id: item.id,
        room_id: item.room_id,
        category_id: item.category_id,
        subcategory_id: item.subcategory_id,
        ...itemWords(parseJSON(item.labels), item, item.notes),
        files: storedWords(parseJSON(item.files).flatMap(({ name, filename, caption }) => [name, filename, caption])),
      }))
      await storeAllWords(trx, words)
    }
    const made = new Set(ids)
    const [done, left] = [
      listed.filter((entry) => waits || made.has(entry.item_id)),
      listed.filter((entry) => !waits && !made.has(entry.item_id)),
    ]
    if (done.length > 0)
      await deleteItemsWithoutWords(
        trx,
        done.map(({ id }) => id),
      ).execute()
    return left
  })

/** One at a time: holding one item's lock while waiting for another could deadlock. */
const indexItems = async (db: Database, listed: readonly Listed[]): Promise<void> => {
  for (const entry of listed) await makeWords(db, [entry], true)
}

/** Searches rebuild words one after the other, so concurrent searches do not repeat each other's work. */
const inTurn = pLimit(1)

/** Before a search: rebuilds the missing words of items that the actor may read. */
export const makeOwnWords = async (db: Database, actor: Actor): Promise<void> => {
  for (;;) {
    const { isLast, taken } = await inTurn(async () => {
      const listed = await readableItems(db, actor)
        .innerJoin('items_without_words', 'items_without_words.item_id', 'items.id')
        .select(['items_without_words.id', 'items_without_words.item_id'])
        .orderBy('items_without_words.item_id')
        .limit(ITEMS_AT_ONCE)
        .execute()
      const taken = listed.length === 0 ? [] : await makeWords(db, listed, false)
      return { isLast: listed.length < ITEMS_AT_ONCE, taken }
    })
    await indexItems(db, taken)
    if (isLast) return
  }
}

/**
 * Rebuilds the words of all queued items, including the trash. `tell` receives the number made so far, after each
 * batch.
 */
export const makeMissingWords = async (
  db: Database,
  tell: (made: number) => void = () => {},
  signal?: AbortSignal,
): Promise<number> => {
  for (let made = 0; ;) {
    const listed = await itemsWithoutWords(db)
      .select(['id', 'item_id'])
      .orderBy('item_id')
      .limit(ITEMS_AT_ONCE)
      .execute()
    if (listed.length === 0 || signal?.aborted) return made
    await indexItems(db, await makeWords(db, listed, false))
    made += new Set(listed.map((entry) => entry.item_id)).size
    tell(made)
  }
}

/** How many items are queued. */
export const countWithoutWords = async (db: Database): Promise<number> => {
  const { count } = await itemsWithoutWords(db)
    .select((eb) => eb.fn.count<number>('item_id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Queues all items for rebuilding their words. */
export const listAllWithoutWords = (db: Database): Promise<void> => listWithoutWords(db, 'all')
