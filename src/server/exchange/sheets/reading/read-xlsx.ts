import { MOST_COLUMNS, MOST_ROWS } from '../../../../shared/exchange/sheets.api.ts'
import { FORMATS, dateText, numberText } from './number-text.ts'
import {
  foreign,
  goThrough,
  isTrue,
  NO_TABLE,
  openPackage,
  relationsOf,
  targetOf,
  tooManyColumns,
  tooManyRows,
  unreadable,
  Wrong,
  type Package,
  type Relation,
} from './xlsx-package.ts'
import {
  cellPicturesOf,
  lose,
  picturesOf,
  type CellPictures,
  type Lost,
  type Picture,
  type PictureCells,
} from './xlsx-pictures.ts'

const MOST_SHEETS = 1000
const MOST_MERGES = 20_000
/** As in Excel. */
const MOST_OF_FORMAT = 255

/** Cells that are one: rows are numbered as programs number them, columns from 0. */
export interface Merge {
  top: number
  bottom: number
  left: number
  right: number
}

export interface SheetOfFile {
  name: string
  /** Numbered as programs number them; those with nothing may be missing. */
  rows: Iterable<[row: number, cells: string[]]>
  isHidden: boolean
  hiddenRows: ReadonlySet<number>
  /** Cells that say nothing: formulas without a result, and errors. */
  unread: number
  merges: readonly Merge[]
  pictures: readonly Picture[]
  lost: Lost
}

/** A character that XML cannot hold is written as _x000D_. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** Collects the text of a string, which may have parts with fonts of their own; how it is pronounced is no part of it. */
const stringReader = () => {
  let [text, isText, pronounced] = ['', false, 0]
  return {
    open: (name: string) => {
      if (name === 't') isText = true
      else if (name === 'rPh') pronounced++
    },
    text: (some: string) => {
      if (isText && pronounced === 0) text += some
    },
    close: (name: string) => {
      if (name === 't') isText = false
      else if (name === 'rPh') pronounced--
    },
    take: (): string => {
      const whole = unescaped(text)
      text = ''
      return whole
    },
  }
}

const stringsIn = (xml: string): string[] => {
  const strings: string[] = []
  const reader = stringReader()
  goThrough(xml, {
    open: reader.open,
    text: reader.text,
    close: (name) => {
      reader.close(name)
      if (name === 'si') strings.push(reader.take())
    },
  })
  return strings
}

/** The format of the numbers in cells, by their styles. */
const formatsIn = (xml: string): (string | undefined)[] => {
  const own = new Map<number, string>()
  const formats: (string | undefined)[] = []
  let isOfCells = false
  goThrough(xml, {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      const id = Number(numFmtId)
      if (name === 'numFmt' && formatCode.length <= MOST_OF_FORMAT) own.set(id, formatCode)
      else if (name === 'cellXfs') isOfCells = true
      else if (name === 'xf' && isOfCells) formats.push(own.get(id) ?? FORMATS[id])
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return formats
}

interface Workbook {
  strings: readonly string[]
  formats: readonly (string | undefined)[]
  is1904: boolean
}

/** The place of 'AB12' from 0; undefined where it tells none. */
const placeOf = (cell: string | undefined): { row: number; column: number } | undefined => {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})/i.exec(cell ?? '') ?? []
  if (letters === undefined) return undefined
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return { row: Number(digits), column: column - 1 }
}

const cellText = (
  type: string,
  { value, inline }: { value: string; inline: string },
  style: number,
  book: Workbook,
) => {
  if (type === 'inlineStr') return inline
  if (value === '' || type === 'e') return ''
  if (type === 's') {
    const text = book.strings[Number(value)]
    if (text === undefined) throw unreadable()
    return text
  }
  if (type === 'str') return unescaped(value)
  if (type === 'b') return isTrue(value) ? 'TRUE' : 'FALSE'
  if (type === 'd')
    return dateText(Date.parse(/[zZ]$|[+-]\d\d:?\d\d$|^[\d-]+$/.test(value) ? value : `${value}Z`)) || value
  return numberText(value.trim(), { code: book.formats[style], is1904: book.is1904 })
}

const ADDRESS = /^(?:https?:\/\/|mailto:)\S+$/i
const bareAddress = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:)/, '')
    .replace(/\/$/, '')
/** What a cell says, with the address behind it. */
const withAddress = (text: string, address: string): string =>
  !ADDRESS.test(address) || bareAddress(text) === bareAddress(address) || text.includes(address)
    ? text
    : text.trim() === ''
      ? address
      : `${text} (${address})`

const FORMULA_OF_ADDRESS = /^\s*(?:_xlfn\.)?HYPERLINK\(\s*"((?:[^"]|"")*)"/i

/** A picture whose address is imported in its place. */
export const FROM_INTERNET = 'linked picture'
/** Google Sheets writes the formula in quotation marks. */
const FORMULA_OF_PICTURE = /\bIMAGE\(\s*"{1,2}(https?:\/\/[^"\s]+)"/i
const FORMULA_OF_NAMED_PICTURE = /\bDISPIMG\(\s*"([^"]+)"/i

const mergeOf = (cells: string | undefined): Merge | undefined => {
  const [from, to] = (cells ?? '').split(':').map(placeOf)
  return from && to && { top: from.row, left: from.column, bottom: to.row, right: to.column }
}

/** What is merged over several rows is in each of them that has something. */
const fillMerged = (rows: ReadonlyMap<number, string[]>, merges: readonly Merge[]): void => {
  const numbers = [...rows.keys()].sort((one, other) => one - other)
  const places = new Map(numbers.map((number, at) => [number, at]))
  for (const { top, bottom, left } of merges) {
    const text = rows.get(top)?.[left]
    if (!text) continue
    for (let at = (places.get(top) ?? 0) + 1; (numbers[at] ?? Infinity) <= bottom; at++) {
      const cells = rows.get(numbers[at] ?? 0) ?? []
      while (cells.length < left) cells.push('')
      cells[left] ||= text
    }
  }
}

const rowsIn = (
  xml: string,
  relations: ReadonlyMap<string, Relation>,
  book: Workbook,
): Pick<SheetOfFile, 'rows' | 'hiddenRows' | 'unread' | 'merges' | 'lost'> & { pictured: PictureCells } => {
  const rows = new Map<number, string[]>()
  const hiddenRows = new Set<number>()
  const merges: Merge[] = []
  const lost: Lost = {}
  const pictured: PictureCells = { rich: [], named: [] }
  let [metadata, fallbacks] = [0, 0]
  let [unread, hasFormula] = [0, false]
  let [row, column, type, style] = [0, -1, 'n', 0]
  let [value, formula, within] = ['', '', '']
  const inline = stringReader()
  const put = (place: { row: number; column: number }, text: string) => {
    if (text === '') return
    if (place.column >= MOST_COLUMNS) throw tooManyColumns()
    if (rows.size > MOST_ROWS * 2) throw tooManyRows()
    const cells = rows.get(place.row) ?? []
    while (cells.length < place.column) cells.push('')
    cells[place.column] = text
    rows.set(place.row, cells)
  }
  goThrough(xml, {
    open: (name, attributes) => {
      if (name === 'row') {
        const stated = Number(attributes['r'])
        row = Number.isSafeInteger(stated) && stated > 0 ? stated : row + 1
        column = -1
        if (isTrue(attributes['hidden'])) hiddenRows.add(row)
      } else if (name === 'c') {
        const place = placeOf(attributes['r'])
        row = place?.row ?? row
        column = place?.column ?? column + 1
        type = attributes['t'] ?? 'n'
        style = Number(attributes['s'] ?? 0)
        metadata = Number(attributes['vm'] ?? 0)
        value = formula = ''
        hasFormula = false
      } else if (name === 'v' || name === 'f') {
        within = name
        hasFormula ||= name === 'f'
      } else if (name === 'hyperlink') {
        const place = placeOf(attributes['ref'])
        const relation = relations.get(foreign(attributes, 'id') ?? '')
        if (place && relation?.isOutside)
          put(place, withAddress(rows.get(place.row)?.[place.column] ?? '', relation.target))
      } else if (name === 'mergeCell') {
        const merge = mergeOf(attributes['ref'])
        if (merge) merges.push(merge)
        if (merges.length > MOST_MERGES)
          throw new Wrong(
            `This has more than ${MOST_MERGES.toLocaleString('en')} merged cells, the limit for one import.`,
          )
      } else if (name === 'Fallback') fallbacks++
      else if (name === 'oleObject' && fallbacks === 0) lose(lost, 'embedded file')
      else inline.open(name)
    },
    text: (some) => {
      if (within === 'v') value += some
      else if (within === 'f') formula += some
      else inline.text(some)
    },
    close: (name) => {
      if (name === 'v' || name === 'f') within = ''
      else if (name === 'Fallback') fallbacks--
      else if (name !== 'c') return inline.close(name)
      else {
        const text = cellText(type, { value, inline: inline.take() }, style, book)
        const [, shown] = FORMULA_OF_PICTURE.exec(formula) ?? []
        const [, named] = FORMULA_OF_NAMED_PICTURE.exec(formula) ?? []
        const [, address] = FORMULA_OF_ADDRESS.exec(formula) ?? []
        if (named !== undefined) return void pictured.named.push({ row, column, name: named })
        if (shown !== undefined) {
          lose(lost, FROM_INTERNET)
          return put({ row, column }, withAddress(text, shown))
        }
        if (type === 'e' && metadata > 0) return void pictured.rich.push({ row, column, metadata })
        const whole = address ? withAddress(text, address.replaceAll('""', '"')) : text
        if (whole === '' && (type === 'e' || (hasFormula && type !== 'str'))) unread++
        put({ row, column }, whole)
      }
    },
  })
  fillMerged(rows, merges)
  const sorted = [...rows].sort(([one], [other]) => one - other)
  return { rows: sorted, hiddenRows, unread, merges, lost, pictured }
}

/** The sheets of an XLSX (Office Open XML, ECMA-376) as texts, as a program shows them. Throws `Wrong`. */
export const readXLSX = async (file: Buffer): Promise<{ sheets: SheetOfFile[]; pack: Package }> => {
  const pack = await openPackage(file)
  const path = targetOf(await relationsOf(pack, ''), 'officeDocument') ?? 'xl/workbook.xml'
  const workbook = await pack.text(path)
  if (workbook === undefined) throw new Wrong(NO_TABLE)
  const relations = await relationsOf(pack, path)
  const sheets: { name: string; path: string; isHidden: boolean }[] = []
  let [isWorkbook, is1904] = [false, false]
  goThrough(workbook, {
    open: (name, attributes) => {
      if (name === 'workbook') isWorkbook = true
      else if (name === 'workbookPr') is1904 = isTrue(attributes['date1904'])
      else if (name === 'sheet') {
        const relation = relations.get(foreign(attributes, 'id') ?? '')
        const isHidden = /hidden$/i.test(attributes['state'] ?? '')
        if (relation?.type === 'worksheet')
          sheets.push({ name: attributes['name'] ?? '', path: relation.target, isHidden })
      }
    },
  })
  if (!isWorkbook) throw new Wrong(NO_TABLE)
  if (sheets.length > MOST_SHEETS)
    throw new Wrong(`This has more than ${MOST_SHEETS.toLocaleString('en')} sheets, the limit.`)
  const [strings, styles] = [targetOf(relations, 'sharedStrings'), targetOf(relations, 'styles')]
  const book: Workbook = {
    strings: stringsIn((strings && (await pack.text(strings))) ?? ''),
    formats: formatsIn((styles && (await pack.text(styles))) ?? ''),
    is1904,
  }
  const read: SheetOfFile[] = []
  let cellPictures: CellPictures | undefined
  for (const sheet of sheets) {
    const xml = await pack.text(sheet.path)
    if (xml === undefined) throw unreadable()
    const { name, isHidden } = sheet
    const beside = await relationsOf(pack, sheet.path)
    const { pictured, ...rows } = rowsIn(xml, beside, book)
    cellPictures ??= await cellPicturesOf(pack, relations)
    const pictures = await picturesOf(pack, beside, pictured, cellPictures, rows.lost)
    read.push({ name, isHidden, ...rows, pictures })
  }
  return { sheets: read, pack }
}
