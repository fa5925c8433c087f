import type { Expression, InsertObject, SelectQueryBuilder } from 'kysely'
import { idOfWritable, writableItems, writableProjectsOrTemplates, writableRooms } from '../platform/db/access/core.ts'
import { placesIn, type Places, type WritableProject } from '../projects/projects.access.ts'
import { unscoped } from '../platform/db/access/unscoped.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { forShare } from '../platform/db/engine.ts'
import type { Schema } from '../platform/db/schema.ts'

/** Items that an actor may change. */

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

export const updateOneItem = (db: Database, actor: Actor, itemID: number | Expression<number>) =>
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
