import { SHEET_COLUMNS } from '../../shared/sheets.ts'

/** In this order where a text may be read by several of them. */
const SEPARATORS = [';', '\t', ','] as const

/** What a row of Excel holds. Empty cells behind the others are usual, where somebody has given them a colour, for example. */
const MOST_CELLS = 16_384

export class OpenQuotation extends Error {}
export class TooManyCells extends Error {}

/**
 * Reads CSV a row at a time, so that whoever asks for rows bounds the work. A quotation mark in the midst of a cell is a sign
 * like any other, and so are those around a part of a cell.
 */
export class CSVReader {
  readonly #text: string
  readonly #separator: string
  readonly #plain: RegExp
  /** How far it has read. */
  at = 0

  constructor(text: string, separator: string) {
    this.#text = text
    this.#separator = separator
    // In its number: a text may name any sign as its separator.
    this.#plain = new RegExp(`[^\\u${separator.charCodeAt(0).toString(16).padStart(4, '0')}\\r\\n]*`, 'y')
  }

  /** The next row, of which one that is empty has one cell without a sign; undefined behind the last. */
  row(): string[] | undefined {
    if (this.at >= this.#text.length) return undefined
    const cells: string[] = []
    do {
      if (cells.length === MOST_CELLS) throw new TooManyCells()
      cells.push(this.#text[this.at] === '"' ? this.#quoted() : this.#unquoted())
    } while (this.#take(this.#separator))
    if (!this.#take('\r\n') && !this.#take('\n')) this.#take('\r')
    return cells
  }

  #take(sign: string): boolean {
    const isThere = this.#text.startsWith(sign, this.at)
    if (isThere) this.at += sign.length
    return isThere
  }

  #unquoted(): string {
    this.#plain.lastIndex = this.at
    const [cell = ''] = this.#plain.exec(this.#text) ?? []
    this.at += cell.length
    return cell
  }

  #quoted(): string {
    const from = this.at + 1
    let end = this.#text.indexOf('"', from)
    while (end >= 0 && this.#text[end + 1] === '"') end = this.#text.indexOf('"', end + 2)
    if (end < 0) throw new OpenQuotation()
    this.at = end + 1
    const cell = this.#text.slice(from, end).replaceAll('""', '"')
    const behind = this.#unquoted()
    return behind === '' ? cell : `"${cell}"${behind}`
  }
}

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
  const reader = new CSVReader(text.slice(0, JUDGED), separator)
  const rows: string[][] = []
  try {
    for (let row = reader.row(); row && rows.length < JUDGED_ROWS; row = reader.row()) rows.push(row)
  } catch (wrong) {
    return { rows, wrong }
  }
  if (text.length > JUDGED && reader.at >= JUDGED && rows.length > 1) rows.pop()
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
