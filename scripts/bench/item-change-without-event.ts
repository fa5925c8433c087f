import { sql } from 'kysely'
import { transact, type Database } from '../../src/server/platform/db/database.ts'
import { engineOf } from '../../src/server/platform/db/engine.ts'
import { putItemWords } from '../../src/server/items/item-words.access.ts'
import {
  CHANGED,
  rowOf,
  wordsOf,
  type ChangedItem,
  type ItemChange,
  type preparedItemChange as real,
} from '../../src/server/items/save-item.access.ts'
import { unscoped } from '../../src/server/platform/db/access/unscoped.ts'
import { prepared } from '../../src/server/platform/db/prepared.ts'
import type { ItemWords } from '../../src/server/platform/db/schema.ts'

type Change = ItemChange<'item changed'>

/** In place of that of src/server/items/save-item.access.ts: the same but for the event, so that it shows what that costs. */
export const preparedItemChange: typeof real<'item changed', Change> = (_, change) => {
  const alone = prepared((db, values: Change) => change(db, values).returning(CHANGED))
  const putWords = prepared((trx, { changed, words }: { changed: ChangedItem; words: ItemWords }) =>
    putItemWords(trx, wordsOf(rowOf(changed), words), false),
  )
  const together = prepared((db, values: Change) =>
    putItemWords(
      db,
      wordsOf(sql`(select * from changed)`, values.words),
      false,
      unscoped(db).with('changed', () => change(db, values).returning(CHANGED)),
    ).returning('item_words.item_id'),
  )
  return async (db: Database, values: Change): Promise<boolean> => {
    if (engineOf(db) === 'PostgreSQL') return (await together(db, values)).length > 0
    return transact(db, async (trx) => {
      const [changed] = await alone(trx, values)
      if (changed) await putWords(trx, { changed, words: values.words })
      return changed !== undefined
    })
  }
}
