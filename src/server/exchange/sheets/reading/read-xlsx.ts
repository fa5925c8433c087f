import { Parser } from 'htmlparser2'
import { buffer } from 'node:stream/consumers'
import { posix } from 'node:path'
import { fromBufferPromise, type Entry } from 'yauzl'
import { MOST_COLUMNS, MOST_ROWS } from '../../../../shared/exchange/sheets.api.ts'
import { FORMATS, dateText, numberText } from './number-text.ts'

/** What is wrong with a file, as a sentence. */
export class Wrong extends Error {}

export interface SheetOfFile {
  name: string
  /** Numbered as programs number them; those with nothing may be missing. */
  rows: Iterable<[row: number, cells: string[]]>
  isHidden: boolean
  hiddenRows: ReadonlySet<number>
  /** Cells that say nothing: formulas without a result, and errors. */
  unread: number
}

/** All that is read of one file, unpacked, in bytes: pictures and what else it has beside its tables stay packed. */
const MOST_UNPACKED = 16 * 1024 * 1024
const MOST_ENTRIES = 2000
/** No program nests elements this deep; the parser's time grows with the square of the depth. */
const MOST_DEEP = 256
const MOST_SHEETS = 1000
/** As in Excel. */
const MOST_OF_FORMAT = 255

export const tooManyColumns = () => new Wrong(`This has more than ${MOST_COLUMNS} columns, the limit.`)
export const tooManyRows = () =>
  new Wrong(`This has more than ${MOST_ROWS.toLocaleString('en')} rows, the limit for one import.`)

export const NO_TABLE = 'This isn’t a spreadsheet. Save it as XLSX or CSV and upload that file.'
export const LOCKED =
  'This spreadsheet is in an old format or has a password. Save it as XLSX without a password and upload that file.'
const notWhole = () => new Wrong('This file is incomplete or damaged.')
export const unreadable = () =>
  new Wrong('This spreadsheet can’t be read. Open it, save it as XLSX again, and upload that file.')

type Part = (path: string) => Promise<string | undefined>

const partKey = (path: string): string => posix.join('/', path.replaceAll('\\', '/')).toLowerCase()

/** The parts of a package by their paths, ignoring case and kind of slash. */
const openPackage = async (file: Buffer): Promise<Part> => {
  const zip = await fromBufferPromise(file).catch(() => {
    throw notWhole()
  })
  const entries = new Map<string, Entry>()
  const tooLarge = () =>
    new Wrong(
      `This file is too large (over ${MOST_UNPACKED / 1024 / 1024} MB unzipped). Remove anything you don’t need.`,
    )
  try {
    for await (const entry of zip.eachEntry()) {
      if (!entry.canDecodeFileData()) throw new Wrong(LOCKED)
      if (/vbaProject\.bin$/i.test(entry.fileName))
        throw new Wrong('This spreadsheet contains macros. Save it as a regular XLSX file and upload that one.')
      entries.set(partKey(entry.fileName), entry)
      if (entries.size > MOST_ENTRIES) throw tooLarge()
    }
  } catch (error) {
    throw error instanceof Wrong ? error : notWhole()
  }
  let unpacked = 0
  return async (path) => {
    const entry = entries.get(partKey(path))
    if (!entry) return undefined
    // Reading fails where there is more than the entry says.
    unpacked += entry.uncompressedSize
    if (unpacked > MOST_UNPACKED) throw tooLarge()
    const bytes = await zip
      .openReadStreamPromise(entry)
      .then(buffer)
      .catch(() => {
        throw notWhole()
      })
    return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-8').decode(bytes)
  }
}

type Attributes = Readonly<Record<string, string>>
const isTrue = (value: string | undefined): boolean => /^(?:1|true)$/i.test(value ?? '')
interface Handlers {
  open?: (name: string, attributes: Attributes) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Goes through XML by the names of its elements without their prefixes. */
const goThrough = (xml: string, { open, text, close }: Handlers): void => {
  let depth = 0
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (++depth > MOST_DEEP) throw unreadable()
        open?.(local(name), attributes)
      },
      ontext: (some) => text?.(some),
      onclosetag: (name) => {
        depth--
        close?.(local(name))
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
}

/** An attribute of another namespace, with any prefix. */
const foreign = (attributes: Attributes, name: string): string | undefined =>
  Object.entries(attributes).find(([key]) => key.includes(':') && local(key) === name)?.[1]

interface Relation {
  type: string
  target: string
  isOutside: boolean
}

const relationsOf = async (part: Part, path: string): Promise<Map<string, Relation>> => {
  const { dir, base } = posix.parse(path)
  const relations = new Map<string, Relation>()
  const xml = (await part(`${dir}/_rels/${base}.rels`)) ?? ''
  goThrough(xml, {
    open: (name, { Id = '', Type = '', Target = '', TargetMode }) => {
      if (name !== 'Relationship') return
      const isOutside = TargetMode?.toLowerCase() === 'external'
      const target = isOutside ? Target : posix.resolve(`/${dir}`, Target.replaceAll('\\', '/'))
      relations.set(Id, { type: posix.basename(Type), target, isOutside })
    },
  })
  return relations
}
const targetOf = (relations: ReadonlyMap<string, Relation>, type: string): string | undefined =>
  [...relations.values()].find((relation) => relation.type === type)?.target

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

const rowsIn = (
  xml: string,
  relations: ReadonlyMap<string, Relation>,
  book: Workbook,
): Pick<SheetOfFile, 'rows' | 'hiddenRows' | 'unread'> => {
  const rows = new Map<number, string[]>()
  const hiddenRows = new Set<number>()
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
      } else inline.open(name)
    },
    text: (some) => {
      if (within === 'v') value += some
      else if (within === 'f') formula += some
      else inline.text(some)
    },
    close: (name) => {
      if (name === 'v' || name === 'f') within = ''
      else if (name !== 'c') return inline.close(name)
      else {
        const text = cellText(type, { value, inline: inline.take() }, style, book)
        const [, address] = FORMULA_OF_ADDRESS.exec(formula) ?? []
        const whole = address ? withAddress(text, address.replaceAll('""', '"')) : text
        if (whole === '' && (type === 'e' || (hasFormula && type !== 'str'))) unread++
        put({ row, column }, whole)
      }
    },
  })
  return { rows: [...rows].sort(([one], [other]) => one - other), hiddenRows, unread }
}

/** The sheets of an XLSX (Office Open XML, ECMA-376) as texts, as a program shows them. Throws `Wrong`. */
export const readXLSX = async (file: Buffer): Promise<SheetOfFile[]> => {
  const part = await openPackage(file)
  const path = targetOf(await relationsOf(part, ''), 'officeDocument') ?? 'xl/workbook.xml'
  const workbook = await part(path)
  if (workbook === undefined) throw new Wrong(NO_TABLE)
  const relations = await relationsOf(part, path)
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
    strings: stringsIn((strings && (await part(strings))) ?? ''),
    formats: formatsIn((styles && (await part(styles))) ?? ''),
    is1904,
  }
  const read: SheetOfFile[] = []
  for (const sheet of sheets) {
    const xml = await part(sheet.path)
    if (xml === undefined) throw unreadable()
    const { name, isHidden } = sheet
    read.push({ name, isHidden, ...rowsIn(xml, await relationsOf(part, sheet.path), book) })
  }
  return read
}
