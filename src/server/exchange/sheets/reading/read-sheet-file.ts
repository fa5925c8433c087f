import { MOST_COLUMNS, MOST_OF_CELL, MOST_ROWS } from '../../../../shared/exchange/sheets.api.ts'
import type { TextEncoding } from '../../../../shared/exchange/text-encodings.ts'
import { decodeAs, decodeText, withoutC1, type DecodedText } from '../../../platform/lib/decode-text.ts'
import { withoutMarks } from '../../../platform/lib/csv.ts'
import { letters } from './letters.ts'
import { isOpenQuotation, rowsOf, separatorOf } from './read-csv.ts'
import { readXLSX, type Merge, type SheetOfFile } from './read-xlsx.ts'
import { LOCKED, NO_TABLE, tooManyColumns, tooManyRows, Wrong, type Package } from './xlsx-package.ts'
import type { Lost, Picture } from './xlsx-pictures.ts'

/** What a file holds, or what is wrong with it, as a sentence. */
export type SheetFile =
  | { wrong: string }
  | {
      sheets: ReadSheet[]
      encoding: TextEncoding | null
      pictures: SheetPictures
    }

/** The bytes of pictures by their paths, where they are asked for. */
export type SheetPictures = ReadonlyMap<string, Uint8Array>

export interface ReadSheet {
  name: string
  /** Those that say something, numbered as programs number them. */
  rows: [row: number, cells: string[], isHidden?: boolean][]
  isHidden: boolean
  /** Cells that say nothing: formulas without a result, and errors. */
  unread: number
  merges: readonly Merge[]
  pictures: readonly Picture[]
  lost: Lost
}

/** What a sheet of Excel has, empty ones included. */
const MOST_LINES = 1_048_576
/** What a sheet may have above its own rows: its head, and a title and an address, for example. */
const ROWS_ABOVE = 20
/** Of all cells together, in UTF-16 units. */
const MOST_TEXT = 8 * 1024 * 1024

const begins = (file: Buffer, ...bytes: number[]): boolean => file.subarray(0, bytes.length).equals(Buffer.from(bytes))
const isZIP = (file: Buffer): boolean => begins(file, 0x50, 0x4b, 0x03, 0x04)
/** What Excel wrote before 2007, and writes around what has a password. */
const isCompoundFile = (file: Buffer): boolean => begins(file, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)

const OPEN_QUOTATION = 'This file can’t be read: a quotation mark is never closed.'
/** What a CSV never begins with. */
const IS_OTHER = /^\s*(?:%PDF-|<(?:\?xml|!doctype|html)\b|\{\\rtf)/i

const decoded = (file: Buffer, chosen: TextEncoding | undefined): DecodedText => {
  const { text, guess } = chosen ? { text: decodeAs(file, chosen), guess: chosen } : decodeText(file)
  if (guess && /[\u0001-\u0008\u000e-\u001f]/.test(text)) throw new Wrong(NO_TABLE)
  return { text, guess }
}

/** Devices and old programs leave a NUL in a text. What has many of them, or other controls, is none. */
const withoutStrayNULs = (text: string): string | undefined => {
  if (!text.includes('\0')) return text
  const without = text.replaceAll('\0', '')
  const isText = (text.length - without.length) * 1000 <= text.length + 1000
  return isText && !/[\u0001-\u0008\u000e-\u001f]/.test(without) ? without : undefined
}

/** Excel writes ="00123" so that it keeps the zeros itself. */
const cellOfCSV = (cell: string): string => {
  const [, quoted] = /^="((?:[^"]|"")*)"$/.exec(cell) ?? []
  return quoted === undefined ? withoutMarks(cell) : quoted.replaceAll('""', '"')
}

const readCSV = (
  file: Buffer,
  chosen: TextEncoding | undefined,
): { sheets: SheetOfFile[]; encoding: TextEncoding | null; pack?: Package } => {
  const { text: all, guess } = decoded(file, chosen)
  const [, stated, body = ''] = /^(?:sep=(.)\r?\n)?([^]*)$/i.exec(all) ?? []
  const text = withoutStrayNULs(body)
  if (text === undefined || IS_OTHER.test(text)) throw new Wrong(NO_TABLE)
  const separator = stated ?? separatorOf(text)
  if (separator === undefined) throw new Wrong(NO_TABLE)
  const rows = rowsOf(text, separator, MOST_LINES + 1)
  const sheet: SheetOfFile = {
    name: '',
    rows: rows.map((row, at) => [at + 1, row.map(cellOfCSV)]),
    ...{ isHidden: false, hiddenRows: new Set(), unread: 0, merges: [], pictures: [], lost: {} },
  }
  return { sheets: [sheet], encoding: guess }
}

const inThousands = (count: number): string => count.toLocaleString('en')

const cellTooLong = (sheet: string, cell: string, length: number) =>
  new Wrong(
    `${sheet && `${sheet}, `}cell ${cell} has ${inThousands(length)} characters, and a cell can have up to ${inThousands(MOST_OF_CELL)}. Shorten it, or empty it and add its text to the item as a file later. Then choose the spreadsheet again.`,
  )

const withoutEmptyEnd = (cells: readonly string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)

const bytesOf = async (sheets: readonly SheetOfFile[], pack: Package | undefined): Promise<SheetPictures> => {
  const bytes = new Map<string, Uint8Array>()
  for (const { path } of sheets.flatMap(({ pictures }) => pictures))
    if (!bytes.has(path)) bytes.set(path, (await pack?.picture(path)) ?? new Uint8Array())
  return bytes
}

/** Reads an XLSX or a CSV as texts, within bounds; the bytes of its pictures where they are asked for. */
export const readSheetFile = async (file: Buffer, chosen?: TextEncoding, withPictures = false): Promise<SheetFile> => {
  try {
    if (isCompoundFile(file)) throw new Wrong(LOCKED)
    const { sheets, encoding, pack } = isZIP(file)
      ? { ...(await readXLSX(file)), encoding: null }
      : readCSV(file, chosen)
    const read: ReadSheet[] = []
    let [length, filledRows] = [0, 0]
    for (const { rows, hiddenRows, ...sheet } of sheets) {
      const { name } = sheet
      const own: ReadSheet = { ...sheet, rows: [] }
      read.push(own)
      for (const [number, row] of rows) {
        const cells = withoutEmptyEnd(row.map(withoutC1))
        if (cells.length === 0) continue
        if (number > MOST_LINES) throw tooManyRows()
        if (cells.length > MOST_COLUMNS) throw tooManyColumns()
        const long = cells.findIndex((cell) => cell.length > MOST_OF_CELL)
        if (long >= 0) throw cellTooLong(name, letters(long) + number, cells[long]?.length ?? 0)
        own.rows.push(hiddenRows.has(number) ? [number, cells, true] : [number, cells])
        length += cells.reduce((sum, cell) => sum + cell.length, 0)
        if (length > MOST_TEXT) throw new Wrong('This file has more text than one import can take.')
        if (++filledRows > MOST_ROWS + sheets.length * ROWS_ABOVE) throw tooManyRows()
      }
    }
    if (filledRows < 2) throw new Wrong('This spreadsheet has no rows.')
    return { sheets: read, encoding, pictures: await bytesOf(withPictures ? sheets : [], pack) }
  } catch (error) {
    if (error instanceof Wrong) return { wrong: error.message }
    if (isOpenQuotation(error)) return { wrong: OPEN_QUOTATION }
    throw error
  }
}
