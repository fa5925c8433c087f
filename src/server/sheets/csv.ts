import type { Cell, Table } from './table.ts'

/** Says to Excel that what follows is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * What a spreadsheet would run: each apostrophe before it is one more, so that reading takes one away. A number that is
 * only less than zero runs nothing.
 */
const WOULD_RUN = /^'*[=+\-@\t\r]/
const ONLY_A_NUMBER = /^[+-]?\d[\d., ]*$/

const textOf = (cell: Cell): string => {
  if (cell instanceof Date) return cell.toISOString()
  if (typeof cell === 'object') return cell.day
  if (typeof cell === 'number') return String(cell)
  return WOULD_RUN.test(cell) && !ONLY_A_NUMBER.test(cell) ? `'${cell}` : cell
}

const quoted = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const line = (texts: Iterable<string>): string => `${[...texts].map(quoted).join(',')}\r\n`

/** A table as CSV of RFC 4180, a row at a time. */
export function* csvOf({ titles, rows }: Table): Generator<string> {
  yield BYTE_ORDER_MARK + line(titles.map(textOf))
  for (const row of rows) yield line(row.map(textOf))
}
