import { SLOTS } from '../../shared/structure/room-structure.api.ts'
import { sameStandsFor, standsForInWords, type StandsFor } from '../../shared/structure/classification.ts'
import { sameWanted, wantedAmong, wantedInWords, type Wanted } from '../../shared/structure/required-fields.ts'
import { aliasesInWords, sameAliases } from '../../shared/structure/aliases.ts'
import { nameKey } from '../../shared/contract/name-key.ts'
import { sortedBy } from '../../shared/contract/order.ts'
import type { SubcategoryUse } from '../../shared/structure/labels.api.ts'
import type { Clock } from '../platform/lib/clock.ts'
import { batches, type Database } from '../platform/db/database.ts'
import { AppError } from '../platform/http/app-error.ts'
import { listFields } from './room-structure.repo.ts'
import {
  aliasesOf,
  countValues,
  labelsIn,
  namesOf,
  putLabels,
  sixSlots,
  slotsOf,
  classificationOf,
  titleSlots,
  requiredFieldsOf,
} from './label-slots.repo.ts'
import { kindsIn, setKinds, type AskedKind } from './label-kinds.repo.ts'
import { movesBetween, NO_MOVES, type Slots } from './remap-slots.ts'
import { labelsInWords, sameSlots, titleFieldsInWords, type LabelStep } from './structure-model.ts'
import { oneAtATime, record, type Editor } from './structure-record.repo.ts'
import { createNames } from './structure-steps.repo.ts'
import { sameTitleFields, titleFieldsAfter, titleFieldsOf, type TitleFields } from './title-fields.ts'

/** All labels, alphabetically. */
export const listLabels = async (db: Database): Promise<{ propID: number; propName: string }[]> => {
  const rows = await db.selectFrom('labels').select(['id as propID', 'name as propName']).orderBy('id').execute()
  return sortedBy(rows, ({ propName }) => propName)
}

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')

/** The id of each label, in order; creates missing ones. */
export const createLabels = (db: Database, clock: Clock, editor: Editor, names: readonly string[]): Promise<number[]> =>
  oneAtATime(db, async (trx) => {
    const ids = new Map<string, number>()
    for (const keys of batches(names.map(nameKey))) {
      const rows = await trx.selectFrom('labels').where('name_key', 'in', keys).select(['id', 'name_key']).execute()
      for (const { id, name_key } of rows) ids.set(name_key, id)
    }
    const steps = await createNames(
      trx,
      'labels',
      names.filter((name) => !ids.has(nameKey(name))),
    )
    for (const { id, name } of steps) ids.set(nameKey(name), id)
    if (steps.length > 0) {
      const created = steps.map(({ name }) => name)
      await record(trx, clock, editor, {
        kind: 'create',
        what: `Created ${created.length === 1 ? 'label' : 'labels'} ${quoted(created)}`,
        before: '',
        after: created.join(', '),
        steps,
      })
    }
    return names.flatMap((name) => ids.get(nameKey(name)) ?? [])
  })

interface LabelChange {
  subcatID: number
  fields: readonly (number | null)[]
  /** The labels as the editor saw them; throws `structure_changed` if they have changed. */
  was: readonly (number | null)[] | undefined
  /** The title slots; undefined lets them follow their labels. */
  telling: TitleFields | undefined
  tellingWas: TitleFields | undefined
  /** The classification; undefined leaves it unchanged. */
  standsFor: StandsFor | undefined
  standsForWas: StandsFor | undefined
  /** The requirements for its items; undefined leaves them unchanged. */
  wanted: Wanted | undefined
  wantedWas: Wanted | undefined
  /** The other names; undefined leaves them unchanged. */
  aliases: readonly string[] | undefined
  aliasesWas: readonly string[] | undefined
  moveValues: boolean
  confirmed: boolean
}

/**
 * Returns the subcategory's name. Throws `not_found` for it or a label, `structure_changed` with the labels in
 * `current`, or `labels_hold_values`.
 */
const setLabels = (
  db: Database,
  clock: Clock,
  editor: Editor,
  {
    subcatID,
    fields,
    was,
    telling: chosen,
    tellingWas,
    standsForWas,
    wantedWas,
    aliasesWas,
    moveValues,
    confirmed,
    ...asked
  }: LabelChange,
): Promise<string> =>
  oneAtATime(db, async (trx) => {
    const subcategory = (await namesOf(trx, 'subcategories', [subcatID])).get(subcatID)
    if (subcategory === undefined) throw new AppError('not_found')
    const [from, to] = [await slotsOf(trx, subcatID), sixSlots(fields)]
    const titleBefore = await titleSlots(trx, subcatID)
    const stood = await classificationOf(trx, subcatID)
    const requiredBefore = await requiredFieldsOf(trx, subcatID)
    const aliasesBefore = await aliasesOf(trx, subcatID)
    const labels = await namesOf(trx, 'labels', labelsIn([...from, ...to]))
    if (labelsIn(to).some((id) => !labels.has(id))) throw new AppError('not_found')
    const isAsSeen =
      (!was || sameSlots(sixSlots(was), from)) &&
      (!tellingWas || sameTitleFields(tellingWas, titleBefore)) &&
      (!standsForWas || sameStandsFor(standsForWas, stood)) &&
      (!wantedWas || sameWanted(wantedWas, wantedAmong(requiredBefore, from))) &&
      (!aliasesWas || sameAliases(aliasesWas, aliasesBefore))
    if (!isAsSeen) {
      throw new AppError('structure_changed', { body: { current: await listFields(trx, subcatID) } })
    }
    const telling = {
      from: titleBefore,
      to: chosen ? titleFieldsOf(chosen, to) : titleFieldsAfter(titleBefore, from, to),
    }
    const standsFor = { from: stood, to: { ...stood, ...asked.standsFor } }
    const isOther = !sameStandsFor(standsFor.from, standsFor.to)
    const wanted = { from: requiredBefore, to: asked.wanted ?? requiredBefore }
    const isRewanted = !sameWanted(wantedAmong(wanted.from, to), wanted.to) && asked.wanted !== undefined
    const aliases = { from: aliasesBefore, to: asked.aliases ?? aliasesBefore }
    const isRenamed = !sameAliases(aliases.from, aliases.to)
    const isLabelled = !sameSlots(from, to) || !sameTitleFields(telling.from, telling.to)
    if (!isLabelled && !isOther && !isRewanted && !isRenamed) return subcategory

    const moves = moveValues ? movesBetween(from, to) : NO_MOVES
    const step: LabelStep = {
      do: 'labels',
      subcatID,
      from,
      to,
      moves,
      ...(isLabelled && { telling }),
      ...(isOther && { standsFor }),
      ...(isRewanted && { wanted }),
      ...(isRenamed && { aliases }),
    }
    await putLabels(trx, [step], confirmed)
    const nameOf = (label: number) => labels.get(label) ?? ''
    const titleDiffers = !sameTitleFields(titleFieldsAfter(titleBefore, from, to), telling.to)
    const inWords = (slots: Slots, slotsTold: TitleFields, on: StandsFor, required: Wanted, names: readonly string[]) =>
      [
        ...(isLabelled ? [labelsInWords(slots, nameOf)] : []),
        ...(titleDiffers ? [`titles: ${titleFieldsInWords(slotsTold, slots, nameOf)}`] : []),
        ...(isOther ? [`used in: ${standsForInWords(on)}`] : []),
        ...(isRewanted ? [`required for handover: ${wantedInWords(wantedAmong(required, slots), nameOf)}`] : []),
        ...(isRenamed ? [`also called: ${aliasesInWords(names)}`] : []),
      ].join('; ')
    await record(trx, clock, editor, {
      kind: 'labels',
      what: `Updated fields of "${subcategory}"`,
      before: inWords(from, telling.from, standsFor.from, wanted.from, aliases.from),
      after: inWords(to, telling.to, standsFor.to, wanted.to, aliases.to),
      steps: [step],
    })
    return subcategory
  })

/** `setLabels` and `setKinds`, all or nothing. Returns the subcategory's name. */
export const setLabelsAndKinds = (
  db: Database,
  clock: Clock,
  editor: Editor,
  { kinds, ...change }: LabelChange & { kinds: readonly AskedKind[] | undefined },
): Promise<string> =>
  oneAtATime(db, async (trx) => {
    const name = await setLabels(trx, clock, editor, change)
    if (kinds) await setKinds(trx, clock, editor, kinds)
    return name
  })

/** Throws `not_found`. */
export const getSubcategoryUse = async (db: Database, subcatID: number): Promise<SubcategoryUse> => {
  const rows = await db
    .selectFrom('subcategories')
    .leftJoin('room_type_subcategories', 'room_type_subcategories.subcategory_id', 'subcategories.id')
    .leftJoin('room_types', 'room_types.id', 'room_type_subcategories.room_type_id')
    .where('subcategories.id', '=', subcatID)
    .select('room_types.name')
    .distinct()
    .execute()
  if (rows.length === 0) throw new AppError('not_found')
  const counts = (await countValues(db, [subcatID])).get(subcatID)
  return {
    roomTypes: sortedBy(
      rows.flatMap(({ name }) => name ?? []),
      (name) => name,
    ),
    items: counts?.items ?? 0,
    slots: SLOTS.map((field, slot) => ({ field, items: counts?.slots[slot] ?? 0 })),
    telling: [...(await titleSlots(db, subcatID))],
    standsFor: await classificationOf(db, subcatID),
    wanted: wantedAmong(await requiredFieldsOf(db, subcatID), await slotsOf(db, subcatID)),
    aliases: [...(await aliasesOf(db, subcatID))],
    kinds: await kindsIn(db, subcatID),
  }
}
