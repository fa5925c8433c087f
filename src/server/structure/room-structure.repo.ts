import {
  slotOf,
  type Category,
  type FieldLabel,
  type RoomStructure,
  type RoomType,
} from '../../shared/structure/room-structure.api.ts'
import { compareOtherLast, sortedBy } from '../../shared/contract/order.ts'
import type { Database } from '../platform/db/database.ts'
import { jsonRows, parseJSON } from '../platform/db/engine.ts'
import { AppError } from '../platform/http/app-error.ts'

/** All room types, alphabetically. */
export const listRoomTypes = async (db: Database): Promise<RoomType[]> => {
  const rows = await db
    .selectFrom('room_types')
    .select(['id as roomTypeID', 'name as roomTypeName'])
    .orderBy('id')
    .execute()
  return sortedBy(rows, (row) => row.roomTypeName)
}

/** The categories of a room type, 'other' last. Throws `not_found` for the room type. */
export const listCategories = async (db: Database, roomTypeID: number): Promise<Category[]> => {
  const rows = await db
    .selectFrom('room_types')
    .leftJoin('room_type_categories', 'room_type_categories.room_type_id', 'room_types.id')
    .leftJoin('categories', 'categories.id', 'room_type_categories.category_id')
    .where('room_types.id', '=', roomTypeID)
    .select(['categories.id', 'categories.name'])
    .execute()
  if (rows.length === 0) throw new AppError('not_found')
  const categories = rows.flatMap(({ id, name }) =>
    id === null || name === null ? [] : [{ catID: id, catName: name }],
  )
  return sortedBy(categories, (category) => category.catName, compareOtherLast)
}

/**
 * A room type's categories, their subcategories and the labels of these, in display order. Throws `not_found` for the
 * room type.
 */
export const getRoomStructure = async (db: Database, roomTypeID: number): Promise<RoomStructure> => {
  const rows = await db
    .selectFrom('room_types')
    .leftJoin('room_type_categories', 'room_type_categories.room_type_id', 'room_types.id')
    .leftJoin('categories', 'categories.id', 'room_type_categories.category_id')
    .leftJoin('room_type_subcategories', (join) =>
      join
        .onRef('room_type_subcategories.room_type_id', '=', 'room_type_categories.room_type_id')
        .onRef('room_type_subcategories.category_id', '=', 'room_type_categories.category_id'),
    )
    .leftJoin('subcategories', 'subcategories.id', 'room_type_subcategories.subcategory_id')
    .where('room_types.id', '=', roomTypeID)
    .select(['categories.id', 'categories.name', 'subcategories.id as subcategoryID'])
    .select(['subcategories.name as subcategoryName', 'subcategories.aliases'])
    .select((eb) =>
      jsonRows(
        db,
        eb
          .selectFrom('subcategory_labels')
          .innerJoin('labels', 'labels.id', 'subcategory_labels.label_id')
          .whereRef('subcategory_labels.subcategory_id', '=', 'subcategories.id')
          .select(['labels.name', 'labels.kind'])
          .orderBy('subcategory_labels.slot'),
      ).as('labels'),
    )
    .execute()
  if (rows.length === 0) throw new AppError('not_found')
  const structure: RoomStructure = {}
  for (const row of sortedBy(rows, (entry) => entry.subcategoryName ?? '', compareOtherLast)) {
    if (row.id === null || row.name === null) continue
    const category = (structure[row.id] ??= {
      parentCatName: row.name,
      subcatList: [],
      subcatNameList: [],
      subcatLabelList: [],
      subcatKindList: [],
      subcatAliasList: [],
    })
    if (row.subcategoryID === null || row.subcategoryName === null) continue
    category.subcatList.push(row.subcategoryID)
    category.subcatNameList.push(row.subcategoryName)
    const labels = parseJSON(row.labels)
    category.subcatLabelList.push(labels.map(({ name }) => name))
    category.subcatAliasList?.push(row.aliases === null ? [] : parseJSON(row.aliases))
    category.subcatKindList?.push(labels.map(({ kind }) => kind))
  }
  return structure
}

/** The labels of a subcategory in slot order. Throws `not_found` for the subcategory. */
export const listFields = async (db: Database, subcategoryID: number): Promise<FieldLabel[]> => {
  const rows = await db
    .selectFrom('subcategories')
    .leftJoin('subcategory_labels', 'subcategory_labels.subcategory_id', 'subcategories.id')
    .leftJoin('labels', 'labels.id', 'subcategory_labels.label_id')
    .where('subcategories.id', '=', subcategoryID)
    .select(['labels.id', 'labels.name', 'subcategory_labels.slot'])
    .orderBy('subcategory_labels.slot')
    .execute()
  if (rows.length === 0) throw new AppError('not_found')
  return rows.flatMap(({ id, name, slot }) =>
    id === null || name === null || slot === null ? [] : [{ propID: id, label: name, field: slotOf(slot) }],
  )
}
