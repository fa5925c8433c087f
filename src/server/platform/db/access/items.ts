import type { InsertObject, SelectQueryBuilder } from 'kysely'
import type { Actor } from '../actor.ts'
import type { Database } from '../database.ts'
import { forShare } from '../engine.ts'
import type { ItemWords, Schema } from '../schema.ts'
import { putItemWords, unscoped } from './unscoped.ts'
import { writableProjectsOrTemplates, writableRooms, writableItems, idOfWritable } from './core.ts'
import { type WritableProject, type OwnProject, type Places, placesIn } from './projects.ts'

/** Items that an actor may change, with their words. See core.ts for the rights. */

declare const held: unique symbol

/**
 * The id of an item that the actor may write and that is locked until the transaction ends. Only this file creates one.
 */
export type LockedItemID = number & { readonly [held]: true }

/**
 * Inserts an item into a room that the actor may write. `itsPlace` narrows the room and selects `columns` in their
 * order. Inserts nothing if no room is found.
 */
export const insertItem = async <Tables extends keyof Schema, Row>(
  db: Database,
  actor: Actor,
  columns: readonly Exclude<keyof Schema['items'], 'project_id' | 'room_id'>[],
  itsPlace: (rooms: PlaceOfItem) => SelectQueryBuilder<Schema, Tables, Row>,
): Promise<LockedItemID | undefined> => {
  const place = itsPlace(placeOfItem(db, actor))
  const created = await unscoped(db)
    .insertInto('items')
    .columns(['project_id', 'room_id', ...columns])
    .expression(place)
    .returning('id')
    .executeTakeFirst()
  return created?.id as LockedItemID | undefined
}

const placeOfItem = (db: Database, actor: Actor) =>
  writableRooms(db, actor).select(['rooms.project_id', 'rooms.id as room_id'])

type PlaceOfItem = ReturnType<typeof placeOfItem>

/** A locked item and its place. */
export interface LockedItemPlace {
  itemID: LockedItemID
  roomID: number
  projectID: number
}

/**
 * Locks an item, its room and its project until the transaction ends; undefined if the actor may not write the item.
 */
export const lockWritableItemForShare = async (
  trx: Database,
  actor: Actor,
  itemID: number,
): Promise<LockedItemPlace | undefined> => {
  const query = writableItems(trx, actor)
    .where('items.id', '=', itemID)
    .select(['items.id', 'items.room_id as roomID', 'items.project_id as projectID'])
  // The project first, in the order of permanent deletion, to avoid deadlocks.
  const find = () => forShare(trx, query, ['projects', 'rooms', 'items']).executeTakeFirst()
  // If PostgreSQL had to wait for a move of the room to another project, it finds no row; the second query does.
  const item = (await find()) ?? (await find())
  return item && { itemID: item.id as LockedItemID, roomID: item.roomID, projectID: item.projectID }
}

/** Stores the words of a locked item. For an existing row, all but the words of its files. */
export const storeItemWords = async (
  trx: Database,
  item: LockedItemID,
  { filled, vals, notes }: ItemWords,
  files = '',
): Promise<void> => {
  const row = unscoped(trx)
    .selectFrom('items')
    .where('items.id', '=', item)
    .select(['items.id', 'items.room_id', 'items.category_id', 'items.subcategory_id'])
    .select((eb) => [eb.cast<number>(eb.val(filled), 'bigint').as('filled')])
    .select((eb) => [vals, notes, files].map((text, at) => eb.cast<string>(eb.val(text), 'text').as(`words${at}`)))
  await putItemWords(trx, row, false).execute()
}

/** Updates the file words of a locked item. If it has no words yet, a later rebuild adds all of them. */
export const updateFileWords = async (
  trx: Database,
  { itemID, roomID }: LockedItemPlace,
  files: string,
): Promise<void> => {
  await unscoped(trx)
    .updateTable('item_words')
    .where('item_words.room_id', '=', roomID)
    .where('item_words.item_id', '=', itemID)
    .set({ files })
    .execute()
}

/** Inserts many items into rooms of the project; the database rejects other rooms. Returns their ids in order. */
export const insertItemsOf = async (
  trx: Database,
  project: WritableProject,
  items: readonly Omit<InsertObject<Schema, 'items'>, 'project_id'>[],
): Promise<LockedItemID[]> => {
  const insert = unscoped(trx)
    .insertInto('items')
    .values(items.map((item) => ({ ...item, project_id: project })))
  return (await insert.returning('items.id').execute()).map(({ id }) => id as LockedItemID).toSorted((a, b) => a - b)
}

/** Queues all items of a just filled project for rebuilding their search words. */
export const listWithoutWordsOf = (trx: Database, project: OwnProject) =>
  unscoped(trx)
    .insertInto('items_without_words')
    .columns(['item_id'])
    .expression(
      unscoped(trx)
        .selectFrom('items')
        .innerJoin('rooms', 'rooms.id', 'items.room_id')
        .where('rooms.project_id', '=', project)
        .select('items.id')
        .orderBy('items.id'),
    )

/** The same for items created in this transaction. */
export const listTheseWithoutWords = (trx: Database, project: WritableProject, itemIDs: readonly LockedItemID[]) =>
  unscoped(trx)
    .insertInto('items_without_words')
    .columns(['item_id'])
    .expression(
      unscoped(trx)
        .selectFrom('items')
        .where('items.project_id', '=', project)
        .where('items.id', 'in', itemIDs)
        .select('items.id')
        .orderBy('items.id'),
    )

export const updateOneItem = (db: Database, actor: Actor, itemID: number) =>
  unscoped(db)
    .updateTable('items')
    .where('items.deleted_at', 'is', null)
    .where('items.id', 'in', writableItems(db, actor).where('items.id', '=', itemID).select('items.id'))

/** Updates several items of a project that the actor may write. */
export const updateItemsOfProject = (db: Database, actor: Actor, projectID: number, itemIDs: readonly number[]) =>
  unscoped(db)
    .updateTable('items')
    .where('items.deleted_at', 'is', null)
    .where('items.id', 'in', itemIDs)
    .where(
      'items.project_id',
      'in',
      writableProjectsOrTemplates(db, actor).where('projects.id', '=', projectID).select('projects.id'),
    )

export const itemsOfWritable = (db: Database, actor: Actor, projectID: number) =>
  unscoped(db)
    .selectFrom('items')
    .where('items.project_id', 'in', idOfWritable(db, actor, projectID))

const updateItemsOfWritable = (db: Database, actor: Actor, projectID: number) =>
  unscoped(db)
    .updateTable('items')
    .where('items.deleted_at', 'is', null)
    .where('items.project_id', 'in', idOfWritable(db, actor, projectID))

export const updateItemsOfRoom = (
  db: Database,
  actor: Actor,
  { projectID, roomID }: { projectID: number; roomID: number },
) => updateItemsOfWritable(db, actor, projectID).where('items.room_id', '=', roomID)

export const putItemsInOrder = (db: Database, actor: Actor, projectID: number, places: Places) =>
  updateItemsOfWritable(db, actor, projectID)
    .from(placesIn(db, places))
    .whereRef('items.id', '=', 'wanted.id')
    .set((eb) => ({ position: eb.ref('wanted.place') }))
