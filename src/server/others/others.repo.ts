import type { z } from 'zod/mini'
import type { EventShapes, Happening } from '../../shared/events.ts'
import { OWN_TEXT_NAMES, OWN_TEXTS, type OwnText } from '../../shared/items.ts'
import type { changeOthers as changeOthersEndpoint, ChangedText, listOthers, Other } from '../../shared/others.ts'
import { SLOTS, type FieldLabel, type Slot } from '../../shared/room-structure.ts'
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
import { itsSubcategory, labelsOf } from '../items/item-name.repo.ts'

/** Of a family no more is looked at. */
const FAMILY = 2000

type Texts = Record<Slot | OwnText, string>
type Labelled = Texts & { labels: readonly FieldLabel[] }

/** A changed text, with the label that it stands under wherever that is. */
interface Change extends ChangedText {
  propID: number | null
}

const isOwn = (text: Slot | OwnText): text is OwnText => (OWN_TEXT_NAMES as readonly string[]).includes(text)

const placeOf = ({ labels }: Labelled, { text, propID }: Change): Slot | OwnText | undefined =>
  isOwn(text) ? text : labels.find((label) => label.propID === propID)?.field

/** What a change did to an item, as far as it holds that still. */
const changesOf = ({ before, after }: EventShapes['item changed'], item: Labelled): Change[] => {
  const ofSlots = SLOTS.flatMap((text): Change[] => {
    const [was, is] = [before.fields?.[text], after.fields?.[text]]
    const { label, propID } = is ?? was ?? { label: null, propID: null }
    if (label === null) return []
    return [{ text, label, propID, was: was?.value ?? '', is: is?.value ?? '' }]
  })
  const ofOwnTexts = OWN_TEXT_NAMES.flatMap((text): Change[] => {
    const [was, is] = [before[text], after[text]]
    if (was === undefined && is === undefined) return []
    return [{ text, label: OWN_TEXTS[text].title, propID: null, was: was ?? '', is: is ?? '' }]
  })
  return [...ofSlots, ...ofOwnTexts].filter((change) => {
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
  itemID: number,
): Promise<z.output<typeof listOthers.response>> => {
  const item = await writableItems(db, actor)
    .where('items.id', '=', itemID)
    .select(['items.origin', 'items.project_id as projectID', isCopied(db).as('isCopied')])
    .select([...SLOTS, ...OWN_TEXT_NAMES].map((text) => `items.${text}` as const))
    .select(labelsOf(db, itsSubcategory).as('labels'))
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

  const owns = OWN_TEXT_NAMES.filter((text) => changes.some((change) => change.text === text))
  const family = await writableFamily(db, actor, { first: item.origin ?? itemID, projectID: item.projectID })
    .where('items.id', '<>', itemID)
    .select(['items.id as itemID', 'items.title', 'items.room_id as roomID', 'rooms.name as roomName'])
    .select(['items.project_id as projectID', 'projects.name as projectName', 'items.subcategory_id as subcatID'])
    .select(SLOTS.map((slot) => `items.${slot}` as const))
    .select(owns.map((text) => `items.${text}` as const))
    .orderBy('items.project_id')
    .orderBy('items.room_id')
    .orderBy('items.id')
    .limit(FAMILY)
    .execute()
  const labels = await labelsOfSubcategories(
    db,
    family.map(({ subcatID }) => subcatID),
  )
  const found = family.map(({ subcatID, ...other }) => {
    const { title, roomID, roomName, projectID, projectName } = other
    const values = valuesOf({ ...other, labels: labels.get(subcatID) ?? [] } as unknown as Labelled, changes)
    return { itemID: other.itemID, title, roomID, roomName, projectID, projectName, values }
  })
  const others = found.filter(({ values }) => values.some((value, at) => value === changes[at]?.was))
  const leftOut = found.filter(
    ({ values }) =>
      values.some((value, at) => value !== changes[at]?.is) && values.every((value, at) => value !== changes[at]?.was),
  )
  return {
    eventID: others.length === 0 ? null : event.id,
    changed: changes.map(({ text, label, was, is }) => ({ text, label, was, is })),
    others: others.slice(0, ITEMS_AT_ONCE),
    leftOut: leftOut.slice(0, ITEMS_AT_ONCE),
    more: Math.max(others.length - ITEMS_AT_ONCE, 0),
  }
}

const shapeOf = ({ before, after }: { before: string | null; after: string | null }): EventShapes['item changed'] => ({
  before: JSON.parse(before ?? '{}') as EventShapes['item changed']['before'],
  after: JSON.parse(after ?? '{}') as EventShapes['item changed']['after'],
})

const labelsOfSubcategories = async (
  db: Database,
  subcatIDs: readonly number[],
): Promise<Map<number, readonly FieldLabel[]>> => {
  if (subcatIDs.length === 0) return new Map()
  const rows = await db
    .selectFrom('subcategories')
    .where('subcategories.id', 'in', [...new Set(subcatIDs)])
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
    return { itemIDs: changed, kept, eventIDs, message: sentenceOf(labels, changed.length, kept) }
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

const NAMED = 3
const sentenceOf = (labels: readonly string[], count: number, kept: readonly Other[]): string => {
  const [last = '', ...others] = labels.toReversed()
  const what = others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
  const rooms = kept.slice(0, NAMED).map(({ roomName }) => roomName)
  const more = kept.length > NAMED ? ` and ${kept.length - NAMED} more` : ''
  const left = kept.length === 0 ? '' : `. Changed since, and left as they are: ${rooms.join(', ')}${more}`
  return `Changed ${what} of ${count} ${count === 1 ? 'other' : 'others'}${left}`
}
