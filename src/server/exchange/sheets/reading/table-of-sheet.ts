import { MOST_ROWS } from '../../../../shared/exchange/sheets.api.ts'
import { headingsAmong, PAGE, type Heading } from './headings.ts'
import type { ReadSheet } from './read-sheet-file.ts'
import { FROM_INTERNET, type Merge } from './read-xlsx.ts'
import { filled, titlesOfSheet, withUnit, type Row } from './titles-of-sheet.ts'
import { lose, type Lost } from './xlsx-pictures.ts'

/** How a sheet is read where its user says so. */
export interface HowToRead {
  /** The numbers of the first and the last row of titles. */
  titleRows?: { first: number; last: number } | undefined
  /** Whether rows with one cell are headings of those below. */
  headings?: boolean | undefined
}

export interface PlainRow {
  row: number
  cells: readonly string[]
  isHidden: boolean
  /** Paths of the pictures beside it. */
  pictures: readonly string[]
}

/** A sheet as a plain table: each row an item, each column one title. */
export interface PlainSheet {
  /** '' where a column has none. */
  titles: string[]
  /** Titles of the columns that come from headings, behind the others. */
  headings: string[]
  rows: PlainRow[]
  /** Titles of columns in which pictures are. */
  pictureTitles: string[]
  /** Sentences about what was read in another way than it is written, or not at all. */
  notices: string[]
  /** Null where it is plain which rows are titles; `isUnsure` where the next one may be. */
  titleRows: { first: number; last: number; isUnsure: boolean } | null
  /** The first names of rows with one cell that are headings, and of others; null if there are none. */
  headingRows: { taken: string[]; others: string[] } | null
}

const SHOWN = 3
const listed = (all: readonly string[]): string =>
  new Intl.ListFormat('en').format([
    ...all.slice(0, SHOWN),
    ...(all.length > SHOWN ? [`${all.length - SHOWN} more`] : []),
  ])
const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
const rowsInWords = (rows: readonly Row[]): string =>
  rows.length === 1 ? `Row ${rows[0]?.[0]}` : `Rows ${listed(rows.map(([number]) => String(number)))}`

const keyOf = ([, cells]: Row): string =>
  cells
    .map((cell) => cell.trim().toLowerCase())
    .join('\u0001')
    .replace(/\u0001+$/, '')

/** The rows below the titles, without those that printing repeats on each page. */
const bodyOf = (rows: readonly Row[], first: number, last: number) => {
  const above = rows.slice(0, first)
  const ofTitles = new Set(rows.slice(first, last + 1).map(keyOf))
  const all = rows.slice(last + 1)
  const isTitle = all.map((row) => filled(row) > 1 && ofTitles.has(keyOf(row)))
  const isRepeated = isTitle.includes(true)
  const ofTop = new Set(isRepeated ? above.map(keyOf) : [])
  // A table of its own for each room has its name above the titles each time.
  const top = above.at(-1)
  const named = all.filter((row, at) => filled(row) === 1 && isTitle[at + 1] && !isTitle[at] && !ofTop.has(keyOf(row)))
  const isNamed = top !== undefined && filled(top) === 1 && named.some((row) => !PAGE.test(row[1].join('').trim()))
  if (isNamed) ofTop.delete(keyOf(top))
  const repeats = all.filter(
    (row, at) => isTitle[at] || ofTop.has(keyOf(row)) || (filled(row) === 1 && PAGE.test(row[1].join('').trim())),
  )
  const out = new Set(repeats)
  const body = [...(isNamed ? [top] : []), ...all.filter((row) => !out.has(row))]
  const sure = new Set(isNamed ? [top, ...named.filter((row) => !out.has(row))] : [])
  return { above: isNamed ? above.slice(0, -1) : above, body, repeats, sure }
}

/** Which pictures each row has: those of all rows that a merged cell covers, else of the first row that they lie over. */
const picturesByRow = (
  sheet: ReadSheet,
  numbers: ReadonlySet<number>,
  lost: Lost,
): { byRow: Map<number, string[]>; columns: Set<number> } => {
  const byRow = new Map<number, string[]>()
  const columns = new Set<number>()
  const merges = new Map<number, Merge[]>()
  for (const merge of sheet.merges)
    if (merge.bottom > merge.top) {
      const own = merges.get(merge.top) ?? []
      own.push(merge)
      merges.set(merge.top, own)
    }
  let count = 0
  for (const { row, lastRow, column, path } of sheet.pictures) {
    const merge = merges.get(row)?.find(({ left, right }) => left <= column && column <= right)
    const last = Math.min(merge?.bottom ?? lastRow, row + MOST_ROWS)
    const before = count
    for (let at = row; at <= last && count < MOST_ROWS && (merge || count === before); at++) {
      if (!numbers.has(at)) continue
      byRow.set(at, [...(byRow.get(at) ?? []), path])
      count++
    }
    if (count === before) lose(lost, 'picture beside no item')
    else columns.add(column)
  }
  return { byRow, columns }
}

const lostInWords = ({ [FROM_INTERNET]: internet = 0, ...lost }: Lost): string[] => {
  const all = Object.entries(lost).map(([what, count]) =>
    counted(count, what).replace(/^(\d+ picture)( .*?)s$/, '$1s$2'),
  )
  return [
    ...(all.length > 0 ? [`Not imported: ${new Intl.ListFormat('en').format(all)}.`] : []),
    ...(internet > 0 ? [`Of ${counted(internet, FROM_INTERNET)}, only the address is imported.`] : []),
  ]
}

const firstNames = (headings: readonly Heading[]): string[] =>
  [...new Set(headings.map(({ text }) => text))].slice(0, SHOWN)

/** The titles of columns in which values are merged over several of these rows. */
const mergedColumns = (merges: readonly Merge[], numbers: ReadonlySet<number>, titles: readonly string[]): string[] => {
  const columns = new Set<number>()
  for (const { top, bottom, left } of merges) if (bottom > top && numbers.has(top)) columns.add(left)
  return [...columns].sort((one, other) => one - other).flatMap((at) => titles[at] || [])
}

/** Resolves titles, units, headings, merged cells, and pictures. Undefined for a sheet without a table. */
export const plainSheet = (
  sheet: ReadSheet,
  { titleRows: chosen, headings: wanted }: HowToRead,
  isKnown: (title: string) => boolean,
): PlainSheet | undefined => {
  const { first, last, units, titles, unitOf, isUnsure } = titlesOfSheet(sheet, isKnown, chosen)
  if (first < 0) return undefined
  const { above, body, repeats, sure } = bodyOf(sheet.rows, first, units ?? last)
  const { taken, others } = headingsAmong(body, sheet.merges, sure, wanted)
  const levels = Math.max(-1, ...taken.map(({ level }) => level)) + 1
  const headings = Array.from({ length: levels }, (_, level) => (levels === 1 ? 'Heading' : `Heading ${level + 1}`))
  const byRow = new Map(taken.map((heading) => [heading.row, heading]))
  const numbers = new Set(body.filter((row) => !byRow.has(row)).map(([number]) => number))
  const lost = { ...sheet.lost }
  const { byRow: pictures, columns: pictureColumns } = picturesByRow(sheet, numbers, lost)
  const rows: PlainRow[] = []
  let names: string[] = []
  for (const line of body) {
    const heading = byRow.get(line)
    if (heading) {
      names = headings.map((_, level) => (level < heading.level ? (names[level] ?? '') : ''))
      names[heading.level] = heading.text
      continue
    }
    const [row, cells, isHidden = false] = line
    const own = unitOf.length > 0 ? cells.map((cell, at) => withUnit(cell, unitOf[at])) : cells
    const padded = levels > 0 ? [...titles.map((_, at) => own[at] ?? ''), ...names] : own
    rows.push({ row, cells: padded, isHidden, pictures: pictures.get(row) ?? [] })
  }
  const ofTitles = sheet.rows.slice(first, last + 1)
  const [firstRow, lastRow] = [ofTitles[0]?.[0] ?? 1, ofTitles.at(-1)?.[0] ?? 1]
  const merged = mergedColumns(sheet.merges, numbers, titles)
  const shown = [...pictures.values()].reduce((sum, paths) => sum + paths.length, 0)
  const unitRow = units === undefined ? undefined : sheet.rows[units]
  const notices = [
    ...(above.length > 0
      ? [
          `${rowsInWords(above)} above the titles ${above.length === 1 ? 'isn’t' : 'aren’t'} imported: ${listed(above.map(([, cells]) => cells.filter(Boolean).join(' ').slice(0, 60)))}.`,
        ]
      : []),
    ...(ofTitles.length > 1 ? [`${rowsInWords(ofTitles)} are read as titles.`] : []),
    ...(unitRow ? [`${rowsInWords([unitRow])} is read as units, which are added to the values.`] : []),
    ...(repeats.length > 0
      ? [
          `${rowsInWords(repeats)} ${repeats.length === 1 ? 'repeats' : 'repeat'} the titles or the page number and ${repeats.length === 1 ? 'is' : 'are'} skipped.`,
        ]
      : []),
    ...(merged.length > 0
      ? [`Values in cells merged over several rows count for each of these rows: ${listed(merged)}.`]
      : []),
    ...(taken.length > 0
      ? [
          `${counted(taken.length, 'row')} ${taken.length === 1 ? 'is' : 'are'} read as ${taken.length === 1 ? 'a heading' : 'headings'} of the rows below: ${listed([...new Set(taken.map(({ text }) => text))])}.`,
        ]
      : []),
    ...(shown > 0
      ? [`${counted(shown, 'picture')} beside items will become ${shown === 1 ? 'a file' : 'files'} of these items.`]
      : []),
    ...lostInWords(lost),
  ]
  return {
    ...{ titles, headings, rows, notices },
    pictureTitles: [...pictureColumns].flatMap((at) => titles[at] || []),
    titleRows: lastRow > firstRow || isUnsure || chosen ? { first: firstRow, last: lastRow, isUnsure } : null,
    headingRows: taken.length + others.length > 0 ? { taken: firstNames(taken), others: firstNames(others) } : null,
  }
}
