import { nameKey } from '../../../../shared/contract/name-key.ts'
import type { FileTable } from '../reading/file-table.ts'
import { plainTitle, unitOfWarranty } from './titles.ts'

/** A program whose exports are known by their titles. */
interface Program {
  name: string
  /** Told by the titles as they are, and in their plain form. */
  isIt: (titles: readonly string[], plain: ReadonlySet<string>) => boolean
  /** Titles of what says nothing outside of the program, or follows from other columns. */
  ignored?: readonly string[]
  /** Values that mean empty, by title. */
  nothing?: Readonly<Record<string, RegExp>>
  /** Rewrites a row, by plain titles. */
  rewrite?: (row: Cells) => void
}

interface Cells {
  get: (title: string) => string
  set: (title: string, cell: string) => void
}

const counted = (count: string, unit: string): string[] => (Number(count) > 0 ? [`${count} ${unit}`] : [])
const isTrue = (cell: string): boolean => /^(?:true|yes|1)$/i.test(cell.trim())

const FALSE = /^(?:false|no)$/i
const ZERO = /^0(?:\.0+)?$/
const NO_DATE = /^0001-01-01/

const PROGRAMS: readonly Program[] = [
  {
    name: 'Homebox',
    isIt: (titles) => titles.filter((title) => /^HB\./i.test(title)).length * 2 > titles.length,
    ignored: ['import ref', 'url'],
    nothing: {
      ...{ archived: FALSE, insured: FALSE, 'lifetime warranty': FALSE, quantity: /^1$/ },
      ...{ 'purchase price': ZERO, 'sold price': ZERO },
      ...{ 'purchase date': NO_DATE, 'purchase time': NO_DATE, 'warranty expires': NO_DATE, 'sold date': NO_DATE },
    },
    rewrite: ({ get, set }) => {
      if (!isTrue(get('lifetime warranty')) || get('warranty expires') !== '') return
      set('warranty expires', 'Lifetime')
      set('lifetime warranty', '')
    },
  },
  {
    name: 'Warracker',
    isIt: (_, plain) => plain.has('product name') && plain.has('is lifetime') && plain.has('expiration date'),
    ignored: ['status', 'warranty duration years', 'warranty duration months', 'warranty duration days'],
    nothing: { 'is lifetime': FALSE },
    rewrite: ({ get, set }) => {
      const lengths = ['years', 'months', 'days'].flatMap((unit) => counted(get(`warranty duration ${unit}`), unit))
      if (get('expiration date') === '')
        set('expiration date', isTrue(get('is lifetime')) ? 'Lifetime' : lengths.join(' '))
      set('is lifetime', '')
    },
  },
  {
    name: 'Snipe-IT',
    isIt: (_, plain) =>
      plain.has('asset tag') && ['item name', 'asset name', 'model name'].some((title) => plain.has(title)),
  },
  {
    name: 'Grocy',
    isIt: (_, plain) =>
      plain.has('product') &&
      plain.has('product group') &&
      ['next due date', 'next best before date', 'amount'].some((title) => plain.has(title)),
    nothing: { calories: ZERO, value: ZERO },
  },
]

const programOf = (titles: readonly string[]): Program | undefined => {
  const plain = new Set(titles.map(plainTitle))
  return PROGRAMS.find(({ isIt }) => isIt(titles, plain))
}

/** Common names of rooms, independent of room types. */
const ROOM =
  /\b(?:\w*rooms?|bath|kitchen|garage|office|hall|hallway|stairs|basement|cellar|attic|loft|closet|pantry|den|study|library|nursery|foyer|entry|porch|deck|patio|yard|garden|shed|workshop|laundry|gym|suite)\b/i

const inParts = (path: string): string[] => path.split('/').map((part) => part.trim())

/**
 * Names of rooms for places such as 'Home / Kitchen / Drawer': the last part that is called as a room, else the last one.
 * Places of
 * different names that end alike keep as many parts as tell them apart.
 */
export const roomsOfPaths = (paths: readonly string[], isRoom: (name: string) => boolean): Map<string, string> => {
  const rooms = new Map<string, string>()
  const pathsOf = new Map<string, Set<string>>()
  const kept = new Map<string, string[]>()
  for (const path of new Set(paths)) {
    const parts = inParts(path)
    const at = parts.findLastIndex((part) => isRoom(part) || ROOM.test(part))
    kept.set(path, at < 0 ? parts : parts.slice(0, at + 1))
  }
  const nameOf = (parts: readonly string[], count: number) => parts.slice(-count).join(' / ')
  for (let count = 1; kept.size > 0; count++) {
    pathsOf.clear()
    for (const parts of kept.values()) {
      const key = nameKey(nameOf(parts, count))
      pathsOf.set(key, (pathsOf.get(key) ?? new Set()).add(nameKey(parts.join('/'))))
    }
    for (const [path, parts] of kept) {
      const isAlone = pathsOf.get(nameKey(nameOf(parts, count)))?.size === 1
      if (!isAlone && count < parts.length) continue
      rooms.set(path, nameOf(parts, count))
      kept.delete(path)
    }
  }
  return rooms
}

/** 'Purchase Price' for 'HB.purchase_price' and 'PurchasePrice'. */
const inWords = (title: string): string =>
  title
    .replace(/^HB\.(?:field\.)?/i, '')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replaceAll('_', ' ')
    .replace(/^\p{Ll}|(?<= )\p{Ll}/gu, (letter) => letter.toUpperCase())

/** Lengths of a warranty with their unit, and an export of a known program as a list that people write. */
export const withoutProgram = (table: FileTable): FileTable => {
  const program = programOf(table.titles)
  const plain = table.titles.map(plainTitle)
  const units = table.titles.map(unitOfWarranty)
  if (!program && units.every((unit) => unit === undefined)) return table
  const rows = table.rows.map((row) => {
    const cells = table.titles.map((_, at) => {
      const cell = row.cells[at] ?? ''
      return program?.nothing?.[plain[at] ?? '']?.test(cell.trim()) ? '' : cell
    })
    program?.rewrite?.({
      get: (title) => (cells[plain.indexOf(title)] ?? '').trim(),
      set: (title, cell) => {
        if (plain.includes(title)) cells[plain.indexOf(title)] = cell
      },
    })
    const withUnits = cells.map((cell, at) => {
      const unit = units[at]
      return unit && /^[\d.,]+$/.test(cell.trim()) ? `${cell.trim()} ${unit}` : cell
    })
    return { ...row, cells: withUnits }
  })
  if (!program) return { ...table, rows }
  const inOwnWords = table.titles.map(inWords)
  const titles = new Set(inOwnWords).size === inOwnWords.length ? inOwnWords : table.titles
  const ignored = new Set(titles.filter((_, at) => program.ignored?.includes(plain[at] ?? '')))
  return { ...table, titles, rows, program: program.name, ignored }
}
