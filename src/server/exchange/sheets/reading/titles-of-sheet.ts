import { LIMITS } from '../../../../shared/contract/limits.ts'
import { asOneLine } from '../../../../shared/contract/text.ts'
import type { ReadSheet } from './read-sheet-file.ts'
import type { Merge } from './read-xlsx.ts'

export type Row = ReadSheet['rows'][number]

export interface Titles {
  /** The places of the first and the last row of titles; -1 where a sheet has none. */
  first: number
  last: number
  /** The place of the row of units below them, if there is one. */
  units: number | undefined
  /** By column; '' where there is none. */
  titles: string[]
  unitOf: readonly (string | undefined)[]
  /** The next row may be titles as well. */
  isUnsure: boolean
}

/** Among so many of its first rows a sheet has its titles, below a name and an address, for example. */
const HEAD_WITHIN = 20
const MOST_ROWS_OF_TITLES = 4
const MOST_OF_TITLE = 60

export const isFilled = (cell: string | undefined): boolean => /\S/.test(cell ?? '')
export const filled = ([, cells]: Row): number => cells.filter(isFilled).length
const says = (row: Row | undefined, at: number): string => (row?.[1][at] ?? '').trim()
const widthOf = (rows: readonly Row[]): number => rows.reduce((most, [, cells]) => Math.max(most, cells.length), 0)

/**
 * A title is in one line, and goes into notes. A cell may hold far more than one, with what XML writes as _x0000_: it is cut
 * first of all.
 */
const titleOf = (cell: string): string =>
  asOneLine(cell.trimStart().slice(0, LIMITS.line).toWellFormed().replaceAll('\0', ''))

/** The place of the first row that has most of the cells which rows at the beginning have. */
const headOf = (rows: readonly Row[]): number => {
  const first = rows.slice(0, HEAD_WITHIN).map(filled)
  const most = Math.max(...first)
  return first.findIndex((cells) => cells > 1 && cells * 2 > most)
}

const looksLikeTitle = (text: string): boolean =>
  text.length <= MOST_OF_TITLE && /\p{L}/u.test(text) && !/^[\W_]*\d|[:：]$/u.test(text)

const mergesAcross = (merges: readonly Merge[], [number]: Row): Merge[] =>
  merges.filter(({ top, bottom, left, right }) => top <= number && number <= bottom && right > left)

/** Whether a row has groups of titles, and the next one the titles within them. */
const areTogether = (upper: Row, lower: Row, rest: readonly Row[], merges: readonly Merge[]): boolean | 'perhaps' => {
  if (lower[0] !== upper[0] + 1 || filled(upper) < 2 || rest.length === 0) return false
  const columns = Array.from({ length: widthOf([upper, lower]) }, (_, at) => at)
  // What is merged down is in both rows.
  const names = columns.filter((at) => says(lower, at) !== '' && says(lower, at) !== says(upper, at))
  if (names.length === 0 || !names.every((at) => looksLikeTitle(says(lower, at)))) return false
  if (!columns.every((at) => says(upper, at) === '' || looksLikeTitle(says(upper, at)))) return false
  const isMergedDown = merges.some((merge) => merge.top <= upper[0] && merge.bottom === lower[0])
  const groups = mergesAcross(merges, upper).filter(
    ({ left, right }) => names.filter((at) => left <= at && at <= right).length > 1,
  )
  if (isMergedDown || groups.length > 1) return true
  const gaps = names.filter((at) => says(upper, at) === '')
  const ownersOfGaps = gaps.map((gap) => columns.findLast((at) => at < gap && says(upper, at) !== ''))
  if (gaps.length === 0 || ownersOfGaps.some((at) => at === undefined || !names.includes(at))) return false
  const single = columns.filter((at) => says(upper, at) !== '' && !names.includes(at))
  // Below there may be one more row of titles, and headings.
  if (single.some((at) => rest.slice(0, MOST_ROWS_OF_TITLES).some((row) => filled(row) > 1 && says(row, at) !== '')))
    return true
  return single.length === 0 && new Set(ownersOfGaps).size > 1 ? 'perhaps' : false
}

const UNIT =
  /^(?:in|inch|inches|"|″|ft|feet|'|′|yd|mm|cm|m|km|mi|(?:sq\.? ?|cu\.? ?)(?:in|ft|yd|m)|(?:mm|cm|m|ft|in)[²³23]|g|kg|t|oz|lbs?|l|ml|gal|[ckm]?w|kwh|kva|v|a|hz|btu(?:\/h)?|cfm|gpm|lm|k|°[cf]|%|db|bar|psi|pcs?|ea|each|pieces?|days?|months?|years?|stk|stück|\p{Sc}|usd|eur|gbp|chf|cad|aud|kr|sek|nok|dkk|pln|jpy)$/iu
const IN_BRACKETS = /^[([](.{1,15})[)\]]$/
const NOTHING = /^[-–—]?$/
const OF_DATES = /[dmyt]{2}[\W_]|\b(?:date|text|yes|no|optional|required)\b/i

/** 'in' of '(in)'; undefined for what is no unit. */
const unitIn = (text: string): string | undefined => {
  const [, inside] = IN_BRACKETS.exec(text) ?? []
  return inside?.trim() ?? (UNIT.test(text) ? text : undefined)
}

const unitsOf = (above: Row, row: Row | undefined, rest: readonly Row[]): (string | undefined)[] | undefined => {
  if (row === undefined || row[0] !== above[0] + 1 || rest.length === 0) return undefined
  const cells = row[1].map((_, at) => (says(row, at) === says(above, at) ? '' : says(row, at)))
  const units = cells.map(unitIn)
  return units.some((unit) => unit !== undefined) && cells.every((cell, at) => NOTHING.test(cell) || units[at])
    ? units
    : undefined
}

const NUMBER = /^[+-]?[\d.,'’\s\u00a0/½¼¾⅓⅔⅛⅜⅝⅞-]*[\d½¼¾⅓⅔⅛⅜⅝⅞]$/

/** A value with the unit of its column, unless it has one. */
export const withUnit = (cell: string, unit: string | undefined): string =>
  unit === undefined || OF_DATES.test(unit) || !NUMBER.test(cell.trim()) ? cell : `${cell.trim()} ${unit}`

/** For each column what its rows of titles say, the group first. */
const partsOf = (rows: readonly Row[], merges: readonly Merge[], columns: number): string[][] => {
  const across = rows.map((row) => mergesAcross(merges, row))
  return Array.from({ length: columns }, (_, at) => {
    const parts: string[] = []
    for (const [place, row] of rows.entries()) {
      const isNamedBelow = rows.slice(place + 1).some((below) => says(below, at) !== '')
      const group = across[place]?.length
        ? across[place].find(({ left, right }) => left <= at && at <= right)?.left
        : row[1].findLastIndex((cell, other) => other < at && isFilled(cell))
      const own = titleOf(says(row, at)) || (isNamedBelow && group !== undefined ? titleOf(says(row, group)) : '')
      if (own !== '' && parts.at(-1) !== own) parts.push(own)
    }
    return parts
  })
}

/** The longest end that the import knows, as 'Brand' of 'Product Brand', where no other column ends so; else all of it. */
const joined = (all: readonly string[][], isKnown: (title: string) => boolean): string[] => {
  const ends = all.map((parts) => parts.map((_, from) => titleOf(parts.slice(from).join(' '))))
  return ends.map((own, at) => {
    const isOnly = (end: string) => ends.every((others, other) => other === at || !others.includes(end))
    return own.find((end) => isKnown(end) && isOnly(end)) ?? own[0] ?? ''
  })
}

/** Where a sheet has its titles, and what they are. `chosen` are numbers of rows. */
export const titlesOfSheet = (
  { rows, merges }: Pick<ReadSheet, 'rows' | 'merges'>,
  isKnown: (title: string) => boolean,
  chosen?: { first: number; last: number },
): Titles => {
  let first = headOf(rows)
  if (first < 0) return { first, last: first, units: undefined, titles: [], unitOf: [], isUnsure: false }
  let last = first
  const together = (upper: number): boolean | 'perhaps' => {
    const [one, other] = [rows[upper], rows[upper + 1]]
    return one && other ? areTogether(one, other, rows.slice(upper + 2, upper + 2 + HEAD_WITHIN), merges) : false
  }
  const isUnits = (at: number) => {
    const above = rows[at - 1]
    return above !== undefined && unitsOf(above, rows[at], rows.slice(at + 1)) !== undefined
  }
  const [from, to] = [chosen?.first, chosen?.last].map((number) => rows.findIndex(([own]) => own === number))
  const isChosen = from !== undefined && to !== undefined && from >= 0 && to >= from
  if (isChosen) [first, last] = [from, to]
  else {
    while (first > 0 && last - first + 1 < MOST_ROWS_OF_TITLES && together(first - 1) !== false) first--
    while (last - first + 1 < MOST_ROWS_OF_TITLES && !isUnits(last + 1) && together(last) === true) last++
  }
  const isUnsure = !isChosen && !isUnits(last + 1) && together(last) === 'perhaps'
  const [lastRow, unitRow] = [rows[last], rows[last + 1]]
  const units = lastRow && unitsOf(lastRow, unitRow, rows.slice(last + 2))
  const columns = widthOf(rows.slice(first))
  return {
    ...{ first, last, isUnsure, units: units && last + 1, unitOf: units ?? [] },
    titles: joined(partsOf(rows.slice(first, last + 1), merges, columns), isKnown),
  }
}
