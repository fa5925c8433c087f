import { nameKey } from '../../shared/name-key.ts'
import { SHEET_COLUMNS, type ColumnKind, type SheetColumn } from '../../shared/sheets.ts'
import type { FileTable } from './file-table.ts'

const OWN: Readonly<Record<string, ColumnKind>> = {
  [nameKey(SHEET_COLUMNS.room)]: 'room',
  [nameKey(SHEET_COLUMNS.category)]: 'category',
  [nameKey(SHEET_COLUMNS.subcategory)]: 'subcategory',
  [nameKey(SHEET_COLUMNS.notes)]: 'notes',
  [nameKey(SHEET_COLUMNS.files)]: 'ignore',
  [nameKey(SHEET_COLUMNS.updated)]: 'updated',
  [nameKey(SHEET_COLUMNS.item)]: 'item',
}

/** What lists of other people call the same. */
const ALSO: readonly (readonly [RegExp, ColumnKind])[] = [
  [/^(?:room name|rooms?|area|space|location|zone)$/, 'room'],
  [
    /^(?:sub ?categor(?:y|ies)|sub-category|type|item type|product type|product|fixture|what|kind|item|description of item)$/,
    'subcategory',
  ],
  [/^(?:category|group|section)$/, 'category'],
  [/^(?:notes?|remarks?|comments?)$/, 'notes'],
]
const ALSO_LABELS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:make|maker|mfr\.?|mfg\.?|manufacturer|brand name|brand)$/, ['Brand', 'Manufacturer']],
  [/^(?:model|model ?#|model no\.?|model nr\.?|part number|sku)$/, ['Model Number', 'Model']],
  [/^(?:serial|serial ?#|serial no\.?)$/, ['Serial Number']],
  [/^(?:colou?r|colou?r name)$/, ['Color Name', 'Color']],
  [/^(?:colou?r code|colou?r ?#|colou?r no\.?)$/, ['Color Code']],
  [/^(?:vendor|store|dealer|bought at|supplier)$/, ['Supplier']],
  [/^(?:bought|bought on|purchased|date of purchase|purchase date)$/, ['Purchase Date']],
  [/^(?:warranty|warranty until|warranty end|warranty expires)$/, ['Warranty Expires']],
]

const OF_LABEL = /^(.+) \(label\)$/
const OF_FIELD = /^field ([1-6])$/

/** Names in the form in which they are compared. */
interface Known {
  /** With the names themselves. */
  labels: ReadonlyMap<string, string>
  categories: ReadonlySet<string>
  subcategories: ReadonlySet<string>
  /** Of the project, and the types of rooms. */
  rooms: ReadonlySet<string>
  /** Whether the table names items of the project by their numbers. */
  isOurs: boolean
}

/** What stands in a column: nothing twice, and of each value no more than tells it from another. */
export type ColumnValues = ReadonlySet<string>
const TELLING_CHARACTERS = 100

/** By the columns of a table, in the order of its rows. */
export const valuesByColumn = ({ titles, rows }: FileTable): ColumnValues[] => {
  const columns = titles.map(() => new Set<string>())
  for (const { cells } of rows) {
    for (const [at, cell] of cells.entries()) {
      // A row may have places without a cell.
      const value = (cell ?? '').trim().slice(0, TELLING_CHARACTERS).toWellFormed()
      if (value !== '') columns[at]?.add(value)
    }
  }
  return columns
}

const NUMBER_OF_ITEM = /^\d{1,15}$/
const OWN_BESIDE_ITEM = new Set([SHEET_COLUMNS.files, SHEET_COLUMNS.updated].map(nameKey))

const looksLikeOurs = (titles: readonly string[]): boolean =>
  titles.some((title) => OWN_BESIDE_ITEM.has(nameKey(title)))

/** The numbers of items in a table that looks like one of ours: other lists count their rows under Item. */
export const numbersOfItems = ({ titles }: FileTable, columns: readonly ColumnValues[]): number[] => {
  if (!looksLikeOurs(titles)) return []
  const at = titles.findIndex((title) => OWN[nameKey(title)] === 'item')
  return [...(columns[at] ?? [])].filter((value) => NUMBER_OF_ITEM.test(value)).map(Number)
}

/** The column whose values are the most such names, if they are a good part of them. */
const columnOf = (columns: readonly ColumnValues[], names: ReadonlySet<string>, taken: readonly boolean[]): number => {
  const shares: number[] = []
  for (const [at, values] of columns.entries()) {
    const named = taken[at] ? 0 : [...values].filter((value) => names.has(nameKey(value))).length
    shares.push(values.size === 0 ? 0 : named / values.size)
  }
  const best = Math.max(0, ...shares)
  return best >= GOOD_PART ? shares.indexOf(best) : -1
}
const GOOD_PART = 0.3

/**
 * What the columns of a table may be: by their names, each thing but notes once, and by their values where these are names
 * of rooms or sub categories. What says nothing of itself goes to the notes.
 */
export const proposeColumns = (
  { titles }: FileTable,
  columns: readonly ColumnValues[],
  { labels, categories, subcategories, rooms: roomNames, isOurs }: Known,
): SheetColumn[] => {
  const taken = new Set<string>()
  const free = (column: SheetColumn): SheetColumn | undefined => {
    const key = `${column.is} ${column.name ?? ''}`
    if (column.is !== 'ignore' && column.is !== 'notes' && taken.has(key)) return undefined
    taken.add(key)
    return column
  }
  const label = (name: string | undefined): SheetColumn | undefined => {
    // 'Color/Finish' is our 'Color / Finish'.
    const known = name === undefined ? undefined : labels.get(nameKey(name.replace(/\s*\/\s*/g, ' / ')))
    return known === undefined ? undefined : free({ is: 'label', name: known })
  }
  /** Where they are those of another list, rows would be refused for them. */
  const hasCategories = (at: number) => isOurs || columnOf([columns[at] ?? new Set()], categories, []) === 0
  const isCounted = (at: number) => [...(columns[at] ?? [])].every((value) => NUMBER_OF_ITEM.test(value))
  const own: (ColumnKind | undefined)[] = []
  for (const [at, title] of titles.entries()) {
    const kind = OWN[nameKey(title)]
    if (kind === 'item') own.push(isOurs ? kind : looksLikeOurs(titles) && isCounted(at) ? 'ignore' : undefined)
    else own.push(kind === 'category' && !hasCategories(at) ? undefined : kind)
  }
  const placed = new Map<number, ColumnKind>()
  /** By what other people call it, where nothing else is it: Location and Type are labels as well. */
  const columnCalled = (kind: ColumnKind): number => {
    const isCalled = (title: string) => ALSO.some(([words, is]) => is === kind && words.test(nameKey(title)))
    const isFree = (at: number) => !own[at] && !placed.has(at) && !(columns[at]?.size && isCounted(at))
    const called = titles.flatMap((title, at) => (isFree(at) && isCalled(title) ? [at] : []))
    return called.find((at) => !labels.has(nameKey(titles[at] ?? ''))) ?? called[0] ?? -1
  }
  for (const [kind, names] of [
    ['subcategory', subcategories],
    ['room', roomNames],
  ] as const) {
    if (own.includes(kind)) continue
    const taken = titles.map((_, at) => own[at] !== undefined || placed.has(at))
    const byValues = columnOf(columns, names, taken)
    placed.set(byValues >= 0 || isOurs ? byValues : columnCalled(kind), kind)
  }
  const proposed: (SheetColumn | undefined)[] = titles.map((title, at) => {
    const told = placed.get(at) ?? own[at]
    if (told) return free({ is: told })
    const key = nameKey(title)
    const [, field] = OF_FIELD.exec(key) ?? []
    return label(title) ?? label(OF_LABEL.exec(title)?.[1]) ?? (field ? free({ is: 'field', name: field }) : undefined)
  })
  // Names of ours first, whatever stands where.
  const all: SheetColumn[] = []
  for (const [at, known] of proposed.entries()) {
    const key = nameKey(titles[at] ?? '')
    const also = (): SheetColumn | undefined => {
      const names = ALSO_LABELS.find(([words]) => words.test(key))?.[1] ?? []
      for (const name of names) {
        const found = label(name)
        if (found) return found
      }
      const kind = ALSO.find(([words]) => words.test(key))?.[1]
      return kind && (kind !== 'category' || hasCategories(at)) ? free({ is: kind }) : undefined
    }
    all.push(known ?? also() ?? { is: columns[at]?.size ? 'notes' : 'ignore' })
  }
  return all
}
