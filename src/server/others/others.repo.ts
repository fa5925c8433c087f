import type { z } from 'zod/mini'
import type { EventShapes, Happening } from '../../shared/events.ts'
import { ITEM_TEXTS, type ItemText } from '../../shared/items.ts'
import {
  saysChanged,
  type changeOthers as changeOthersEndpoint,
  type ChangedText,
  type FoundOthers,
  type listOthers,
  type Other,
} from '../../shared/others.ts'
import { SLOTS, type FieldLabel, type KindedLabel, type Slot } from '../../shared/room-structure.ts'
import { ITEMS_AT_ONCE } from '../../shared/several.ts'
import type { Clock } from '../clock.ts'
import type { Actor } from '../db/actor.ts'
import { isCopied, writableFamily } from '../db/copies.ts'
import { transact, type Database } from '../db/database.ts'
import { columnOf, parseJSON } from '../db/engine.ts'
import { writableEvents, writableItems } from '../db/scope.ts'
import { writeEventOfAll } from '../events/events.repo.ts'
import { AppError } from '../app-error.ts'
import { changeItems, holdItems, type OtherTexts } from '../items/change-several.repo.ts'
import { itsSubcategory, kindedLabelsOf, labelsOf } from '../items/item-name.repo.ts'

type Texts = Record<ItemText, string>
type Labelled = Texts & { labels: readonly FieldLabel[] }

/** A changed text, with the label that it stands under wherever that is. */
interface Change extends ChangedText {
  propID: number | null
}

const placeOf = ({ labels }: Labelled, { text, propID }: Change): ItemText | undefined =>
  text === 'notes' ? text : labels.find((label) => label.propID === propID)?.field

/** What a change did to an item, as far as it holds that still. */
const changesOf = (
  { before, after }: EventShapes['item changed'],
  item: Texts & { labels: readonly KindedLabel[] },
): Change[] => {
  const ofSlots = SLOTS.flatMap((text): Change[] => {
    const [was, is] = [before.fields?.[text], after.fields?.[text]]
    const { label, propID } = is ?? was ?? { label: null, propID: null }
    if (label === null) return []
    const kind = item.labels.find((one) => one.propID === propID)?.kind ?? 'text'
    return [{ text, label, ...(kind !== 'text' && { kind }), propID, was: was?.value ?? '', is: is?.value ?? '' }]
  })
  const [was, is] = [before.notes, after.notes]
  const ofNotes: Change[] =
    was === undefined && is === undefined
      ? []
      : [{ text: 'notes', label: 'Notes', propID: null, was: was ?? '', is: is ?? '' }]
  return [...ofSlots, ...ofNotes].filter((change) => {
    const place = placeOf(item, change)
    return place !== undefined && item[place] === change.is
  })
}

const valuesOf = (item: Labelled, changes: readonly Change[]): (string | null)[] =>
  changes.map((change) => {
    const place = placeOf(item, change)
    return place === undefined ? null : item[place]
  })

const noOthers = { eventID: null, changed: [], others: [], leftOut: [], more: 0 }

/**
 * Four statements at most, and one for an item that has no family. Throws `not_found` for an item that the actor may not write.
 */
export const findOthers = async (
  db: Database,
  actor: Actor,
  { itemID, after }: z.output<typeof listOthers.query>,
): Promise<FoundOthers> => {
  const item = await writableItems(db, actor)
    .where('items.id', '=', itemID)
    .select(['items.origin', 'items.project_id as projectID', isCopied(db).as('isCopied')])
    .select(ITEM_TEXTS.map((text) => `items.${text}` as const))
    .select(kindedLabelsOf(db, itsSubcategory).as('labels'))
    .executeTakeFirst()
  if (!item) throw new AppError('not_found')
  if (item.origin === null && !item.isCopied) return noOthers
  const event = await writableEvents(db, actor)
    .where('events.item_id', '=', itemID)
    .where('events.kind', '=', 'item changed')
    .where('events.user_id', '=', actor.userID)
    .orderBy('events.id', 'desc')
    .limit(1)
    .select(['events.id', 'events.before', 'events.after'])
    .executeTakeFirst()
  const changes = event ? changesOf(shapeOf(event), { ...item, labels: parseJSON(item.labels) }) : []
  if (!event || changes.length === 0) return noOthers

  const family = { first: item.origin ?? itemID, projectID: item.projectID, itemID }
  const { others, leftOut, count } = await readFamily(db, actor, family, changes, after)
  return {
    eventID: count === 0 ? null : event.id,
    changed: changes.map(({ propID: _, ...change }) => change),
    others,
    leftOut,
    more: Math.max(count - ITEMS_AT_ONCE, 0),
  }
}

/** Of others that hold an old value, and of those that hold something else, the first 500, and how many of the former there are. */
const readFamily = async (
  db: Database,
  actor: Actor,
  { first, projectID, itemID }: { first: number; projectID: number; itemID: number },
  changes: readonly Change[],
  after = 0,
): Promise<{ others: Other[]; leftOut: Other[]; count: number }> => {
  const others = writableFamily(db, actor, { first, projectID }).where('items.id', '<>', itemID)
  const labels = await labelsOfSubcategories(db, others)
  const told = others
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
    .selectFrom(told.as('told'))
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

/** In which slot a label's value is, by subcategory. */
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
 * Changes others of the family as an event changed an item, each where it still holds the old value: four statements, and four for
 * each project. Throws `not_found` for the event, its item or one of the others, `invalid_input` for one that is no copy, and
 * `changed_since` where nothing is left to change.
 */
export const changeOthers = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { eventID, itemIDs, texts }: z.output<typeof changeOthersEndpoint.body>,
): Promise<z.output<typeof changeOthersEndpoint.response>> =>
  transact(db, async (trx) => {
    const event = await writableEvents(trx, actor)
      .where('events.id', '=', eventID)
      .where('events.kind', '=', 'item changed')
      .select(['events.item_id as itemID', 'events.before', 'events.after'])
      .executeTakeFirst()
    if (!event || event.itemID === null) throw new AppError('not_found')
    const { itemID } = event
    const held = new Map((await holdItems(trx, actor, [itemID, ...itemIDs])).map((item) => [item.id, item]))
    const source = held.get(itemID)
    const wanted = itemIDs.flatMap((id) => held.get(id) ?? [])
    if (!source || wanted.length < itemIDs.length) throw new AppError('not_found')
    await requireFamily(trx, actor, itemID, itemIDs)

    const changes = changesOf(shapeOf(event), source).filter(({ text }) => texts?.includes(text) ?? true)
    const kept: Other[] = []
    const byProject = new Map<number, { item: (typeof wanted)[number]; texts: OtherTexts }[]>()
    for (const item of wanted) {
      const others: OtherTexts = {}
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
        sentence: 'Nothing was changed: none of them holds an old value any more.',
        body: { items: kept.map(({ itemID: id, title }) => ({ itemID: id, title })) },
      })

    const labels = changes.map(({ label }) => label)
    const eventIDs: number[] = []
    const changed: number[] = []
    // In one order, so that no two wait for each other.
    for (const [projectID, some] of [...byProject].toSorted(([a], [b]) => a - b)) {
      const told = await changeItems(trx, clock, actor, projectID, some)
      const all: Happening = { kind: 'items changed too', before: null, after: { items: told.length, labels } }
      eventIDs.push(await writeEventOfAll(trx, clock, actor, projectID, all, told))
      changed.push(...told.map((each) => each.itemID))
    }
    return { itemIDs: changed, kept, eventIDs, message: saysChanged(labels, changed.length, kept) }
  })

/** All of them are of one family, and none is the item itself. Throws `invalid_input`. */
const requireFamily = async (trx: Database, actor: Actor, itemID: number, itemIDs: readonly number[]) => {
  const rows = await writableItems(trx, actor)
    .where('items.id', 'in', [itemID, ...itemIDs])
    .select(['items.id', 'items.origin'])
    .execute()
  const families = new Set(rows.map(({ id, origin }) => origin ?? id))
  if (families.size > 1 || itemIDs.includes(itemID))
    throw new AppError('invalid_input', { fields: { itemIDs: 'Choose copies of this item.' } })
}
