import { spoken } from '../../../shared/structure/item-title.ts'
import type { Item } from '../../../shared/items/items.api.ts'
import { columnOfLabel, type LabelColumn } from '../../../shared/structure/label-columns.ts'
import { compareNames } from '../../../shared/contract/order.ts'
import type { Slot } from '../../../shared/structure/room-structure.api.ts'

export type Column = 'item' | 'subcategory' | LabelColumn | 'notes' | 'used' | 'files'

export interface ColumnSpec {
  key: Column
  name: string
  /** In px, at table widths of 1200 and 1560. Surplus or missing width is distributed in proportion. */
  widths: readonly [number, number]
  sorts: boolean
}

export const COLUMNS: readonly ColumnSpec[] = [
  { key: 'item', name: 'Item', widths: [266, 330], sorts: true },
  { key: 'subcategory', name: 'Subcategory', widths: [122, 150], sorts: true },
  { key: 'finish', name: 'Finish', widths: [108, 140], sorts: true },
  { key: 'place', name: 'Size or Place', widths: [118, 190], sorts: true },
  { key: 'supplier', name: 'Supplier', widths: [126, 180], sorts: true },
  { key: 'date', name: 'Date', widths: [106, 112], sorts: true },
  { key: 'warranty', name: 'Warranty', widths: [106, 112], sorts: true },
  { key: 'notes', name: 'Notes', widths: [164, 254], sorts: false },
  { key: 'used', name: 'Used', widths: [84, 96], sorts: false },
  { key: 'files', name: 'Files', widths: [52, 60], sorts: true },
]

const stored = (item: Item, field: Slot): string => item[field]

/** An item's values under labels of this kind: those that match it best, without what the title already says. '' if it has none. */
const valueOfKind = (item: Item, kind: LabelColumn, valueOf: typeof stored): string => {
  const values = item.labels.flatMap(({ field, label }) => {
    const found = columnOfLabel(label)
    const text = valueOf(item, field).trim()
    if (found?.column !== kind || text === '' || item.telling.includes(field)) return []
    return [{ text: spoken(text), rank: found.rank }]
  })
  const plainest = Math.min(...values.map(({ rank }) => rank))
  return values
    .filter(({ rank }) => rank === plainest)
    .map(({ text }) => text)
    .join(' · ')
}

/** The text in a column as stored, or as `valueOf` formats it. */
export const columnText = (item: Item, column: Column, valueOf = stored): string => {
  switch (column) {
    case 'item':
      return item.title
    case 'subcategory':
      return item.subCatName
    case 'notes':
      return item.note
    case 'used':
      return ''
    case 'files':
      return String(item.attachments.length)
    default:
      return valueOfKind(item, column, valueOf)
  }
}

const YEAR = /\b(19|20)\d\d\b/

/** A sortable time from a value; values without a year come last. */
const sortTime = (text: string): number => {
  const year = YEAR.exec(text)?.[0]
  if (year === undefined) return Infinity
  const time = Date.parse(text)
  return Number.isNaN(time) ? Date.UTC(Number(year), 0) : time
}

const compareIn = (column: Column, one: string, other: string): number => {
  if (column !== 'date' && column !== 'warranty') return compareNames(one, other)
  const [first, second] = [sortTime(one), sortTime(other)]
  return first === second ? compareNames(one, other) : first - second
}

export interface Sort {
  column: Column
  descending: boolean
}

/** A sort as stored: the column's key, prefixed with '-' for descending. '' is the default order. */
export const parseSort = (kept: string): Sort | undefined => {
  const descending = kept.startsWith('-')
  const key = descending ? kept.slice(1) : kept
  const column = COLUMNS.find((spec) => spec.sorts && spec.key === key)
  return column && { column: column.key, descending }
}

/** Pressing a column header cycles through ascending, descending and the default order. */
export const nextSort = (sort: Sort | undefined, column: Column): string => {
  if (sort?.column !== column) return column
  return sort.descending ? '' : `-${column}`
}

/** Sorts items by a column. Items without a value come last in both directions; the sort is stable. */
export const sortItems = (items: readonly Item[], { column, descending }: Sort): Item[] => {
  const said = items.map((item) => ({ item, text: columnText(item, column) }))
  return said
    .toSorted((one, other) => {
      if (one.text === '' || other.text === '') return Number(one.text === '') - Number(other.text === '')
      const order = compareIn(column, one.text, other.text)
      return descending ? -order : order
    })
    .map(({ item }) => item)
}
