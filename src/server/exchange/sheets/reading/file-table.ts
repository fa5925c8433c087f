import { MOST_COLUMNS } from '../../../../shared/exchange/sheets.api.ts'
import { letters } from './letters.ts'
import type { ReadSheet } from './read-sheet-file.ts'
import { plainSheet, type HowToRead, type PlainSheet } from './table-of-sheet.ts'

export interface TableRow {
  /** The place of its sheet. */
  sheet: number
  /** As programs number it. */
  row: number
  /** By the columns of the table. */
  cells: readonly string[]
  /** Paths of the pictures beside it. */
  pictures: readonly string[]
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
  /** Titles of columns that come from headings between the rows. */
  fromHeadings: Set<string>
  /** Titles of columns in which pictures are. */
  withPictures: Set<string>
  /** Sentences about what was read in another way than it is written, or not at all. */
  notices: string[]
  /** Of the first sheet for which it is not plain. */
  titleRows: PlainSheet['titleRows']
  headingRows: PlainSheet['headingRows']
}

/** What the columns of one sheet are called, each differently. */
const differing = (titles: readonly string[]): string[] => {
  const taken = new Set<string>()
  return titles.map((named, at) => {
    const title = named || `Column ${letters(at)}`
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
 * `isKnown` tells the titles that say by themselves what a column is. Throws `TooManyColumns`.
 */
export const tableOfFile = (
  sheets: readonly ReadSheet[],
  { sheets: taken, ...how }: HowToRead & { sheets?: readonly string[] | undefined },
  isKnown: (title: string) => boolean,
): FileTable => {
  const table: FileTable = {
    ...{ sheets: [], titles: [], rows: [], unread: 0, notices: [], fromHeadings: new Set(), withPictures: new Set() },
    ...{ titleRows: null, headingRows: null },
  }
  const areAllHidden = sheets.every(({ isHidden, rows }) => isHidden || rows.length === 0)
  const places = new Map<string, number>()
  const notices: [sheet: string, sentence: string][] = []
  for (const [sheet, read] of sheets.entries()) {
    const { name, isHidden, unread } = read
    const plain = plainSheet(read, how, isKnown)
    const body = plain?.rows ?? []
    const isTaken = body.length > 0 && (taken?.includes(name) ?? (!isHidden || areAllHidden))
    const hiddenRows = body.filter((row) => row.isHidden).length
    const own = { name, rows: body.length, taken: isTaken, hidden: isHidden, hiddenRows }
    table.sheets.push(own)
    if (!plain || !isTaken) continue
    const titles = differing([...plain.titles, ...plain.headings])
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
    for (const title of titles.slice(plain.titles.length)) table.fromHeadings.add(title)
    for (const title of plain.pictureTitles) table.withPictures.add(title)
    for (const sentence of plain.notices) notices.push([name, sentence])
    table.titleRows ??= plain.titleRows
    table.headingRows ??= plain.headingRows
    for (const { row, cells: own, isHidden: isRowHidden, pictures } of body) {
      const cells: string[] = []
      for (const [column, cell] of own.entries()) cells[at[column] ?? 0] = cell
      table.rows.push({ sheet, row, cells, pictures, ...(isRowHidden && { isHidden: true }) })
    }
  }
  table.titles = [...places.keys()]
  const isOne = table.sheets.filter((one) => one.taken).length === 1
  table.notices = notices.map(([name, sentence]) => (isOne ? sentence : `${name}: ${sentence}`))
  return table
}

/** The table where blank cells of some columns repeat the value above, within their sheet. */
export const filledColumns = (table: FileTable, columns: readonly boolean[]): FileTable => {
  if (!columns.includes(true)) return table
  let above: { sheet: number; cells: readonly string[] } | undefined
  const rows = table.rows.map((row) => {
    const over = above?.sheet === row.sheet ? above.cells : []
    const cells = table.titles.map((_, at) => row.cells[at] || (columns[at] ? (over[at] ?? '') : ''))
    above = { sheet: row.sheet, cells }
    return { ...row, cells }
  })
  return { ...table, rows }
}
