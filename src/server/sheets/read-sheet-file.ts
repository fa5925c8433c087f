import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import readExcelFile from 'read-excel-file/node'
import { fromBufferPromise } from 'yauzl'
import { MOST_COLUMNS, MOST_OF_CELL, MOST_ROWS } from '../../shared/sheets.ts'
import { withoutMarks } from './csv.ts'
import { isOpenQuotation, rowsOf, separatorOf } from './read-csv.ts'

/** What a file holds, or what is wrong with it, as a sentence. */
export type SheetFile = { wrong: string } | { sheets: ReadSheet[] }

export interface ReadSheet {
  name: string
  /** Those that say something, numbered as programs number them. */
  rows: [row: number, cells: string[]][]
}

class Wrong extends Error {}

/** All that is unpacked of one file, in bytes. */
const MOST_UNPACKED = 64 * 1024 * 1024
const MOST_ENTRIES = 2000
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

const NO_TABLE = 'This is no table. Save it as XLSX or CSV and choose that file.'
const OPEN_QUOTATION = 'This table cannot be read: a quotation mark is never closed.'
const LOCKED = 'This is an old or an encrypted spreadsheet. Save it as XLSX without a password and choose that file.'

/** Of a workbook's own part, where days from 1904 on are said. */
const MOST_OF_WORKBOOK = 4 * 1024 * 1024

/** Answers whether its days are counted from 1904 on in words that the library does not know: LibreOffice writes 'true'. */
const checkZIP = async (file: Buffer): Promise<{ is1904: boolean }> => {
  const zip = await fromBufferPromise(file).catch(() => {
    throw new Wrong('This file is not whole.')
  })
  let [unpacked, entries, isWorkbook, is1904] = [0, 0, false, false]
  for await (const { fileName, uncompressedSize, canDecodeFileData, entry } of entriesOf(zip)) {
    if (!canDecodeFileData) throw new Wrong(LOCKED)
    if (/vbaProject\.bin$/i.test(fileName))
      throw new Wrong('This spreadsheet has macros. Save it as XLSX without them and choose that file.')
    unpacked += uncompressedSize
    if (unpacked > MOST_UNPACKED || ++entries > MOST_ENTRIES)
      throw new Wrong(
        `Unpacked this is larger than ${MOST_UNPACKED / 1024 / 1024} MB. Leave in it what is to be imported.`,
      )
    if (fileName !== 'xl/workbook.xml' || uncompressedSize > MOST_OF_WORKBOOK) continue
    isWorkbook = true
    const workbook = await text(await zip.openReadStreamPromise(entry)).catch(() => {
      throw new Wrong('This file is not whole.')
    })
    is1904 = /<workbookPr\b[^>]*\bdate1904\s*=\s*["']true["']/.test(workbook)
  }
  if (!isWorkbook) throw new Wrong(NO_TABLE)
  return { is1904 }
}

async function* entriesOf(zip: Awaited<ReturnType<typeof fromBufferPromise>>) {
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName, uncompressedSize } = entry
      yield { fileName, uncompressedSize, canDecodeFileData: entry.canDecodeFileData(), entry }
    }
  } catch (error) {
    if (error instanceof Wrong) throw error
    throw new Wrong('This file is not whole.')
  }
}

/** As many digits as a spreadsheet has: 0.1 + 0.2 is shown as 0.3 there. */
const DIGITS = 15
const numberText = (text: string): string => {
  const number = Number(text)
  return Number.isFinite(number) ? String(Number(number.toPrecision(DIGITS))) : text
}

/** A day as '2031-01-30', a moment as '2031-01-30 14:05:09': a serial number is nowhere nearer than to a second. */
const dateText = (date: Date): string => {
  const seconds = Math.round(date.getTime() / 1000) * 1000
  if (Number.isNaN(seconds)) return ''
  const [day = '', time = ''] = new Date(seconds).toISOString().slice(0, 19).split('T')
  return time === '00:00:00' ? day : `${day} ${time}`
}

/** From where days are counted as Excel does to 1904. */
const TO_1904_MS = 1462 * 24 * 60 * 60 * 1000

const textOf = (cell: unknown, is1904: boolean): string => {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return dateText(is1904 ? new Date(cell.getTime() + TO_1904_MS) : cell)
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  return String(cell as string | number)
}

interface Sheet {
  name: string
  rows: Iterable<readonly string[]>
}

const readXLSX = async (file: Buffer): Promise<Sheet[]> => {
  const { is1904 } = await checkZIP(file)
  const sheets = await readExcelFile(Readable.from([file]), { trim: false, parseNumber: numberText }).catch(() => {
    throw new Wrong('This spreadsheet cannot be read. Open it, save it as XLSX anew, and choose that file.')
  })
  return sheets.map(({ sheet, data }) => ({ name: sheet, rows: textsOf(data, is1904) }))
}
function* textsOf(data: readonly (readonly unknown[])[], is1904: boolean) {
  for (const row of data) yield row.map((cell) => textOf(cell, is1904))
}

const decoded = (file: Buffer): string => {
  if (begins(file, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(file)
  if (begins(file, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    const text = new TextDecoder('windows-1252').decode(file)
    if (/[\u0001-\u0008\u000e-\u001f]/.test(text)) throw new Wrong(NO_TABLE)
    return text
  }
}

const readCSV = (file: Buffer): Sheet[] => {
  const [, told, text = ''] = /^(?:sep=(.)\r?\n)?([^]*)$/.exec(decoded(file)) ?? []
  if (text.includes('\0') || /^\s*(?:%PDF-|<(?:\?xml|!doctype|html)\b|\{\\rtf)/i.test(text)) throw new Wrong(NO_TABLE)
  const separator = told ?? separatorOf(text)
  if (separator === undefined) throw new Wrong(NO_TABLE)
  return [{ name: '', rows: rowsOf(text, separator, MOST_LINES + 1).map((row) => row.map(withoutMarks)) }]
}

const tooManyColumns = () => new Wrong(`This has more than ${MOST_COLUMNS} columns, which are the most.`)
const tooManyRows = () =>
  new Wrong(`This has more than ${MOST_ROWS.toLocaleString('en')} rows, which are the most at once.`)

const withoutEmptyEnd = (cells: readonly string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)

/** Reads an XLSX, or a CSV in UTF-8, UTF-16 or Windows-1252, as texts, within bounds. */
export const readSheetFile = async (file: Buffer): Promise<SheetFile> => {
  try {
    if (isCompoundFile(file)) throw new Wrong(LOCKED)
    const sheets = isZIP(file) ? await readXLSX(file) : readCSV(file)
    const read: ReadSheet[] = []
    let [length, filledRows] = [0, 0]
    for (const { name, rows } of sheets) {
      const own: ReadSheet = { name, rows: [] }
      read.push(own)
      let number = 0
      for (const row of rows) {
        number++
        const cells = withoutEmptyEnd(row)
        if (number > MOST_LINES) throw tooManyRows()
        if (cells.length === 0) continue
        if (cells.length > MOST_COLUMNS) throw tooManyColumns()
        const long = cells.find((cell) => cell.length > MOST_OF_CELL)
        if (long !== undefined)
          throw new Wrong(
            `${name && `${name}, `}row ${number} has a cell of ${long.length.toLocaleString('en')} characters.`,
          )
        own.rows.push([number, cells])
        length += cells.reduce((sum, cell) => sum + cell.length, 0)
        if (length > MOST_TEXT) throw new Wrong('This holds more text than is imported at once.')
        if (++filledRows > MOST_ROWS + sheets.length * ROWS_ABOVE) throw tooManyRows()
      }
    }
    if (filledRows < 2) throw new Wrong('There are no rows in this table.')
    return { sheets: read }
  } catch (error) {
    if (error instanceof Wrong) return { wrong: error.message }
    if (isOpenQuotation(error)) return { wrong: OPEN_QUOTATION }
    throw error
  }
}
