import { TRAITS_OF, kindByName } from '../../shared/structure/label-kinds.ts'
import { nameKey } from '../../shared/contract/name-key.ts'
import { compareOtherLast, sortedBy } from '../../shared/contract/order.ts'
import { slotNumber, slotOf } from '../../shared/structure/room-structure.api.ts'
import { aliasesInWords, sameAliases } from '../../shared/structure/aliases.ts'
import { sameStandsFor, standsForInWords } from '../../shared/structure/classification.ts'
import { sameWanted, wantedAmong, wantedInWords } from '../../shared/structure/required-fields.ts'
import type { ExportedStructure, StructureFile } from '../../shared/structure/structure-file.ts'
import type { Clock } from '../platform/lib/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { sixSlots, valuesRelabelled } from './label-slots.repo.ts'
import { movesBetween, type Slots } from './remap-slots.ts'
import {
  NAMED,
  labelsInWords,
  titleFieldsInWords,
  NO_LABELS,
  NOTHING_IN_USE,
  sameSlots,
  type KindStep,
  type LabelStep,
  type Named,
  type NameStep,
  type PlaceStep,
  type Step,
  type Structure,
} from './structure-model.ts'
import { oneAtATime, record, type Editor } from './structure-record.repo.ts'
import { carryOut, createNames, loadStructure } from './structure-steps.repo.ts'
import { sameTitleFields, titleFieldsAfter, titleFieldsOf, type TitleFields } from './title-fields.ts'

const listed = (names: Iterable<string>): string[] => sortedBy([...names], (name) => name, compareOtherLast)

const membersOf = <T>(entries: Iterable<readonly [string, T]>): Record<string, T> =>
  Object.fromEntries(sortedBy([...entries], ([name]) => name, compareOtherLast))

const fileOf = (structure: Structure): ExportedStructure => {
  const inCategories = new Map([...structure.names('categories').values()].map((name) => [name, new Set<string>()]))
  const inRoomTypes = new Map(
    [...structure.names('room_types').values()].map((name) => [name, new Map<string, string[]>()]),
  )
  for (const { roomTypeID, catID, subcatID } of structure.places()) {
    const definition = inRoomTypes.get(structure.nameOf('room_types', roomTypeID))
    const category = structure.nameOf('categories', catID)
    if (subcatID === null) {
      definition?.set(category, [])
    } else {
      const subcategory = structure.nameOf('subcategories', subcatID)
      definition?.get(category)?.push(subcategory)
      inCategories.get(category)?.add(subcategory)
    }
  }
  const labelsOf = (subcatID: number): string[] => {
    const slots = structure.labelsOf(subcatID)
    const last = slots.findLastIndex((label) => label !== null)
    return slots.slice(0, last + 1).map((label) => (label === null ? '' : structure.nameOf('labels', label)))
  }
  const inUse = new Set([...structure.names('subcategories').keys()].flatMap((id) => structure.labelsOf(id)))
  return {
    subcategories: membersOf([...structure.names('subcategories')].map(([id, name]) => [name, labelsOf(id)])),
    telling: membersOf(
      [...structure.names('subcategories')].flatMap(([id, name]) => {
        const telling = structure.tellingOf(id).map((slot) => labelsOf(id)[slotNumber(slot) - 1] ?? '')
        return telling.length > 0 ? [[name, telling] as const] : []
      }),
    ),
    standsFor: membersOf(
      [...structure.names('subcategories')].flatMap(([id, name]) => {
        const { surface, trade, emergency } = structure.standsForOf(id)
        const chosenValues = { ...(surface && { surface }), ...(trade && { trade }), ...(emergency && { emergency }) }
        return Object.keys(chosenValues).length > 0 ? [[name, chosenValues] as const] : []
      }),
    ),
    wanted: membersOf(
      [...structure.names('subcategories')].flatMap(([id, name]) => {
        const { labels, manual, receipt } = wantedAmong(structure.wantedOf(id), structure.labelsOf(id))
        const names = labels.map((label) => structure.nameOf('labels', label))
        const chosenValues = { labels: names, ...(manual && { manual }), ...(receipt && { receipt }) }
        return names.length > 0 || manual || receipt ? [[name, chosenValues] as const] : []
      }),
    ),
    aliases: membersOf(
      [...structure.names('subcategories')].flatMap(([id, name]) => {
        const aliases = structure.aliasesOf(id)
        return aliases.length > 0 ? [[name, [...aliases]] as const] : []
      }),
    ),
    kinds: membersOf(
      [...structure.names('labels')].flatMap(([id, name]) => {
        const kind = structure.kindOf(id)
        return inUse.has(id) && (kind !== 'text' || kindByName(name) !== 'text') ? [[name, kind] as const] : []
      }),
    ),
    categories: membersOf([...inCategories].map(([name, subcategories]) => [name, listed(subcategories)])),
    roomTypes: membersOf(
      [...inRoomTypes].map(([name, definition]) => [
        name,
        membersOf([...definition].map(([category, subcategories]) => [category, listed(subcategories)])),
      ]),
    ),
  }
}

/** The whole structure, without labels that no subcategory uses. */
export const exportStructure = async (db: Database): Promise<ExportedStructure> => fileOf(await loadStructure(db))

/** Names that the file has and the installation lacks. */
const lackedNames = (structure: Structure, file: StructureFile): Record<Named, string[]> => {
  const inRooms = Object.values(file.roomTypes)
  const lacked = (table: Named, names: readonly string[]): string[] => {
    const byKey = new Map<string, string>()
    for (const name of names) if (!byKey.has(nameKey(name))) byKey.set(nameKey(name), name)
    return [...byKey.values()].filter((name) => structure.idOf(table, name) === undefined)
  }
  return {
    room_types: lacked('room_types', Object.keys(file.roomTypes)),
    categories: lacked('categories', [...Object.keys(file.categories), ...inRooms.flatMap(Object.keys)]),
    subcategories: lacked('subcategories', [
      ...Object.keys(file.subcategories),
      ...Object.values(file.categories).flat(),
      ...inRooms.flatMap((definition) => Object.values(definition).flat()),
    ]),
    labels: lacked(
      'labels',
      Object.values(file.subcategories)
        .flat()
        .filter((name) => name !== ''),
    ),
  }
}

const idIn = (structure: Structure, table: Named, name: string): number => {
  const id = structure.idOf(table, name)
  if (id === undefined) throw new Error(`"${name}" was just created but is missing from the ${table}.`)
  return id
}

/** Whether the title labels differ from the default after the change. */
const titleFieldsDiffer = ({ from, to, telling }: LabelStep): boolean =>
  telling !== undefined && !sameTitleFields(titleFieldsAfter(telling.from, from, to), telling.to)

/** The steps that make a structure match the file, given that it has all the file's names. */
const stepsTo = (
  structure: Structure,
  file: StructureFile,
): { places: PlaceStep[]; labels: LabelStep[]; kinds: KindStep[] } => {
  const places = Object.entries(file.roomTypes).flatMap(([roomType, definition]) => {
    const roomTypeID = idIn(structure, 'room_types', roomType)
    return Object.entries(definition).flatMap(([category, subcategories]) => {
      const catID = idIn(structure, 'categories', category)
      const subcatIDs = subcategories.map((name) => idIn(structure, 'subcategories', name))
      return [null, ...subcatIDs].map((subcatID): PlaceStep => ({ do: 'add', roomTypeID, catID, subcatID }))
    })
  })
  const chosen = new Map(
    Object.entries(file.telling ?? {}).map(([name, labels]) => [nameKey(name), labels.map(nameKey)]),
  )
  const standing = new Map(Object.entries(file.standsFor ?? {}).map(([name, value]) => [nameKey(name), value]))
  const wanting = new Map(Object.entries(file.wanted ?? {}).map(([name, value]) => [nameKey(name), value]))
  const called = new Map(Object.entries(file.aliases ?? {}).map(([name, value]) => [nameKey(name), value]))
  const labels = Object.entries(file.subcategories).map(([name, names]): LabelStep => {
    const subcatID = idIn(structure, 'subcategories', name)
    const from = structure.labelsOf(subcatID)
    const to = sixSlots(names.map((label) => (label === '' ? null : idIn(structure, 'labels', label))))
    const titleBefore = structure.tellingOf(subcatID)
    const titles = chosen.get(nameKey(name))
    const slots = titles?.map((label) => slotOf(names.findIndex((each) => nameKey(each) === label) + 1))
    const telling = {
      from: titleBefore,
      to: slots ? titleFieldsOf(slots, to) : titleFieldsAfter(titleBefore, from, to),
    }
    const isLabelled = !sameSlots(from, to) || !sameTitleFields(telling.from, telling.to)
    const stood = structure.standsForOf(subcatID)
    const asked = standing.get(nameKey(name))
    const stands = asked ? { ...stood, ...asked, surface: asked.surface ?? null, trade: asked.trade ?? null } : stood
    const requiredBefore = structure.wantedOf(subcatID)
    const wants = wanting.get(nameKey(name))
    const wanted = wants
      ? {
          labels: wants.labels.map((label) => idIn(structure, 'labels', label)),
          manual: wants.manual ?? false,
          receipt: wants.receipt ?? false,
        }
      : requiredBefore
    const aliases = {
      from: structure.aliasesOf(subcatID),
      to: called.get(nameKey(name)) ?? structure.aliasesOf(subcatID),
    }
    const isRewanted = wants !== undefined && !sameWanted(wantedAmong(requiredBefore, to), wanted)
    return {
      do: 'labels',
      subcatID,
      from,
      to,
      moves: movesBetween(from, to),
      ...(isLabelled && { telling }),
      ...(!sameStandsFor(stood, stands) && { standsFor: { from: stood, to: stands } }),
      ...(isRewanted && { wanted: { from: requiredBefore, to: wanted } }),
      ...(!sameAliases(aliases.from, aliases.to) && { aliases }),
    }
  })
  const kinds = Object.entries(file.kinds ?? {}).map(([label, kind]): KindStep => {
    const id = idIn(structure, 'labels', label)
    const name = structure.nameOf('labels', id)
    return { do: 'rename', table: 'labels', id, from: name, to: name, kind: { from: structure.kindOf(id), to: kind } }
  })
  return {
    kinds: kinds.filter(({ kind }) => kind.from !== kind.to),
    places: places.filter((place) => !structure.has(place)),
    labels: labels.filter(
      (step) =>
        !sameSlots(step.from, step.to) ||
        titleFieldsDiffer(step) ||
        step.standsFor !== undefined ||
        step.wanted !== undefined ||
        step.aliases !== undefined,
    ),
  }
}

const NOTHING_TO_CHANGE = 'This server already has all of this'

const CALLED: Record<Named, string> = {
  room_types: 'room type',
  categories: 'category',
  subcategories: 'subcategory',
  labels: 'label',
}

const placeSentence = (structure: Structure, { roomTypeID, catID, subcatID }: PlaceStep): string => {
  const roomType = `room type "${structure.nameOf('room_types', roomTypeID)}"`
  const category = `category "${structure.nameOf('categories', catID)}"`
  return subcatID === null
    ? `Add ${category} to ${roomType}`
    : `Add subcategory "${structure.nameOf('subcategories', subcatID)}" to ${category} of ${roomType}`
}

const labelSentence = (
  structure: Structure,
  { subcatID, from, to }: LabelStep,
  heldValues: readonly { slot: number; items: number }[],
): string => {
  const inWords = (slots: Slots) => labelsInWords(slots, (label) => structure.nameOf('labels', label)) || 'none'
  const now = sameSlots(from, NO_LABELS) ? '' : ` (now ${inWords(from)})`
  const values = heldValues.map(({ slot, items }) => `field ${slot + 1} of ${items} ${items === 1 ? 'item' : 'items'}`)
  return (
    `Set the fields of "${structure.nameOf('subcategories', subcatID)}" to ${inWords(to)}${now}` +
    (values.length > 0 ? `; values would move to a different field or be hidden: ${values.join(', ')}` : '')
  )
}

const titleFieldsSentence = (structure: Structure, { subcatID, from, to, telling }: LabelStep): string => {
  const inWords = (slots: TitleFields, labels: Slots) =>
    titleFieldsInWords(slots, labels, (label) => structure.nameOf('labels', label))
  const now = sameSlots(from, NO_LABELS) ? '' : ` (now ${inWords(telling?.from ?? [], from)})`
  const subcategory = structure.nameOf('subcategories', subcatID)
  return `Make the titles of "${subcategory}" from ${inWords(telling?.to ?? [], to)}${now}`
}

const classificationSentence = (structure: Structure, { subcatID, from, standsFor }: LabelStep): string[] => {
  if (!standsFor) return []
  const now = sameSlots(from, NO_LABELS) ? '' : ` (now ${standsForInWords(standsFor.from)})`
  const subcategory = structure.nameOf('subcategories', subcatID)
  return [`Use "${subcategory}" in ${standsForInWords(standsFor.to)}${now}`]
}

const requiredSentence = (structure: Structure, { subcatID, from, to, wanted }: LabelStep): string[] => {
  if (!wanted) return []
  const inWords = (required: typeof wanted.from, slots: Slots) =>
    wantedInWords(wantedAmong(required, slots), (label) => structure.nameOf('labels', label))
  const now = sameSlots(from, NO_LABELS) ? '' : ` (now ${inWords(wanted.from, from)})`
  const subcategory = structure.nameOf('subcategories', subcatID)
  return [`Require for the handover of "${subcategory}": ${inWords(wanted.to, to)}${now}`]
}

const aliasesSentence = (structure: Structure, { subcatID, from, aliases }: LabelStep): string[] => {
  if (!aliases) return []
  const now = sameSlots(from, NO_LABELS) ? '' : ` (now ${aliasesInWords(aliases.from)})`
  return [`Also call "${structure.nameOf('subcategories', subcatID)}": ${aliasesInWords(aliases.to)}${now}`]
}

const kindSentence = ({ from: name, kind }: KindStep): string =>
  `Change the type of "${name}" to ${TRAITS_OF[kind.to].name} (now ${TRAITS_OF[kind.from].name})`

interface Plan {
  names: readonly NameStep[]
  places: PlaceStep[]
  labels: LabelStep[]
  kinds: KindStep[]
  /** The structure with all names of the file. */
  named: Structure
}

const planWith = (structure: Structure, file: StructureFile, names: readonly NameStep[]): Plan => {
  const named = structure.copy()
  named.take(names, NOTHING_IN_USE)
  return { names, named, ...stepsTo(named, file) }
}

const sentencesOf = async (db: Database, { names, places, labels, kinds, named }: Plan): Promise<string[]> => {
  const heldValues = await valuesRelabelled(db, labels)
  return [
    ...names.map(({ table, name }) => `Create ${CALLED[table]} "${name}"`),
    ...places.map((place) => placeSentence(named, place)),
    ...labels.flatMap((step) => {
      const itsValues = heldValues.filter((each) => each.step === step)
      return [
        ...(sameSlots(step.from, step.to) ? [] : [labelSentence(named, step, itsValues)]),
        ...(titleFieldsDiffer(step) ? [titleFieldsSentence(named, step)] : []),
        ...classificationSentence(named, step),
        ...requiredSentence(named, step),
        ...aliasesSentence(named, step),
      ]
    }),
    ...kinds.map(kindSentence),
  ]
}

/** What importing would change, as sentences. */
const preview = async (db: Database, file: StructureFile): Promise<string[]> => {
  const structure = await loadStructure(db)
  const lacked = lackedNames(structure, file)
  // New names get negative ids, which nothing else has.
  let id = 0
  const names = NAMED.flatMap((table) =>
    lacked[table].map((name): NameStep => ({ do: 'create', table, id: --id, name })),
  )
  return sentencesOf(db, planWith(structure, file, names))
}

/** Adds what the installation lacks and updates labels that differ. Throws `labels_hold_values`, unless `confirmed`. */
export const applySteps = async (
  trx: Database,
  file: StructureFile,
  confirmed: boolean,
): Promise<{ steps: Step[]; changes: string[] }> => {
  const structure = await loadStructure(trx)
  const lacked = lackedNames(structure, file)
  const names: NameStep[] = []
  for (const table of NAMED) names.push(...(await createNames(trx, table, lacked[table])))
  const plan = planWith(structure, file, names)
  const changes = await sentencesOf(trx, plan)
  const steps = [...plan.places, ...plan.labels, ...plan.kinds]
  await carryOut(trx, steps, confirmed)
  return { steps: [...names, ...steps], changes }
}

const counted = (changes: readonly string[]): string =>
  changes.length === 1 ? '1 change' : `${changes.length} changes`

/** How many changes of an import its record shows. */
const SHOWN = 100

export interface Import {
  message: string
  changes: string[]
  applied: boolean
}

/**
 * Imports a structure as one change, or (without `apply`) only reports what that would do. Throws `labels_hold_values`.
 */
export const importStructure = async (
  db: Database,
  clock: Clock,
  editor: Editor,
  file: StructureFile,
  { apply, confirmed }: { apply: boolean; confirmed: boolean },
): Promise<Import> => {
  if (!apply) {
    const changes = await preview(db, file)
    const message = changes.length === 0 ? NOTHING_TO_CHANGE : `Importing would make ${counted(changes)}`
    return { message, changes, applied: false }
  }
  const changes = await oneAtATime(db, async (trx) => {
    const made = await applySteps(trx, file, confirmed)
    if (made.changes.length === 0) return []
    const more = made.changes.length - SHOWN
    await record(trx, clock, editor, {
      kind: 'import',
      what: `Imported a structure: ${counted(made.changes)}`,
      before: '',
      after: [...made.changes.slice(0, SHOWN), ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
      steps: made.steps,
    })
    return made.changes
  })
  const message = changes.length === 0 ? NOTHING_TO_CHANGE : `Imported the structure: ${counted(changes)}`
  return { message, changes, applied: true }
}
