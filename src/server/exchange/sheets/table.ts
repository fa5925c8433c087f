import { identifies } from '../../../shared/structure/label-columns.ts'
import { compareOtherLast, inOwnOrder, sortedBy } from '../../../shared/contract/order.ts'
import { slotOf, SLOTS, slotNumber, type Slot } from '../../../shared/structure/room-structure.api.ts'
import { MOST_OF_CELL, SHEET_COLUMNS } from '../../../shared/exchange/sheets.api.ts'
import { parseJSON } from '../../platform/db/engine.ts'
import type { Cell, Table } from '../../platform/lib/csv.ts'
import { groupBy } from '../../platform/lib/group-by.ts'
import type { SheetItem, SheetRows } from './sheet-items.repo.ts'

interface Column {
  title: string
  cell: (item: SheetItem) => Cell
}

/** Beyond it programs show a number rounded, as 1.2E+11. */
const MOST_DIGITS = 10
const PLAIN_NUMBER = /^-?[\d.]+$/
/** Whether a number of these digits is written so, and no other way: '007' is not, nor is '0.0000001', which becomes 1e-7. */
const isNumber = (text: string): boolean =>
  PLAIN_NUMBER.test(text) && String(Number(text)) === text && text.replace(/\D/g, '').length <= MOST_DIGITS
/** What spreadsheets count days from; before it they disagree. */
const FIRST_DAY = '1900-03-01'

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  text >= FIRST_DAY &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text)

/**
 * A value as a cell, which gives the same text again: a day and a number where it is written as one. What a label such as
 * 'Model Number' says is text, however it looks.
 */
const cellOf = (value: string, isText: boolean): Cell => {
  if (isText) return value
  if (isNumber(value)) return Number(value)
  return isDay(value) ? { day: value } : value
}

/** By subcategory its labels with their slots, in the order in which an item shows them. */
const labelsBySubcategory = (labels: SheetRows['labels']): ReadonlyMap<number, ReadonlyMap<string, Slot>> => {
  const bySubcategory = new Map<number, Map<string, Slot>>()
  for (const { subcatID, slot, label } of labels) {
    const own = bySubcategory.get(subcatID) ?? new Map<string, Slot>()
    bySubcategory.set(subcatID, own.set(label, slotOf(slot)))
  }
  return bySubcategory
}

const RESERVED: ReadonlySet<string> = new Set(Object.values(SHEET_COLUMNS))
/** A label that is called as a column is that every table has. */
const labelTitle = (label: string): string => (RESERVED.has(label) ? `${label} (label)` : label)

/** What a value without a label stands under. */
const slotTitle = (slot: Slot): string => `Field ${slotNumber(slot)}`

const compareKinds = (one: SheetItem, other: SheetItem): number =>
  compareOtherLast(one.category, other.category) || compareOtherLast(one.subcategory, other.subcategory)

/** The columns of what the items hold: their labels, subcategory after subcategory, and values that have no label. */
const valueColumns = (items: readonly SheetItem[], labels: ReturnType<typeof labelsBySubcategory>): Column[] => {
  const labelled = new Map([...labels].map(([subcatID, own]) => [subcatID, new Set(own.values())]))
  const isBare = (item: SheetItem, slot: Slot) => item[slot] !== '' && !labelled.get(item.subcatID)?.has(slot)
  const subcategories = new Map<number, SheetItem>()
  const bareSlots = new Set<Slot>()
  for (const item of items) {
    subcategories.set(item.subcatID, item)
    for (const slot of SLOTS) if (isBare(item, slot)) bareSlots.add(slot)
  }
  const inOrder = [...subcategories.values()].sort(compareKinds)
  const names = new Set(inOrder.flatMap(({ subcatID }) => [...(labels.get(subcatID)?.keys() ?? [])]))
  const bare = SLOTS.filter((slot) => bareSlots.has(slot))
  return [
    ...[...names].map((label): Column => {
      const isText = identifies(label)
      const cell = (item: SheetItem): Cell => {
        const slot = labels.get(item.subcatID)?.get(label)
        return slot ? cellOf(item[slot], isText) : ''
      }
      return { title: labelTitle(label), cell }
    }),
    ...bare.map((slot): Column => ({
      title: slotTitle(slot),
      cell: (item) => (isBare(item, slot) ? item[slot] : ''),
    })),
  ]
}

const tableOf = (
  name: string,
  items: readonly SheetItem[],
  labels: ReturnType<typeof labelsBySubcategory>,
  { withCategory }: { withCategory: boolean },
): Table => {
  const columns: Column[] = [
    { title: SHEET_COLUMNS.room, cell: ({ room }) => room },
    ...(withCategory ? [{ title: SHEET_COLUMNS.category, cell: ({ category }: SheetItem) => category }] : []),
    { title: SHEET_COLUMNS.subcategory, cell: ({ subcategory }) => subcategory },
    ...valueColumns(items, labels),
    { title: SHEET_COLUMNS.notes, cell: ({ notes }) => notes },
    {
      title: SHEET_COLUMNS.files,
      cell: ({ files }) => namesOf(parseJSON(files)),
    },
    { title: SHEET_COLUMNS.updated, cell: ({ updatedAt }) => new Date(updatedAt) },
    { title: SHEET_COLUMNS.item, cell: ({ itemID }) => itemID },
  ]
  function* rows() {
    for (const item of items) yield columns.map(({ cell }) => cell(item))
  }
  return { name, titles: columns.map(({ title }) => title), rows: { [Symbol.iterator]: rows } }
}

/** The place of each among the others, looked up once: comparing numbers takes a hundredth of comparing names. */
const placesOf = <Key>(
  items: readonly SheetItem[],
  keyOf: (item: SheetItem) => Key,
  sorted: (some: SheetItem[]) => SheetItem[],
): number[] => {
  const keys = items.map(keyOf)
  const byKey = new Map(items.map((item, at) => [keys[at], item]))
  const places = new Map(sorted([...byKey.values()]).map((item, place) => [keyOf(item), place]))
  return keys.map((key) => places.get(key) ?? 0)
}

/** As the app lists them: rooms in their order, then categories and subcategories, then as they come. */
const inOrder = (items: readonly SheetItem[]): SheetItem[] => {
  const rooms = placesOf(
    items,
    (item) => item.roomID,
    (some) => inOwnOrder(some, ({ room }) => room),
  )
  const kinds = placesOf(
    items,
    ({ catID, subcatID }) => `${catID} ${subcatID}`,
    (some) => some.sort(compareKinds),
  )
  const placed = items.map((item, at) => ({ item, room: rooms[at] ?? 0, kind: kinds[at] ?? 0 }))
  return placed.sort((one, other) => one.room - other.room || one.kind - other.kind).map(({ item }) => item)
}

/** The names of files as one cell, which holds no more than `MOST_OF_CELL`. */
const namesOf = (files: readonly { name: string }[]): string => {
  const names: string[] = []
  let length = 0
  for (const [at, { name }] of files.entries()) {
    length += name.length + SEPARATED.length
    if (length > MOST_OF_CELL - MOST_OF_REST) return [...names, `and ${files.length - at} more`].join(SEPARATED)
    names.push(name)
  }
  return names.join(SEPARATED)
}
const SEPARATED = ', '
const MOST_OF_REST = 40

/** All items in one table. */
export const oneTable = ({ name, items, labels }: SheetRows): Table =>
  tableOf(name, inOrder(items), labelsBySubcategory(labels), { withCategory: true })

/** A table for each category that there is something of; an empty one where there is nothing. */
export const tablesByCategory = ({ name, items, labels }: SheetRows): Table[] => {
  const bySubcategory = labelsBySubcategory(labels)
  if (items.length === 0) return [tableOf(name, [], bySubcategory, { withCategory: true })]
  const itemsOf = groupBy(inOrder(items), ({ category }) => category)
  const categories = [...new Set(items.map(({ category }) => category))]
  return sortedBy(categories, (category) => category, compareOtherLast).map((category) =>
    tableOf(category, itemsOf(category), bySubcategory, { withCategory: false }),
  )
}
