import { kindByName } from '../../shared/structure/label-kinds.ts'
import { SLOTS } from '../../shared/structure/room-structure.api.ts'
import { nameKey } from '../../shared/contract/name-key.ts'
import { batches, type Database } from '../platform/db/database.ts'
import { forUpdate, parseJSON } from '../platform/db/engine.ts'
import { categoriesInUse, roomTypesInUse, subcategoriesInUse } from './structure.all-users.access.ts'
import { putKinds, putLabels, putName } from './label-slots.repo.ts'
import {
  NAMED,
  Structure,
  type InUse,
  type KindStep,
  type LabelStep,
  type Named,
  type NameStep,
  type Place,
  type PlaceStep,
  type Step,
} from './structure-model.ts'

/** Loads the whole structure. It is small, and the number of statements does not depend on its size. */
export const loadStructure = async (db: Database): Promise<Structure> => {
  const namesOf = async (table: Named) => {
    const rows = await db.selectFrom(table).select(['id', 'name']).orderBy('id').execute()
    return rows.map(({ id, name }) => [id, name] as const)
  }
  const names = {
    room_types: await namesOf('room_types'),
    categories: await namesOf('categories'),
    subcategories: await namesOf('subcategories'),
    labels: await namesOf('labels'),
  }
  const places = await db
    .selectFrom('room_type_categories')
    .leftJoin('room_type_subcategories', (join) =>
      join
        .onRef('room_type_subcategories.room_type_id', '=', 'room_type_categories.room_type_id')
        .onRef('room_type_subcategories.category_id', '=', 'room_type_categories.category_id'),
    )
    .select(['room_type_categories.room_type_id as roomTypeID', 'room_type_categories.category_id as catID'])
    .select('room_type_subcategories.subcategory_id as subcatID')
    .execute()
  const slots = new Map<number, (number | null)[]>()
  for (const { subcategory_id, slot, label_id } of await db.selectFrom('subcategory_labels').selectAll().execute()) {
    const labels = slots.get(subcategory_id) ?? SLOTS.map(() => null)
    labels[slot - 1] = label_id
    slots.set(subcategory_id, labels)
  }
  const kinds = await db.selectFrom('labels').select(['id', 'kind']).execute()
  const subcategories = await db
    .selectFrom('subcategories')
    .select(['id', 'telling', 'surface', 'trade', 'emergency', 'wanted', 'aliases'])
    .execute()
  return new Structure(
    names,
    places,
    slots,
    subcategories.map((row) => [row.id, parseJSON(row.telling)]),
    subcategories.map(({ id, surface, trade, emergency }) => [id, { surface, trade, emergency }]),
    subcategories.map((row) => [row.id, parseJSON(row.wanted)]),
    subcategories.map((row) => [row.id, parseJSON(row.aliases)]),
    kinds.map(({ id, kind }) => [id, kind]),
  )
}

/** Finds the uses of things that the steps delete. Lock room types first, so that no room starts to use them. */
export const findInUse = async (db: Database, steps: readonly Step[]): Promise<InUse> => {
  const deleted = (table: Named): number[] =>
    steps.flatMap((step) => (step.do === 'delete' && step.table === table ? [step.id] : []))
  const found = async (
    ids: readonly number[],
    query: (ids: number[]) => { execute(): Promise<{ id: number }[]> },
  ): Promise<Set<number>> => {
    const used = new Set<number>()
    for (const batch of batches(ids)) for (const { id } of await query(batch).execute()) used.add(id)
    return used
  }
  return {
    room_types: await found(deleted('room_types'), (ids) => roomTypesInUse(db, ids)),
    categories: await found(deleted('categories'), (ids) => categoriesInUse(db, ids)),
    subcategories: await found(deleted('subcategories'), (ids) => subcategoriesInUse(db, ids)),
  }
}

/** Locks room types before deletion: waits for transactions that are creating rooms of these types. */
export const lockRoomTypesForUpdate = async (trx: Database, ids: readonly number[]): Promise<void> => {
  for (const batch of batches(ids)) {
    const query = trx.selectFrom('room_types').select('id').where('id', 'in', batch).orderBy('id')
    await forUpdate(trx, query, ['room_types']).execute()
  }
}

const ROWS_AT_ONCE = 200

const inParts = async <Row>(rows: readonly Row[], insert: (part: Row[]) => Promise<unknown>): Promise<void> => {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) await insert(rows.slice(at, at + ROWS_AT_ONCE))
}

/** A new label has the kind that its name suggests, until an editor changes it. */
const itsKind = (table: Named, name: string) => table === 'labels' && { kind: kindByName(name) }

/** Creates missing names, in order. */
export const createNames = async (trx: Database, table: Named, names: readonly string[]): Promise<NameStep[]> => {
  const ids = new Map<string, number>()
  await inParts(names, async (part) => {
    const rows = await trx
      .insertInto(table)
      .values(part.map((name) => ({ name, name_key: nameKey(name), ...itsKind(table, name) })))
      .returning(['id', 'name'])
      .execute()
    for (const { id, name } of rows) ids.set(name, id)
  })
  return names.map((name) => ({ do: 'create', table, id: ids.get(name) ?? 0, name }))
}

/** Inserts categories before their subcategories. */
export const insertPlaces = async (trx: Database, places: readonly Place[]): Promise<void> => {
  const categories = places.filter(({ subcatID }) => subcatID === null)
  await inParts(categories, (part) =>
    trx
      .insertInto('room_type_categories')
      .values(part.map(({ roomTypeID, catID }) => ({ room_type_id: roomTypeID, category_id: catID })))
      .execute(),
  )
  const subcategories = places.flatMap(({ roomTypeID, catID, subcatID }) =>
    subcatID === null ? [] : [{ room_type_id: roomTypeID, category_id: catID, subcategory_id: subcatID }],
  )
  await inParts(subcategories, (part) => trx.insertInto('room_type_subcategories').values(part).execute())
}

/** Removing a category also removes its subcategories there. */
export const deletePlace = async (trx: Database, { roomTypeID, catID, subcatID }: Place): Promise<void> => {
  if (subcatID === null) {
    await trx
      .deleteFrom('room_type_categories')
      .where('room_type_id', '=', roomTypeID)
      .where('category_id', '=', catID)
      .execute()
  } else {
    await trx
      .deleteFrom('room_type_subcategories')
      .where('room_type_id', '=', roomTypeID)
      .where('category_id', '=', catID)
      .where('subcategory_id', '=', subcatID)
      .execute()
  }
}

/**
 * Applies steps that are known to be possible: names are created before their uses, and deleted after them.
 * Throws `labels_hold_values`, unless `confirmed`.
 */
export const carryOut = async (trx: Database, steps: readonly Step[], confirmed: boolean): Promise<void> => {
  const names = steps.filter((step): step is NameStep => step.do === 'create' || step.do === 'delete')
  const places = steps.filter((step): step is PlaceStep => step.do === 'add' || step.do === 'remove')

  for (const table of NAMED) {
    const created = names.filter((step) => step.do === 'create' && step.table === table)
    await inParts(created, (part) =>
      trx
        .insertInto(table)
        .values(part.map(({ id, name }) => ({ id, name, name_key: nameKey(name), ...itsKind(table, name) })))
        .execute(),
    )
  }
  await insertPlaces(
    trx,
    places.filter((step) => step.do === 'add'),
  )
  for (const step of steps) {
    if (step.do === 'rename' && !step.kind) await putName(trx, step.table, step.id, step.to)
  }
  await putKinds(
    trx,
    steps.filter((step): step is KindStep => step.do === 'rename' && step.kind !== undefined),
  )
  await putLabels(
    trx,
    steps.filter((step): step is LabelStep => step.do === 'labels'),
    confirmed,
  )
  for (const step of places) if (step.do === 'remove') await deletePlace(trx, step)
  for (const table of NAMED) {
    const ids = names.flatMap((step) => (step.do === 'delete' && step.table === table ? [step.id] : []))
    for (const batch of batches(ids)) await trx.deleteFrom(table).where('id', 'in', batch).execute()
  }
}
