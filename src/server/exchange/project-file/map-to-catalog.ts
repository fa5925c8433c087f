import { codePoints, LIMITS } from '../../../shared/contract/limits.ts'
import { nameKey } from '../../../shared/contract/name-key.ts'
import { compareOtherLast } from '../../../shared/contract/order.ts'
import { underOtherLabels } from '../../../shared/items/remap-labels.ts'
import type { ImportReport } from '../../../shared/exchange/project-file.api.ts'
import {
  slotOf,
  SLOTS,
  type FieldLabel,
  type KindedLabel,
  type Slot,
} from '../../../shared/structure/room-structure.api.ts'
import type { ExportedStructure, StructureFile } from '../../../shared/structure/structure-file.ts'
import type { Place, Structure } from '../../structure/structure-model.ts'
import type { ProjectFile } from './read-project-file.ts'
import type { ReadItem, ReadRoom } from './project-contents.ts'

/** An item mapped to this installation's structure. */
export interface FittedItem {
  catID: number
  category: string
  subcatID: number
  subcategory: string
  labels: readonly KindedLabel[]
  telling: readonly Slot[]
  fields: Record<Slot, string>
  notes: string
  /** Unplaced values that do not fit into the notes; null if there are none. */
  paper: string | null
  from: ReadItem
}

interface FittedRoom {
  roomTypeID: number
  roomType: string
  from: ReadRoom
  items: FittedItem[]
}

export interface Fitted {
  rooms: FittedRoom[]
  report: ImportReport
}

/** The installation has nothing that could replace what is missing. */
export class NothingFits extends Error {}

/** Maximum entries in a report. */
const MOST_REPORTED = 100

/** Items of one subcategory in rooms of one type. */
interface Kind {
  catID: number
  category: string
  subcatID: number
  subcategory: string
  labels: KindedLabel[]
  telling: readonly Slot[]
  /** The file's labels, with the ids of equal labels here. */
  sourceLabels: FieldLabel[]
  /** A line for the notes that names the original subcategory, if another replaces it. */
  was: string | null
}

const counted = <Entry>(entries: Map<string, Entry & { count: number }>, key: string, entry: Entry): void => {
  const known = entries.get(key)
  if (known) known.count++
  else entries.set(key, { ...entry, count: 1 })
}

const lookUp = <T>(byName: Record<string, T>): ((name: string) => T | undefined) => {
  const byKey = new Map(Object.entries(byName).map(([name, value]) => [nameKey(name), value]))
  return (name) => byKey.get(nameKey(name))
}

/** Among equally good ones, prefers the one called 'other', then list order. */
const bestOf = <T>(list: readonly T[], scoreOf: (one: T) => number, nameOf: (one: T) => string): T | undefined => {
  const scores = list.map(scoreOf)
  const most = Math.max(...scores)
  const isOther = (one: T) => (/^other\b/i.test(nameOf(one)) ? 1 : 0)
  return list
    .filter((_, at) => scores[at] === most)
    .toSorted((a, b) => isOther(b) - isOther(a) || compareOtherLast(nameOf(a), nameOf(b)))[0]
}

/** What this installation's structure would need for everything to fit, by name. */
class Additions {
  readonly #source: StructureFile
  readonly #structure: Structure
  readonly #made: ExportedStructure = {
    ...{ subcategories: {}, telling: {}, standsFor: {}, wanted: {}, aliases: {}, kinds: {} },
    ...{ categories: {}, roomTypes: {} },
  }

  constructor(source: StructureFile, structure: Structure) {
    this.#source = source
    this.#structure = structure
  }

  #addSubcategory(name: string): void {
    if (this.#structure.idOf('subcategories', name) !== undefined) return
    this.#made.subcategories[name] = lookUp(this.#source.subcategories)(name) ?? []
    const telling = lookUp(this.#source.telling ?? {})(name)
    if (telling) this.#made.telling[name] = telling
  }

  addRoomType(name: string): void {
    const definition = lookUp(this.#source.roomTypes)(name) ?? {}
    this.#made.roomTypes[name] = Object.fromEntries(
      Object.entries(definition).map(([category, subcategories]) => [category, [...subcategories]]),
    )
    for (const subcategory of Object.values(definition).flat()) this.#addSubcategory(subcategory)
  }

  addPlace(roomType: string, category: string, subcategory: string): void {
    const definition = (this.#made.roomTypes[roomType] ??= {})
    const subcategories = (definition[category] ??= [])
    if (!subcategories.some((name) => nameKey(name) === nameKey(subcategory))) subcategories.push(subcategory)
    this.#addSubcategory(subcategory)
  }

  /** Adds the label to its slot in the file if free, or else to the first free one; does nothing if all are taken. */
  addLabel(subcatID: number, { label, field }: FieldLabel): void {
    const name = this.#structure.nameOf('subcategories', subcatID)
    const labels = (this.#made.subcategories[name] ??= this.#structure
      .labelsOf(subcatID)
      .map((each) => (each === null ? '' : this.#structure.nameOf('labels', each))))
    const own = SLOTS.indexOf(field)
    const place = labels[own] === '' ? own : labels.indexOf('')
    if (place >= 0) labels[place] = label
  }

  get structure(): ExportedStructure | null {
    const { subcategories, roomTypes } = this.#made
    return Object.keys(subcategories).length + Object.keys(roomTypes).length > 0 ? this.#made : null
  }
}

/**
 * Maps each room and item of a project file to a structure, by the names of room types, categories, subcategories and
 * labels. The nearest match replaces what is missing; values without a label are appended to the notes, or go to a text
 * file if the notes are full. No value is lost. Throws NothingFits if there is no replacement.
 */
export const mapToCatalog = (structure: Structure, { head, rooms, lost }: ProjectFile): Fitted => {
  const sourceLabels = lookUp(head.structure.subcategories)
  const additions = new Additions(head.structure, structure)
  const missing = {
    roomTypes: new Map<string, { name: string; instead: string; count: number }>(),
    subcategories: new Map<string, { category: string; name: string; instead: string; count: number }>(),
    labels: new Map<string, { subcategory: string; name: string; count: number }>(),
  }
  const counts = { inNotes: 0, inFiles: 0 }
  const places = [...structure.places()].filter(
    (place): place is Place & { subcatID: number } => place.subcatID !== null,
  )

  const labelKeys = new Map<number, string[]>()
  const labelKeysOf = (subcatID: number): string[] => {
    const keys = labelKeys.get(subcatID) ?? structure.itemLabelsOf(subcatID).map(({ label }) => nameKey(label))
    labelKeys.set(subcatID, keys)
    return keys
  }

  const idsOf = ({ category, subcategory }: ReadItem) => {
    const catID = structure.idOf('categories', category)
    const subcatID = structure.idOf('subcategories', subcategory)
    return catID === undefined || subcatID === undefined ? undefined : { catID, subcatID }
  }

  /** The type that has most of the room's contents. */
  const nearestRoomType = (room: ReadRoom): number | undefined => {
    const needed = new Map<string, Omit<Place, 'roomTypeID'>>()
    for (const item of room.items) {
      const ids = idsOf(item)
      if (ids) needed.set(`${ids.catID} ${ids.subcatID}`, ids)
    }
    return bestOf(
      [...structure.names('room_types').keys()],
      (roomTypeID) => [...needed.values()].filter((ids) => structure.has({ roomTypeID, ...ids })).length,
      (each) => structure.nameOf('room_types', each),
    )
  }

  /**
   * The nearest subcategory in the room type, or else anywhere: preferably in the same category, then with the most
   * equal labels.
   */
  const nearestPlace = (roomTypeID: number, { category, subcategory }: ReadItem) => {
    const inRoomType = places.filter((place) => place.roomTypeID === roomTypeID)
    const labels = new Set((sourceLabels(subcategory) ?? []).filter((label) => label !== '').map(nameKey))
    const [anyCategory] = structure.names('categories').keys()
    const anywhere = [...structure.names('subcategories').keys()].flatMap((subcatID) =>
      anyCategory === undefined ? [] : [{ catID: anyCategory, subcatID }],
    )
    const candidates = inRoomType.length > 0 ? inRoomType : places.length > 0 ? places : anywhere
    const ownCategory = structure.idOf('categories', category)
    return bestOf(
      candidates,
      (one) =>
        (one.catID === ownCategory ? 10 : 0) + labelKeysOf(one.subcatID).filter((label) => labels.has(label)).length,
      (one) => structure.nameOf('subcategories', one.subcatID),
    )
  }

  const kinds = new Map<string, Kind>()
  const kindOf = (roomTypeID: number, roomType: string, item: ReadItem): Kind => {
    const key = JSON.stringify([roomTypeID, nameKey(item.category), nameKey(item.subcategory)])
    const known = kinds.get(key)
    if (known) return known
    const exact = idsOf(item)
    const place = exact ?? nearestPlace(roomTypeID, item)
    if (!place) throw new NothingFits()
    if (!exact) additions.addPlace(roomType, item.category, item.subcategory)
    const labels = structure.itemLabelsOf(place.subcatID)
    const propIDs = new Map(labels.map(({ label, propID }) => [nameKey(label), propID]))
    const kind = {
      catID: place.catID,
      category: structure.nameOf('categories', place.catID),
      subcatID: place.subcatID,
      subcategory: structure.nameOf('subcategories', place.subcatID),
      labels,
      telling: structure.tellingOf(place.subcatID),
      sourceLabels: (sourceLabels(item.subcategory) ?? []).flatMap((label, at) =>
        label === '' ? [] : [{ propID: propIDs.get(nameKey(label)) ?? -1 - at, label, field: slotOf(at + 1) }],
      ),
      was: exact ? null : `${item.category} – ${item.subcategory}`,
    }
    kinds.set(key, kind)
    return kind
  }

  const fitItem = (roomTypeID: number, roomType: string, item: ReadItem): FittedItem => {
    const kind = kindOf(roomTypeID, roomType, item)
    const { catID, category, subcatID, subcategory, labels, telling, was } = kind
    const valueOf = lookUp(item.values)
    const fields = Object.fromEntries(SLOTS.map((slot) => [slot, ''])) as Record<Slot, string>
    for (const { label, field } of kind.sourceLabels) fields[field] = valueOf(label) ?? ''
    // Values without a label stay in their slot if that has no label here either.
    const unlabelled = Object.entries(item.unlabelled ?? {}).filter(([, value]) => value !== '') as [Slot, string][]
    const staysHidden = ([slot]: [Slot, string]) =>
      was === null && !labels.some(({ field }) => field === slot) && fields[slot] === ''
    const listed = unlabelled
      .filter((each) => !staysHidden(each))
      .map(([slot, value]) => ({ label: `Field ${SLOTS.indexOf(slot) + 1}`, value, field: slot }))

    const placed = underOtherLabels({ labels: kind.sourceLabels, fields, notes: item.notes }, labels)
    for (const [slot, value] of unlabelled.filter(staysHidden)) placed.fields[slot] = value
    for (const { label } of placed.placeless) {
      counted(missing.labels, JSON.stringify([item.subcategory, label]), { subcategory: item.subcategory, name: label })
      const source = kind.sourceLabels.find((each) => each.label === label)
      if (was === null && source && missing.labels.get(JSON.stringify([item.subcategory, label]))?.count === 1)
        additions.addLabel(subcatID, source)
    }
    if (was !== null) {
      counted(missing.subcategories, JSON.stringify([was, category, subcategory]), {
        category: item.category,
        name: item.subcategory,
        instead: `${category} – ${subcategory}`,
      })
    }

    const lines = [
      ...(was === null ? [] : [was]),
      ...[...placed.placeless, ...listed].map(({ label, value }) => `${label}: ${value}`),
    ]
    const notes = [...(item.notes.trim() === '' ? [] : [item.notes]), ...lines].join('\n')
    const hasRoom = lines.length === 0 || codePoints(notes) <= LIMITS.notes
    if (lines.length > 0) counts[hasRoom ? 'inNotes' : 'inFiles']++
    return {
      ...{ catID, category, subcatID, subcategory, labels, telling },
      fields: placed.fields,
      notes: lines.length > 0 && hasRoom ? notes : item.notes,
      paper: hasRoom ? null : `${lines.join('\n')}\n`,
      from: item,
    }
  }

  const fitted: FittedRoom[] = []
  for (const room of rooms) {
    const exact = structure.idOf('room_types', room.roomType)
    const roomTypeID = exact ?? nearestRoomType(room)
    if (roomTypeID === undefined) throw new NothingFits()
    const roomType = structure.nameOf('room_types', roomTypeID)
    if (exact === undefined) {
      counted(missing.roomTypes, JSON.stringify([room.roomType, roomType]), { name: room.roomType, instead: roomType })
      additions.addRoomType(room.roomType)
    }
    const items = room.items.map((item) => fitItem(roomTypeID, exact === undefined ? room.roomType : roomType, item))
    fitted.push({ roomTypeID, roomType, from: room, items })
  }

  const reported = <T>(entries: ReadonlyMap<string, T>): T[] => [...entries.values()].slice(0, MOST_REPORTED)
  const all = missing.roomTypes.size + missing.subcategories.size + missing.labels.size
  const roomTypes = reported(missing.roomTypes).map(({ count, ...entry }) => ({ ...entry, rooms: count }))
  const subcategories = reported(missing.subcategories).map(({ count, ...entry }) => ({ ...entry, items: count }))
  const labels = reported(missing.labels).map(({ count, ...entry }) => ({ ...entry, items: count }))
  const report: ImportReport = {
    ...{ roomTypes, subcategories, labels, ...counts },
    more: all - roomTypes.length - subcategories.length - labels.length,
    lostFiles: [...lost.values()].slice(0, MOST_REPORTED),
    structure: additions.structure,
  }
  return { rooms: fitted, report }
}
