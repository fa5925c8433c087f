import type { Selectable } from 'kysely'
import type { z } from 'zod/mini'
import type { EventShapes, DomainEvent } from '../../../shared/events.ts'
import {
  saysChanged,
  type changeLinkedCopies as changeOthersEndpoint,
  type ChangedText,
  type FoundOthers,
  type leaveLinkedCopies as leaveOthersEndpoint,
  type listLinkedCopies,
  type Other,
} from '../../../shared/items/bulk/linked-copies.api.ts'
import {
  SLOTS,
  type FieldLabel,
  type KindedLabel,
  type Slot,
  ITEM_TEXTS,
  type ItemText,
} from '../../../shared/structure/room-structure.api.ts'
import { ITEMS_AT_ONCE } from '../../../shared/items/bulk/bulk-changes.api.ts'
import type { Clock } from '../../platform/lib/clock.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { isCopied, writableFamily } from './copies.access.ts'
import { transact, type Database } from '../../platform/db/database.ts'
import { columnOf, parseJSON } from '../../platform/db/engine.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { writableEvents, writableItems } from '../../platform/db/access/core.ts'
import { writeEvent, writeEventOfAll } from '../../history/events.repo.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { changeItems, lockItems, type ChangedTexts } from '../change-several.repo.ts'
import { itsSubcategory, kindedLabelsOf, labelsOf } from '../../structure/labels-of.repo.ts'

type Texts = Record<ItemText, string>
type Labelled = Texts & { labels: readonly FieldLabel[] }

/** A changed text; `propID` identifies its label in any slot. */
interface Change extends ChangedText {
  propID: number | null
}

const placeOf = ({ labels }: Labelled, { text, propID }: Change): ItemText | undefined =>
  text === 'notes' ? text : labels.find((label) => label.propID === propID)?.field

/**
 * The changes of an item, the last first, if it still has the new values; the last change of each text counts.
 */
const changesOf = (
  shapes: readonly EventShapes['item changed'][],
  item: Texts & { labels: readonly KindedLabel[] },
): Change[] => {
  const last = new Map<string, Change>()
  for (const change of shapes.flatMap((shape) => changesIn(shape, item))) {
    const key = change.text === 'notes' ? change.text : String(change.propID)
    if (!last.has(key)) last.set(key, change)
  }
  return [...last.values()].filter((change) => {
    const place = placeOf(item, change)
    return place !== undefined && item[place] === change.is
  })
}

const changesIn = (
  { before, after }: EventShapes['item changed'],
  { labels }: { labels: readonly KindedLabel[] },
): Change[] => {
  const ofSlots = SLOTS.flatMap((text): Change[] => {
    const [was, is] = [before.fields?.[text], after.fields?.[text]]
    const { label, propID } = is ?? was ?? { label: null, propID: null }
    if (label === null) return []
    const kind = labels.find((one) => one.propID === propID)?.kind ?? 'text'
    return [{ text, label, ...(kind !== 'text' && { kind }), propID, was: was?.value ?? '', is: is?.value ?? '' }]
  })
  const [was, is] = [before.notes, after.notes]
  return was === undefined && is === undefined
    ? ofSlots
    : [...ofSlots, { text: 'notes', label: 'Notes', propID: null, was: was ?? '', is: is ?? '' }]
}

const valuesOf = (item: Labelled, changes: readonly Change[]): (string | null)[] =>
  changes.map((change) => {
    const place = placeOf(item, change)
    return place === undefined ? null : item[place]
  })

const noLinkedCopies = { eventID: null, changed: [], others: [], leftOut: [], more: 0, asks: false }

/**
 * At most four statements, and one for an item without copies. Throws `not_found` for an item that the actor cannot
 * write.
 */
export const findLinkedCopies = async (
  db: Database,
  actor: Actor,
  { itemID, after }: z.output<typeof listLinkedCopies.query>,
): Promise<FoundOthers> => {
  const item = await writableItems(db, actor)
    .where('items.id', '=', itemID)
    .select(['items.origin', 'items.project_id as projectID', isCopied(db).as('isCopied')])
    .select(ITEM_TEXTS.map((text) => `items.${text}` as const))
    .select(kindedLabelsOf(db, itsSubcategory).as('labels'))
    .executeTakeFirst()
  if (!item) throw new AppError('not_found')
  if (item.origin === null && !item.isCopied) return noLinkedCopies
  const events = await writableEvents(db, actor)
    .where('events.item_id', '=', itemID)
    .where('events.kind', 'in', ['item changed', 'item others left'])
    .where('events.user_id', '=', actor.userID)
    .orderBy('events.id', 'desc')
    .limit(CHANGES_TOGETHER)
    .select(EVENT_PARTS)
    .execute()
  const isAnswered = events[0]?.kind === 'item others left'
  const [event, ...earlier] = isAnswered ? events.slice(1) : events
  const changes = event ? changesOf(together(event, earlier), { ...item, labels: parseJSON(item.labels) }) : []
  if (!event || changes.length === 0) return noLinkedCopies

  const family = { first: item.origin ?? itemID, projectID: item.projectID, itemID }
  const { others, leftOut, count } = await readFamily(db, actor, family, changes, after)
  return {
    eventID: count === 0 ? null : event.id,
    changed: changes.map(({ propID: _, ...change }) => change),
    others,
    leftOut,
    more: Math.max(count - ITEMS_AT_ONCE, 0),
    asks: count > 0 && !isAnswered && isOfItself(event),
  }
}

const EVENT_PARTS = [
  'events.id',
  'events.kind',
  'events.before',
  'events.after',
  'events.part_of',
  'events.undoes',
] as const
type ItemEvent = Pick<Selectable<Schema['events']>, 'id' | 'kind' | 'before' | 'after' | 'part_of' | 'undoes'>

/** Whether the change affected only this item and was made by hand. */
const isOfItself = (event: ItemEvent): boolean =>
  event.kind === 'item changed' && event.part_of === null && event.undoes === null && shapeOf(event).after.too !== true

/** Up to this many consecutive saves are offered together. */
const CHANGES_TOGETHER = 20

/** A change and the unanswered ones before it. */
const together = (event: ItemEvent, earlier: readonly ItemEvent[]): EventShapes['item changed'][] => {
  const end = isOfItself(event) ? earlier.findIndex((each) => !isOfItself(each)) : 0
  return [event, ...earlier.slice(0, end === -1 ? undefined : end)].map(shapeOf)
}

/** The changes of an item's event, with earlier ones by the same user that are still unanswered. */
const readChange = async (db: Database, actor: Actor, eventID: number) => {
  const event = await writableEvents(db, actor)
    .where('events.id', '=', eventID)
    .where('events.kind', '=', 'item changed')
    .select(EVENT_PARTS)
    .select(['events.item_id as itemID', 'events.user_id as userID'])
    .executeTakeFirst()
  if (!event || event.itemID === null) throw new AppError('not_found')
  const { itemID, userID } = event
  const earlier =
    userID === null
      ? []
      : await writableEvents(db, actor)
          .where('events.item_id', '=', itemID)
          .where('events.kind', 'in', ['item changed', 'item others left'])
          .where('events.user_id', '=', userID)
          .where('events.id', '<', eventID)
          .orderBy('events.id', 'desc')
          .limit(CHANGES_TOGETHER - 1)
          .select(EVENT_PARTS)
          .execute()
  return { itemID, shapes: together(event, earlier) }
}

/** The first 500 that have an old value, the first 500 that have another one, and the total of the former. */
const readFamily = async (
  db: Database,
  actor: Actor,
  { first, projectID, itemID }: { first: number; projectID: number; itemID: number },
  changes: readonly Change[],
  after = 0,
): Promise<{ others: Other[]; leftOut: Other[]; count: number }> => {
  const others = writableFamily(db, actor, { first, projectID }).where('items.id', '<>', itemID)
  const labels = await labelsOfSubcategories(db, others)
  const events = others
    .where('items.id', '>', after)
    .select(['items.id as itemID', 'items.title', 'items.room_id as roomID', 'rooms.name as roomName'])
    .select(['items.project_id as projectID', 'projects.name as projectName', 'items.subcategory_id as subcatID'])
    .select(ITEM_TEXTS.map((text) => `items.${text}` as const))
    .select((eb) => {
      const holds = (change: Change, value: string) =>
        change.text === 'notes'
          ? eb('items.notes', '=', value)
          : eb.or(
              subcategoriesByPlace(labels, change).map(([place, subcatIDs]) =>
                eb.and([eb('items.subcategory_id', 'in', subcatIDs), eb(`items.${place}`, '=', value)]),
              ),
            )
      return eb
        .case()
        .when(eb.or(changes.map((change) => holds(change, change.was))))
        .then('other')
        .when(eb.not(eb.and(changes.map((change) => holds(change, change.is)))))
        .then('left out')
        .end()
        .as('kind')
    })
  const numbered = db
    .selectFrom(events.as('told'))
    .where('kind', 'in', after === 0 ? ['other', 'left out'] : ['other'])
    .selectAll()
    .select(({ fn }) => [
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('kind').orderBy('itemID'))
        .as('place'),
      fn
        .countAll<number>()
        .over((over) => over.partitionBy('kind'))
        .as('count'),
    ])
  const rows = await db
    .selectFrom(numbered.as('numbered'))
    .where('place', '<=', ITEMS_AT_ONCE)
    .orderBy('itemID')
    .selectAll()
    .execute()
  const ofKind = (kind: string): Other[] =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ subcatID, ...other }) => {
        const { itemID, title, roomID, roomName, projectID, projectName } = other
        const values = valuesOf({ ...other, labels: labels.get(subcatID) ?? [] } as unknown as Labelled, changes)
        return { itemID, title, roomID, roomName, projectID, projectName, values }
      })
  const count = Number(rows.find(({ kind }) => kind === 'other')?.count ?? 0)
  return { others: ofKind('other'), leftOut: ofKind('left out'), count }
}

/** The slots of a label, each with its subcategories. */
const subcategoriesByPlace = (
  labels: ReadonlyMap<number, readonly FieldLabel[]>,
  { propID }: Change,
): [Slot, number[]][] => {
  const found = new Map<Slot, number[]>()
  for (const [subcatID, those] of labels) {
    const slot = those.find((label) => label.propID === propID)?.field
    if (slot !== undefined) found.set(slot, [...(found.get(slot) ?? []), subcatID])
  }
  return [...found]
}

const shapeOf = ({ before, after }: { before: string | null; after: string | null }): EventShapes['item changed'] => ({
  before: JSON.parse(before ?? '{}') as EventShapes['item changed']['before'],
  after: JSON.parse(after ?? '{}') as EventShapes['item changed']['after'],
})

const labelsOfSubcategories = async (
  db: Database,
  family: ReturnType<typeof writableFamily>,
): Promise<ReadonlyMap<number, readonly FieldLabel[]>> => {
  const rows = await db
    .selectFrom('subcategories')
    .where('subcategories.id', 'in', family.select('items.subcategory_id'))
    .select(['subcategories.id', labelsOf(db, columnOf<number>('subcategories.id')).as('labels')])
    .execute()
  return new Map(rows.map(({ id, labels }) => [id, parseJSON(labels)]))
}

/**
 * Applies an item's change to linked copies that still have the old value, in five statements, plus four per project.
 * Throws `not_found` for the event, its item or one of the copies, `invalid_input` for an item that is no copy, and
 * `changed_since` if nothing is left to change.
 */
export const changeLinkedCopies = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { eventID, itemIDs, texts }: z.output<typeof changeOthersEndpoint.body>,
): Promise<z.output<typeof changeOthersEndpoint.response>> =>
  transact(db, async (trx) => {
    const { itemID, shapes } = await readChange(trx, actor, eventID)
    const locked = new Map((await lockItems(trx, actor, [itemID, ...itemIDs])).map((item) => [item.id, item]))
    const source = locked.get(itemID)
    const requested = itemIDs.flatMap((id) => locked.get(id) ?? [])
    if (!source || requested.length < itemIDs.length) throw new AppError('not_found')
    await requireFamily(trx, actor, itemID, itemIDs)

    const changes = changesOf(shapes, source).filter(({ text }) => texts?.includes(text) ?? true)
    const kept: Other[] = []
    const byProject = new Map<number, { item: (typeof requested)[number]; texts: ChangedTexts }[]>()
    for (const item of requested) {
      const others: ChangedTexts = {}
      for (const change of changes) {
        const place = placeOf(item, change)
        if (place !== undefined && item[place] === change.was) others[place] = change.is
      }
      const { id, title, roomID, room: roomName, projectID, project: projectName } = item
      if (Object.keys(others).length > 0)
        byProject.set(projectID, [...(byProject.get(projectID) ?? []), { item, texts: others }])
      else kept.push({ itemID: id, title, roomID, roomName, projectID, projectName, values: valuesOf(item, changes) })
    }
    if (byProject.size === 0)
      throw new AppError('changed_since', {
        sentence: 'Nothing was changed: none of them has the old value anymore.',
        body: { items: kept.map(({ itemID: id, title }) => ({ itemID: id, title })) },
      })

    const labels = changes.map(({ label }) => label)
    const eventIDs: number[] = []
    const changed: number[] = []
    // In a fixed order, to prevent deadlocks.
    for (const [projectID, some] of [...byProject].toSorted(([a], [b]) => a - b)) {
      const changedItems = await changeItems(trx, clock, actor, projectID, some)
      const events = changedItems.map((each) => ({ ...each, after: { ...each.after, too: true as const } }))
      const all: DomainEvent = { kind: 'items changed too', before: null, after: { items: events.length, labels } }
      eventIDs.push(await writeEventOfAll(trx, clock, actor, projectID, all, events))
      changed.push(...events.map((each) => each.itemID))
    }
    return { itemIDs: changed, kept, eventIDs, message: saysChanged(labels, changed.length, kept) }
  })

/** Records once that the copies keep their values. Throws `not_found` for the event and its item. */
export const leaveLinkedCopies = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { eventID }: z.output<typeof leaveOthersEndpoint.body>,
): Promise<z.output<typeof leaveOthersEndpoint.response>> =>
  transact(db, async (trx) => {
    const { itemID, shapes } = await readChange(trx, actor, eventID)
    const [item] = await lockItems(trx, actor, [itemID])
    if (!item) throw new AppError('not_found')
    const { roomID, projectID } = item
    const known = await writableEvents(trx, actor)
      .where('events.item_id', '=', itemID)
      .where('events.kind', '=', 'item others left')
      .where('events.user_id', '=', actor.userID)
      .where('events.id', '>', eventID)
      .select('events.id')
      .executeTakeFirst()
    if (!known) {
      const labels = changesOf(shapes, item).map(({ label }) => label)
      const left: DomainEvent = { kind: 'item others left', roomID, itemID, before: null, after: { labels } }
      await writeEvent(trx, clock, actor, projectID, left)
    }
    return { message: 'The other copies stay as they are' }
  })

/** Requires that all belong to one family and that none is the item itself. Throws `invalid_input`. */
const requireFamily = async (trx: Database, actor: Actor, itemID: number, itemIDs: readonly number[]) => {
  const rows = await writableItems(trx, actor)
    .where('items.id', 'in', [itemID, ...itemIDs])
    .select(['items.id', 'items.origin'])
    .execute()
  const families = new Set(rows.map(({ id, origin }) => origin ?? id))
  if (families.size > 1 || itemIDs.includes(itemID))
    throw new AppError('invalid_input', { fields: { itemIDs: 'Choose copies of this item.' } })
}
