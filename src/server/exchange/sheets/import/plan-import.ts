import { hasAtMost, LIMITS } from '../../../../shared/contract/limits.ts'
import { nameKey } from '../../../../shared/contract/name-key.ts'
import { MOST_CORRECTION, type Matching, type SheetCheck } from '../../../../shared/exchange/sheets.api.ts'
import { titleOf } from '../../../../shared/structure/item-title.ts'
import { SLOTS, type Slot } from '../../../../shared/structure/room-structure.api.ts'
import { Catalog, OTHER } from './catalog.ts'
import { ColumnDates } from './column-dates.ts'
import type { FileTable, TableRow } from '../reading/file-table.ts'
import {
  countRow,
  fingerprintOf,
  RowError,
  type ExistingItem,
  type ExistingRoom,
  type ImportPlan,
  type ItemType,
  type PlannedItem,
  type ProjectState,
} from './import-plan.ts'
import { ItemTexts } from './item-texts.ts'
import { knownItemsOf, valuesKey, type KnownItem } from './known-items.ts'
import { isSameTime } from './same-time.ts'
import { filledDown, SheetColumns, type RowNames } from './sheet-columns.ts'
import { suggestRoomType, suggestType } from './suggest-for-names.ts'
import { sheetNameOf } from '../xlsx.ts'

interface PlannedRoom {
  room: PlannedItem['room']
  roomTypeID: number
}

const MOST_REPORTED = 200
/** For lists in which each row has its own name. */
const MOST_NAMES_REPORTED = 1000
const MOST_CHANGES_REPORTED = 100
const MOST_ITEMS_REPORTED = 100
const MOST_KNOWN_REPORTED = 100

const TOTAL = /^(?:grand |sub-?)?totals?:?$|^(?:(?:gesamt|zwischen)?summe|gesamt|sum|suma|importe total):?$/i

/** Works out what the import of a table does, row by row. Depends on nothing but its arguments. */
class Planner {
  readonly #columns: SheetColumns
  readonly #matching: Matching
  readonly #state: ProjectState
  readonly #catalog: Catalog
  readonly #dates: ColumnDates
  readonly #texts: ItemTexts
  readonly #roomsByName: ReadonlyMap<string, readonly ExistingRoom[]>
  readonly #roomsByID: ReadonlyMap<number, ExistingRoom>
  /** The answers of the user about unknown names. */
  readonly #chosenTypes: ReadonlyMap<string, { catID: number; subcatID: number }>
  readonly #chosenRoomTypes: ReadonlyMap<string, { name: string; roomTypeID: number }>
  readonly #newRooms = new Map<string, { at: number; roomTypeID: number }>()
  readonly #seen = new Set<number>()
  /** The project's items that rows without a number are about: by what identifies them, and by all their values. */
  readonly #knownItems: ReadonlyMap<TableRow, KnownItem>
  readonly #byValues = new Map<string, ExistingItem[]>()
  readonly #known: SheetCheck['known'] = { serial: 0, asset: 0, values: 0, rows: [] }
  /** Names of existing items that are called otherwise now. */
  readonly #oldNames = new Map<string, SheetCheck['oldNames'][number]>()
  readonly #unknownRooms = new Map<string, { name: string; rows: number }>()
  readonly #unknownTypes = new Map<string, { name: string; roomTypeID: number | undefined; rows: number }>()
  /** The names of the last row of each sheet. */
  readonly #above: RowNames[] = []
  /** For each unknown room, the subcategories of its items and the unknown names of others. */
  readonly #contents = new Map<string, { subcatIDs: Set<number>; names: Set<string> }>()
  readonly #errors: SheetCheck['errors'] = []
  #errorCount = 0
  #picturesLeftOut = 0
  readonly plan: Omit<ImportPlan, 'check'> = { newRooms: [], creates: [], changes: [], same: 0 }
  readonly #changed: SheetCheck['changed'] = []
  readonly #items: SheetCheck['items'] = []

  constructor(table: FileTable, matching: Matching, state: ProjectState) {
    this.#matching = matching
    this.#state = state
    this.#catalog = new Catalog(state.structure)
    const byName = new Map<string, ExistingRoom[]>()
    for (const room of state.rooms) byName.set(nameKey(room.name), [...(byName.get(nameKey(room.name)) ?? []), room])
    this.#roomsByName = byName
    this.#roomsByID = new Map(state.rooms.map((room) => [room.roomID, room]))
    this.#chosenTypes = new Map((matching.kinds ?? []).map(({ name, ...type }) => [nameKey(name), type]))
    this.#chosenRoomTypes = new Map((matching.newRooms ?? []).map((room) => [nameKey(room.name), room]))
    const roomTypes = [...state.structure.names('room_types').values()].map(nameKey)
    this.#columns = new SheetColumns(table, matching, new Set([...byName.keys(), ...roomTypes]))
    this.#dates = new ColumnDates(this.#columns, state.structure)
    this.#texts = new ItemTexts(this.#columns, this.#dates)
    this.#knownItems = knownItemsOf(table, matching, state.others, state.structure)
    for (const item of state.others) {
      const key = valuesKey(item, item, item.notes)
      this.#byValues.set(key, [...(this.#byValues.get(key) ?? []), item])
    }
  }

  take(row: TableRow): void {
    try {
      const own = this.#columns.namesIn(row)
      const above = this.#above[row.sheet]
      const names = this.#matching.fillDown && above ? filledDown(above, own) : own
      if (this.#matching.fillDown) this.#above[row.sheet] = { ...names }
      if (this.#columns.isEmpty(row)) return
      if (names.item === undefined) this.#refuseTotals(own)
      if (names.item !== undefined) this.#change(row, names, this.#itemNumbered(names.item), true)
      else if (!this.#takeKnown(row, names)) this.#create(row, names)
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      this.#report(row, error.column, error.message)
    }
  }

  /** Throws `RowError` for a row of sums, which is no item. */
  #refuseTotals({ room, subcategory }: RowNames): void {
    const isChosen = subcategory !== undefined && this.#chosenTypes.has(nameKey(subcategory))
    if (room !== undefined && TOTAL.test(room)) throw new RowError(this.#columns.titleOf('room'), 'looks like a total')
    if (subcategory !== undefined && TOTAL.test(subcategory) && !isChosen)
      throw new RowError(this.#columns.titleOf('subcategory'), 'looks like a total')
  }

  #placeOf({ sheet, row }: TableRow): { sheet: string; row: number } {
    return { sheet: this.#columns.table.sheets[sheet]?.name ?? '', row }
  }

  #report(row: TableRow, column: string, message: string): void {
    this.#errorCount++
    if (this.#errors.length >= MOST_REPORTED) return
    const value = (row.cells[this.#columns.table.titles.indexOf(column)] ?? '').slice(0, MOST_CORRECTION).toWellFormed()
    this.#errors.push({ ...this.#placeOf(row), column, value, message })
  }

  /** The room with a name; undefined if it does not exist and the user has chosen no type for it. */
  #roomCalled(name: string): PlannedRoom | undefined {
    const key = nameKey(name)
    const column = this.#columns.titleOf('room')
    const [room, ...others] = this.#roomsByName.get(key) ?? []
    if (others.length > 0) throw new RowError(column, 'more than one room has this name')
    if (room) return { room: { roomID: room.roomID }, roomTypeID: room.roomTypeID }
    if (!hasAtMost(name, LIMITS.roomName)) throw new RowError(column, `longer than ${LIMITS.roomName}`)
    const planned = this.#newRooms.get(key)
    if (planned) return { room: { newRoom: planned.at }, roomTypeID: planned.roomTypeID }
    const chosen = this.#chosenRoomTypes.get(key)
    const { structure } = this.#state
    if (!chosen || !structure.names('room_types').has(chosen.roomTypeID)) {
      countRow(this.#unknownRooms, key, { name })
      return undefined
    }
    const at = this.plan.newRooms.push({ ...chosen, roomType: structure.nameOf('room_types', chosen.roomTypeID) }) - 1
    this.#newRooms.set(key, { at, roomTypeID: chosen.roomTypeID })
    return { room: { newRoom: at }, roomTypeID: chosen.roomTypeID }
  }

  #roomOf({ room: name }: RowNames): PlannedRoom | undefined {
    if (name !== undefined) return this.#roomCalled(name)
    const room = this.#roomsByID.get(this.#matching.roomID ?? 0)
    if (!room) throw new RowError(this.#columns.titleOf('room'), 'no room given')
    return { room: { roomID: room.roomID }, roomTypeID: room.roomTypeID }
  }

  #subcategoryOf(
    { subcategory: name }: RowNames,
    room: PlannedRoom | undefined,
  ): { subcatID: number; catID?: number } | undefined {
    if (name === undefined) {
      const { kind } = this.#matching
      if (!kind || !this.#catalog.has(kind))
        throw new RowError(this.#columns.titleOf('subcategory'), 'no subcategory given')
      return kind
    }
    const subcatID = this.#state.structure.idOf('subcategories', name)
    if (subcatID !== undefined) return { subcatID }
    const chosen = this.#chosenTypes.get(nameKey(name))
    if (chosen && this.#catalog.has(chosen)) return chosen
    countRow(this.#unknownTypes, nameKey(name), { name, roomTypeID: room?.roomTypeID })
    return undefined
  }

  #typeIn(
    row: TableRow,
    names: RowNames,
    { room, roomTypeID }: PlannedRoom,
    found: { subcatID: number; catID?: number },
  ): ItemType {
    const { structure } = this.#state
    const categories = this.#catalog.categoriesWith(roomTypeID, found.subcatID)
    const subcategory = structure.nameOf('subcategories', found.subcatID)
    const column = this.#columns.titleOf('subcategory')
    if (categories.length === 0)
      throw new RowError(
        column,
        `rooms of the type ${structure.nameOf('room_types', roomTypeID)} have no subcategory ${subcategory}${'newRoom' in room ? '; choose another type under New Rooms' : ''}`,
      )
    if (found.catID !== undefined && categories.includes(found.catID))
      return this.#catalog.typeOf(found.catID, found.subcatID)
    if (names.category !== undefined) {
      const catID = structure.idOf('categories', names.category)
      if (catID !== undefined && categories.includes(catID)) return this.#catalog.typeOf(catID, found.subcatID)
      throw new RowError(this.#columns.titleOf('category'), `the room has no ${subcategory} in a category of this name`)
    }
    const other = found.catID !== undefined && subcategory === OTHER ? this.#catalog.otherIn(roomTypeID) : undefined
    if (other) return this.#catalog.typeOf(other.catID, other.subcatID)
    const { sheet } = this.#placeOf(row)
    const ofSheet = categories.find((catID) => sheetNameOf(structure.nameOf('categories', catID)) === sheet)
    const catID = categories.length === 1 ? categories[0] : ofSheet
    if (catID === undefined) throw new RowError(column, `appears in more than one category; add a Category column`)
    return this.#catalog.typeOf(catID, found.subcatID)
  }

  #create(row: TableRow, names: RowNames): void {
    const room = this.#roomOf(names)
    const found = this.#subcategoryOf(names, room)
    if (!room) {
      const key = nameKey(names.room ?? '')
      const contents = this.#contents.get(key) ?? { subcatIDs: new Set(), names: new Set() }
      if (found) contents.subcatIDs.add(found.subcatID)
      else contents.names.add(nameKey(names.subcategory ?? ''))
      this.#contents.set(key, contents)
    }
    if (!room || !found) return
    const type = this.#typeIn(row, names, room, found)
    const { pictures } = row
    const item = { type, room: room.room, pictures, ...this.#texts.read(row, type, undefined, names.subcategory) }
    if (this.#isThere(row, item)) return
    this.plan.creates.push(item)
    if (this.#items.length < MOST_ITEMS_REPORTED) this.#items.push({ ...this.#placeOf(row), ...this.#preview(item) })
  }

  /** Whether the row is about an item that the project has, and is not to become another one. */
  #takeKnown(row: TableRow, names: RowNames): boolean {
    const { itemID = 0, by } = this.#knownItems.get(row) ?? {}
    const existing = this.#state.items.get(itemID)
    if (!existing || !by) return false
    this.#reportKnown(row, existing, by)
    if (this.#matching.known === 'update') this.#change(row, names, existing, false)
    return this.#matching.known !== 'create'
  }

  /** Whether the project has an item with the same values in the same place, and the row is not to become another one. */
  #isThere(row: TableRow, { room, type, fields, notes, overflow }: PlannedItem): boolean {
    if ('newRoom' in room || overflow !== null) return false
    const equal = this.#byValues.get(valuesKey({ ...room, ...type }, fields, notes))
    const existing = equal?.shift()
    if (!existing) return false
    this.#reportKnown(row, existing, 'values')
    if (this.#matching.known === 'update') {
      this.plan.same++
      this.#picturesLeftOut += row.pictures.length
    }
    return this.#matching.known !== 'create'
  }

  #reportKnown(row: TableRow, { itemID, title }: ExistingItem, by: KnownItem['by'] | 'values'): void {
    this.#known[by]++
    if (this.#known.rows.length < MOST_KNOWN_REPORTED) this.#known.rows.push({ ...this.#placeOf(row), itemID, title })
  }

  #nameOf(room: PlannedItem['room']): string {
    if ('newRoom' in room) return this.plan.newRooms[room.newRoom]?.name ?? ''
    return this.#roomsByID.get(room.roomID)?.name ?? ''
  }

  #preview({ type, room, fields, notes, pictures }: PlannedItem): Omit<SheetCheck['items'][number], 'sheet' | 'row'> {
    const { category, subcategory, labels, telling } = type
    const values = labels.map(({ label, field }) => ({ label, value: fields[field] }))
    return {
      ...{ room: this.#nameOf(room), category, subcategory, notes, pictures: pictures.length },
      title: titleOf(telling, fields, subcategory),
      values: values.filter(({ value }) => value !== ''),
    }
  }

  #itemNumbered(item: string): ExistingItem {
    const existing = /^\d{1,16}$/.test(item) ? this.#state.items.get(Number(item)) : undefined
    if (existing) return existing
    throw new RowError(
      this.#columns.titleOf('item'),
      'no item of this project has this number; leave the row out, or clear the number to create the item',
    )
  }

  /** `isOwn` if the row has the item's number; otherwise empty cells and names of its type say nothing. */
  #change(row: TableRow, names: RowNames, existing: ExistingItem, isOwn: boolean): void {
    if (this.#seen.has(existing.itemID))
      throw new RowError(this.#columns.titleOf('item'), 'appears in an earlier row too')
    this.#seen.add(existing.itemID)
    const type = this.#catalog.typeOf(existing.catID, existing.subcatID)
    if (isOwn) this.#refuseOtherType(names, type)
    const roomBefore = this.#roomsByID.get(existing.roomID)
    const stays = this.#staysIn(names.room, roomBefore)
    const room = stays ? { room: { roomID: existing.roomID }, roomTypeID: 0 } : this.#roomCalled(names.room ?? '')
    if (!room) return
    if (!stays && !this.#catalog.categoriesWith(room.roomTypeID, existing.subcatID).includes(existing.catID))
      throw new RowError(this.#columns.titleOf('room'), `the room has no subcategory ${type.subcategory}`)
    const texts = this.#texts.read(row, type, { item: existing, isOwn })
    const planned: PlannedItem = { type, room: room.room, pictures: [], ...texts }
    this.#picturesLeftOut += row.pictures.length
    const values = this.#differences(existing, planned, roomBefore?.name ?? '')
    if (values.length === 0) {
      this.plan.same++
      return
    }
    const isSame = !isOwn || names.updated === undefined || isSameTime(names.updated, existing.updatedAt)
    if (!isSame)
      throw new RowError(
        this.#columns.titleOf('updated'),
        isSame === undefined
          ? 'can’t be read as a time; set this column to Don’t Import to import the row as it is'
          : 'this item changed after you downloaded the file; download it again',
      )
    this.plan.changes.push({ ...planned, before: existing })
    if (this.#changed.length < MOST_CHANGES_REPORTED) {
      this.#changed.push({ ...this.#placeOf(row), itemID: existing.itemID, title: existing.title, values })
    }
  }

  /** A room that was renamed since counts as the same. */
  #staysIn(name: string | undefined, room: ExistingRoom | undefined): boolean {
    if (name === undefined || !room || nameKey(name) === nameKey(room.name))
      return name === undefined || room !== undefined
    const key = nameKey(name)
    const isFormer = this.#state.formerNames.some((one) => one.roomID === room.roomID && nameKey(one.name) === key)
    if (!isFormer || this.#roomsByName.has(key) || this.#chosenRoomTypes.has(key)) return false
    this.#reportOldName('room', name, room.name)
    return true
  }

  #reportOldName(is: 'room' | 'category' | 'subcategory', name: string, now: string): void {
    countRow(this.#oldNames, JSON.stringify([is, name, now]), { column: this.#columns.titleOf(is), name, now })
  }

  /** Names that the structure no longer has stay as they are; others are changes that an import doesn’t make. */
  #refuseOtherType(names: RowNames, type: ItemType): void {
    for (const [is, all] of [
      ['subcategory', 'subcategories'],
      ['category', 'categories'],
    ] as const) {
      const [name, own] = [names[is], type[is]]
      if (name === undefined || nameKey(name) === nameKey(own)) continue
      const chosen = is === 'subcategory' ? this.#chosenTypes.get(nameKey(name))?.subcatID : undefined
      if (chosen === type.subcatID) continue
      if (chosen !== undefined || this.#state.structure.idOf(all, name) !== undefined)
        throw new RowError(
          this.#columns.titleOf(is),
          `is ${own} in Roomfolio; change its subcategory on the item page, or set this column to Don’t Import`,
        )
      this.#reportOldName(is, name, own)
    }
  }

  #differences(
    existing: ExistingItem,
    planned: PlannedItem,
    roomBefore: string,
  ): SheetCheck['changed'][number]['values'] {
    const labelOf = (slot: Slot) =>
      planned.type.labels.find(({ field }) => field === slot)?.label ?? `Field ${SLOTS.indexOf(slot) + 1}`
    const room = this.#nameOf(planned.room)
    const hasMoved = 'newRoom' in planned.room || planned.room.roomID !== existing.roomID
    return [
      ...(hasMoved ? [{ label: 'Room', before: roomBefore, after: room }] : []),
      ...SLOTS.filter((slot) => planned.fields[slot] !== existing[slot]).map((slot) => ({
        label: labelOf(slot),
        before: existing[slot],
        after: planned.fields[slot],
      })),
      ...(planned.notes === existing.notes ? [] : [{ label: 'Notes', before: existing.notes, after: planned.notes }]),
    ]
  }

  #suggestedTypes(): SheetCheck['unknownKinds'] {
    if (this.#unknownTypes.size === 0) return []
    const types = this.#catalog.searchable()
    return [...this.#unknownTypes.values()].slice(0, MOST_NAMES_REPORTED).map(({ name, rows, roomTypeID }) => ({
      ...{ name, rows },
      kind: suggestType(this.#catalog, types, name, roomTypeID),
    }))
  }

  #suggestedRoomTypes(unknownKinds: SheetCheck['unknownKinds']): SheetCheck['unknownRooms'] {
    const suggested = new Map(unknownKinds.flatMap(({ name, kind }) => (kind ? [[nameKey(name), kind.subcatID]] : [])))
    return [...this.#unknownRooms].slice(0, MOST_REPORTED).map(([key, entry]) => {
      const { subcatIDs = [], names = [] } = this.#contents.get(key) ?? {}
      const all = new Set([...subcatIDs, ...[...names].flatMap((name) => suggested.get(name) ?? [])])
      return { ...entry, roomTypeID: suggestRoomType(this.#catalog, key, [...all]) }
    })
  }

  finish(): SheetCheck {
    const { creates, changes, same, newRooms } = this.plan
    const unknownKinds = this.#suggestedTypes()
    const isKnownOpen = this.#known.rows.length > 0 && this.#matching.known === undefined
    const hasQuestions =
      this.#unknownRooms.size + this.#unknownTypes.size > 0 || this.#dates.areAmbiguous || isKnownOpen
    return {
      ...{ creates: creates.length, changes: changes.length, same, errors: this.#errors, changed: this.#changed },
      items: this.#items,
      newRooms: newRooms.map(({ name }) => name),
      unknownRooms: this.#suggestedRoomTypes(unknownKinds),
      unknownKinds,
      moreErrors: this.#errorCount - this.#errors.length,
      lacking: this.#texts.lacking.slice(0, MOST_REPORTED),
      known: this.#known,
      oldNames: [...this.#oldNames.values()].slice(0, MOST_REPORTED),
      papers: this.#texts.overflows,
      pictures: creates.reduce((sum, { pictures }) => sum + pictures.length, 0),
      picturesLeftOut: this.#picturesLeftOut,
      dates: this.#dates.report(),
      fingerprint: this.#errorCount === 0 && !hasQuestions ? fingerprintOf(this.plan) : null,
    }
  }
}

/** What the import of a table, as its columns are matched, does to the project's current state. */
export const planImport = (table: FileTable, matching: Matching, state: ProjectState): ImportPlan => {
  const planner = new Planner(table, matching, state)
  for (const row of table.rows) planner.take(row)
  return { ...planner.plan, check: planner.finish() }
}
