import { createHash } from 'node:crypto'
import type { SheetCheck } from '../../../../shared/exchange/sheets.api.ts'
import type { KindedLabel, Slot, ItemText } from '../../../../shared/structure/room-structure.api.ts'
import type { Structure } from '../../../structure/structure-model.ts'

export type Fields = Record<Slot, string>

export interface ExistingItem extends Record<ItemText, string> {
  itemID: number
  roomID: number
  catID: number
  subcatID: number
  title: string
  version: number
  updatedAt: string
}

export interface ExistingRoom {
  roomID: number
  name: string
  roomTypeID: number
}

/** What a table is compared with. */
export interface ProjectState {
  structure: Structure
  rooms: readonly ExistingRoom[]
  /** Those that the table names by id or serial number. */
  items: ReadonlyMap<number, ExistingItem>
  /** Earlier names of the project's rooms. */
  formerNames: readonly { roomID: number; name: string }[]
  /** All items of the project, if the table has rows without an id. */
  others: readonly ExistingItem[]
}

/** A subcategory in its category, with its labels. */
export interface ItemType {
  catID: number
  category: string
  subcatID: number
  subcategory: string
  labels: readonly KindedLabel[]
  /** By the names of its labels, as names are compared. */
  slotsByKey: ReadonlyMap<string, Slot>
  telling: readonly Slot[]
}

export interface PlannedItem {
  type: ItemType
  /** A room of the project, or the index of a new one. */
  room: { roomID: number } | { newRoom: number }
  fields: Fields
  notes: string
  /** What exceeds the notes, as the text of a file; of new items only. */
  overflow: string | null
  /** Paths in the spreadsheet; of new items only. */
  pictures: readonly string[]
}

export interface ImportPlan {
  newRooms: { name: string; roomTypeID: number; roomType: string }[]
  creates: PlannedItem[]
  changes: (PlannedItem & { before: ExistingItem })[]
  same: number
  check: SheetCheck
}

/** Rejects one row of the table. */
export class RowError extends Error {
  readonly column: string
  constructor(column: string, message: string) {
    super(message)
    this.column = column
  }
}

/** Adds a row to the entry with this key, or creates it. */
export const countRow = <T extends object>(entries: Map<string, T & { rows: number }>, key: string, entry: T): void => {
  const known = entries.get(key)
  if (known) known.rows++
  else entries.set(key, { ...entry, rows: 1 })
}

/** Equal for plans that do the same. */
export const fingerprintOf = ({ newRooms, creates, changes }: Omit<ImportPlan, 'check'>): string => {
  const hash = createHash('sha256').update(JSON.stringify(newRooms))
  const valuesOf = ({ type: { catID, subcatID, labels }, room, fields, notes, overflow, pictures }: PlannedItem) => [
    catID,
    subcatID,
    labels,
    room,
    fields,
    notes,
    overflow,
    pictures,
  ]
  for (const item of creates) hash.update(JSON.stringify(valuesOf(item)))
  for (const item of changes)
    hash.update(JSON.stringify([item.before.itemID, item.before.version, item.before.roomID, valuesOf(item)]))
  return hash.digest('hex')
}
