import { type LabelKind, traitsOf } from '../../shared/structure/label-kinds.ts'
import type { StandsFor } from '../../shared/structure/classification.ts'
import type { Wanted } from '../../shared/structure/required-fields.ts'
import { slotOf, SLOTS } from '../../shared/structure/room-structure.api.ts'
import { nameKey } from '../../shared/contract/name-key.ts'
import { batches, type Database } from '../platform/db/database.ts'
import { jsonOf, parseJSON } from '../platform/db/engine.ts'
import { itemsOfSubcategories, listWithoutWords, updateItemsOfSubcategory } from './structure.all-users.access.ts'
import { AppError } from '../platform/http/app-error.ts'
import { withFacts } from './derived-facts.repo.ts'
import { relabelled, type Slots } from './remap-slots.ts'
import {
  aliasesBy,
  changesNoItem,
  classificationBy,
  titleFieldsBy,
  requiredFieldsBy,
  type KindStep,
  type LabelStep,
  type Named,
} from './structure-model.ts'
import type { TitleFields } from './title-fields.ts'

/** Pads a list to six slots: one label or null for each. */
export const sixSlots = (labels: readonly (number | null)[]): Slots => SLOTS.map((_, slot) => labels[slot] ?? null)

export const slotsOf = async (db: Database, subcatID: number): Promise<Slots> => {
  const rows = await db
    .selectFrom('subcategory_labels')
    .where('subcategory_id', '=', subcatID)
    .select(['slot', 'label_id'])
    .execute()
  return SLOTS.map((_, slot) => rows.find((row) => row.slot === slot + 1)?.label_id ?? null)
}

/** The title slots of a subcategory. Throws if it does not exist. */
export const titleSlots = async (db: Database, subcatID: number): Promise<TitleFields> => {
  const row = await db
    .selectFrom('subcategories')
    .where('id', '=', subcatID)
    .select('telling')
    .executeTakeFirstOrThrow()
  return parseJSON(row.telling)
}

/** The classification of a subcategory. Throws if it does not exist. */
export const classificationOf = (db: Database, subcatID: number): Promise<StandsFor> =>
  db
    .selectFrom('subcategories')
    .where('id', '=', subcatID)
    .select(['surface', 'trade', 'emergency'])
    .executeTakeFirstOrThrow()

/** What is required of a subcategory's items, as stored. Throws if it does not exist. */
export const requiredFieldsOf = async (db: Database, subcatID: number): Promise<Wanted> => {
  const row = await db.selectFrom('subcategories').where('id', '=', subcatID).select('wanted').executeTakeFirstOrThrow()
  return parseJSON(row.wanted)
}

export const aliasesOf = async (db: Database, subcatID: number): Promise<readonly string[]> => {
  const row = await db
    .selectFrom('subcategories')
    .where('id', '=', subcatID)
    .select('aliases')
    .executeTakeFirstOrThrow()
  return parseJSON(row.aliases)
}

/** The number of items of a subcategory, and of those with a value in each slot; includes the trash. */
export interface HeldValues {
  items: number
  slots: number[]
}

export const countValues = async (db: Database, subcatIDs: readonly number[]): Promise<Map<number, HeldValues>> => {
  const counts = new Map<number, HeldValues>(
    subcatIDs.map((id) => [id, { items: 0, slots: SLOTS.map(() => 0) }] as const),
  )
  for (const ids of batches(subcatIDs)) {
    const rows = await itemsOfSubcategories(db, ids)
      .groupBy('items.subcategory_id')
      .select('items.subcategory_id')
      .select((eb) => eb.fn.countAll<number>().as('items'))
      .select((eb) =>
        SLOTS.map((slot) => eb.fn.count<number>(eb.case().when(`items.${slot}`, '!=', '').then(1).end()).as(slot)),
      )
      .execute()
    for (const row of rows) counts.set(row.subcategory_id, { items: row.items, slots: SLOTS.map((slot) => row[slot]) })
  }
  return counts
}

/** The names of the ids that exist. */
export const namesOf = async (
  db: Database,
  table: 'subcategories' | 'labels',
  all: readonly number[],
): Promise<Map<number, string>> => {
  const names = new Map<number, string>()
  for (const ids of batches(all)) {
    const rows = await db.selectFrom(table).where('id', 'in', ids).select(['id', 'name']).execute()
    for (const { id, name } of rows) names.set(id, name)
  }
  return names
}

export const labelsIn = (slots: Slots): number[] => slots.filter((label) => label !== null)

/**
 * The slots of these changes whose values would get another label or none, and how many items have a value there. Looks
 * in the old slots, or (`moved`) in those after the moves.
 */
export const valuesRelabelled = async (
  db: Database,
  steps: readonly LabelStep[],
  moved = false,
): Promise<{ step: LabelStep; slot: number; items: number }[]> => {
  const counts = await countValues(
    db,
    steps.map(({ subcatID }) => subcatID),
  )
  return steps.flatMap((step) =>
    relabelled(step.from, step.to, step.moves).flatMap((slot) => {
      const place = moved ? (step.moves[slot] ?? slot) : slot
      const items = counts.get(step.subcatID)?.slots[place] ?? 0
      return items > 0 ? [{ step, slot, items }] : []
    }),
  )
}

const refuseRelabelling = async (trx: Database, steps: readonly LabelStep[]): Promise<void> => {
  const heldValues = await valuesRelabelled(trx, steps, true)
  if (heldValues.length === 0) return
  const labelIDs = heldValues.flatMap(({ step }) => labelsIn([...step.from, ...step.to]))
  const names = await namesOf(trx, 'labels', labelIDs)
  const nameIn = (slots: Slots, slot: number) => names.get(slots[slot] ?? 0) ?? null
  const subcategoryIDs = heldValues.map(({ step }) => step.subcatID)
  const subcategories = await namesOf(trx, 'subcategories', subcategoryIDs)
  throw new AppError('labels_hold_values', {
    body: {
      slots: heldValues.map(({ step, slot, items }) => ({
        subcategory: subcategories.get(step.subcatID),
        field: slotOf(slot + 1),
        items,
        before: nameIn(step.from, slot),
        after: nameIn(step.to, step.moves[slot] ?? slot),
      })),
    },
  })
}

/**
 * Changes the labels, title labels, classification or requirements of subcategories, and moves items' values with their
 * labels. Throws `labels_hold_values`, unless `confirmed`, if a value would get another label or none.
 */
export const putLabels = async (trx: Database, all: readonly LabelStep[], confirmed: boolean): Promise<void> => {
  for (const step of all) {
    const { subcatID } = step
    const now = {
      ...(step.standsFor && classificationBy(step, await classificationOf(trx, subcatID))),
      ...(step.wanted && { wanted: jsonOf(requiredFieldsBy(step, await requiredFieldsOf(trx, subcatID))) }),
      ...(step.aliases && { aliases: jsonOf([...aliasesBy(step, await aliasesOf(trx, subcatID))]) }),
    }
    if (Object.keys(now).length === 0) continue
    await trx.updateTable('subcategories').set(now).where('id', '=', subcatID).execute()
  }
  const steps = all.filter((step) => !changesNoItem(step))
  if (steps.length > 0) await relabel(trx, steps, confirmed)
}

const relabel = (trx: Database, steps: readonly LabelStep[], confirmed: boolean): Promise<void> => {
  const subcatIDs = steps.map(({ subcatID }) => subcatID)
  return withFacts(trx, subcatIDs, async () => {
    // Count only after moving the values: concurrent saves may have added some since the first look.
    for (const step of steps) await moveValues(trx, step)
    if (!confirmed) await refuseRelabelling(trx, steps)
    for (const ids of batches(subcatIDs)) {
      await trx.deleteFrom('subcategory_labels').where('subcategory_id', 'in', ids).execute()
    }
    const rows = steps.flatMap(({ subcatID, to }) =>
      to.flatMap((label, slot) =>
        label === null ? [] : [{ subcategory_id: subcatID, slot: slot + 1, label_id: label }],
      ),
    )
    for (const some of batches(rows)) await trx.insertInto('subcategory_labels').values(some).execute()
    for (const step of steps) {
      const now = await titleSlots(trx, step.subcatID)
      const telling = jsonOf([...titleFieldsBy(step, now)])
      await trx.updateTable('subcategories').set({ telling }).where('id', '=', step.subcatID).execute()
    }
    for (const ids of batches(subcatIDs)) await listWithoutWords(trx, { subcatIDs: ids })
  })
}

/** The subcategories whose items have facts derived from this name. */
const subcategoriesUnder = async (trx: Database, table: Named, id: number): Promise<number[]> => {
  if (table === 'subcategories') return [id]
  if (table !== 'labels') return []
  const rows = await trx.selectFrom('subcategory_labels').where('label_id', '=', id).select('subcategory_id').execute()
  return rows.map(({ subcategory_id }) => subcategory_id)
}

/** Items' derived facts depend on it: end dates and swatches. */
const givesFacts = (kind: LabelKind): boolean => traitsOf(kind).date === 'ends' || traitsOf(kind).isColor

export const putKinds = async (trx: Database, steps: readonly KindStep[]): Promise<void> => {
  const ofFacts = steps.filter(({ kind }) => givesFacts(kind.from) || givesFacts(kind.to))
  const subcatIDs = new Set<number>()
  for (const { id } of ofFacts)
    for (const subcatID of await subcategoriesUnder(trx, 'labels', id)) subcatIDs.add(subcatID)
  await withFacts(trx, [...subcatIDs], async () => {
    for (const { id, kind } of steps)
      await trx.updateTable('labels').set({ kind: kind.to }).where('id', '=', id).execute()
  })
}

export const putName = async (trx: Database, table: Named, id: number, name: string): Promise<void> =>
  withFacts(trx, await subcategoriesUnder(trx, table, id), async () => {
    await trx
      .updateTable(table)
      .set({ name, name_key: nameKey(name) })
      .where('id', '=', id)
      .execute()
  })

/**
 * Every item gets a new version, even one without values: users who filled its form under the old labels must look
 * again. Labels that are only added do not require this.
 */
const moveValues = async (trx: Database, { subcatID, from, to, moves }: LabelStep): Promise<void> => {
  const isForItems = from.some((label, slot) => moves[slot] !== slot || (label !== null && label !== to[slot]))
  if (!isForItems) return
  await updateItemsOfSubcategory(trx, subcatID)
    .set((eb) => ({
      ...Object.fromEntries(SLOTS.map((slot, at) => [slot, eb.ref(`items.${slotOf(moves.indexOf(at) + 1)}`)])),
      version: eb('items.version', '+', 1),
    }))
    .execute()
}
