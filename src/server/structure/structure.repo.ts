import { nameKey } from '../../shared/contract/name-key.ts'
import { compareOtherLast, sortedBy } from '../../shared/contract/order.ts'
import type { Clock } from '../platform/lib/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { roomTypesInUse } from './structure.all-users.access.ts'
import { orTaken } from '../platform/db/problems.ts'
import { AppError } from '../platform/http/app-error.ts'
import { putName } from './label-slots.repo.ts'
import type { Named, Place, Step } from './structure-model.ts'
import { oneAtATime, record, type Editor } from './structure-record.repo.ts'
import { deletePlace, lockRoomTypesForUpdate, insertPlaces } from './structure-steps.repo.ts'

/** Room types, categories and subcategories: their names and places. For labels, see labels.repo.ts. */

type Kind = Exclude<Named, 'labels'>

const CALLED = { room_types: 'room type', categories: 'category', subcategories: 'subcategory' } as const

/** All categories, or all subcategories, alphabetical with 'other' last. */
const listAll = async (db: Database, kind: Kind): Promise<{ id: number; name: string }[]> =>
  sortedBy(
    await db.selectFrom(kind).select(['id', 'name']).orderBy('id').execute(),
    ({ name }) => name,
    compareOtherLast,
  )

export const listAllCategories = (db: Database) => listAll(db, 'categories')
export const listAllSubcategories = (db: Database) => listAll(db, 'subcategories')

/** Throws `not_found`. */
const nameOf = async (trx: Database, kind: Kind, id: number): Promise<string> => {
  const row = await trx.selectFrom(kind).where('id', '=', id).select('name').executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row.name
}

/** `field` is the input with the name. Throws that the name is taken if the unique index rejects it. */
const insertName = async (trx: Database, kind: Kind, name: string, field: string): Promise<number> => {
  const insert = trx
    .insertInto(kind)
    .values({ name, name_key: nameKey(name) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return (await orTaken(insert, { values: { name }, fields: { [field]: true } })).id
}

const create = (db: Database, clock: Clock, editor: Editor, kind: Kind, name: string, field: string): Promise<number> =>
  oneAtATime(db, async (trx) => {
    const id = await insertName(trx, kind, name, field)
    await record(trx, clock, editor, {
      kind: 'create',
      what: `Created ${CALLED[kind]} "${name}"`,
      before: '',
      after: name,
      steps: [{ do: 'create', table: kind, id, name }],
    })
    return id
  })

/** Throws `room_type_taken`. */
export const createRoomType = (db: Database, clock: Clock, editor: Editor, name: string) =>
  create(db, clock, editor, 'room_types', name, 'roomType')

/** Throws `category_taken`. */
export const createCategory = (db: Database, clock: Clock, editor: Editor, name: string) =>
  create(db, clock, editor, 'categories', name, 'newCat')

/** Throws `subcategory_taken`. */
export const createSubcategory = (db: Database, clock: Clock, editor: Editor, name: string) =>
  create(db, clock, editor, 'subcategories', name, 'newSubCat')

interface Renaming {
  id: number
  name: string
  /** The name as the editor saw it; throws `structure_changed` if it has changed. */
  was: string | undefined
}

const rename = (
  db: Database,
  clock: Clock,
  editor: Editor,
  kind: Kind,
  { id, name, was }: Renaming,
  field: string,
): Promise<void> =>
  oneAtATime(db, async (trx) => {
    const current = await nameOf(trx, kind, id)
    if (was !== undefined && was !== current) throw new AppError('structure_changed', { body: { current } })
    if (name === current) return
    await orTaken(putName(trx, kind, id, name), { values: { name }, fields: { [field]: true } })
    await record(trx, clock, editor, {
      kind: 'rename',
      what: `Renamed ${CALLED[kind]} "${current}" to "${name}"`,
      before: current,
      after: name,
      steps: [{ do: 'rename', table: kind, id, from: current, to: name }],
    })
  })

/** Throws `not_found`, `structure_changed` with the name in `current`, or `room_type_taken`. */
export const renameRoomType = (db: Database, clock: Clock, editor: Editor, renaming: Renaming) =>
  rename(db, clock, editor, 'room_types', renaming, 'roomType')

/** Throws `not_found`, `structure_changed` with the name in `current`, or `category_taken`. */
export const renameCategory = (db: Database, clock: Clock, editor: Editor, renaming: Renaming) =>
  rename(db, clock, editor, 'categories', renaming, 'catName')

/** Throws `not_found`, `structure_changed` with the name in `current`, or `subcategory_taken`. */
export const renameSubcategory = (db: Database, clock: Clock, editor: Editor, renaming: Renaming) =>
  rename(db, clock, editor, 'subcategories', renaming, 'subCatName')

interface Definition {
  /** Each category, followed by its subcategories. */
  places: Place[]
  /** The same for display: Plumbing (Faucet, Sink), Tile */
  text: string
}

/** The contents of a room type, or of one of its categories. */
const definitionOf = async (trx: Database, roomTypeID: number, catID?: number): Promise<Definition> => {
  const rows = await trx
    .selectFrom('room_type_categories')
    .innerJoin('categories', 'categories.id', 'room_type_categories.category_id')
    .leftJoin('room_type_subcategories', (join) =>
      join
        .onRef('room_type_subcategories.room_type_id', '=', 'room_type_categories.room_type_id')
        .onRef('room_type_subcategories.category_id', '=', 'room_type_categories.category_id'),
    )
    .leftJoin('subcategories', 'subcategories.id', 'room_type_subcategories.subcategory_id')
    .where('room_type_categories.room_type_id', '=', roomTypeID)
    .$if(catID !== undefined, (query) => query.where('room_type_categories.category_id', '=', catID ?? 0))
    .select(['categories.id as catID', 'categories.name as category'])
    .select(['subcategories.id as subcatID', 'subcategories.name as subcategory'])
    .execute()
  const subcategories = new Map<string, string[]>()
  const sorted = sortedBy(rows, ({ subcategory }) => subcategory ?? '', compareOtherLast)
  for (const { category, subcategory } of sortedBy(sorted, (row) => row.category, compareOtherLast)) {
    const names = subcategories.get(category) ?? []
    subcategories.set(category, subcategory === null ? names : [...names, subcategory])
  }
  return {
    places: [
      ...[...new Set(rows.map((row) => row.catID))].map((id) => ({ roomTypeID, catID: id, subcatID: null })),
      ...rows.flatMap((row) =>
        row.subcatID === null ? [] : [{ roomTypeID, catID: row.catID, subcatID: row.subcatID }],
      ),
    ],
    text: [...subcategories]
      .map(([category, names]) => (names.length > 0 ? `${category} (${names.join(', ')})` : category))
      .join(', '),
  }
}

const adding = (places: readonly Place[]): Step[] => places.map((place) => ({ do: 'add', ...place }))
/** Removes subcategories before their category. */
const removing = (places: readonly Place[]): Step[] =>
  places.map((place): Step => ({ do: 'remove', ...place })).reverse()

/** Throws `not_found`, or `room_type_in_use` while any room has the type, including rooms in the trash. */
export const deleteRoomType = (db: Database, clock: Clock, editor: Editor, roomTypeID: number): Promise<string> =>
  oneAtATime(db, async (trx) => {
    await lockRoomTypesForUpdate(trx, [roomTypeID])
    const name = await nameOf(trx, 'room_types', roomTypeID)
    if (await roomTypesInUse(trx, [roomTypeID]).executeTakeFirst()) throw new AppError('room_type_in_use')
    const { places, text } = await definitionOf(trx, roomTypeID)
    await trx.deleteFrom('room_types').where('id', '=', roomTypeID).execute()
    await record(trx, clock, editor, {
      kind: 'delete',
      what: `Deleted room type "${name}"`,
      before: text === '' ? name : `${name}: ${text}`,
      after: '',
      steps: [...removing(places), { do: 'delete', table: 'room_types', id: roomTypeID, name }],
    })
    return name
  })

/** Creates a room type with the categories and subcategories of another. Throws `not_found` or `room_type_taken`. */
export const copyRoomType = (
  db: Database,
  clock: Clock,
  editor: Editor,
  { roomTypeID, name }: { roomTypeID: number; name: string },
): Promise<number> =>
  oneAtATime(db, async (trx) => {
    const original = await nameOf(trx, 'room_types', roomTypeID)
    const id = await insertName(trx, 'room_types', name, 'roomType')
    const { places, text } = await definitionOf(trx, roomTypeID)
    const copied = places.map((place) => ({ ...place, roomTypeID: id }))
    await insertPlaces(trx, copied)
    await record(trx, clock, editor, {
      kind: 'create',
      what: `Created room type "${name}" as a copy of "${original}"`,
      before: '',
      after: text === '' ? name : `${name}: ${text}`,
      steps: [{ do: 'create', table: 'room_types', id, name }, ...adding(copied)],
    })
    return id
  })

const isThere = async (trx: Database, { roomTypeID, catID, subcatID }: Place): Promise<boolean> => {
  const row =
    subcatID === null
      ? await trx
          .selectFrom('room_type_categories')
          .where('room_type_id', '=', roomTypeID)
          .where('category_id', '=', catID)
          .select('room_type_id')
          .executeTakeFirst()
      : await trx
          .selectFrom('room_type_subcategories')
          .where('room_type_id', '=', roomTypeID)
          .where('category_id', '=', catID)
          .where('subcategory_id', '=', subcatID)
          .select('room_type_id')
          .executeTakeFirst()
  return row !== undefined
}

/** Returns the category's name. Throws `not_found` for it or the room type, or `category_there`. */
export const addCategory = (
  db: Database,
  clock: Clock,
  editor: Editor,
  { roomTypeID, catID }: Omit<Place, 'subcatID'>,
): Promise<string> =>
  oneAtATime(db, async (trx) => {
    const roomType = await nameOf(trx, 'room_types', roomTypeID)
    const name = await nameOf(trx, 'categories', catID)
    const insert = insertPlaces(trx, [{ roomTypeID, catID, subcatID: null }])
    await orTaken(insert, { values: { name }, fields: { catID: true } })
    await record(trx, clock, editor, {
      kind: 'add',
      what: `Added category "${name}" to room type "${roomType}"`,
      before: '',
      after: `${roomType}: ${name}`,
      steps: adding([{ roomTypeID, catID, subcatID: null }]),
    })
    return name
  })

/**
 * Returns the subcategory's name. Throws `not_found`, also if the category is not in the room type, or
 * `subcategory_there`.
 */
export const addSubcategory = (
  db: Database,
  clock: Clock,
  editor: Editor,
  { roomTypeID, catID, subcatID }: { roomTypeID: number; catID: number; subcatID: number },
): Promise<string> =>
  oneAtATime(db, async (trx) => {
    const name = await nameOf(trx, 'subcategories', subcatID)
    if (!(await isThere(trx, { roomTypeID, catID, subcatID: null }))) throw new AppError('not_found')
    const roomType = await nameOf(trx, 'room_types', roomTypeID)
    const category = await nameOf(trx, 'categories', catID)
    const insert = insertPlaces(trx, [{ roomTypeID, catID, subcatID }])
    await orTaken(insert, { values: { name }, fields: { newSubcatID: true } })
    await record(trx, clock, editor, {
      kind: 'add',
      what: `Added subcategory "${name}" to category "${category}" of room type "${roomType}"`,
      before: '',
      after: `${roomType}: ${category} (${name})`,
      steps: adding([{ roomTypeID, catID, subcatID }]),
    })
    return name
  })

/** Returns the name of the removed thing. Throws `not_found` if it is not in the room type. */
export const removeDefinition = (db: Database, clock: Clock, editor: Editor, place: Place): Promise<string> =>
  oneAtATime(db, async (trx) => {
    const { roomTypeID, catID, subcatID } = place
    if (!(await isThere(trx, place))) throw new AppError('not_found')
    const roomType = await nameOf(trx, 'room_types', roomTypeID)
    const category = await nameOf(trx, 'categories', catID)
    const subcategory = subcatID === null ? undefined : await nameOf(trx, 'subcategories', subcatID)
    const { places, text } =
      subcategory === undefined
        ? await definitionOf(trx, roomTypeID, catID)
        : { places: [place], text: `${category} (${subcategory})` }
    await deletePlace(trx, place)
    await record(trx, clock, editor, {
      kind: 'remove',
      what:
        subcategory === undefined
          ? `Removed category "${category}" from room type "${roomType}"`
          : `Removed subcategory "${subcategory}" from category "${category}" of room type "${roomType}"`,
      before: `${roomType}: ${text}`,
      after: '',
      steps: removing(places),
    })
    return subcategory ?? category
  })
