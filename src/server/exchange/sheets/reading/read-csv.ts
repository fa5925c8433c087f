import { CsvError, parse, type Options } from 'csv-parse/sync'
import { SHEET_COLUMNS } from '../../../../shared/exchange/sheets.api.ts'

/** In this order where a text may be read by several of them. */
const SEPARATORS = [';', '\t', '|', ','] as const

/** A quotation mark in the midst of a cell is a sign like any other, and so are those around a part of a cell. */
const OPTIONS: Options = { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true, relax_quotes: true }

export const isOpenQuotation = (error: unknown): boolean =>
  error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED'

/** An empty row has one empty cell. */
export const rowsOf = (text: string, separator: string, mostRows: number): string[][] =>
  parse(text, { ...OPTIONS, delimiter: separator, to: mostRows })

/** By so much of its beginning a text is judged, in UTF-16 units. */
const JUDGED = 64 * 1024
const JUDGED_ROWS = 200

interface Judged {
  rows: string[][]
  /** Why there are no more of them. */
  wrong?: unknown
}

/** The first rows by a separator, without the one that the end of what is judged has cut. */
const firstRows = (text: string, separator: string): Judged => {
  const rows: string[][] = []
  const take = (row: string[]) => void rows.push(row)
  try {
    parse(text.slice(0, JUDGED), { ...OPTIONS, delimiter: separator, to: JUDGED_ROWS, on_record: take })
  } catch (wrong) {
    return { rows, wrong }
  }
  if (text.length > JUDGED && rows.length > 1 && rows.length < JUDGED_ROWS) rows.pop()
  return { rows }
}

const isOurs = (row: readonly string[]): boolean =>
  [SHEET_COLUMNS.room, SHEET_COLUMNS.subcategory, SHEET_COLUMNS.item].every((title) => row.includes(title))

/** How much the rows look like a table: the share of them that have as many cells as most have, and how few begin with a blank. */
const looksOf = (rows: readonly string[][]): { share: number; blanks: number } => {
  const filled = rows.filter((row) => row.some((cell) => cell !== ''))
  const widths = new Map<number, number>()
  for (const { length } of filled) if (length > 1) widths.set(length, (widths.get(length) ?? 0) + 1)
  const cells = filled.flat()
  return {
    share: widths.size === 0 ? 0 : Math.max(...widths.values()) / filled.length,
    blanks: cells.filter((cell) => cell.startsWith(' ')).length / cells.length,
  }
}

/**
 * What separates the cells of a text: what makes our own titles, else what gives most rows the same number of cells, the titles
 * among them. Of several that which is less often followed by a blank, as commas in a sentence are. Undefined where there
 * is one cell a row; throws what keeps the first row from being read.
 */
export const separatorOf = (text: string): string | undefined => {
  const judged = SEPARATORS.map((separator) => ({ separator, ...firstRows(text, separator) }))
  const ours = judged.find(({ rows: [first = []] }) => isOurs(first))
  if (ours) return ours.separator
  let best: { separator: string; share: number; blanks: number } | undefined
  for (const { separator, rows } of judged) {
    const { share, blanks } = looksOf(rows)
    if (share > 0 && (!best || share > best.share || (share === best.share && blanks < best.blanks)))
      best = { separator, share, blanks }
  }
  const { wrong } = judged.find(({ rows, wrong: why }) => rows.length === 0 && why) ?? {}
  if (!best && wrong) throw wrong
  return best?.separator
}
