import type { z } from 'zod/mini'
import type { EventShapes } from '../../shared/events.ts'
import type { changeSubcategory as changeSubcategoryEndpoint } from '../../shared/items/change-subcategory.api.ts'
import { hasAtMost, LIMITS } from '../../shared/contract/limits.ts'
import { underOtherLabels, type UnderOtherLabels } from '../../shared/items/remap-labels.ts'
import { SLOTS, type FieldLabel, type Slot } from '../../shared/structure/room-structure.api.ts'
import { wantedAmong } from '../../shared/structure/required-fields.ts'
import { isoTime, type Clock } from '../platform/lib/clock.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { forShare, parseJSON } from '../platform/db/engine.ts'
import { requiredAgain, withBits, withoutBits } from './not-needed.ts'
import { updateOneItem } from './items.access.ts'
import { preparedItemChange, type ItemChange } from './save-item.access.ts'
import type { Placeholders } from '../platform/db/prepared.ts'
import { retryWhenOvertaken } from '../platform/db/retry.ts'
import type { DerivedFacts } from '../platform/db/schema.ts'
import { readableEvents, writableRooms } from '../platform/db/access/core.ts'
import { AppError } from '../platform/http/app-error.ts'
import { itemWords } from './item-words.ts'
import { deriveFacts, FACTS } from '../structure/derived-facts.ts'
import { kindedLabelsOf } from '../structure/labels-of.repo.ts'
import { readForChange, type Saved } from './items.repo.ts'
import { getItem } from './read-items.repo.ts'
import { fieldsOf, refuseUnlabelled, sameLabels, valuesThen, withoutKinds } from './item-values.ts'

interface Place {
  actor: Actor
  roomID: number
  catID: number
  subcatID: number
}

/** The room, if its type has the subcategory in that category. */
const roomWith = (db: Database, { actor, roomID, catID, subcatID }: Place | Placeholders<Place>) =>
  writableRooms(db, actor)
    .where('rooms.id', '=', roomID)
    .innerJoin('room_type_subcategories', (join) =>
      join
        .onRef('room_type_subcategories.room_type_id', '=', 'rooms.room_type_id')
        .on('room_type_subcategories.category_id', '=', catID)
        .on('room_type_subcategories.subcategory_id', '=', subcatID),
    )
    .innerJoin('subcategories', 'subcategories.id', 'room_type_subcategories.subcategory_id')

const newKind = (db: Database, place: Place) =>
  roomWith(db, place)
    .innerJoin('categories', 'categories.id', 'room_type_subcategories.category_id')
    .select(['categories.name as category', 'subcategories.name as subcategory'])
    .select(['subcategories.labels_version as labelsVersion', 'subcategories.telling', 'subcategories.wanted'])
    .select(kindedLabelsOf(db, place.subcatID).as('labels'))
    .executeTakeFirst()

interface Change extends Place, ItemChange {
  itemID: number
  fields: Record<Slot, string>
  notes: string
  facts: DerivedFacts
  /** Before and after the change. */
  notNeededThen: number
  notNeeded: number
  version: number
  labelsVersion: number
}

const saveChange = preparedItemChange<Change>()('item kind changed', (db, change) =>
  updateOneItem(db, change.actor, change.itemID)
    .set((eb) => ({
      category_id: change.catID,
      subcategory_id: change.subcatID,
      ...Object.fromEntries(SLOTS.map((slot) => [slot, change.fields[slot]])),
      ...Object.fromEntries(FACTS.map((fact) => [fact, change.facts[fact]])),
      notes: change.notes,
      not_needed: change.notNeeded,
      position: null,
      updated_at: change.now,
      version: eb('items.version', '+', 1),
    }))
    .where('items.version', '=', change.version)
    .where('items.not_needed', '=', change.notNeededThen)
    .where(
      'items.room_id',
      'in',
      // Locks the new labels until the transaction ends.
      forShare(
        db,
        roomWith(db, change).where('subcategories.labels_version', '=', change.labelsVersion).select('rooms.id'),
        ['rooms', 'room_type_subcategories', 'subcategories'],
      ),
    ),
)

/**
 * Gives an item another subcategory of its room; returns its new version and the names for the message. Values without
 * a label there are appended to the notes, unless `notes` replaces them; gaps set aside that the new subcategory treats
 * differently are open again. Throws `not_found`, also for a `putBack` event of another item, `subcategory_not_there`,
 * `item_changed` with the item in `current`, `structure_changed` with the labels in `current`, or `notes_too_long` with
 * the unplaced values in `placeless`.
 */
export const changeSubcategory = (db: Database, clock: Clock, actor: Actor, change: RequestedChange): Promise<Saved> =>
  retryWhenOvertaken(() => tryToChange(db, clock, actor, change))

type RequestedChange = z.output<typeof changeSubcategoryEndpoint.body>

/** Undefined if the item or its labels changed since they were read. */
const tryToChange = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  change: RequestedChange,
): Promise<Saved | undefined> => {
  const { itemID, catID, subcatID, version } = change
  const [existing] = await readForChange(db, { actor, itemID })
  if (!existing) throw new AppError('not_found')
  if (version !== existing.version)
    throw new AppError('item_changed', { body: { current: parseJSON(await getItem(db, actor, itemID)) } })
  if (catID === existing.catID && subcatID === existing.subcatID) return existing
  const { roomID } = existing
  const kind = await newKind(db, { actor, roomID, catID, subcatID })
  if (!kind) throw new AppError('subcategory_not_there', { fields: { subcatID: true } })
  const [before, labels] = [parseJSON(existing.labels), parseJSON(kind.labels)]
  if (change.labels && !sameLabels(change.labels, labels))
    throw new AppError('structure_changed', { body: { current: withoutKinds(labels) } })

  const left = change.putBack === undefined ? undefined : await findLeft(db, actor, itemID, change.putBack)
  const movedNow = underOtherLabels({ labels: before, fields: existing, notes: existing.notes }, labels)
  const moved = left ? cameBack(movedNow, labels, existing, left) : movedNow
  const { placeless } = moved
  const fields = fieldsOf((slot) => moved.fields[slot] || (change.inputs?.[slot] ?? ''))
  refuseUnlabelled(labels, fields)
  const notes = change.notes ?? moved.notes
  if (!hasAtMost(notes, LIMITS.notes)) throw new AppError('notes_too_long', { body: { placeless } })

  const wantedOf = (of: Pick<typeof kind, 'wanted'>, its: readonly FieldLabel[]) =>
    wantedAmong(
      parseJSON(of.wanted),
      its.map(({ propID }) => propID),
    )
  const requiredNow = requiredAgain(existing.notNeeded, wantedOf(existing, before), wantedOf(kind, labels))
  const notNeeded = withBits(withoutBits(existing.notNeeded, requiredNow), left?.before.notNeeded ?? [])

  const { category, subcategory, labelsVersion } = kind
  const event = {
    before: {
      ...{
        catID: existing.catID,
        category: existing.category,
        subcatID: existing.subcatID,
        subcategory: existing.subcategory,
      },
      ...valuesThen(before, existing, existing.notes),
      ...(requiredNow.length > 0 && { notNeeded: requiredNow }),
    },
    after: { ...{ catID, category, subcatID, subcategory }, ...valuesThen(labels, fields, notes) },
  }
  const saved = {
    ...{ actor, itemID, roomID, catID, subcatID, fields, notes, labelsVersion, version, notNeeded },
    notNeededThen: existing.notNeeded,
    facts: deriveFacts({ subcategory, labels, telling: parseJSON(kind.telling), fields }),
    words: itemWords(labels, fields, notes),
    now: isoTime(clock),
  }
  const isSaved = await saveChange(db, saved, event)
  return isSaved ? { version: version + 1, category, subcategory } : undefined
}

type KindChange = EventShapes['item kind changed']

/** Throws `not_found`. */
const findLeft = async (db: Database, actor: Actor, itemID: number, eventID: number): Promise<KindChange> => {
  const event = await readableEvents(db, actor)
    .where('events.id', '=', eventID)
    .where('events.item_id', '=', itemID)
    .where('events.kind', '=', 'item kind changed')
    .select(['events.before', 'events.after'])
    .executeTakeFirst()
  if (!event?.before || !event.after) throw new AppError('not_found')
  return { before: JSON.parse(event.before), after: JSON.parse(event.after) } as KindChange
}

/**
 * Adds back what the item lost when it left the subcategory with these labels. Values it got since keep their slots.
 */
const cameBack = (
  moved: UnderOtherLabels,
  labels: readonly FieldLabel[],
  existing: Record<Slot, string> & { notes: string },
  { before, after }: KindChange,
): UnderOtherLabels => {
  const lost = Object.values(before.fields ?? {})
  const fields = { ...moved.fields }
  for (const { field, propID } of labels)
    if (fields[field] === '') fields[field] = lost.find((each) => each.propID === propID)?.value ?? ''
  const isAsItWasLeft =
    existing.notes === (after.notes ?? '') &&
    SLOTS.every((slot) => existing[slot] === (after.fields?.[slot]?.value ?? '')) &&
    lost.every((each) => labels.some(({ propID }) => propID === each.propID))
  return { ...moved, fields, notes: isAsItWasLeft ? (before.notes ?? '') : moved.notes }
}
