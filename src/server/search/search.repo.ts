import { OWN_TEXT_NAMES } from '../../shared/items.ts'
import { type FieldLabel, type Slot } from '../../shared/room-structure.ts'
import type { Right } from '../../shared/rights.ts'
import type { Actor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { jsonRows, parseJSON } from '../db/engine.ts'
import { allReadableProjects, may, readableItems } from '../db/scope.ts'
import { AppError } from '../app-error.ts'
import { itsSubcategory, labelsOf } from '../items/item-name.repo.ts'

export interface SeenRoom {
  id: number
  name: string
  type: string
}

/** A project that may be searched, with what it is called and where it is. */
export interface SeenProject {
  id: number
  name: string
  /** Everything else that it is found by. */
  address: string
  may: Right
  rooms: SeenRoom[]
}

/** The projects and rooms that the actor may read, or one project of them: one statement. */
export const readPlaces = async (db: Database, actor: Actor, projectID?: number): Promise<SeenProject[]> => {
  const rows = await allReadableProjects(db, actor)
    .$if(projectID !== undefined, (query) => query.where('projects.id', '=', projectID ?? 0))
    .select(['projects.id', 'projects.name', 'projects.client', 'projects.address', 'projects.address2'])
    .select(['projects.city', 'projects.state', 'projects.zip'])
    .select(may(actor))
    .select((eb) =>
      jsonRows(
        db,
        eb
          .selectFrom('rooms')
          .innerJoin('room_types', 'room_types.id', 'rooms.room_type_id')
          .whereRef('rooms.project_id', '=', 'projects.id')
          .where('rooms.deleted_at', 'is', null)
          .select(['rooms.id', 'rooms.name', 'room_types.name as type'])
          .orderBy('rooms.id'),
      ).as('rooms'),
    )
    .orderBy('projects.id')
    .execute()
  return rows.map(({ id, name, client, address, address2, city, state, zip, rooms, may }) => ({
    id,
    name,
    address: [client, address, address2, city, state, zip].join('\n'),
    may,
    rooms: parseJSON(rooms),
  }))
}

export interface SeenItem {
  itemID: number
  roomID: number
  projectID: number
  catID: number
  catName: string
  subcatID: number
  subCatName: string
  sample: string | null
  fields: Record<Slot, string>
  title: string
  /** Its own texts, one after the other. */
  own: string[]
  labels: FieldLabel[]
  files: { name: string; filename: string; remote: string; type: string }[]
}

/** Those of these items that the actor may read, in no order: one statement. */
export const readItems = async (db: Database, actor: Actor, ids: readonly number[]): Promise<SeenItem[]> => {
  const rows = await readableItems(db, actor)
    .innerJoin('categories', 'categories.id', 'items.category_id')
    .innerJoin('subcategories', 'subcategories.id', 'items.subcategory_id')
    .where('items.id', 'in', ids)
    .select(['items.id as itemID', 'items.room_id as roomID', 'items.project_id as projectID'])
    .select(['categories.id as catID', 'categories.name as catName'])
    .select(['subcategories.id as subcatID', 'subcategories.name as subCatName'])
    .select(['items.field1', 'items.field2', 'items.field3', 'items.field4', 'items.field5', 'items.field6'])
    .select(['items.title', 'items.sample'])
    .select(OWN_TEXT_NAMES.map((text) => `items.${text}` as const))
    .select(labelsOf(db, itsSubcategory).as('labels'))
    .select((eb) =>
      jsonRows(
        db,
        eb
          .selectFrom('item_files')
          .innerJoin('uploads', 'uploads.id', 'item_files.upload_id')
          .innerJoin('blobs', 'blobs.id', 'uploads.blob_id')
          .whereRef('item_files.item_id', '=', 'items.id')
          .where('item_files.deleted_at', 'is', null)
          .select(['item_files.display_name as name', 'uploads.original_name as filename', 'uploads.remote'])
          .select('blobs.type')
          .orderBy('item_files.position')
          .orderBy('item_files.id'),
      ).as('files'),
    )
    .execute()
  return rows.map(({ labels, files, field1, field2, field3, field4, field5, field6, ...item }) => ({
    ...item,
    fields: { field1, field2, field3, field4, field5, field6 },
    own: OWN_TEXT_NAMES.map((text) => item[text]),
    labels: parseJSON(labels),
    files: parseJSON(files),
  }))
}

/** The values of an item under their labels. Throws `not_found`. */
export const readValues = async (
  db: Database,
  actor: Actor,
  itemID: number,
): Promise<{ field: Slot; propID: number; value: string }[]> => {
  const item = await readableItems(db, actor)
    .where('items.id', '=', itemID)
    .select(['items.field1', 'items.field2', 'items.field3', 'items.field4', 'items.field5', 'items.field6'])
    .select(labelsOf(db, itsSubcategory).as('labels'))
    .executeTakeFirst()
  if (!item) throw new AppError('not_found')
  return parseJSON(item.labels).map(({ field, propID }) => ({ field, propID, value: item[field] }))
}
