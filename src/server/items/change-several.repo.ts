import type { DomainEvent } from '../../shared/events.ts'
import { type KindedLabel, type Slot, ITEM_TEXTS, type ItemText } from '../../shared/structure/room-structure.api.ts'
import { isoTime, type Clock } from '../platform/lib/clock.ts'
import type { Actor } from '../platform/db/actor.ts'
import { batches, type Database } from '../platform/db/database.ts'
import { forShare, forUpdate, parseJSON } from '../platform/db/engine.ts'
import { retryWhenOvertaken } from '../platform/db/retry.ts'
import { writableItems } from '../platform/db/access/core.ts'
import { storeItems, type ChangedItem } from './bulk/bulk-changes.access.ts'
import { AppError } from '../platform/http/app-error.ts'
import { itemWords } from './item-words.ts'
import { deriveFacts } from '../structure/derived-facts.ts'
import { itsSubcategory, kindedLabelsOf } from '../structure/labels-of.repo.ts'
import { changesOf } from './item-values.ts'

/** An item locked until the transaction ends, with the labels of its values. */
export type LockedItem = Awaited<ReturnType<typeof selectLockedItems>>[number]

const selectLockedItems = async (trx: Database, actor: Actor, itemIDs: readonly number[]) => {
  const query = writableItems(trx, actor)
    .innerJoin('subcategories', 'subcategories.id', 'items.subcategory_id')
    .where('items.id', 'in', itemIDs)
    .select(['items.id', 'items.project_id as projectID', 'items.room_id as roomID', 'items.title'])
    .select(['items.category_id as catID', 'items.subcategory_id as subcatID', 'items.position', 'rooms.name as room'])
    .select(['projects.name as project', 'subcategories.name as subcategory', 'subcategories.telling'])
    .select(ITEM_TEXTS.map((text) => `items.${text}` as const))
    .select(kindedLabelsOf(trx, itsSubcategory).as('labels'))
    .orderBy('items.id')
  const rows = await forUpdate(trx, query, ['items']).execute()
  // All items of a subcategory share this text, so it is parsed once.
  const read = new Map<string, { labels: readonly KindedLabel[]; telling: readonly Slot[] }>()
  return rows.map(({ labels, telling, ...item }) => {
    const key = `${labels} ${telling}`
    const parsed = read.get(key) ?? { labels: parseJSON(labels), telling: parseJSON(telling) }
    read.set(key, parsed)
    return { ...item, ...parsed }
  })
}

/** The items that the actor can write, locked, in order of creation. */
export const lockItems = (trx: Database, actor: Actor, itemIDs: readonly number[]): Promise<LockedItem[]> =>
  retryWhenOvertaken(async () => {
    // Lock subcategories before items, as changes of labels do.
    const subcategories = trx
      .selectFrom('subcategories')
      .where(
        'subcategories.id',
        'in',
        writableItems(trx, actor).where('items.id', 'in', itemIDs).select('items.subcategory_id'),
      )
      .orderBy('subcategories.id')
      .select('subcategories.id')
    const locked = new Set((await forShare(trx, subcategories, ['subcategories']).execute()).map(({ id }) => id))
    const items: LockedItem[] = []
    // In a fixed order, to prevent deadlocks.
    const inOrder = itemIDs.toSorted((one, other) => one - other)
    for (const some of batches(inOrder)) items.push(...(await selectLockedItems(trx, actor, some)))
    // A concurrent change may just have given one another subcategory.
    return items.every(({ subcatID }) => locked.has(subcatID)) ? items : undefined
  })

/** Locks all items, which must be of one project. Throws `not_found`, or `invalid_input` for items of several. */
export const lockAllItems = async (
  trx: Database,
  actor: Actor,
  itemIDs: readonly number[],
): Promise<{ projectID: number; items: LockedItem[] }> => {
  const found = new Map((await lockItems(trx, actor, itemIDs)).map((item) => [item.id, item]))
  const items = itemIDs.flatMap((itemID) => found.get(itemID) ?? [])
  const [first] = items
  if (!first || items.length < itemIDs.length) throw new AppError('not_found')
  const { projectID } = first
  if (items.some((item) => item.projectID !== projectID))
    throw new AppError('invalid_input', { fields: { itemIDs: 'Choose items of one project.' } })
  return { projectID, items }
}

export type ChangedTexts = Partial<Record<ItemText, string>>

/**
 * Updates the texts of locked items of one project like saves do; returns the events, none for unchanged items. Two
 * statements per 500 items.
 */
export const changeItems = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
  changes: readonly { item: LockedItem; texts: ChangedTexts }[],
): Promise<DomainEvent<'item changed'>[]> => {
  const changed: ChangedItem[] = []
  const events: DomainEvent<'item changed'>[] = []
  for (const { item, texts } of changes) {
    const { id, roomID, labels, telling, subcategory } = item
    const all = Object.fromEntries(ITEM_TEXTS.map((text) => [text, texts[text] ?? item[text]])) as Record<
      ItemText,
      string
    >
    const differs = changesOf(labels, item, all)
    if (!differs) continue
    const facts = deriveFacts({ subcategory, labels, telling, fields: all })
    changed.push({ id, ...all, ...facts, words: itemWords(labels, all, all.notes) })
    events.push({ kind: 'item changed', roomID, itemID: id, ...differs })
  }
  if ((await storeItems(trx, actor, projectID, changed, isoTime(clock))) < changed.length)
    throw new AppError('not_found')
  return events
}
