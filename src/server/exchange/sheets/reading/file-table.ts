import { LIMITS } from '../../../../shared/contract/limits.ts'
import { MOST_COLUMNS } from '../../../../shared/exchange/sheets.api.ts'
import { asOneLine } from '../../../../shared/contract/text.ts'
import { letters } from './letters.ts'
import type { ReadSheet } from './read-sheet-file.ts'

export interface TableRow {
  /** The place of its sheet. */
  sheet: number
  /** As programs number it. */
  row: number
  /** By the columns of the table. */
  cells: readonly string[]
  isHidden?: boolean
}

/** The sheets of a file as one table: columns of the same title are one. */
export interface FileTable {
  sheets: { name: string; rows: number; taken: boolean; hidden: boolean; hiddenRows: number }[]
  titles: string[]
  rows: TableRow[]
  /** Cells that say nothing: formulas without a result, and errors. */
  unread: number
  /** That has written it, where its titles tell. */
  program?: string
  /** Titles of what says nothing outside of this program. */
  ignored?: ReadonlySet<string>
}

/** Among so many of its first rows a sheet has its head, below a title and an address, for example. */
const HEAD_WITHIN = 20

const filled = (cells: readonly string[]): number => cells.filter((cell) => /\S/.test(cell)).length

/** The place of the row that names the columns: the first that has most of the cells which rows at the beginning have. */
const headOf = (rows: ReadSheet['rows']): number => {
  const first = rows.slice(0, HEAD_WITHIN).map(([, cells]) => filled(cells))
  const most = Math.max(...first)
  return first.findIndex((cells) => cells > 1 && cells * 2 > most)
}

/**
 * A title is in one line, and goes into notes. A cell may hold far more than one, with what XML writes as _x0000_: it is cut
 * first of all.
 */
const titleOf = (cell: string): string =>
  asOneLine(cell.trimStart().slice(0, LIMITS.line).toWellFormed().replaceAll('\0', ''))

/** What the columns of one sheet are called, each differently. */
const titlesOf = (head: readonly string[], columns: number): string[] => {
  const taken = new Set<string>()
  return Array.from({ length: columns }, (_, at) => {
    const title = titleOf(head[at] ?? '') || `Column ${letters(at)}`
    let own = title
    for (let n = 2; taken.has(own); n++) own = `${title} (${n})`
    taken.add(own)
    return own
  })
}

/** More columns than a table may have, in the sheets that were named. */
export class TooManyColumns extends Error {}

/**
 * `taken` names the sheets that are taken: otherwise all that are not hidden, in their order, as long as the table has `MOST_COLUMNS` at most.
 * Throws `TooManyColumns`.
 */
export const tableOfFile = (sheets: readonly ReadSheet[], taken: readonly string[] | undefined): FileTable => {
  const table: FileTable = { sheets: [], titles: [], rows: [], unread: 0 }
  const areAllHidden = sheets.every(({ isHidden, rows }) => isHidden || rows.length === 0)
  const places = new Map<string, number>()
  for (const [sheet, { name, rows: all, isHidden, unread }] of sheets.entries()) {
    const head = headOf(all)
    const body = head < 0 ? [] : all.slice(head + 1)
    const isTaken = body.length > 0 && (taken?.includes(name) ?? (!isHidden || areAllHidden))
    const hiddenRows = body.filter(([, , isRowHidden]) => isRowHidden).length
    const own = { name, rows: body.length, taken: isTaken, hidden: isHidden, hiddenRows }
    table.sheets.push(own)
    if (!isTaken) continue
    const columns = all.slice(head).reduce((most, [, cells]) => Math.max(most, cells.length), 0)
    const titles = titlesOf(all[head]?.[1] ?? [], columns)
    if (places.size + titles.filter((title) => !places.has(title)).length > MOST_COLUMNS) {
      if (taken) throw new TooManyColumns()
      own.taken = false
      continue
    }
    const at = titles.map((title) => {
      const place = places.get(title) ?? places.size
      places.set(title, place)
      return place
    })
    table.unread += unread
    for (const [row, read, isRowHidden = false] of body) {
      const cells: string[] = []
      for (const [column, cell] of read.entries()) cells[at[column] ?? 0] = cell
      table.rows.push({ sheet, row, cells, ...(isRowHidden && { isHidden: true }) })
    }
  }
  table.titles = [...places.keys()]
  return table
}
