import { nameKey } from '../../../../shared/contract/name-key.ts'
import { SHEET_COLUMNS, type ColumnKind, type SheetColumn } from '../../../../shared/exchange/sheets.api.ts'
import type { FileTable } from '../reading/file-table.ts'
import { columnCalled, labelsCalled, plainTitle, saysColumn, saysNumberedRoom, unitOfWarranty } from './titles.ts'

const OWN: Readonly<Record<string, ColumnKind>> = {
  [nameKey(SHEET_COLUMNS.room)]: 'room',
  [nameKey(SHEET_COLUMNS.category)]: 'category',
  [nameKey(SHEET_COLUMNS.subcategory)]: 'subcategory',
  [nameKey(SHEET_COLUMNS.notes)]: 'notes',
  [nameKey(SHEET_COLUMNS.files)]: 'ignore',
  [nameKey(SHEET_COLUMNS.updated)]: 'updated',
  [nameKey(SHEET_COLUMNS.item)]: 'item',
}

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

/** A column's distinct values, each shortened to what tells it apart. */
type ColumnValues = ReadonlySet<string>
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
    const matching = taken[at] ? 0 : [...values].filter((value) => names.has(nameKey(value))).length
    shares.push(values.size === 0 ? 0 : matching / values.size)
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
  { titles, ignored, fromHeadings }: FileTable,
  columns: readonly ColumnValues[],
  { labels, categories, subcategories, rooms: roomNames, isOurs }: Known,
): SheetColumn[] => {
  const plainLabels = new Map([...labels.values()].map((name) => [plainTitle(name), nameKey(name)]))
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
  const ofHeadings = titles.flatMap((title, at) => (fromHeadings.has(title) ? [at] : []))
  const categoryOfHeadings = ofHeadings.find((at) => columnOf([columns[at] ?? new Set()], categories, []) === 0)
  if (categoryOfHeadings !== undefined && !own.includes('category')) own[categoryOfHeadings] = 'category'
  const placed = new Map<number, ColumnKind>()
  /** By what other people call it, where nothing else is it: Location and Type are labels as well. */
  const placeOf = (kind: ColumnKind): number => {
    const isFree = (at: number) => !own[at] && !placed.has(at) && !(columns[at]?.size && isCounted(at))
    const called = titles
      .flatMap((title, at) => (isFree(at) && saysColumn(title, kind) >= 0 ? [at] : []))
      .toSorted((one, other) => saysColumn(titles[one] ?? '', kind) - saysColumn(titles[other] ?? '', kind))
    return called.find((at) => !labels.has(nameKey(titles[at] ?? ''))) ?? called[0] ?? -1
  }
  const placeOfNumbered = (): number =>
    titles.findIndex((title, at) => {
      const values = [...(columns[at] ?? [])]
      return (
        !own[at] &&
        !placed.has(at) &&
        values.length > 0 &&
        saysNumberedRoom(title) &&
        values.every((value) => /\d/.test(value))
      )
    })
  for (const [kind, names] of [
    ['subcategory', subcategories],
    ['room', roomNames],
  ] as const) {
    if (own.includes(kind)) continue
    const taken = titles.map((_, at) => own[at] !== undefined || placed.has(at))
    const byValues = columnOf(columns, names, taken)
    const byTitle = byValues >= 0 || isOurs ? byValues : placeOf(kind)
    const place = byTitle < 0 && kind === 'room' && !isOurs ? placeOfNumbered() : byTitle
    const isRoomOfHeadings = (at: number) => kind === 'room' && !own[at] && !placed.has(at)
    placed.set(place >= 0 ? place : (ofHeadings.findLast(isRoomOfHeadings) ?? -1), kind)
  }
  const proposed: (SheetColumn | undefined)[] = titles.map((title, at) => {
    const role = placed.get(at) ?? own[at]
    if (role) return free({ is: role })
    if (ignored?.has(title)) return free({ is: 'ignore' })
    const key = nameKey(title)
    const [, field] = OF_FIELD.exec(key) ?? []
    return label(title) ?? label(OF_LABEL.exec(title)?.[1]) ?? (field ? free({ is: 'field', name: field }) : undefined)
  })
  // Roomfolio's own names first, in any column.
  for (const [at, title] of titles.entries()) {
    if (proposed[at]) continue
    const called = [plainLabels.get(plainTitle(title)), ...labelsCalled(title)]
    const kind = columnCalled(title)
    for (const name of called) proposed[at] ??= label(name)
    if (kind && (kind !== 'category' || hasCategories(at))) proposed[at] ??= free({ is: kind })
  }
  // The length of a warranty is its end where no column says that.
  for (const [at, title] of titles.entries()) if (unitOfWarranty(title)) proposed[at] ??= label('Warranty Expires')
  return titles.map((_, at) => proposed[at] ?? { is: columns[at]?.size ? 'notes' : 'ignore' })
}
