/** A day as a spreadsheet counts it, apart from a moment, which a Date is. */
export interface Day {
  /** Such as '2031-01-30'. */
  day: string
}
export type Cell = string | number | Day | Date

export interface Table {
  name: string
  titles: readonly string[]
  /** One for each item, made when it is asked for. */
  rows: Iterable<readonly Cell[]>
}

/** Says to Excel that what follows is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Where a spreadsheet would run what follows: at the beginning of a cell, and in its midst where a program that goes by another
 * separator, or ends a row with each line, begins a cell. An apostrophe is put there, before those that stand there already, so
 * that reading takes one away. A number that is only less than zero runs nothing, nor do a sign and words. What begins with the
 * wide signs of East Asia is run by Excel in Japanese.
 */
const AT_START = /^(?='*[=+\-@＝＋－＠\t\r])/
const ONLY_A_NUMBER = /^[+-]?\d[\d., ]*$/
const WITHIN = /(?<=[,;\t\r\n])(?=["']*[=+\-@＝＋－＠])(?![+\-＋－][\p{L}\p{N} .,]*[\p{L}\p{N}](?:[\r\n]|$))/gu
const MARK_AT_START = /^'(?='*[=+\-@＝＋－＠\t\r])/
const MARK_WITHIN = /(?<=[,;\t\r\n])'(?=["']*[=+\-@＝＋－＠])/g

/** A text as a cell of ours, in which nothing runs. */
export const withMarks = (text: string): string => {
  const within = text.replace(WITHIN, "'")
  return ONLY_A_NUMBER.test(text) ? within : within.replace(AT_START, "'")
}

/** The text again. */
export const withoutMarks = (cell: string): string =>
  cell.includes("'") ? cell.replace(MARK_WITHIN, '').replace(MARK_AT_START, '') : cell

const textOf = (cell: Cell): string => {
  if (cell instanceof Date) return cell.toISOString()
  if (typeof cell === 'object') return cell.day
  if (typeof cell === 'number') return String(cell)
  return withMarks(cell)
}

const quoted = (text: string): string => (/[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const line = (texts: Iterable<string>): string => `${[...texts].map(quoted).join(',')}\r\n`

/** A row of CSV as of RFC 4180. */
export const csvLine = (cells: readonly Cell[]): string => line(cells.map(textOf))

/** A table as CSV of RFC 4180, a row at a time. */
export function* csvOf({ titles, rows }: Table): Generator<string> {
  yield BYTE_ORDER_MARK + csvLine(titles)
  for (const row of rows) yield csvLine(row)
}
