import { asOneLine } from '../../../../shared/contract/text.ts'
import type { Merge } from './read-xlsx.ts'
import { filled, isFilled, type Row } from './titles-of-sheet.ts'

/** A row that names what the rows below it are in: a room or a category. */
export interface Heading {
  row: Row
  text: string
  /** 0 the highest. */
  level: number
}

export interface Headings {
  taken: readonly Heading[]
  /** Other rows with one cell in front of rows with several. */
  others: readonly Heading[]
}

const TOTAL = /^(?:grand |sub-?)?totals?\b|^(?:(?:gesamt|zwischen)?summe|gesamt|suma|importe total)\b/i
export const PAGE = /^(?:page|seite|página|p\.)\s*\d+\b/i
const NUMBERED =
  /^(?:\w*room|raum|zimmer|habitación|unit|apt\.?|apartment|suite|floor|level|area|zone)\s+(?:no\.?\s*)?#?\w?\d|^#?\d+\w?\s*[-–—:]\s*\p{L}/iu
const ROOM_AT_END =
  /(?:\w*rooms?|bath|kitchen|garage|office|hall|hallway|stairs|basement|cellar|attic|loft|closet|pantry|den|study|library|nursery|foyer|entry|porch|deck|patio|yard|garden|shed|workshop|laundry|gym|suite|floor|küche|bad|flur|keller|\w*zimmer|cocina|baño|sala|dormitorio)(?:\s+#?\d+)?$/i
/** 'Room 101 –' and '--- Kitchen ---' are the names within. */
const nameIn = (text: string): string => asOneLine(text).replace(/^[\s–—*=_-]+|[\s:：–—*=_-]+$/g, '')

const isInCapitals = (text: string): boolean =>
  /\p{L}{2}/u.test(text) && text === text.toUpperCase() && text !== text.toLowerCase()

interface Lone extends Heading {
  /** Looks that headings of one level share. */
  looks: string
  isSure: boolean
  /** Behind an empty row. */
  isApart: boolean
}

/** Of the rows below the titles, those that have one cell in front of rows with several. `sure` are known to be headings. */
export const headingsAmong = (
  rows: readonly Row[],
  merges: readonly Merge[],
  sure: ReadonlySet<Row>,
  wanted: boolean | undefined,
): Headings => {
  const several = rows.filter((row) => filled(row) > 1)
  const first = Math.min(...several.map(([, cells]) => cells.findIndex(isFilled)))
  const across = new Map<number, Merge>()
  for (const merge of merges) if (merge.right > merge.left) across.set(merge.top, merge)
  const shareOf = (column: number, is: (text: string) => boolean) =>
    several.filter(([, cells]) => is((cells[column] ?? '').trim())).length / several.length
  const blank = new Map<number, number>()
  const capitals = new Map<number, number>()
  const known = (of: Map<number, number>, column: number, is: (text: string) => boolean) => {
    const share = of.get(column) ?? shareOf(column, is)
    of.set(column, share)
    return share
  }
  const lone: Lone[] = []
  const places = new Map(rows.map((row, at) => [row, at]))
  const lastOfSeveral = several.at(-1)
  const end = (lastOfSeveral && places.get(lastOfSeveral)) ?? 0
  for (const [at, row] of rows.slice(0, end).entries()) {
    if (filled(row) !== 1) continue
    const [number, cells] = row
    const column = cells.findIndex(isFilled)
    const own = (cells[column] ?? '').trim()
    const text = nameIn(own)
    const merge = across.get(number)
    const isAcross = merge !== undefined && merge.left <= column && column <= merge.right
    if (text === '' || TOTAL.test(text) || (!isAcross && !sure.has(row) && column > first + 1)) continue
    // A room that stands once, above its own rows, is what blank cells below repeat.
    if (!isAcross && !sure.has(row) && known(blank, column, (cell) => cell === '') > 0.5) continue
    const isLoud = isInCapitals(own) && known(capitals, column, isInCapitals) < 0.5
    const hasEnd = /[:：–—]$|\s-$|^-{2}/.test(own)
    const [before, after] = [rows[at - 1], rows[at + 1]]
    const isApart = before === undefined || number - before[0] > 1
    const isFollowed = after?.[0] === number + 1
    const looks = [isAcross, isLoud, hasEnd].map(Number).join('')
    const isSure = sure.has(row) || isAcross || isLoud || hasEnd || NUMBERED.test(own) || ROOM_AT_END.test(text)
    lone.push({ row, text, level: 0, looks, isSure, isApart: isApart && isFollowed })
  }
  const areApart = lone.length > 1 && lone.every(({ isApart }) => isApart)
  const byPlace = new Map(lone.map((one) => [places.get(one.row), one]))
  // Where each of them has one right below it, these are a level of their own.
  const marked = lone.filter(({ isSure }) => isSure)
  const below = marked.flatMap(({ row }) => {
    const next = byPlace.get((places.get(row) ?? 0) + 1)
    return next && !next.isSure ? [next] : []
  })
  const looksBelow = new Set(marked.length > 1 && below.length === marked.length ? below.map(({ looks }) => looks) : [])
  // A list that mostly has names is no table with headings.
  const isTaken = ({ row, isSure, looks }: Lone) =>
    wanted ?? (sure.has(row) || ((isSure || areApart || looksBelow.has(looks)) && lone.length <= several.length * 2))
  const taken = lone.filter(isTaken)
  return { taken: inLevels(taken, places), others: lone.filter((one) => !isTaken(one)) }
}

/** Headings right below each other are of different levels; one that stands alone has the level of those that look like it. */
const inLevels = (headings: readonly Lone[], places: ReadonlyMap<Row, number>): Heading[] => {
  const runs: Lone[][] = []
  for (const heading of headings) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    const isNext = last && (places.get(heading.row) ?? 0) === (places.get(last.row) ?? 0) + 1
    if (run && isNext) run.push(heading)
    else runs.push([heading])
  }
  const deepest = Math.max(0, ...runs.map((run) => run.length)) - 1
  const highest = new Set(runs.flatMap((run) => (run.length > deepest ? (run[0]?.looks ?? []) : [])))
  const lower = new Set(runs.flatMap((run) => run.slice(1).map(({ looks }) => looks)))
  return runs.flatMap((run) =>
    run.map(({ row, text, looks }, at) => {
      const isHighest = run.length === 1 && highest.has(looks) && !lower.has(looks)
      return { row, text, level: isHighest ? 0 : deepest - run.length + 1 + at }
    }),
  )
}
