import type { Expression } from 'kysely'
import type { Item } from '../../shared/items/items.api.ts'
import { readableItems, rightTo } from '../platform/db/access/core.ts'
import { changesOfTitle } from './title-changes.access.ts'
import type { Reader, Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import {
  jsonObject,
  jsonMapText,
  storedJSON,
  jsonRows,
  timeText,
  nullsLast,
  type JSONText,
  jsonList,
  parseJSON,
  jsonOf,
} from '../platform/db/engine.ts'
import { prepared } from '../platform/db/prepared.ts'
import { AppError } from '../platform/http/app-error.ts'
import { requireRoom } from '../projects/rooms.repo.ts'
import { labelsOf, itsSubcategory, kindsOf } from '../structure/labels-of.repo.ts'
import { replacedIn } from './previous-value.ts'

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

const itemsOfRoom = prepared<{ actor: Actor; roomID: number }>()((db, { actor, roomID }) =>
  wholeItems(db, actor).where('items.room_id', '=', roomID).orderBy('items.position', nullsLast).orderBy('items.id'),
)

/** A room's items, those with a custom position first, the others by creation. Throws `not_found` for the room. */
export const listItems = async (db: Database, actor: Actor, roomID: number): Promise<JSONText<Item[]>> => {
  const rows = await itemsOfRoom(db, { actor, roomID })
  if (rows.length === 0) await requireRoom(db, actor, roomID)
  return jsonList(rows.map(({ item }) => item))
}

/** One item with the changes that may have replaced its title values, the latest first. */
export const itemWithChanges = (
  db: Database,
  { actor, itemID }: { actor: Actor; itemID: number | Expression<number> },
) =>
  wholeItems(db, actor)
    .where('items.id', '=', itemID)
    .select(jsonRows(db, changesOfTitle(db, actor, itemID)).as('changes'))

const oneItem = prepared<{ actor: Actor; itemID: number }>()(itemWithChanges)

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
