import type { ColumnKind, Matching, SheetColumn, SheetToMatch } from '../../shared/sheets.ts'

/** A column as the value of a select: 'room', 'label Brand', 'field 3'. */
export const valueOf = ({ is, name }: SheetColumn): string => (name === undefined ? is : `${is} ${name}`)
export const columnIn = (value: string): SheetColumn => {
  const [, is = '', name] = /^(\w+)(?: ([^]+))?$/.exec(value) ?? []
  return { is: is as ColumnKind, ...(name !== undefined && { name }) }
}

/** What the browser keeps: by the titles of a table what its columns were, the last first. */
const KEPT = 'roomfolio.sheet-columns'
const MOST_KEPT = 10
type Kept = [titles: string, values: string[]][]

const titlesOf = ({ columns }: SheetToMatch): string => columns.map(({ title }) => title).join('\u0001')

/** Nothing where storage is forbidden, or holds something else. */
const kept = (): Kept => {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]')
    return Array.isArray(found) ? (found as Kept) : []
  } catch {
    return []
  }
}

/** The columns of a table as they were taken the last time, else as they are proposed. */
export const columnsOf = (sheet: SheetToMatch): SheetColumn[] => {
  const [, values] = kept().find(([titles]) => titles === titlesOf(sheet)) ?? []
  const labels = new Set(sheet.labels)
  return sheet.columns.map(({ is, name }, at) => {
    const value = values?.[at]
    const last = value === undefined ? undefined : columnIn(value)
    if (last && (last.is !== 'label' || labels.has(last.name ?? ''))) return last
    return { is, ...(name !== undefined && { name }) }
  })
}

export const keepColumns = (sheet: SheetToMatch, columns: Matching['columns']): void => {
  const others = kept().filter(([titles]) => titles !== titlesOf(sheet))
  const all: Kept = [[titlesOf(sheet), columns.map(valueOf)], ...others]
  try {
    localStorage.setItem(KEPT, JSON.stringify(all.slice(0, MOST_KEPT)))
  } catch (error) {
    console.warn(error)
  }
}

/** Columns that are the same thing twice, of which only notes may be several. */
export const doubled = (columns: readonly SheetColumn[]): ReadonlySet<number> => {
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
