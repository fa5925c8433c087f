import { createHash } from 'node:crypto'
import { orderOfAll, ordersOf, readDate, readInOrder, type Order } from '../../../shared/upkeep/dates.ts'
import { readDuration } from '../../../shared/upkeep/durations.ts'
import { readEnd } from '../../../shared/upkeep/expiry-dates.ts'
import { findKinds, knownKinds, type KnownKind } from '../../../shared/items/suggest-subcategory.ts'
import { hasAtMost, LIMITS } from '../../../shared/contract/limits.ts'
import { titleOf } from '../../../shared/items/item-title.ts'
import type { ItemText } from '../../../shared/items/items.api.ts'
import { nameKey } from '../../../shared/contract/name-key.ts'
import { isOfDates, slotOf, SLOTS, type KindedLabel, type Slot } from '../../../shared/structure/room-structure.api.ts'
import {
  MOST_CORRECTION,
  type Matching,
  type SheetCheck,
  type SheetColumn,
} from '../../../shared/exchange/sheets.api.ts'
import { asOneLine, SENTENCES } from '../../../shared/contract/text.ts'
import type { Structure } from '../../structure/structure-model.ts'
import type { FileTable, TableRow } from './file-table.ts'
import { englishOf } from './item-words.ts'
import { labelsLike } from './label-aliases.ts'
import { roomsOfPaths } from './programs.ts'
import { columnCalled } from './titles.ts'
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
  /** What notes have no room for, as a text of a file; of new items alone. */
  paper: string | null
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
/** Of lists in which each row has a name of its own. */
const MOST_NAMES_TOLD = 1000
const MOST_CHANGED_TOLD = 100
const MOST_ITEMS_TOLD = 100
const MOST_UNREAD_TOLD = 50
/** Of a name that is looked for among those of the structure. */
const MOST_WORDS = 8
/** What a time in a spreadsheet may be off by. */
const SECOND = 1000
const WHOLE_ROW = ''
const PURCHASE_DATE = nameKey('Purchase Date')
/** The label of what an item is that has no sub category of its own. */
const DESCRIPTION = nameKey('Description')
/** The sub category of such. */
const OTHER = 'Other'

type Said = Partial<Record<'room' | 'category' | 'subcategory' | 'updated' | 'item', string>>

const TOTAL = /^(?:grand |sub-?)?totals?:?$|^(?:(?:gesamt|zwischen)?summe|gesamt|sum|suma|importe total):?$/i

/** The address behind a cell, which the reader writes behind its text. */
const ADDRESS_BEHIND = / \(((?:https?:\/\/|mailto:)\S+)\)$/i

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
  /** Names of rooms by the places of a program that writes them as paths, and whether these begin differently. */
  readonly #roomsOfPaths: ReadonlyMap<string, string>
  readonly #areInSeveral: boolean
  /** By rooms that are not there yet: what shall be in them, and under which names that nothing has here. */
  readonly #needed = new Map<string, { subcatIDs: Set<number>; names: Set<string> }>()
  readonly #errors: SheetCheck['errors'] = []
  #errorCount = 0
  readonly plan: Omit<Plan, 'check'> = { newRooms: [], creates: [], changes: [], same: 0 }
  readonly #changed: SheetCheck['changed'] = []
  readonly #items: SheetCheck['items'] = []
  /** By columns of dates the order of their numbers, as far as their values tell. */
  readonly #orders: ReadonlyMap<number, Order>
  /** That of the whole table, where all columns that tell one tell the same. */
  readonly #orderOfTable: Order | undefined
  /** Values that may be several days, and those under labels of dates that are none. */
  readonly #unclear = new Map<string, Order[]>()
  readonly #unread = new Map<string, { column: string; value: string; rows: number }>()
  #unclearCount = 0
  #isBlocked = false
  #papers = 0

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
    // What is called otherwise, such as Price, says nothing without its title.
    const called = notes.filter((at) => columnCalled(table.titles[at] ?? '') === 'notes')
    this.#mainNotes =
      notes.find((at) => nameKey(table.titles[at] ?? '') === 'notes') ?? (called.length === 1 ? (called[0] ?? -1) : -1)
    this.#writesNotes = notes.length > 0
    this.#orders = this.#ordersOfDates()
    const orders = new Set(this.#orders.values())
    this.#orderOfTable = orders.size === 1 ? [...orders][0] : undefined
    const paths = this.#table.program === 'Homebox' ? this.#cellsOf('room') : []
    const rooms = new Set([...byKey.keys(), ...[...present.structure.names('room_types').values()].map(nameKey)])
    this.#roomsOfPaths = roomsOfPaths(paths, (name) => rooms.has(nameKey(name)))
    this.#areInSeveral = new Set(paths.flatMap((path) => path.split('/').slice(0, -1)[0]?.trim() ?? [])).size > 1
  }

  #ordersOfDates(): Map<number, Order> {
    const { structure } = this.#present
    const orders = new Map<number, Order>()
    for (const [at, { is, name = '' }] of this.#matching.columns.entries()) {
      const label = is === 'label' ? structure.idOf('labels', name) : undefined
      if (label === undefined || !isOfDates(structure.kindOf(label))) continue
      const order = orderOfAll(this.#table.rows.map(({ cells }) => cells[at] ?? ''))
      if (order) orders.set(at, order)
    }
    return orders
  }

  /** A value under a label of dates as it is stored: a day as ISO 8601 writes it, any other text as it is. */
  #asStored(value: string, at: number): string {
    const { dates } = this.#matching
    const read = readDate(value)
    if (read.is === 'date') return read.iso
    const orders = read.is === 'ambiguous' ? ordersOf(value) : []
    const settled = this.#orders.get(at) ?? this.#orderOfTable
    const order = settled && orders.includes(settled) ? settled : dates
    const day = order && order !== 'as written' ? readInOrder(value, order) : undefined
    if (day) return day.iso
    if (orders.length > 1 && dates === undefined) {
      this.#unclearCount++
      this.#unclear.set(value, orders)
    } else if (read.is !== 'empty') {
      const column = this.#table.titles[at] ?? ''
      counted(this.#unread, JSON.stringify([column, value]), { column, value })
    }
    return value
  }

  /** The day on which something ends of which is written how long it lasts, from the purchase that the row tells. */
  #endIn(row: TableRow, kind: Kind, fields: Fields, slot: Slot): string | undefined {
    const own = kind.labels.flatMap(({ label, kind: is, field }) =>
      is === 'date' ? [{ label, text: fields[field] }] : [],
    )
    const bought = this.#columnKeys.indexOf(PURCHASE_DATE)
    const ofRow = bought < 0 ? '' : this.#dayIn(row.cells[bought] ?? '', bought)
    const read = readEnd(fields[slot], [...own, ...(ofRow === '' ? [] : [{ label: PURCHASE_DATE, text: ofRow }])])
    return read.is === 'date' ? read.iso : undefined
  }

  #dayIn(cell: string, at: number): string {
    const order = this.#orders.get(at) ?? this.#orderOfTable ?? this.#matching.dates
    const day = order && order !== 'as written' ? readInOrder(cell, order) : undefined
    return day?.iso ?? cell
  }

  #cellsOf(is: SheetColumn['is']): string[] {
    const at = this.#matching.columns.findIndex((column) => column.is === is)
    return this.#table.rows.map(({ cells }) => nameIn(cells[at])).filter((cell) => cell !== '')
  }

  #titleOf(is: SheetColumn['is']): string {
    return this.#table.titles[this.#matching.columns.findIndex((column) => column.is === is)] ?? WHOLE_ROW
  }

  /** Throws `RowError` for what is longer than any name. */
  #says(row: TableRow): Said {
    const said: Said = {}
    for (const [at, { is }] of this.#matching.columns.entries()) {
      if (is !== 'room' && is !== 'category' && is !== 'subcategory' && is !== 'updated' && is !== 'item') continue
      const cell = nameIn(row.cells[at]).replace(ADDRESS_BEHIND, '')
      if (!hasAtMost(cell, LIMITS.line)) throw new RowError(this.#table.titles[at] ?? '', `longer than ${LIMITS.line}`)
      if (cell !== '') said[is] = (is === 'room' && this.#roomsOfPaths.get(cell)) || cell
    }
    return said
  }

  /** What the cells under Room and Sub Category say beside the names that they are taken for. */
  #besideNames(row: TableRow): string[] {
    const beside: string[] = []
    for (const [at, { is }] of this.#matching.columns.entries()) {
      if (is !== 'room' && is !== 'subcategory') continue
      const [cell, title] = [nameIn(row.cells[at]), this.#table.titles[at] ?? '']
      const [behind, address] = ADDRESS_BEHIND.exec(cell) ?? ['']
      const place = cell.slice(0, cell.length - behind.length)
      const room = is === 'room' ? this.#roomsOfPaths.get(place) : undefined
      const isWhole = room === undefined || (!this.#areInSeveral && nameKey(place).endsWith(nameKey(room)))
      if (!isWhole && room !== place) beside.push(`${title}: ${place}`)
      if (address) beside.push(`${title}: ${address}`)
    }
    return beside
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
      if (said.item === undefined) this.#refuseTotals(own)
      if (said.item === undefined) this.#create(row, said)
      else this.#change(row, said, said.item)
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      this.#tell(row, error.column, error.message)
    }
  }

  /** Throws `RowError` for a row of sums, which would be an item of its own. */
  #refuseTotals({ room, subcategory }: Said): void {
    const isTold = subcategory !== undefined && this.#kindsOfNames.has(nameKey(subcategory))
    if (room !== undefined && TOTAL.test(room)) throw new RowError(this.#titleOf('room'), 'looks like a total')
    if (subcategory !== undefined && TOTAL.test(subcategory) && !isTold)
      throw new RowError(this.#titleOf('subcategory'), 'looks like a total')
  }

  #placeOf({ sheet, row }: TableRow): { sheet: string; row: number } {
    return { sheet: this.#table.sheets[sheet]?.name ?? '', row }
  }

  #tell(row: TableRow, column: string, message: string): void {
    this.#isBlocked = true
    this.#errorCount++
    if (this.#errors.length >= MOST_TOLD) return
    const value = (row.cells[this.#table.titles.indexOf(column)] ?? '').slice(0, MOST_CORRECTION).toWellFormed()
    this.#errors.push({ ...this.#placeOf(row), column, value, message })
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
    const told = found.catID !== undefined && subcategory === OTHER ? this.#otherKind(roomTypeID) : undefined
    if (told) return this.#kind(told.catID, told.subcatID)
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
    let like: KindedLabel | null = null
    for (const alike of labelsLike(this.#columnKeys[at] ?? '', this.#table.titles[at] ?? '')) {
      const [first, ...others] = labels.filter(({ label }) => alike.has(nameKey(label)))
      if (first && others.length === 0 && !this.#labelsOfColumns.has(nameKey(first.label))) like ??= first
      if (first) break
    }
    this.#likes.set(key, like)
    return like ?? undefined
  }

  /** The texts of an item as the row says them, beginning with those that it has. */
  #texts(
    row: TableRow,
    kind: Kind,
    held?: ItemNow,
    called = kind.subcategory,
  ): Pick<Planned, 'fields' | 'notes' | 'paper'> {
    const fields = Object.fromEntries(SLOTS.map((slot) => [slot, held?.[slot] ?? ''])) as Fields
    const below: string[] = held ? [] : this.#besideNames(row)
    const ends: [slot: Slot, value: string, at: number][] = []
    const put = (slot: Slot, value: string, at: number) => {
      const is = kind.labels.find(({ field }) => field === slot)?.kind
      fields[slot] = value
      if (value === held?.[slot]) return
      if (is === 'date') fields[slot] = this.#asStored(value, at)
      if (is === 'end') ends.push([slot, value, at])
    }
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
        if (hasAtMost(value, LIMITS.itemField)) put(slot, value, at)
        // A description may be a text, as notes are.
        else if (!held && this.#columnKeys[at] === DESCRIPTION) below.push(`${title}: ${value}`)
        else throw new RowError(title, `longer than ${LIMITS.itemField}`)
      } else if (slot && !isSeen && held && (value === held[slot] || value === '')) fields[slot] = value
      else if (value !== '') {
        const label = is === 'field' ? title : name
        const like = is === 'label' && !held ? this.#like(kind, at) : undefined
        const under = like && fields[like.field] === '' && hasAtMost(value, LIMITS.itemField) ? like : undefined
        const lacking = { subcategory: kind.subcategory, label, under: under?.label ?? null }
        counted(this.#lacking, JSON.stringify([kind.subcatID, label, lacking.under]), lacking)
        if (under) {
          put(under.field, value, at)
          continue
        }
        if (!this.#matching.toNotes) throw new RowError(title, `${kind.subcategory} has no such label`)
        below.push(`${label}: ${value}`)
      }
    }
    // Behind all dates from which they may count.
    for (const [slot, value, at] of ends)
      fields[slot] = (readDuration(value) && this.#endIn(row, kind, fields, slot)) ?? this.#asStored(value, at)
    if (nameKey(called) !== nameKey(kind.subcategory)) {
      const description = kind.slotsByKey.get(DESCRIPTION)
      if (description && fields[description] === '') fields[description] = called
      else below.unshift(`${this.#titleOf('subcategory')}: ${called}`)
    }
    const own = notes === '' || (below.length > 0 && notes.trim() === '') ? [] : [notes]
    const whole = [...own, ...below].join('\n')
    if (hasAtMost(whole, LIMITS.notes)) return { fields, notes: whole, paper: null }
    if (held) {
      const column = below.length > 0 ? 'Notes' : (this.#table.titles[this.#mainNotes] ?? 'Notes')
      throw new RowError(column, `longer than ${LIMITS.notes}${below.length > 0 ? ' with what goes there' : ''}`)
    }
    this.#papers++
    const fit = hasAtMost(notes, LIMITS.notes)
    return {
      fields,
      notes: fit ? notes : beginningOf(notes),
      paper: `${(fit ? below : [...own, ...below]).join('\n')}\n`,
    }
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
    const item = { kind, room: room.room, ...this.#texts(row, kind, undefined, said.subcategory) }
    this.plan.creates.push(item)
    if (this.#items.length < MOST_ITEMS_TOLD) this.#items.push({ ...this.#placeOf(row), ...this.#asItem(item) })
  }

  #nameOf(room: Planned['room']): string {
    if ('made' in room) return this.plan.newRooms[room.made]?.name ?? ''
    return this.#roomNames.get(room.roomID)?.name ?? ''
  }

  #asItem({ kind, room, fields, notes }: Planned): Omit<SheetCheck['items'][number], 'sheet' | 'row'> {
    const { category, subcategory, labels, telling } = kind
    const values = labels.map(({ label, field }) => ({ label, value: fields[field] }))
    return {
      ...{ room: this.#nameOf(room), category, subcategory, notes },
      title: titleOf(telling, fields, subcategory),
      values: values.filter(({ value }) => value !== ''),
    }
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
      this.#changed.push({ ...this.#placeOf(row), itemID: held.itemID, title: held.title, values })
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
    const room = this.#nameOf(planned.room)
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

  /** What a name stands for most likely, in rooms of the type rather than elsewhere; else Other. */
  #likeliestKind(
    known: readonly KnownKind[],
    bare: readonly KnownKind[],
    name: string,
    roomTypeID: number | undefined,
  ) {
    const fits = ({ catID, subcatID }: { catID: number; subcatID: number }) =>
      roomTypeID !== undefined && this.#categoriesWith(roomTypeID, subcatID).includes(catID)
    const isShort = wordsIn(name).length <= MOST_WORDS
    const english = englishOf(name)
    let found = isShort ? findKinds(known, name) : []
    if (english !== undefined) found = findKinds(bare, english)
    for (const part of found.length > 0 ? [] : partsOfName(name)) {
      found = findKinds(bare, part)
      if (found.length > 0) break
    }
    const best = found.find(fits) ?? found[0] ?? this.#otherKind(roomTypeID)
    return best ? { catID: best.catID, subcatID: best.subcatID } : null
  }

  #otherKind(roomTypeID: number | undefined): { catID: number; subcatID: number } | undefined {
    const { structure } = this.#present
    const subcatID = structure.idOf('subcategories', OTHER)
    if (subcatID === undefined) return undefined
    const all = [...structure.places()].flatMap((place) => (place.subcatID === subcatID ? [place.catID] : []))
    const here = roomTypeID === undefined ? all : this.#categoriesWith(roomTypeID, subcatID)
    const catID = here.find((each) => structure.nameOf('categories', each) === OTHER) ?? here[0]
    return catID === undefined ? undefined : { catID, subcatID }
  }

  /** All kinds of the structure, in the order of its names; `bare` are found by what they are called alone. */
  #knownKinds(): [known: KnownKind[], bare: KnownKind[]] {
    const { structure } = this.#present
    const seen = new Set<string>()
    const known: KnownKind[] = []
    const bare: KnownKind[] = []
    for (const { catID, subcatID } of structure.places()) {
      if (subcatID === null || seen.has(`${catID} ${subcatID}`)) continue
      seen.add(`${catID} ${subcatID}`)
      const { category, subcategory, labels } = this.#kind(catID, subcatID)
      const subcategories = [{ subcatID, name: subcategory, labels: labels.map(({ label }) => label) }]
      known.push(...knownKinds([{ catID, name: category, subcategories }]))
      bare.push(...knownKinds([{ catID, name: '', subcategories: [{ subcatID, name: subcategory, labels: [] }] }]))
    }
    return [known, bare]
  }

  #namedOtherwise(): SheetCheck['unknownKinds'] {
    if (this.#unknownKinds.size === 0) return []
    const [known, bare] = this.#knownKinds()
    return [...this.#unknownKinds.values()].slice(0, MOST_NAMES_TOLD).map(({ name, rows, roomTypeID }) => ({
      ...{ name, rows },
      kind: this.#likeliestKind(known, bare, name, roomTypeID),
    }))
  }

  #dates(): SheetCheck['dates'] {
    const [example, orders = []] =
      [...this.#unclear].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? []
    const readings = orders.map((order) => ({ order, day: (example && readInOrder(example, order)?.iso) ?? '' }))
    return {
      unclear: this.#unclearCount,
      example: example ?? null,
      readings,
      unread: [...this.#unread.values()].slice(0, MOST_UNREAD_TOLD),
    }
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
    const isOpen = this.#unknownRooms.size + this.#unknownKinds.size + this.#unclear.size > 0
    const canBe = !this.#isBlocked && !isOpen
    return {
      ...{ creates: creates.length, changes: changes.length, same, errors: this.#errors, changed: this.#changed },
      items: this.#items,
      newRooms: newRooms.map(({ name }) => name),
      unknownRooms,
      unknownKinds,
      moreErrors: this.#errorCount - this.#errors.length,
      lacking: [...this.#lacking.values()].slice(0, MOST_TOLD),
      papers: this.#papers,
      dates: this.#dates(),
      fingerprint: canBe ? fingerprintOf(this.plan) : null,
    }
  }
}

const OF_ITS_PLACE = /[,;(–—]|\s-\s|\s(?:under|in|on|at|for|with|from|of|by|near|behind|above|below|next to)\s/i

/** Parts of a name that may say what it is, the likeliest first: 'dishwasher' of 'Nordhaus dishwasher ND-4 under the window'. */
const partsOfName = (name: string): string[] => {
  const [head = ''] = name.split(OF_ITS_PLACE)
  const words = head
    .split(/\s+/)
    .filter((word) => word !== '' && !/\d/.test(word))
    .slice(0, MOST_WORDS)
  const ends = words.map((_, at) => words.slice(at).join(' '))
  const beginnings = words.map((_, at) => words.slice(0, words.length - at).join(' '))
  return [...new Set([...ends, ...beginnings])]
}

/** A cell of another program, without what nobody sees at its ends, its lines ended as ours. */
const tidied = (cell: string): string =>
  cell.replace(/^[\s\u200b\u2060]+|[\s\u200b\u2060]+$/g, '').replace(/\r\n?/g, '\n')

const nameIn = (cell = ''): string => asOneLine(tidied(cell))

/** The words at the beginning of a text that is longer than notes. */
const beginningOf = (text: string): string => {
  const beginning = [...text.slice(0, 2 * LIMITS.notes)].slice(0, LIMITS.notes - 2).join('')
  return `${beginning.replace(/\s+\S*$/, '')} …`
}

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
  const told = ({ kind: { catID, subcatID, labels }, room, fields, notes, paper }: Planned) => [
    catID,
    subcatID,
    labels,
    room,
    fields,
    notes,
    paper,
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
