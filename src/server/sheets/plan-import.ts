import { createHash } from 'node:crypto'
import { findKinds, knownKinds, type KnownKind } from '../../shared/find-kind.ts'
import { hasAtMost, LIMITS } from '../../shared/limits.ts'
import type { ItemText } from '../../shared/items.ts'
import { nameKey } from '../../shared/name-key.ts'
import { slotOf, SLOTS, type KindedLabel, type Slot } from '../../shared/room-structure.ts'
import type { Matching, SheetCheck, SheetColumn } from '../../shared/sheets.ts'
import { asOneLine, SENTENCES } from '../../shared/text.ts'
import type { Structure } from '../structure/structure-model.ts'
import type { FileTable, TableRow } from './file-table.ts'
import { labelsLike } from './like-labels.ts'
import { sheetNameOf } from './xlsx.ts'

type Fields = Record<Slot, string>

export interface ItemNow extends Record<ItemText, string> {
  itemID: number
  roomID: number
  catID: number
  subcatID: number
  title: string
  version: number
  updatedAt: string
}

export interface RoomNow {
  roomID: number
  name: string
  roomTypeID: number
}

/** What a table is compared with. */
export interface Present {
  structure: Structure
  rooms: readonly RoomNow[]
  /** Those that the table names, by their ids. */
  items: ReadonlyMap<number, ItemNow>
}

/** What an item goes under. */
export interface Kind {
  catID: number
  category: string
  subcatID: number
  subcategory: string
  labels: readonly KindedLabel[]
  /** By what its labels are called, as names are compared. */
  slotsByKey: ReadonlyMap<string, Slot>
  telling: readonly Slot[]
}

export interface Planned {
  kind: Kind
  /** A room of the project, or the place of a new one. */
  room: { roomID: number } | { made: number }
  fields: Fields
  notes: string
}

interface PlacedRoom {
  room: Planned['room']
  roomTypeID: number
}

export interface Plan {
  newRooms: { name: string; roomTypeID: number; roomType: string }[]
  creates: Planned[]
  changes: (Planned & { was: ItemNow })[]
  same: number
  check: SheetCheck
}

const MOST_TOLD = 200
const MOST_CHANGED_TOLD = 100
/** Of a name that is looked for among those of the structure. */
const MOST_WORDS = 8
/** What a time in a spreadsheet may be off by. */
const SECOND = 1000
const WHOLE_ROW = ''

type Said = Partial<Record<'room' | 'category' | 'subcategory' | 'updated' | 'item', string>>

/** Told of one row: it is not to be taken. */
class RowError extends Error {
  readonly column: string
  constructor(column: string, message: string) {
    super(message)
    this.column = column
  }
}

const counted = <T extends object>(entries: Map<string, T & { rows: number }>, key: string, entry: T): void => {
  const known = entries.get(key)
  if (known) known.rows++
  else entries.set(key, { ...entry, rows: 1 })
}

interface RoomTypeWords {
  roomTypeID: number
  /** Its name as names are compared. */
  key: string
  words: readonly string[]
}

const wordsIn = (name: string): string[] =>
  nameKey(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2)

/** Works out what the import of a table does, row by row. It looks at nothing but what it is given. */
class Planner {
  readonly #table: FileTable
  readonly #matching: Matching
  readonly #present: Present
  /** By the columns of the table. */
  readonly #columnKeys: readonly string[]
  readonly #byKey: ReadonlyMap<string, readonly RoomNow[]>
  readonly #roomNames: ReadonlyMap<number, RoomNow>
  readonly #kindsOfNames: ReadonlyMap<string, { catID: number; subcatID: number }>
  readonly #newRoomTypes: ReadonlyMap<string, { name: string; roomTypeID: number }>
  readonly #newRooms = new Map<string, { at: number; roomTypeID: number }>()
  readonly #catsOf = new Map<string, number[]>()
  readonly #kinds = new Map<string, Kind>()
  readonly #seen = new Set<number>()
  readonly #unknownRooms = new Map<string, { name: string; rows: number }>()
  readonly #unknownKinds = new Map<string, { name: string; roomTypeID: number | undefined; rows: number }>()
  readonly #lacking = new Map<string, Omit<SheetCheck['lacking'][number], 'rows'> & { rows: number }>()
  readonly #labelsOfColumns: ReadonlySet<string>
  /** By subcategories and columns, null where there is none. */
  readonly #likes = new Map<string, KindedLabel | null>()
  readonly #above: Said[] = []
  readonly #mainNotes: number
  readonly #writesNotes: boolean
  /** By rooms that are not there yet: what shall be in them, and under which names that nothing has here. */
  readonly #needed = new Map<string, { subcatIDs: Set<number>; names: Set<string> }>()
  readonly #errors: SheetCheck['errors'] = []
  #errorCount = 0
  readonly plan: Omit<Plan, 'check'> = { newRooms: [], creates: [], changes: [], same: 0 }
  readonly #changed: SheetCheck['changed'] = []
  #isBlocked = false

  constructor(table: FileTable, matching: Matching, present: Present) {
    this.#table = table
    this.#matching = matching
    this.#present = present
    this.#columnKeys = matching.columns.map(({ name = '' }) => nameKey(name))
    this.#labelsOfColumns = new Set(this.#columnKeys.filter((_, at) => matching.columns[at]?.is === 'label'))
    const byKey = new Map<string, RoomNow[]>()
    for (const room of present.rooms) byKey.set(nameKey(room.name), [...(byKey.get(nameKey(room.name)) ?? []), room])
    this.#byKey = byKey
    this.#roomNames = new Map(present.rooms.map((room) => [room.roomID, room]))
    this.#kindsOfNames = new Map((matching.kinds ?? []).map(({ name, ...kind }) => [nameKey(name), kind]))
    this.#newRoomTypes = new Map((matching.newRooms ?? []).map((room) => [nameKey(room.name), room]))
    for (const { roomTypeID, catID, subcatID } of present.structure.places()) {
      if (subcatID === null) continue
      const key = `${roomTypeID} ${subcatID}`
      this.#catsOf.set(key, [...(this.#catsOf.get(key) ?? []), catID])
    }
    const notes = matching.columns.flatMap(({ is }, at) => (is === 'notes' ? [at] : []))
    this.#mainNotes =
      notes.find((at) => nameKey(table.titles[at] ?? '') === 'notes') ?? (notes.length === 1 ? (notes[0] ?? -1) : -1)
    this.#writesNotes = notes.length > 0
  }

  #titleOf(is: SheetColumn['is']): string {
    return this.#table.titles[this.#matching.columns.findIndex((column) => column.is === is)] ?? WHOLE_ROW
  }

  /** Throws `RowError` for what is longer than any name. */
  #says(row: TableRow): Said {
    const said: Said = {}
    for (const [at, { is }] of this.#matching.columns.entries()) {
      if (is !== 'room' && is !== 'category' && is !== 'subcategory' && is !== 'updated' && is !== 'item') continue
      const cell = asOneLine(row.cells[at] ?? '')
      if (!hasAtMost(cell, LIMITS.line)) throw new RowError(this.#table.titles[at] ?? '', `longer than ${LIMITS.line}`)
      if (cell !== '') said[is] = cell
    }
    return said
  }

  /** Whether anything stands in the row beside what it lies under. */
  #isEmpty(row: TableRow): boolean {
    return this.#matching.columns.every(({ is }, at) => {
      const counts =
        is !== 'ignore' && is !== 'updated' && !(this.#matching.fillDown && (is === 'room' || is === 'category'))
      return !counts || (row.cells[at] ?? '') === ''
    })
  }

  take(row: TableRow): void {
    try {
      const own = this.#says(row)
      const above = this.#above[row.sheet]
      const said = this.#matching.fillDown && above ? filledDown(above, own) : own
      if (this.#matching.fillDown) this.#above[row.sheet] = { ...said }
      if (this.#isEmpty(row)) return
      if (said.item === undefined) this.#create(row, said)
      else this.#change(row, said, said.item)
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      this.#tell(row, error.column, error.message)
    }
  }

  #tell(row: TableRow, column: string, message: string): void {
    this.#isBlocked = true
    this.#errorCount++
    if (this.#errors.length < MOST_TOLD)
      this.#errors.push({ sheet: this.#table.sheets[row.sheet]?.name ?? '', row: row.row, column, message })
  }

  #kind(catID: number, subcatID: number): Kind {
    const key = `${catID} ${subcatID}`
    const known = this.#kinds.get(key)
    if (known) return known
    const { structure } = this.#present
    const labels = structure.itemLabelsOf(subcatID)
    const kind = {
      catID,
      category: structure.nameOf('categories', catID),
      subcatID,
      subcategory: structure.nameOf('subcategories', subcatID),
      labels,
      slotsByKey: new Map(labels.map(({ label, field }) => [nameKey(label), field])),
      telling: structure.tellingOf(subcatID),
    }
    this.#kinds.set(key, kind)
    return kind
  }

  /** The room that a name means; undefined where it is none yet, and nobody has said of what type it is. */
  #room(name: string): PlacedRoom | undefined {
    const key = nameKey(name)
    const [room, ...others] = this.#byKey.get(key) ?? []
    if (others.length > 0) throw new RowError(this.#titleOf('room'), 'several rooms are called so')
    if (room) return { room: { roomID: room.roomID }, roomTypeID: room.roomTypeID }
    if (!hasAtMost(name, LIMITS.roomName)) throw new RowError(this.#titleOf('room'), `longer than ${LIMITS.roomName}`)
    const made = this.#newRooms.get(key)
    if (made) return { room: { made: made.at }, roomTypeID: made.roomTypeID }
    const told = this.#newRoomTypes.get(key)
    const { structure } = this.#present
    if (!told || !structure.names('room_types').has(told.roomTypeID)) {
      counted(this.#unknownRooms, key, { name })
      return undefined
    }
    const at = this.plan.newRooms.push({ ...told, roomType: structure.nameOf('room_types', told.roomTypeID) }) - 1
    this.#newRooms.set(key, { at, roomTypeID: told.roomTypeID })
    return { room: { made: at }, roomTypeID: told.roomTypeID }
  }

  #roomOf({ room: name }: Said): PlacedRoom | undefined {
    if (name !== undefined) return this.#room(name)
    const room = this.#roomNames.get(this.#matching.roomID ?? 0)
    if (!room) throw new RowError(this.#titleOf('room'), 'says no room')
    return { room: { roomID: room.roomID }, roomTypeID: room.roomTypeID }
  }

  /** The categories in which rooms of a type have a subcategory. */
  #categoriesWith(roomTypeID: number, subcatID: number): readonly number[] {
    return this.#catsOf.get(`${roomTypeID} ${subcatID}`) ?? []
  }

  #subcategoryOf(
    { subcategory: name }: Said,
    room: PlacedRoom | undefined,
  ): { subcatID: number; catID?: number } | undefined {
    const { structure } = this.#present
    const there = (kind: { catID: number; subcatID: number }) =>
      structure.names('categories').has(kind.catID) && structure.names('subcategories').has(kind.subcatID)
    if (name === undefined) {
      const { kind } = this.#matching
      if (!kind || !there(kind)) throw new RowError(this.#titleOf('subcategory'), 'says no sub category')
      return kind
    }
    const own = structure.idOf('subcategories', name)
    if (own !== undefined) return { subcatID: own }
    const told = this.#kindsOfNames.get(nameKey(name))
    if (told && there(told)) return told
    counted(this.#unknownKinds, nameKey(name), { name, roomTypeID: room?.roomTypeID })
    return undefined
  }

  #kindIn(row: TableRow, said: Said, roomTypeID: number, found: { subcatID: number; catID?: number }): Kind {
    const { structure } = this.#present
    const categories = this.#categoriesWith(roomTypeID, found.subcatID)
    const subcategory = structure.nameOf('subcategories', found.subcatID)
    const column = this.#titleOf('subcategory')
    if (categories.length === 0)
      throw new RowError(
        column,
        `rooms of the type ${structure.nameOf('room_types', roomTypeID)} have no sub category ${subcategory}`,
      )
    if (found.catID !== undefined && categories.includes(found.catID)) return this.#kind(found.catID, found.subcatID)
    if (said.category !== undefined) {
      const catID = structure.idOf('categories', said.category)
      if (catID !== undefined && categories.includes(catID)) return this.#kind(catID, found.subcatID)
      throw new RowError(this.#titleOf('category'), `the room has no ${subcategory} in a category of this name`)
    }
    const sheet = this.#table.sheets[row.sheet]?.name ?? ''
    const ofSheet = categories.find((catID) => sheetNameOf(structure.nameOf('categories', catID)) === sheet)
    const catID = categories.length === 1 ? categories[0] : ofSheet
    if (catID === undefined) throw new RowError(column, `is in several categories of the room: say in which`)
    return this.#kind(catID, found.subcatID)
  }

  /** The one label of the kind that stands for the same as the column's, where no column has it. */
  #like({ subcatID, labels }: Kind, at: number): KindedLabel | undefined {
    const key = `${subcatID} ${at}`
    const known = this.#likes.get(key)
    if (known !== undefined) return known ?? undefined
    const alike = labelsLike(this.#columnKeys[at] ?? '')
    const [like, ...others] = labels.filter(({ label }) => alike.has(nameKey(label)))
    const isOne = like && others.length === 0 && !this.#labelsOfColumns.has(nameKey(like.label))
    this.#likes.set(key, isOne ? like : null)
    return isOne ? like : undefined
  }

  /** The texts of an item as the row says them, beginning with those that it has. */
  #texts(row: TableRow, kind: Kind, held: ItemNow | undefined, called?: string): Pick<Planned, 'fields' | 'notes'> {
    const fields = Object.fromEntries(SLOTS.map((slot) => [slot, held?.[slot] ?? ''])) as Fields
    const below: string[] = []
    if (called !== undefined && nameKey(called) !== nameKey(kind.subcategory))
      below.push(`${this.#titleOf('subcategory')}: ${called}`)
    let notes = this.#writesNotes ? '' : (held?.notes ?? '')
    for (const [at, { is, name = '' }] of this.#matching.columns.entries()) {
      const value = held ? (row.cells[at] ?? '') : tidied(row.cells[at] ?? '')
      const title = this.#table.titles[at] ?? ''
      if (is !== 'label' && is !== 'field' && is !== 'notes') continue
      if (value.includes('\0') || !value.isWellFormed()) throw new RowError(title, lowered(SENTENCES.unusable))
      if (is === 'notes') {
        if (at === this.#mainNotes) notes = value
        else if (value !== '') below.push(`${title}: ${value}`)
        continue
      }
      const slot = is === 'field' ? slotOf(Number(name)) : kind.slotsByKey.get(this.#columnKeys[at] ?? '')
      const isSeen = kind.labels.some(({ field }) => field === slot)
      if (slot && is === 'label') {
        if (!hasAtMost(value, LIMITS.itemField)) throw new RowError(title, `longer than ${LIMITS.itemField}`)
        fields[slot] = value
      } else if (slot && !isSeen && held && (value === held[slot] || value === '')) fields[slot] = value
      else if (value !== '') {
        const label = is === 'field' ? title : name
        const like = is === 'label' && !held ? this.#like(kind, at) : undefined
        const under = like && fields[like.field] === '' && hasAtMost(value, LIMITS.itemField) ? like : undefined
        const lacking = { subcategory: kind.subcategory, label, under: under?.label ?? null }
        counted(this.#lacking, JSON.stringify([kind.subcatID, label, lacking.under]), lacking)
        if (under) {
          fields[under.field] = value
          continue
        }
        if (!this.#matching.toNotes) throw new RowError(title, `${kind.subcategory} has no such label`)
        below.push(`${label}: ${value}`)
      }
    }
    const whole = [...(notes === '' || (below.length > 0 && notes.trim() === '') ? [] : [notes]), ...below].join('\n')
    if (!hasAtMost(whole, LIMITS.notes)) {
      const column = below.length > 0 ? 'Notes' : (this.#table.titles[this.#mainNotes] ?? 'Notes')
      throw new RowError(column, `longer than ${LIMITS.notes}${below.length > 0 ? ' with what goes there' : ''}`)
    }
    return { fields, notes: whole }
  }

  #create(row: TableRow, said: Said): void {
    const room = this.#roomOf(said)
    const found = this.#subcategoryOf(said, room)
    if (!room) {
      const key = nameKey(said.room ?? '')
      const needed = this.#needed.get(key) ?? { subcatIDs: new Set(), names: new Set() }
      if (found) needed.subcatIDs.add(found.subcatID)
      else needed.names.add(nameKey(said.subcategory ?? ''))
      this.#needed.set(key, needed)
    }
    if (!room || !found) return
    const kind = this.#kindIn(row, said, room.roomTypeID, found)
    this.plan.creates.push({ kind, room: room.room, ...this.#texts(row, kind, undefined, said.subcategory) })
  }

  #change(row: TableRow, said: Said, item: string): void {
    const column = this.#titleOf('item')
    const held = /^\d{1,16}$/.test(item) ? this.#present.items.get(Number(item)) : undefined
    if (!held) throw new RowError(column, 'no item of this project has this number')
    if (this.#seen.has(held.itemID)) throw new RowError(column, 'stands on a row before')
    this.#seen.add(held.itemID)
    const kind = this.#kind(held.catID, held.subcatID)
    this.#refuseOtherKind(said, kind)
    const roomNow = this.#roomNames.get(held.roomID)
    const stays = said.room === undefined || (roomNow && nameKey(roomNow.name) === nameKey(said.room))
    const room = stays ? { room: { roomID: held.roomID }, roomTypeID: 0 } : this.#room(said.room ?? '')
    if (!room) return
    if (!stays && !this.#categoriesWith(room.roomTypeID, held.subcatID).includes(held.catID))
      throw new RowError(this.#titleOf('room'), `the room has no sub category ${kind.subcategory}`)
    const planned: Planned = { kind, room: room.room, ...this.#texts(row, kind, held) }
    const values = this.#differences(held, planned, roomNow?.name ?? '')
    if (values.length === 0) {
      this.plan.same++
      return
    }
    if (said.updated !== undefined && !isSameTime(said.updated, held.updatedAt))
      throw new RowError(this.#titleOf('updated'), 'the item has been changed since: download the spreadsheet again')
    this.plan.changes.push({ ...planned, was: held })
    if (this.#changed.length < MOST_CHANGED_TOLD) {
      const sheet = this.#table.sheets[row.sheet]?.name ?? ''
      this.#changed.push({ sheet, row: row.row, itemID: held.itemID, title: held.title, values })
    }
  }

  #refuseOtherKind({ category, subcategory }: Said, kind: Kind): void {
    const told = subcategory === undefined ? undefined : this.#kindsOfNames.get(nameKey(subcategory))
    const isOther = (name: string | undefined, own: string) => name !== undefined && nameKey(name) !== nameKey(own)
    if (isOther(subcategory, kind.subcategory) && told?.subcatID !== kind.subcatID)
      throw new RowError(
        this.#titleOf('subcategory'),
        `is ${kind.subcategory} here, which is changed on the item itself`,
      )
    if (isOther(category, kind.category))
      throw new RowError(this.#titleOf('category'), `is ${kind.category} here, which is changed on the item itself`)
  }

  #differences(held: ItemNow, planned: Planned, roomWas: string): SheetCheck['changed'][number]['values'] {
    const labelOf = (slot: Slot) =>
      planned.kind.labels.find(({ field }) => field === slot)?.label ?? `Field ${SLOTS.indexOf(slot) + 1}`
    const room =
      'made' in planned.room
        ? (this.plan.newRooms[planned.room.made]?.name ?? '')
        : (this.#roomNames.get(planned.room.roomID)?.name ?? '')
    const hasMoved = 'made' in planned.room || planned.room.roomID !== held.roomID
    return [
      ...(hasMoved ? [{ label: 'Room', before: roomWas, after: room }] : []),
      ...SLOTS.filter((slot) => planned.fields[slot] !== held[slot]).map((slot) => ({
        label: labelOf(slot),
        before: held[slot],
        after: planned.fields[slot],
      })),
      ...(planned.notes === held.notes ? [] : [{ label: 'Notes', before: held.notes, after: planned.notes }]),
    ]
  }

  /** The type whose rooms have most of what shall be in it; of several the one that is called most like it. */
  #nearestRoomType(key: string, types: readonly RoomTypeWords[], meant: ReadonlyMap<string, number>): number | null {
    const { subcatIDs = [], names = [] } = this.#needed.get(key) ?? {}
    const needed = [...new Set([...subcatIDs, ...[...names].flatMap((name) => meant.get(name) ?? [])])]
    const words = wordsIn(key)
    let best: { roomTypeID: number; score: number } | undefined
    for (const { roomTypeID, key: ofType, words: ofWords } of types) {
      const has = needed.filter((subcatID) => this.#categoriesWith(roomTypeID, subcatID).length > 0).length
      const isAlike = (word: string) => words.some((own) => own.startsWith(word) || word.startsWith(own))
      const some = ofWords.filter(isAlike).length
      const alike = ofType === key ? 2 : ofWords.length > 0 ? some / ofWords.length : 0
      const score = (needed.length > 0 ? has / needed.length : 0) * 2 + alike
      if (!best || score > best.score) best = { roomTypeID, score }
    }
    return best?.roomTypeID ?? null
  }

  /** What a name stands for most likely, in rooms of the type rather than elsewhere. */
  #likeliestKind(known: readonly KnownKind[], name: string, roomTypeID: number | undefined) {
    if (wordsIn(name).length > MOST_WORDS) return null
    const found = findKinds(known, name)
    const fits = ({ catID, subcatID }: { catID: number; subcatID: number }) =>
      roomTypeID !== undefined && this.#categoriesWith(roomTypeID, subcatID).includes(catID)
    const best = found.find(fits) ?? found[0]
    return best ? { catID: best.catID, subcatID: best.subcatID } : null
  }

  /** All kinds of the structure, in the order of its names. */
  #knownKinds(): KnownKind[] {
    const { structure } = this.#present
    const seen = new Set<string>()
    const known: KnownKind[] = []
    for (const { catID, subcatID } of structure.places()) {
      if (subcatID === null || seen.has(`${catID} ${subcatID}`)) continue
      seen.add(`${catID} ${subcatID}`)
      const { category, subcategory, labels } = this.#kind(catID, subcatID)
      const subcategories = [{ subcatID, name: subcategory, labels: labels.map(({ label }) => label) }]
      known.push(...knownKinds([{ catID, name: category, subcategories }]))
    }
    return known
  }

  #namedOtherwise(): SheetCheck['unknownKinds'] {
    if (this.#unknownKinds.size === 0) return []
    const known = this.#knownKinds()
    return [...this.#unknownKinds.values()]
      .slice(0, MOST_TOLD)
      .map(({ name, rows, roomTypeID }) => ({ name, rows, kind: this.#likeliestKind(known, name, roomTypeID) }))
  }

  finish(): SheetCheck {
    const { creates, changes, same, newRooms } = this.plan
    const types: RoomTypeWords[] = []
    for (const [roomTypeID, name] of this.#present.structure.names('room_types'))
      types.push({ roomTypeID, key: nameKey(name), words: wordsIn(name) })
    const unknownKinds = this.#namedOtherwise()
    const meant = new Map(unknownKinds.flatMap(({ name, kind }) => (kind ? [[nameKey(name), kind.subcatID]] : [])))
    const unknownRooms = [...this.#unknownRooms]
      .slice(0, MOST_TOLD)
      .map(([key, entry]) => ({ ...entry, roomTypeID: this.#nearestRoomType(key, types, meant) }))
    const canBe = !this.#isBlocked && this.#unknownRooms.size + this.#unknownKinds.size === 0
    return {
      ...{ creates: creates.length, changes: changes.length, same, errors: this.#errors, changed: this.#changed },
      newRooms: newRooms.map(({ name }) => name),
      unknownRooms,
      unknownKinds,
      moreErrors: this.#errorCount - this.#errors.length,
      lacking: [...this.#lacking.values()].slice(0, MOST_TOLD),
      fingerprint: canBe ? fingerprintOf(this.plan) : null,
    }
  }
}

/** A cell of another program, without what nobody sees at its ends, its lines ended as ours. */
const tidied = (cell: string): string =>
  cell.replace(/^[\s\u200b\u2060]+|[\s\u200b\u2060]+$/g, '').replace(/\r\n?/g, '\n')

const lowered = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '')

/** Another room or category begins anew what stands below it. */
const filledDown = ({ room, category, subcategory }: Said, own: Said): Said => {
  const isOther = (name: string | undefined, above: string | undefined) =>
    name !== undefined && (above === undefined || nameKey(name) !== nameKey(above))
  const isOtherRoom = isOther(own.room, room)
  const isOtherCategory = isOtherRoom || isOther(own.category, category)
  return {
    ...(room !== undefined && { room }),
    ...(category !== undefined && !isOtherRoom && { category }),
    ...(subcategory !== undefined && !isOtherCategory && { subcategory }),
    ...own,
  }
}

const isSameTime = (said: string, updatedAt: string): boolean => {
  const time = Date.parse(/[zZ]$|[+-]\d\d:?\d\d$/.test(said) ? said : `${said.replace(' ', 'T')}Z`)
  return Math.abs(time - Date.parse(updatedAt)) <= SECOND
}

/** The same of two plans that do the same. */
const fingerprintOf = ({ newRooms, creates, changes }: Omit<Plan, 'check'>): string => {
  const hash = createHash('sha256').update(JSON.stringify(newRooms))
  const told = ({ kind: { catID, subcatID, labels }, room, fields, notes }: Planned) => [
    catID,
    subcatID,
    labels,
    room,
    fields,
    notes,
  ]
  for (const item of creates) hash.update(JSON.stringify(told(item)))
  for (const item of changes)
    hash.update(JSON.stringify([item.was.itemID, item.was.version, item.was.roomID, told(item)]))
  return hash.digest('hex')
}

/** What the import of a table, as it is matched, does with what is there now. */
export const planImport = (table: FileTable, matching: Matching, present: Present): Plan => {
  const planner = new Planner(table, matching, present)
  for (const row of table.rows) planner.take(row)
  return { ...planner.plan, check: planner.finish() }
}
