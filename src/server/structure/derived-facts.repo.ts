import { SLOTS } from '../../shared/structure/room-structure.api.ts'
import { oneAtATime } from './structure-record.repo.ts'
import { batches, type Database } from '../platform/db/database.ts'
import { parseJSON } from '../platform/db/engine.ts'
import { itemsAfter, itemsByID, storeFacts } from './derived-facts.all-users.access.ts'
import { deriveFacts, FACTS } from './derived-facts.ts'
import { itsSubcategory, kindedLabelsOf } from './labels-of.repo.ts'

const ITEMS_AT_ONCE = 1000

interface Batch {
  items: number
  renewed: number
  /** The highest item id of the batch; undefined after the last. */
  last: number | undefined
}

/** Derives the facts of at most one batch of items again, and stores those that differ. */
const renewBatch = async (trx: Database, these: ReturnType<typeof itemsAfter>): Promise<Batch> => {
  const items = await these
    .innerJoin('subcategories', 'subcategories.id', 'items.subcategory_id')
    .limit(ITEMS_AT_ONCE)
    .select(['items.id', 'items.version', ...SLOTS, ...FACTS])
    .select(['subcategories.name as subcategory', 'subcategories.telling'])
    .select(kindedLabelsOf(trx, itsSubcategory).as('labels'))
    .execute()
  const other = items.flatMap((item) => {
    const { id, version, subcategory } = item
    const [labels, telling] = [parseJSON(item.labels), parseJSON(item.telling)]
    const facts = deriveFacts({ subcategory, labels, telling, fields: item })
    return FACTS.some((fact) => facts[fact] !== item[fact]) ? [{ id, version, facts }] : []
  })
  const renewed = other.length === 0 ? 0 : await storeFacts(trx, FACTS, other)
  return { items: items.length, renewed, last: items.length < ITEMS_AT_ONCE ? undefined : items.at(-1)?.id }
}

/** Renews the next items of all users, including the trash. */
const renewNext = (trx: Database, after: number, subcatIDs?: readonly number[]): Promise<Batch> =>
  renewBatch(
    trx,
    itemsAfter(trx, after).$if(subcatIDs !== undefined, (query) =>
      query.where('items.subcategory_id', 'in', subcatIDs ?? []),
    ),
  )

/** Renews the facts of these items, at most one batch, regardless of the server version that saved them. */
export const renewFactsOf = async (trx: Database, ids: readonly number[]): Promise<void> => {
  if (ids.length > 0) await renewBatch(trx, itemsByID(trx, ids))
}

/**
 * Runs a change of what items of these subcategories depend on: labels, their kinds, title labels, or a name. Updates
 * the items' facts in the same transaction, including the trash.
 */
export const withFacts = async (
  trx: Database,
  subcatIDs: readonly number[],
  change: () => Promise<void>,
): Promise<void> => {
  // First of all, wait for concurrent saves under the old labels, and make later ones start over.
  for (const ids of batches(subcatIDs)) {
    await trx
      .updateTable('subcategories')
      .set((eb) => ({ labels_version: eb('labels_version', '+', 1) }))
      .where('id', 'in', ids)
      .execute()
  }
  await change()
  for (const ids of batches(subcatIDs)) {
    for (let after: number | undefined = 0; after !== undefined;) after = (await renewNext(trx, after, ids)).last
  }
}

interface Renewal {
  /** How many items were checked. */
  items: number
  /** How many of them had other facts. */
  renewed: number
}

/**
 * Renews the facts of all items with an id above `after`, one transaction per batch, so a running server waits for at
 * most one batch; items saved during the run already have new facts. `tell` receives the highest id after each batch
 * but the last; an interrupted run can resume from it.
 */
export const renewAllFacts = async (
  db: Database,
  after: number,
  tell: (last: number, sofar: Renewal) => void,
): Promise<Renewal> => {
  const all: Renewal = { items: 0, renewed: 0 }
  for (let next: number | undefined = after; next !== undefined;) {
    const from: number = next
    const { items, renewed, last } = await oneAtATime(db, (trx) => renewNext(trx, from))
    all.items += items
    all.renewed += renewed
    if (last !== undefined) tell(last, all)
    next = last
  }
  return all
}
