import { ITEM_TEXTS, type ItemText } from '../../shared/structure/room-structure.api.ts'
import type { z } from 'zod/mini'
import type { DomainEvent } from '../../shared/events.ts'
import { parseFiles, type createItem as createItemEndpoint, type ItemInputs } from '../../shared/items/items.api.ts'
import { isoTime, type Clock } from '../platform/lib/clock.ts'
import type { Actor } from '../platform/db/actor.ts'
import { transact, type Database } from '../platform/db/database.ts'
import { forShare, parseJSON, timeValue } from '../platform/db/engine.ts'
import { writableItems, writableRooms } from '../platform/db/access/core.ts'
import { storeItemWords } from './item-words.access.ts'
import { insertItem, updateOneItem, type LockedItemID } from './items.access.ts'
import { preparedItemChange, type ItemChange as Change } from './save-item.access.ts'
import { unclearEnds } from '../structure/expiry-of.ts'
import { prepared, type Placeholders } from '../platform/db/prepared.ts'
import { retryWhenOvertaken } from '../platform/db/retry.ts'
import type { DerivedFacts } from '../platform/db/schema.ts'
import { writeEvent, writeEvents } from '../history/events.repo.ts'
import { AppError } from '../platform/http/app-error.ts'
import { itemWords } from './item-words.ts'
import { addTrashEntry } from '../history/trash.repo.ts'
import { deriveFacts, FACTS } from '../structure/derived-facts.ts'
import { putFilesOnNewItem, replaceItemFiles } from './item-files.repo.ts'
import { fileWords, lockItem } from './item-file-rows.repo.ts'
import { nameItem } from './item-name.repo.ts'
import { itsSubcategory, kindedLabelsOf } from '../structure/labels-of.repo.ts'
import { sameLabels, withoutKinds, fieldsOf, refuseUnlabelled, valuesThen, changesOf } from './item-values.ts'
import { getItem } from './read-items.repo.ts'

export type NewItem = z.output<typeof createItemEndpoint.body>

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
  const insert = (trx: Database): Promise<LockedItemID | undefined> => {
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

/** The data that a change needs from an item before writing it. */
export const readForChange = prepared<{ actor: Actor; itemID: number }>()((db, { actor, itemID }) =>
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
const stillLabelled = (db: Database, { subcatID, labelsVersion }: Labelled | Placeholders<Labelled>) =>
  forShare(
    db,
    db
      .selectFrom('subcategories')
      .where('subcategories.id', '=', subcatID)
      .where('subcategories.labels_version', '=', labelsVersion)
      .select('subcategories.id'),
    ['subcategories'],
  )

interface SavedItem extends Labelled, Change {
  itemID: number
  /** Null leaves the text unchanged. */
  texts: Record<ItemText, string | null>
  facts: DerivedFacts
  version: number
}

const saveItem = preparedItemChange<SavedItem>()(
  'item changed',
  (db, { actor, itemID, texts, facts, now, version, subcatID, labelsVersion }) =>
    updateOneItem(db, actor, itemID)
      .set((eb) => {
        const orHeld = (column: ItemText) => eb.fn.coalesce(texts[column], `items.${column}`)
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

  const [existing] = await readForChange(db, { actor, itemID })
  if (!existing) throw new AppError('not_found')
  if (version !== undefined && version !== existing.version) throw await changed()

  const sent = (text: string | null | undefined) => (text === undefined ? null : (text ?? ''))
  const [labels, telling] = [parseJSON(existing.labels), parseJSON(existing.telling)]
  const fields = fieldsOf((slot) => sent(inputs[slot]) ?? existing[slot])
  refuseUnlabelled(labels, fields, existing)
  const notes = sent(inputs.notes) ?? existing.notes
  const facts = deriveFacts({ subcategory: existing.subcategory, labels, telling, fields })
  const { subcatID, labelsVersion } = existing
  const changes = changesOf(labels, existing, { ...fields, notes })

  const save = (trx: Database): Promise<boolean> =>
    saveItem(
      trx,
      {
        actor,
        itemID,
        texts: { ...fieldsOf((slot) => sent(inputs[slot])), notes: sent(inputs.notes) },
        facts,
        words: itemWords(labels, fields, notes),
        now: isoTime(clock),
        version: existing.version,
        subcatID,
        labelsVersion,
      },
      changes ?? null,
    )

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
  const { category, subcategory } = existing
  return saved
    ? { version: existing.version + 1, category, subcategory, unclear: unclearEnds(labels, fields) }
    : undefined
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
    const deleted: DomainEvent = { kind: 'item deleted', roomID, itemID, before: { name, trashID }, after: null }
    return { name, trashID, eventID: await writeEvent(trx, clock, actor, projectID, deleted) }
  })
