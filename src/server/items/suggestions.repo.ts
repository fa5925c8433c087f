import { SLOTS, slotNumber, type Slot } from '../../shared/structure/room-structure.api.ts'
import { beginsWords, MOST_SUGGESTIONS } from '../../shared/items/begins-words.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { columnOf } from '../platform/db/engine.ts'
import { ownedItems } from '../platform/db/access/core.ts'
import { AppError } from '../platform/http/app-error.ts'

/** Only this many of the most used values are searched. */
const LOOKED_THROUGH = 2000

/** Soft hyphens, word joiners, and direction and byte order marks. */
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** Each of the values that look the same once, if possible the one without special blanks and invisible characters. */
export const alikeOnce = (values: readonly string[]): string[] => {
  const byLook = new Map<string, string>()
  for (const value of values) {
    const look = value.replace(UNSEEN, '').replace(/\s+/g, ' ').trim().normalize('NFC')
    if (!byLook.has(look) || value === look) byLook.set(look, value)
  }
  return [...byLook.values()]
}

/**
 * Values that the actor entered under a field's label in their own projects, as many as fit a list; each word of `q`
 * must begin a word of the value. Those of the same subcategory come first, then the most used. Throws `not_found` for
 * the subcategory.
 */
export const listSuggestions = async (
  db: Database,
  actor: Actor,
  { subcatID, field, q }: { subcatID: number; field: Slot; q: string },
): Promise<string[]> => {
  const label = await db
    .selectFrom('subcategories')
    .leftJoin('subcategory_labels', (join) =>
      join
        .onRef('subcategory_labels.subcategory_id', '=', 'subcategories.id')
        .on('subcategory_labels.slot', '=', slotNumber(field)),
    )
    .where('subcategories.id', '=', subcatID)
    .select('subcategory_labels.label_id as id')
    .executeTakeFirst()
  if (!label) throw new AppError('not_found')
  if (label.id === null) return []

  const rows = await ownedItems(db, actor)
    .innerJoin('subcategory_labels', 'subcategory_labels.subcategory_id', 'items.subcategory_id')
    .where('subcategory_labels.label_id', '=', label.id)
    .select((eb) => {
      const slot = columnOf<number>('subcategory_labels.slot')
      const [first, ...others] = SLOTS
      const start = eb
        .case()
        .when(slot, '=', slotNumber(first))
        .then(eb.ref(`items.${first}`))
      const cases = others.reduce(
        (so, each) => so.when(slot, '=', slotNumber(each)).then(eb.ref(`items.${each}`)),
        start,
      )
      return eb.fn<string>('trim', [cases.end()]).as('value')
    })
    .select((eb) => eb.fn.countAll<number>().as('used'))
    .select((eb) =>
      eb.fn.max(eb.case().when('items.subcategory_id', '=', subcatID).then(1).else(0).end()).as('isOfSubcategory'),
    )
    .groupBy('value')
    .orderBy('isOfSubcategory', 'desc')
    .orderBy('used', 'desc')
    .orderBy('value')
    .limit(LOOKED_THROUGH)
    .execute()
  return alikeOnce(rows.map(({ value }) => value).filter((value) => value !== '' && beginsWords(value, q))).slice(
    0,
    MOST_SUGGESTIONS,
  )
}
