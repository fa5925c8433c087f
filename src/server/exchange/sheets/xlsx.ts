import { untaken } from '../../../shared/attachments/file-name.ts'
import { inPieces } from '../../attachments/zip-of-files.ts'
import type { Cell, Table } from '../../platform/lib/csv.ts'
import { letters } from './reading/letters.ts'

/** What XML cannot hold stands as Office writes it, and so does what looks like that. */
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000D\u000E-\u001F\uFFFE\uFFFF]|_(?=x[\dA-Fa-f]{4}_)/g
const MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const xml = (text: string): string =>
  text
    .replace(NOT_IN_XML, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>"]/g, (sign) => MARKUP[sign] ?? sign)

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** In the order of STYLES. Text is of the kind that stays text when somebody types a number into it. */
const STYLE = { text: 1, title: 2, day: 3, moment: 4, number: 5 } as const
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}">
<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE9E4DA"/></patternFill></fill></fills>
<borders count="1"><border/></borders>
<cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="6">
<xf xfId="0"/>
<xf xfId="0" numFmtId="49" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>
<xf xfId="0" numFmtId="49" fontId="1" fillId="2" applyNumberFormat="1" applyFont="1" applyFill="1"/>
<xf xfId="0" numFmtId="164" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" horizontal="left"/></xf>
<xf xfId="0" numFmtId="165" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" horizontal="left"/></xf>
<xf xfId="0" numFmtId="0" applyAlignment="1"><alignment vertical="top"/></xf>
</cellXfs>
</styleSheet>`

const DAY_MS = 24 * 60 * 60 * 1000
/** Days are counted from the one before 1900 began, and a leap day that 1900 did not have. */
const DAY_ZERO = Date.UTC(1899, 11, 30)
const serial = (time: Date): number => (time.getTime() - DAY_ZERO) / DAY_MS

const cellXML = (cell: Cell, place: string): string => {
  if (cell === '') return ''
  if (cell instanceof Date) return `<c r="${place}" s="${STYLE.moment}"><v>${serial(cell)}</v></c>`
  if (typeof cell === 'object') return `<c r="${place}" s="${STYLE.day}"><v>${serial(new Date(cell.day))}</v></c>`
  if (typeof cell === 'number') return `<c r="${place}" s="${STYLE.number}"><v>${cell}</v></c>`
  // An inline text is never a formula.
  return `<c r="${place}" s="${STYLE.text}" t="inlineStr"><is><t xml:space="preserve">${xml(cell)}</t></is></c>`
}

const [LEAST_WIDTH, MOST_WIDTH, MOMENT_WIDTH] = [8, 48, 20]
const widthOf = (cell: Cell): number => {
  if (typeof cell === 'object') return MOMENT_WIDTH
  return (
    Math.max(
      ...String(cell)
        .split('\n', 3)
        .map((line) => line.length),
    ) + 2
  )
}
const between = (least: number, width: number, most: number) => Math.min(most, Math.max(least, width))

/** As many rows tell how wide the columns are. */
const MEASURED = 200

/** The widths of the columns, in characters: of their longest texts, within reason. */
const widths = ({ titles, rows }: Table): number[] => {
  const longest = titles.map((title) => title.length + 4)
  let measured = 0
  for (const row of rows) {
    if (measured++ === MEASURED) break
    for (const [at, cell] of row.entries()) longest[at] = Math.max(longest[at] ?? 0, widthOf(cell))
  }
  return longest.map((width) => between(LEAST_WIDTH, width, MOST_WIDTH))
}

function* sheetXML(table: Table): Generator<string> {
  const columns = widths(table).map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${STYLE.text}" customWidth="1"/>`,
  )
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`
  yield `<sheetFormatPr defaultRowHeight="15"/><cols>${columns.join('')}</cols><sheetData>`
  const titles = table.titles.map(
    (title, at) =>
      `<c r="${letters(at)}1" s="${STYLE.title}" t="inlineStr"><is><t xml:space="preserve">${xml(title)}</t></is></c>`,
  )
  yield `<row r="1">${titles.join('')}</row>`
  let number = 1
  for (const row of table.rows) {
    number++
    yield `<row r="${number}">${row.map((cell, at) => cellXML(cell, `${letters(at)}${number}`)).join('')}</row>`
  }
  yield `</sheetData><autoFilter ref="A1:${letters(table.titles.length - 1)}${number}"/></worksheet>`
}

/** What a sheet may be called: at most 31 characters, with what tells it from others, none of some. */
export const sheetNameOf = (name: string): string => {
  const safe = [...name.replace(/[[\]:*?/\\\p{Cc}]/gu, ' ').replace(/^['\s]+|['\s]+$/g, '')].slice(0, 25).join('')
  return safe === '' || safe.toLowerCase() === 'history' ? 'Items' : safe
}

/** Each its own. */
const sheetNames = (tables: readonly Table[]): string[] => {
  const taken = new Set<string>()
  return tables.map(({ name }) => {
    const own = untaken(sheetNameOf(name), {
      has: (candidate) => taken.has(candidate.toLowerCase()),
    })
    taken.add(own.toLowerCase())
    return own
  })
}

const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
const relations = (...them: string[]) =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${them.join('')}</Relationships>`

/** Writes an XLSX of Office Open XML (ECMA-376) with a sheet for each table: its head stays in view and filters. */
export const writeXLSX = async (
  addText: (path: string, texts: Iterable<string> | AsyncIterable<string>) => Promise<unknown>,
  tables: readonly Table[],
): Promise<void> => {
  const names = sheetNames(tables)
  const each = (make: (number: number, name: string) => string) => names.map((name, at) => make(at + 1, name)).join('')
  const stylesID = tables.length + 1

  await addText('[Content_Types].xml', [
    `${HEAD}<Types xmlns="${PACKAGE}/content-types">`,
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`,
    `<Default Extension="xml" ContentType="application/xml"/>`,
    `<Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/>`,
    `<Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/>`,
    each(
      (number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/>`,
    ),
    '</Types>',
  ])
  await addText('_rels/.rels', [relations(relation(1, 'officeDocument', 'xl/workbook.xml'))])
  await addText('xl/workbook.xml', [
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>`,
    each((number, name) => `<sheet name="${xml(name)}" sheetId="${number}" r:id="rId${number}"/>`),
    '</sheets></workbook>',
  ])
  await addText('xl/_rels/workbook.xml.rels', [
    relations(
      each((number) => relation(number, 'worksheet', `worksheets/sheet${number}.xml`)),
      relation(stylesID, 'styles', 'styles.xml'),
    ),
  ])
  await addText('xl/styles.xml', [STYLES])
  for (const [at, table] of tables.entries())
    await addText(`xl/worksheets/sheet${at + 1}.xml`, inPieces(sheetXML(table)))
}
