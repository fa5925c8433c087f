import { sql } from 'kysely'
import { unscoped } from '../platform/db/access/unscoped.ts'
import type { Database } from '../platform/db/database.ts'
import type { DerivedFacts } from '../platform/db/schema.ts'

/** All items in order of id, including the trash. Facts derived from an item's texts are stored only with that item. */
export const itemsAfter = (db: Database, itemID: number) =>
  unscoped(db).selectFrom('items').where('items.id', '>', itemID).orderBy('items.id')

/** Stores derived facts of items that still have the version they were derived from. Returns how many. */
export const storeFacts = async <Fact extends keyof DerivedFacts>(
  trx: Database,
  names: readonly Fact[],
  derived: readonly { id: number; version: number; facts: Pick<DerivedFacts, Fact> }[],
): Promise<number> => {
  const rows = derived.map(({ id, version, facts }) => {
    const texts = names.map((name) => sql`, cast(${facts[name]} as text)`)
    return sql`(cast(${id} as bigint), cast(${version} as bigint)${sql.join(texts, sql``)})`
  })
  // Both engines name the columns of `values` rows like this.
  const column = <T>(place: number) => sql.ref<T>(`derived.column${place}`)
  const { numUpdatedRows } = await unscoped(trx)
    .updateTable('items')
    .from(sql`(values ${sql.join(rows)})`.as('derived'))
    .set(Object.fromEntries(names.map((name, at) => [name, column(at + 3)])))
    .where('items.id', '=', column<number>(1))
    .where('items.version', '=', column<number>(2))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The existing items among these, including those in the trash. */
export const itemsByID = (db: Database, ids: readonly number[]) =>
  unscoped(db).selectFrom('items').where('items.id', 'in', ids).orderBy('items.id')
