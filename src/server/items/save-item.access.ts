import { sql, type AliasableExpression, type RawBuilder } from 'kysely'
import type { EventKind, EventShapes } from '../../shared/events.ts'
import { unscoped, type UnscopedDatabase } from '../platform/db/access/unscoped.ts'
import type { Actor } from '../platform/db/actor.ts'
import { transact, type Database } from '../platform/db/database.ts'
import { engineOf, timeValue } from '../platform/db/engine.ts'
import { prepared, type Placeholders } from '../platform/db/prepared.ts'
import type { ItemWords } from '../platform/db/schema.ts'
import { putItemWords } from './item-words.access.ts'
import type { updateOneItem } from './items.access.ts'

export interface ItemChange {
  actor: Actor
  now: string
  words: ItemWords
}

const CHANGED = [
  ...(['items.id', 'items.project_id', 'items.room_id', 'items.category_id', 'items.subcategory_id'] as const),
] as const

/** A changed row, as input of a later statement. */
const rowOf = ({ id, project_id, room_id, category_id, subcategory_id }: Placeholders<ChangedItem>) =>
  sql<ChangedItem>`(select ${id} as id, ${project_id} as project_id, ${room_id} as room_id,
    ${category_id} as category_id, ${subcategory_id} as subcategory_id)`

const wordsOf = (changed: RawBuilder<ChangedItem>, { filled, vals, notes }: Placeholders<ItemWords>) =>
  sql`select id, room_id, category_id, subcategory_id, cast(${filled} as bigint), cast(${vals} as text),
    cast(${notes} as text), '' from ${changed} as changed where true`

/**
 * A prepared change of one item, together with its event and search words, all or nothing. PostgreSQL runs one
 * statement, to save round trips; SQLite cannot, and runs three. Event and words derive from the row that `change`
 * returns, so the right is checked only once. Without an event only `change` runs: the texts, and so the words, are
 * unchanged then. Returns whether the item existed.
 */
export const preparedItemChange =
  <Change extends ItemChange>() =>
  <Kind extends 'item changed' | 'item kind changed'>(
    kind: Kind,
    change: (db: Database, values: Placeholders<Change>) => ReturnType<typeof updateOneItem>,
  ) => {
    const alone = prepared<Change>()((db, values) => change(db, values).returning(CHANGED))
    const putWords = prepared<{ changed: ChangedItem; words: ItemWords }>()((trx, { changed, words }) =>
      putItemWords(trx, wordsOf(rowOf(changed), words), false),
    )
    const tell = prepared<EventOfItem & { changed: ChangedItem }>()((trx, values) =>
      insertEventOfItem(trx, kind, rowOf(values.changed), values),
    )
    const together = prepared<Change & EventOfItem>()((db, values) => {
      const { words }: Placeholders<ItemChange> = values
      const changed = sql<ChangedItem>`(select * from changed)`
      return insertEventOfItem(
        db,
        kind,
        changed,
        values,
        unscoped(db)
          .with('changed', () => change(db, values).returning(CHANGED))
          .with('worded', (into) => putItemWords(db, wordsOf(changed, words), false, into)),
      ).returning('events.project_id')
    })
    return async (db: Database, input: Change, values: EventShapes[Kind] | null): Promise<boolean> => {
      if (values === null) return (await alone(db, input)).length > 0
      const event = { before: JSON.stringify(values.before), after: JSON.stringify(values.after) }
      if (engineOf(db) === 'PostgreSQL') return (await together(db, { ...input, event })).length > 0
      return transact(db, async (trx) => {
        const [changed] = await alone(trx, input)
        if (!changed) return false
        const { actor, now, words } = input
        await tell(trx, { actor, now, changed, event })
        await putWords(trx, { changed, words })
        return true
      })
    }
  }

/** A changed row of items. */
interface ChangedItem {
  id: number
  project_id: number
  room_id: number
  category_id: number
  subcategory_id: number
}

interface EventOfItem {
  actor: Actor
  now: string
  event: { before: string; after: string }
}

/** Inserts the event of a changed item. Every save pays for this, so it needs no extra lookup. */
const insertEventOfItem = (
  db: Database,
  kind: EventKind,
  changed: AliasableExpression<ChangedItem>,
  { actor, now, event }: Placeholders<EventOfItem>,
  into: Pick<UnscopedDatabase, 'insertInto'> = unscoped(db),
) =>
  into
    .insertInto('events')
    .columns(['project_id', 'room_id', 'item_id', 'kind', 'at', 'user_id', 'who', 'before', 'after'])
    .expression(
      unscoped(db)
        .selectFrom(changed.as('changed'))
        .select(['changed.project_id', 'changed.room_id', 'changed.id as item_id', sql.lit(kind).as('kind')])
        .select(timeValue(db, now).as('at'))
        .select((eb) => [
          eb.cast<number>(eb.val(actor.userID), 'bigint').as('user_id'),
          eb.cast<string>(eb.val(actor.username), 'text').as('who'),
          eb.cast<string>(event.before, 'text').as('before'),
          eb.cast<string>(event.after, 'text').as('after'),
        ]),
    )
