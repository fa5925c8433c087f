import { sql, type RawBuilder } from 'kysely'
import type { EventKind, EventShapes } from '../../../../shared/history/events.ts'
import type { Actor } from '../actor.ts'
import { transact, type Database } from '../database.ts'
import { engineOf } from '../engine.ts'
import { prepared } from '../prepared.ts'
import type { ItemWords } from '../schema.ts'
import type { updateOneItem } from './items.ts'
import { insertEventOfItem, putItemWords, unscoped, type ChangedItem } from './unscoped.ts'

type ItemKind = Extract<EventKind, 'item changed' | 'item kind changed'>

export interface ItemChange<Kind extends ItemKind> {
  actor: Actor
  now: string
  words: ItemWords
  /** Null to record no event. The texts, and so the words, are unchanged then. */
  told: EventShapes[Kind] | null
}

interface Told {
  actor: Actor
  now: string
  told: { before: string; after: string }
}

export const CHANGED = [
  ...(['items.id', 'items.project_id', 'items.room_id', 'items.category_id', 'items.subcategory_id'] as const),
] as const

/** A changed row, as input of a later statement. */
export const rowOf = ({ id, project_id, room_id, category_id, subcategory_id }: ChangedItem) =>
  sql<ChangedItem>`(select ${id} as id, ${project_id} as project_id, ${room_id} as room_id,
    ${category_id} as category_id, ${subcategory_id} as subcategory_id)`

export const wordsOf = (changed: RawBuilder<ChangedItem>, { filled, vals, notes }: ItemWords) =>
  sql`select id, room_id, category_id, subcategory_id, cast(${filled} as bigint), cast(${vals} as text),
    cast(${notes} as text), '' from ${changed} as changed where true`

/**
 * A prepared change of one item, together with its event and search words, all or nothing. PostgreSQL runs one
 * statement, to save round trips; SQLite cannot, and runs three. Event and words derive from the row that `change`
 * returns, so the right is checked only once. Returns whether the item existed.
 */
export const preparedItemChange = <Kind extends ItemKind, Change extends ItemChange<Kind>>(
  kind: Kind,
  change: (db: Database, values: Change) => ReturnType<typeof updateOneItem>,
) => {
  const alone = prepared((db, values: Change) => change(db, values).returning(CHANGED))
  const putWords = prepared((trx, { changed, words }: { changed: ChangedItem; words: ItemWords }) =>
    putItemWords(trx, wordsOf(rowOf(changed), words), false),
  )
  const tell = prepared((trx, values: Told & { changed: ChangedItem }) =>
    insertEventOfItem(trx, kind, rowOf(values.changed), values),
  )
  const together = prepared((db, values: { change: Change; told: Told }) => {
    const changed = sql<ChangedItem>`(select * from changed)`
    return insertEventOfItem(
      db,
      kind,
      changed,
      values.told,
      unscoped(db)
        .with('changed', () => change(db, values.change).returning(CHANGED))
        .with('worded', (into) => putItemWords(db, wordsOf(changed, values.change.words), false, into)),
    ).returning('events.project_id')
  })
  return async (db: Database, values: Change): Promise<boolean> => {
    const { actor, now, words } = values
    if (values.told === null) return (await alone(db, values)).length > 0
    const [before, after] = [JSON.stringify(values.told.before), JSON.stringify(values.told.after)]
    const told = { actor, now, told: { before, after } }
    if (engineOf(db) === 'PostgreSQL') return (await together(db, { change: values, told })).length > 0
    return transact(db, async (trx) => {
      const [changed] = await alone(trx, values)
      if (!changed) return false
      await tell(trx, { changed, ...told })
      await putWords(trx, { changed, words })
      return true
    })
  }
}
