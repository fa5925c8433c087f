import type { ColumnKind, Matching, SheetColumn, SheetToMatch } from '../../shared/exchange/sheets.api.ts'
import { KEPT } from '../lib/storage-keys.ts'

/** A column as the value of a select: 'room', 'label Brand', 'field 3'. */
export const valueOf = ({ is, name }: SheetColumn): string => (name === undefined ? is : `${is} ${name}`)
export const columnIn = (value: string): SheetColumn => {
  const [, is = '', name] = /^(\w+)(?: ([^]+))?$/.exec(value) ?? []
  return { is: is as ColumnKind, ...(name !== undefined && { name }) }
}

export interface RowAt {
  sheet: string
  row: number
}

export const isSameRow = (one: RowAt, other: RowAt): boolean => one.sheet === other.sheet && one.row === other.row

const MOST_KEPT = 10
const COLUMNS_KEY = 'roomfolio.sheet-columns'
/** Stored in the browser, for one account: previous matchings by column titles, latest first. */
type Tables = [titles: string, values: string[]][]
interface Kept {
  user: string | null
  tables: Tables
}

const titlesOf = ({ columns }: SheetToMatch): string => columns.map(({ title }) => title).join('\u0001')

/** Empty if storage is blocked, invalid, or another account's. */
const storedMatchings = (): Tables => {
  try {
    const found = JSON.parse(localStorage.getItem(COLUMNS_KEY) ?? 'null') as Partial<Kept> | null
    return found?.user === localStorage.getItem(KEPT.signedIn) && Array.isArray(found.tables) ? found.tables : []
  } catch {
    return []
  }
}

/** The previous matching of a table with these titles, else the proposed one. */
export const columnsOf = (sheet: SheetToMatch): SheetColumn[] => {
  const [, values] = storedMatchings().find(([titles]) => titles === titlesOf(sheet)) ?? []
  const labels = new Set(sheet.labels)
  return sheet.columns.map(({ is, name }, at) => {
    const value = values?.[at]
    const last = value === undefined ? undefined : columnIn(value)
    if (last && (last.is !== 'label' || labels.has(last.name ?? ''))) return last
    return { is, ...(name !== undefined && { name }) }
  })
}

/** Applies the previous matching to a corrected file: its columns by title, and if all columns are the same everything else too. */
export const matchedAsBefore = (
  sheet: SheetToMatch,
  matching: Matching,
  before: { sheet: SheetToMatch; matching: Matching },
): Matching => {
  const byTitle = new Map(before.sheet.columns.map(({ title }, at) => [title, before.matching.columns[at]]))
  const columns = matching.columns.map((column, at) => byTitle.get(sheet.columns[at]?.title ?? '') ?? column)
  const { fillDown, toNotes, roomID, kind, newRooms, kinds, dates } = before.matching
  const isSame = titlesOf(sheet) === titlesOf(before.sheet)
  return { ...matching, columns, ...(isSame && { fillDown, toNotes, roomID, kind, newRooms, kinds, dates }) }
}

export const keepColumns = (sheet: SheetToMatch, columns: Matching['columns']): void => {
  const others = storedMatchings().filter(([titles]) => titles !== titlesOf(sheet))
  const all: Tables = [[titlesOf(sheet), columns.map(valueOf)], ...others]
  try {
    const user = localStorage.getItem(KEPT.signedIn)
    localStorage.setItem(COLUMNS_KEY, JSON.stringify({ user, tables: all.slice(0, MOST_KEPT) } satisfies Kept))
  } catch (error) {
    console.warn(error)
  }
}

/** Columns matched to the same target; only notes allow several. */
export const duplicateTargets = (columns: readonly SheetColumn[]): ReadonlySet<number> => {
  const first = new Map<string, number>()
  const both = new Set<number>()
  for (const [at, column] of columns.entries()) {
    if (column.is === 'ignore' || column.is === 'notes') continue
    const before = first.get(valueOf(column))
    if (before === undefined) first.set(valueOf(column), at)
    else both.add(before).add(at)
  }
  return both
}
