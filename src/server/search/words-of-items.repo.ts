import pLimit from 'p-limit'
import { ITEM_TEXTS } from '../../shared/items.ts'
import type { Actor } from '../db/actor.ts'
import { transact, type Database } from '../db/database.ts'
import { forUpdate, parseJSON, skipTaken } from '../db/engine.ts'
import {
  deleteItemsWithoutWords,
  itemsByID,
  itemsWithoutWords,
  listWithoutWords,
  namesOfItsFiles,
  storeAllWords,
} from '../db/installation.ts'
import { readableItems } from '../db/scope.ts'
import { renewFactsOf } from '../items/derived-facts.repo.ts'
import { itsSubcategory, labelsOf } from '../items/item-name.repo.ts'
import { itemWords, storedWords } from './item-words.ts'

/**
 * Whatever changes one item stores its words in the same transaction. What changes many at once, or cannot make words,
 * lists the items in items_without_words instead, and whoever searches makes the words of those first that they may read.
 * So what is committed is found, whatever comes of the job that makes the others.
 */

export const ITEMS_AT_ONCE = 500

interface Listed {
  id: number
  item_id: number
}

/** Makes the words of listed items that nobody is just changing, or waits for one that somebody is. Answers the others. */
const makeWords = (db: Database, listed: readonly Listed[], waits: boolean): Promise<Listed[]> =>
  transact(db, async (trx) => {
    // Held before they are read: what others commit until then is in what is read, and what comes later waits.
    const held = itemsByID(
      trx,
      listed.map((entry) => entry.item_id),
    ).select('items.id')
    const rows = await (waits ? forUpdate(trx, held, ['items']) : skipTaken(trx, held)).execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) {
      // A server of the version before, which lists what it saves, may know of fewer facts.
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

/** One at a time: whoever holds one of them and waits for another waits for nobody here. */
const makeWordsOfTaken = async (db: Database, listed: readonly Listed[]): Promise<void> => {
  for (const entry of listed) await makeWords(db, [entry], true)
}

/** Searches make words one after the other, each what those before it have left: what many look for at once is made once. */
const inTurn = pLimit(1)

/** Before the actor searches: makes the words that are missing of what they may read. */
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
    await makeWordsOfTaken(db, taken)
    if (isLast) return
  }
}

/** Makes the words of all items that are listed, the trash included. `tell` gets how many were made, after each part. */
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
    await makeWordsOfTaken(db, await makeWords(db, listed, false))
    made += new Set(listed.map((entry) => entry.item_id)).size
    tell(made)
  }
}

/** How many items wait for their words. */
export const countWithoutWords = async (db: Database): Promise<number> => {
  const { count } = await itemsWithoutWords(db)
    .select((eb) => eb.fn.count<number>('item_id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Has the words of all items made anew. */
export const listAllWithoutWords = (db: Database): Promise<void> => listWithoutWords(db, 'all')
