import type { z } from 'zod/mini'
import { SLOTS, type FieldLabel, type KindedLabel, type Slot } from '../../shared/structure/room-structure.api.ts'
import type { Happening, ItemValues } from '../../shared/history/events.ts'
import {
  ITEM_TEXTS,
  parseFiles,
  type createItem as createItemEndpoint,
  type Item,
  type ItemInputs,
  type ItemText,
} from '../../shared/items/items.api.ts'
import { isoTime, type Clock } from '../platform/lib/clock.ts'
import type { Actor, Reader } from '../platform/db/actor.ts'
import { transact, type Database } from '../platform/db/database.ts'
import {
  jsonList,
  jsonOf,
  jsonMapText,
  jsonObject,
  jsonRows,
  forShare,
  nullsLast,
  parseJSON,
  storedJSON,
  timeText,
  timeValue,
  type JSONText,
} from '../platform/db/engine.ts'
import { rightTo, writableRooms, readableItems, writableItems } from '../platform/db/access/core.ts'
import { type HeldItem, insertItem, storeItemWords, updateOneItem } from '../platform/db/access/items.ts'
import { changesOfTelling } from '../platform/db/access/history.ts'
import { unclearEnds } from './expiry-of.ts'
import { preparedItemChange, type ItemChange as Change } from '../platform/db/access/save-item.ts'
import { prepared } from '../platform/db/prepared.ts'
import { retryWhenOvertaken } from '../platform/db/retry.ts'
import type { DerivedFacts } from '../platform/db/schema.ts'
import { writeEvent, writeEvents } from '../history/events.repo.ts'
import { AppError } from '../platform/http/app-error.ts'
import { requireRoom } from '../projects/rooms.repo.ts'
import { itemWords } from '../search/item-words.ts'
import { addTrashEntry } from '../history/trash.repo.ts'
import { deriveFacts, FACTS } from './derived-facts.ts'
import { fileWords, lockItem, putFilesOnNewItem, replaceItemFiles } from './item-files.repo.ts'
import { replacedIn } from './previous-value.ts'
import { itsSubcategory, kindedLabelsOf, kindsOf, labelsOf, nameItem } from './item-name.repo.ts'

export type NewItem = z.output<typeof createItemEndpoint.body>

/**
 * Complete items that the reader can read, with labels and attachments, in one statement. The database builds each
 * item's JSON, which halves the work of parsing and serializing it here.
 */
export const wholeItems = (db: Database, reader: Reader) =>
  readableItems(db, reader)
    .innerJoin('categories', 'categories.id', 'items.category_id')
    .innerJoin('subcategories', 'subcategories.id', 'items.subcategory_id')
    .select((eb) => {
      const itsFiles = eb
        .selectFrom('item_files')
        .innerJoin('uploads', 'uploads.id', 'item_files.upload_id')
        .whereRef('item_files.item_id', '=', 'items.id')
        .where('item_files.deleted_at', 'is', null)
        .orderBy('item_files.position')
        .orderBy('item_files.id')
      return jsonObject<Item>(db, {
        itemID: eb.ref('items.id'),
        projectID: eb.ref('items.project_id'),
        roomID: eb.ref('items.room_id'),
        catID: eb.ref('items.category_id'),
        subcatID: eb.ref('items.subcategory_id'),
        catName: eb.ref('categories.name'),
        subCatName: eb.ref('subcategories.name'),
        subcatName: eb.ref('subcategories.name'),
        field1: eb.ref('items.field1'),
        field2: eb.ref('items.field2'),
        field3: eb.ref('items.field3'),
        field4: eb.ref('items.field4'),
        field5: eb.ref('items.field5'),
        field6: eb.ref('items.field6'),
        note: eb.ref('items.notes'),
        files: jsonMapText(db, itsFiles.select(['item_files.display_name as name', 'uploads.remote as value'])),
        labels: labelsOf(db, itsSubcategory),
        kinds: kindsOf(db, itsSubcategory),
        telling: storedJSON(db, eb.ref('subcategories.telling')),
        title: eb.ref('items.title'),
        attachments: jsonRows(
          db,
          itsFiles
            .innerJoin('blobs', 'blobs.id', 'uploads.blob_id')
            .select(['item_files.display_name as name', 'uploads.original_name as filename', 'uploads.remote'])
            .select(['item_files.caption', 'blobs.type', 'blobs.size']),
        ),
        projectName: eb.ref('projects.name'),
        roomName: eb.ref('rooms.name'),
        sample: eb.ref('items.sample'),
        updatedAt: timeText(db, eb.ref('items.updated_at')),
        version: eb.ref('items.version'),
        may: rightTo(eb, reader),
      }).as('item')
    })

const itemsOfRoom = prepared((db, { actor, roomID }: { actor: Actor; roomID: number }) =>
  wholeItems(db, actor).where('items.room_id', '=', roomID).orderBy('items.position', nullsLast).orderBy('items.id'),
)

/** A room's items, those with a custom position first, the others by creation. Throws `not_found` for the room. */
export const listItems = async (db: Database, actor: Actor, roomID: number): Promise<JSONText<Item[]>> => {
  const rows = await itemsOfRoom(db, { actor, roomID })
  if (rows.length === 0) await requireRoom(db, actor, roomID)
  return jsonList(rows.map(({ item }) => item))
}

/** One item with the changes that may have replaced its title values, the latest first. */
export const itemWithChanges = (db: Database, { actor, itemID }: { actor: Actor; itemID: number }) =>
  wholeItems(db, actor)
    .where('items.id', '=', itemID)
    .select(jsonRows(db, changesOfTelling(db, actor, itemID)).as('changes'))

const oneItem = prepared(itemWithChanges)

/** Throws `not_found`. */
export const getItem = async (db: Database, actor: Actor, itemID: number): Promise<JSONText<Item>> => {
  const [row] = await oneItem(db, { actor, itemID })
  if (!row) throw new AppError('not_found')
  const changes = parseJSON(row.changes)
  if (changes.length === 0) return row.item
  const item = parseJSON(row.item)
  const replaced = replacedIn(item, changes)
  return replaced ? jsonOf({ ...item, replaced }) : row.item
}

type Fields = Record<Slot, string>

export const sameLabels = (some: readonly FieldLabel[], others: readonly FieldLabel[]): boolean =>
  some.length === others.length &&
  some.every(({ field, propID }) => others.some((other) => other.field === field && other.propID === propID))

/** As `/fields` returns them. */
export const withoutKinds = (labels: readonly KindedLabel[]): FieldLabel[] =>
  labels.map(({ propID, label, field }) => ({ propID, label, field }))

/** A slot without a label accepts only the value it already has. */
const refuseUnlabelled = (labels: readonly FieldLabel[], fields: Fields, held?: Fields): void => {
  const wrong = SLOTS.filter(
    (slot) => fields[slot] !== '' && fields[slot] !== held?.[slot] && !labels.some(({ field }) => field === slot),
  )
  if (wrong.length > 0) {
    throw new AppError('slot_without_label', { fields: Object.fromEntries(wrong.map((slot) => [slot, true])) })
  }
}

const fieldsOf = <T>(value: (slot: Slot) => T): Record<Slot, T> => ({
  field1: value('field1'),
  field2: value('field2'),
  field3: value('field3'),
  field4: value('field4'),
  field5: value('field5'),
  field6: value('field6'),
})

/**
 * Throws `not_found` for a room that is absent, not writable or in another project, `subcategory_not_there`,
 * `labels_changed`, `slot_without_label`, or `file_not_found`.
 */
export const createItem = (db: Database, clock: Clock, actor: Actor, item: NewItem): Promise<Created> =>
  retryWhenOvertaken(() => tryToCreate(db, clock, actor, item))

export interface Created {
  itemID: number
  /** Labels of end dates whose values are ambiguous. */
  unclear: string[]
}

/** Undefined if the room, its structure or the labels changed since they were read. */
const tryToCreate = async (db: Database, clock: Clock, actor: Actor, item: NewItem): Promise<Created | undefined> => {
  const { projectID, roomID, catID, subcatID, inputs } = item
  const room = await writableRooms(db, actor)
    .where('rooms.id', '=', roomID)
    .where('rooms.project_id', '=', projectID)
    .leftJoin('room_type_subcategories', (join) =>
      join
        .onRef('room_type_subcategories.room_type_id', '=', 'rooms.room_type_id')
        .on('room_type_subcategories.category_id', '=', catID)
        .on('room_type_subcategories.subcategory_id', '=', subcatID),
    )
    .leftJoin('subcategories', 'subcategories.id', 'room_type_subcategories.subcategory_id')
    .leftJoin('categories', 'categories.id', 'room_type_subcategories.category_id')
    .select(['subcategories.name as subcategory', 'subcategories.labels_version as labelsVersion'])
    .select(['categories.name as category', 'subcategories.telling'])
    .select(kindedLabelsOf(db, subcatID).as('labels'))
    .executeTakeFirst()
  if (!room) throw new AppError('not_found')
  const { labelsVersion, category, subcategory, telling } = room
  if (category === null || subcategory === null || labelsVersion === null || telling === null)
    throw new AppError('subcategory_not_there', { fields: { subcatID: true } })

  const labels = parseJSON(room.labels)
  if (item.labels && !sameLabels(item.labels, labels))
    throw new AppError('labels_changed', { body: { current: withoutKinds(labels) } })
  const fields = fieldsOf((slot) => inputs[slot] ?? '')
  refuseUnlabelled(labels, fields)
  const notes = inputs.notes ?? ''
  const facts = deriveFacts({ subcategory, labels, telling: parseJSON(telling), fields })

  const times = ['created_at', 'updated_at'] as const
  const columns = ['category_id', 'subcategory_id', ...ITEM_TEXTS, ...FACTS, ...times] as const
  const insert = (trx: Database): Promise<HeldItem | undefined> => {
    const now = isoTime(clock)
    return insertItem(trx, actor, columns, (rooms) => {
      const itsPlace = rooms
        .where('rooms.id', '=', roomID)
        .where('rooms.project_id', '=', projectID)
        .innerJoin('room_type_subcategories', (join) =>
          join
            .onRef('room_type_subcategories.room_type_id', '=', 'rooms.room_type_id')
            .on('room_type_subcategories.category_id', '=', catID),
        )
        .innerJoin('subcategories', 'subcategories.id', 'room_type_subcategories.subcategory_id')
        .where('subcategories.id', '=', subcatID)
        .where('subcategories.labels_version', '=', labelsVersion)
      return forShare(trx, itsPlace, ['rooms', 'room_type_subcategories', 'subcategories'])
        .select((eb) => [
          eb.cast<number>(eb.val(catID), 'bigint').as('category_id'),
          eb.cast<number>(eb.val(subcatID), 'bigint').as('subcategory_id'),
        ])
        .select((eb) => ITEM_TEXTS.map((text) => eb.cast<string>(eb.val({ ...fields, notes }[text]), 'text').as(text)))
        .select((eb) => FACTS.map((fact) => eb.cast<string | null>(eb.val(facts[fact]), 'text').as(fact)))
        .select(times.map((time) => timeValue(trx, now).as(time)))
    })
  }

  const files = parseFiles(item.files ?? '') ?? []
  return transact(db, async (trx) => {
    const id = await insert(trx)
    if (id === undefined) return undefined
    if (files.length > 0) await putFilesOnNewItem(trx, clock, actor, id, files)
    const namesToFind = files.length > 0 ? await fileWords(trx, id) : ''
    await storeItemWords(trx, id, itemWords(labels, fields, notes), namesToFind)
    const after = {
      ...{ catID, category, subcatID, subcategory },
      ...valuesThen(labels, fields, notes),
      ...(files.length > 0 && { files }),
    }
    await writeEvents(trx, clock, actor, projectID, [{ kind: 'item created', roomID, itemID: id, before: null, after }])
    return { itemID: id, unclear: unclearEnds(labels, fields) }
  })
}

/** The slots with their labels, in the form that events store. */
export const fieldsThen = (
  slots: readonly Slot[],
  labels: readonly FieldLabel[],
  values: Fields,
): NonNullable<ItemValues['fields']> =>
  Object.fromEntries(
    slots.map((slot) => {
      const { propID = null, label = null } = labels.find(({ field }) => field === slot) ?? {}
      return [slot, { label, propID, value: values[slot] }]
    }),
  )

/** An item's values, for its event. */
export const valuesThen = (labels: readonly FieldLabel[], fields: Fields, notes: string): ItemValues => {
  const held = SLOTS.filter((slot) => fields[slot] !== '')
  return { ...(held.length > 0 && { fields: fieldsThen(held, labels, fields) }), ...(notes !== '' && { notes }) }
}

type Texts = Record<ItemText, string>

/** Undefined if nothing changed. */
export const changesOf = (labels: readonly FieldLabel[], before: Texts, after: Texts) => {
  const slots = SLOTS.filter((slot) => before[slot] !== after[slot])
  const areNotes = before.notes !== after.notes
  if (slots.length === 0 && !areNotes) return undefined
  const told = (texts: Texts): ItemValues => ({
    ...(slots.length > 0 && { fields: fieldsThen(slots, labels, texts) }),
    ...(areNotes && { notes: texts.notes }),
  })
  return { before: told(before), after: told(after) }
}

/** The data that a change needs from an item before writing it. */
export const heldItem = prepared((db, { actor, itemID }: { actor: Actor; itemID: number }) =>
  writableItems(db, actor)
    .innerJoin('categories', 'categories.id', 'items.category_id')
    .innerJoin('subcategories', 'subcategories.id', 'items.subcategory_id')
    .where('items.id', '=', itemID)
    .select(ITEM_TEXTS.map((text) => `items.${text}` as const))
    .select(['items.version', 'items.room_id as roomID', 'items.category_id as catID'])
    .select(['categories.name as category', 'subcategories.name as subcategory'])
    .select(['subcategories.id as subcatID', 'subcategories.labels_version as labelsVersion'])
    .select(['subcategories.telling', 'subcategories.wanted', 'items.not_needed as notNeeded'])
    .select(kindedLabelsOf(db, itsSubcategory).as('labels')),
)

/** A subcategory and the version of its labels that the item was read with. */
interface Labelled {
  subcatID: number
  labelsVersion: number
}

/** Locks the subcategory until the transaction ends; finds nothing if its labels have changed. */
const stillLabelled = (db: Database, { subcatID, labelsVersion }: Labelled) =>
  forShare(
    db,
    db
      .selectFrom('subcategories')
      .where('subcategories.id', '=', subcatID)
      .where('subcategories.labels_version', '=', labelsVersion)
      .select('subcategories.id'),
    ['subcategories'],
  )

interface SavedItem extends Labelled, Change<'item changed'> {
  itemID: number
  /** Null leaves the text unchanged. */
  texts: Record<ItemText, string | null>
  facts: DerivedFacts
  version: number
}

const saveItem = preparedItemChange(
  'item changed',
  (db, { actor, itemID, texts, facts, now, version, subcatID, labelsVersion }: SavedItem) =>
    updateOneItem(db, actor, itemID)
      .set((eb) => {
        const orHeld = (column: ItemText) => eb.fn.coalesce(eb.val(texts[column]), `items.${column}`)
        return {
          ...Object.fromEntries(ITEM_TEXTS.map((column) => [column, orHeld(column)])),
          ...Object.fromEntries(FACTS.map((fact) => [fact, facts[fact]])),
          updated_at: now,
          version: eb('items.version', '+', 1),
        }
      })
      .where('items.version', '=', version)
      .where('items.subcategory_id', 'in', stillLabelled(db, { subcatID, labelsVersion })),
)

export interface ItemChange {
  itemID: number
  inputs: ItemInputs
  /** The `files` text; undefined leaves the attachments unchanged. */
  files?: string | null | undefined
  version?: number | undefined
}

/** The new version, and the names for the message. */
export interface Saved {
  version: number
  category: string
  subcategory: string
}

/**
 * Saves the given values and returns the new version with the names for the message. Throws `not_found`,
 * `slot_without_label`, `file_not_found`, or `item_changed` with the item in `current` if `version` is outdated.
 */
export const changeItem = (
  db: Database,
  clock: Clock,
  actor: Actor,
  change: ItemChange,
): Promise<Saved & Pick<Created, 'unclear'>> => retryWhenOvertaken(() => tryToChange(db, clock, actor, change))

/** Undefined if the item or its labels changed since they were read. */
const tryToChange = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { itemID, inputs, files, version }: ItemChange,
): Promise<(Saved & Pick<Created, 'unclear'>) | undefined> => {
  const changed = async () =>
    new AppError('item_changed', { body: { current: parseJSON(await getItem(db, actor, itemID)) } })

  const [held] = await heldItem(db, { actor, itemID })
  if (!held) throw new AppError('not_found')
  if (version !== undefined && version !== held.version) throw await changed()

  const sent = (text: string | null | undefined) => (text === undefined ? null : (text ?? ''))
  const [labels, telling] = [parseJSON(held.labels), parseJSON(held.telling)]
  const fields = fieldsOf((slot) => sent(inputs[slot]) ?? held[slot])
  refuseUnlabelled(labels, fields, held)
  const notes = sent(inputs.notes) ?? held.notes
  const facts = deriveFacts({ subcategory: held.subcategory, labels, telling, fields })
  const { subcatID, labelsVersion } = held
  const changes = changesOf(labels, held, { ...fields, notes })

  const save = (trx: Database): Promise<boolean> =>
    saveItem(trx, {
      actor,
      itemID,
      texts: { ...fieldsOf((slot) => sent(inputs[slot])), notes: sent(inputs.notes) },
      facts,
      words: itemWords(labels, fields, notes),
      now: isoTime(clock),
      version: held.version,
      subcatID,
      labelsVersion,
      told: changes ?? null,
    })

  const saved =
    files === undefined
      ? await save(db)
      : await transact(db, async (trx) => {
          // Lock labels before the item, as changes of labels do.
          await stillLabelled(trx, { subcatID, labelsVersion }).execute()
          const place = await lockItem(trx, actor, itemID)
          const isSaved = await save(trx)
          if (isSaved) await replaceItemFiles(trx, clock, actor, place, parseFiles(files ?? '') ?? [])
          return isSaved
        })
  const { category, subcategory } = held
  return saved ? { version: held.version + 1, category, subcategory, unclear: unclearEnds(labels, fields) } : undefined
}

/** Moves an item with its attachments to the trash as one entry. Throws `not_found`. */
export const deleteItem = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  itemID: number,
): Promise<{ name: string; trashID: number; eventID: number }> =>
  transact(db, async (trx) => {
    const { name, project, room, projectID, roomID } = await nameItem(trx, actor, itemID)
    const trashID = await addTrashEntry(trx, clock, actor, projectID, { kind: 'item', name, place: [project, room] })
    const { numUpdatedRows } = await updateOneItem(trx, actor, itemID)
      // A concurrent change may have moved its room to another project.
      .where('items.project_id', '=', projectID)
      .set({ deleted_at: isoTime(clock), trash_id: trashID })
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('not_found')
    const deleted: Happening = { kind: 'item deleted', roomID, itemID, before: { name, trashID }, after: null }
    return { name, trashID, eventID: await writeEvent(trx, clock, actor, projectID, deleted) }
  })
