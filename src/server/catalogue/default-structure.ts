import { nameKey } from '../../shared/name-key.ts'
import type { Database } from '../db/database.ts'
import { lockKey } from '../db/engine.ts'
import shipped from './default-structure.json' with { type: 'json' }

/** Room types, categories, subcategories and labels by name; a subcategory's labels in slot order. */
export interface Structure {
  subcategories: Record<string, readonly string[]>
  categories: Record<string, readonly string[]>
  roomTypes: Record<string, Record<string, readonly string[]>>
}

const LOADED = 'default structure loaded'
const ROWS_AT_ONCE = 200

type NamedTable = 'room_types' | 'categories' | 'subcategories' | 'labels'

/** The id of each name. */
const insertNames = async (
  db: Database,
  table: NamedTable,
  names: Iterable<string>,
): Promise<(name: string) => number> => {
  const distinct = [...new Map([...names].map((name) => [nameKey(name), name])).entries()]
  const ids = new Map<string, number>()
  for (let at = 0; at < distinct.length; at += ROWS_AT_ONCE) {
    const rows = await db
      .insertInto(table)
      .values(distinct.slice(at, at + ROWS_AT_ONCE).map(([name_key, name]) => ({ name, name_key })))
      .returning(['id', 'name_key'])
      .execute()
    for (const row of rows) ids.set(row.name_key, row.id)
  }
  return (name) => {
    const id = ids.get(nameKey(name))
    if (id === undefined) throw new Error(`"${name}" is not among the ${table} of the structure.`)
    return id
  }
}

const inChunks = async <Row>(rows: readonly Row[], insert: (chunk: Row[]) => Promise<unknown>): Promise<void> => {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) await insert(rows.slice(at, at + ROWS_AT_ONCE))
}

/**
 * Loads the structure that the product ships into a new installation, once: an installation that has loaded it, or has a
 * room type of its own, is left alone, whatever an administrator made of it since.
 */
export const loadDefaultStructure = async (db: Database, structure: Structure = shipped): Promise<void> => {
  const isLoaded = () => db.selectFrom('settings').select('key').where('key', '=', LOADED).executeTakeFirst()
  if (await isLoaded()) return
  await db.transaction().execute(async (trx) => {
    await lockKey(trx, LOADED)
    const claim = await trx
      .insertInto('settings')
      .values({ key: LOADED, value: 'yes' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!claim.numInsertedOrUpdatedRows) return
    if (await trx.selectFrom('room_types').select('id').executeTakeFirst()) return

    const { subcategories, categories, roomTypes } = structure
    const roomTypeID = await insertNames(trx, 'room_types', Object.keys(roomTypes))
    const inRooms = Object.values(roomTypes)
    const categoryID = await insertNames(trx, 'categories', [
      ...Object.keys(categories),
      ...inRooms.flatMap((definition) => Object.keys(definition)),
    ])
    const subcategoryID = await insertNames(trx, 'subcategories', [
      ...Object.keys(subcategories),
      ...inRooms.flatMap((definition) => Object.values(definition).flat()),
    ])
    const labelID = await insertNames(trx, 'labels', Object.values(subcategories).flat())

    const slots = Object.entries(subcategories).flatMap(([name, labels]) =>
      labels.map((label, at) => ({ subcategory_id: subcategoryID(name), slot: at + 1, label_id: labelID(label) })),
    )
    await inChunks(slots, (rows) => trx.insertInto('subcategory_labels').values(rows).execute())

    const definitions = Object.entries(roomTypes).flatMap(([roomType, itsCategories]) =>
      Object.entries(itsCategories).map(([category, subcategoryNames]) => ({
        room_type_id: roomTypeID(roomType),
        category_id: categoryID(category),
        subcategoryNames,
      })),
    )
    await inChunks(definitions, (rows) =>
      trx
        .insertInto('room_type_categories')
        .values(rows.map(({ room_type_id, category_id }) => ({ room_type_id, category_id })))
        .execute(),
    )
    const members = definitions.flatMap(({ subcategoryNames, ...definition }) =>
      subcategoryNames.map((name) => ({ ...definition, subcategory_id: subcategoryID(name) })),
    )
    await inChunks(members, (rows) => trx.insertInto('room_type_subcategories').values(rows).execute())
  })
}
