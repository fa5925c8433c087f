import { sql, type AliasableExpression, type RawBuilder } from 'kysely'
import type { EventKind, EventShapes } from '../../shared/history/events.ts'
import { unscoped, type UnscopedDatabase } from '../platform/db/access/unscoped.ts'
import type { Actor } from '../platform/db/actor.ts'
import { transact, type Database } from '../platform/db/database.ts'
import { engineOf, timeValue } from '../platform/db/engine.ts'
import { prepared } from '../platform/db/prepared.ts'
import type { ItemWords } from '../platform/db/schema.ts'
import { putItemWords } from './item-words.access.ts'
import type { updateOneItem } from './items.access.ts'

type ItemKind = Extract<EventKind, 'item changed' | 'item kind changed'>

export interface ItemChange<Kind extends ItemKind> {
  actor: Actor
  now: string
  words: ItemWords
  /** Null to record no event. The texts, and so the words, are unchanged then. */
  values: EventShapes[Kind] | null
}

interface ChangeEvent {
  actor: Actor
  now: string
  values: { before: string; after: string }
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
  const tell = prepared((trx, event: ChangeEvent & { changed: ChangedItem }) =>
    insertEventOfItem(trx, kind, rowOf(event.changed), event),
  )
  const together = prepared((db, values: { change: Change; event: ChangeEvent }) => {
    const changed = sql<ChangedItem>`(select * from changed)`
    return insertEventOfItem(
      db,
      kind,
      changed,
      values.event,
      unscoped(db)
        .with('changed', () => change(db, values.change).returning(CHANGED))
        .with('worded', (into) => putItemWords(db, wordsOf(changed, values.change.words), false, into)),
    ).returning('events.project_id')
  })
  return async (db: Database, input: Change): Promise<boolean> => {
    const { actor, now, words } = input
    if (input.values === null) return (await alone(db, input)).length > 0
    const [before, after] = [JSON.stringify(input.values.before), JSON.stringify(input.values.after)]
    const event = { actor, now, values: { before, after } }
    if (engineOf(db) === 'PostgreSQL') return (await together(db, { change: input, event })).length > 0
    return transact(db, async (trx) => {
      const [changed] = await alone(trx, input)
      if (!changed) return false
      await tell(trx, { changed, ...event })
      await putWords(trx, { changed, words })
      return true
    })
  }
}

/** A changed row of items. */
export interface ChangedItem {
  id: number
  project_id: number
  room_id: number
  category_id: number
  subcategory_id: number
}

/** Inserts the event of a changed item. Every save pays for this, so it needs no extra lookup. */
export const insertEventOfItem = (
  db: Database,
  kind: EventKind,
  changed: AliasableExpression<ChangedItem>,
  { actor, now, values }: { actor: Actor; now: string; values: { before: string; after: string } },
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
          eb.cast<string>(eb.val(values.before), 'text').as('before'),
          eb.cast<string>(eb.val(values.after), 'text').as('after'),
        ]),
    )
