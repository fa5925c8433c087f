import { openSlices } from '../slices.ts'
import type { SheetLine } from './read-sheet-file.ts'

export interface TableRow {
  /** The place of its sheet. */
  sheet: number
  /** As programs number it. */
  row: number
  /** By the columns of the table. */
  cells: readonly string[]
}

/** The sheets of a file as one table: columns of the same title are one. */
export interface FileTable {
  sheets: { name: string; rows: number; taken: boolean }[]
  titles: string[]
  rows: TableRow[]
}

/** Among so many of its first rows a sheet has its head, below a title and an address, for example. */
const HEAD_WITHIN = 20

const filled = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== '').length

/** The place of the row that names the columns: the first that has most of the cells which rows at the beginning have. */
const headOf = (lines: readonly SheetLine[]): number => {
  const first = lines.slice(0, HEAD_WITHIN)
  const most = Math.max(...first.map(([, , cells]) => filled(cells)))
  return first.findIndex(([, , cells]) => filled(cells) > 1 && filled(cells) * 2 > most)
}

/** 'A' for 0. */
const letters = (at: number): string =>
  (at >= 26 ? letters(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))

/** What the columns of one sheet are called, each differently. */
const titlesOf = (head: readonly string[], columns: number): string[] => {
  const taken = new Set<string>()
  return Array.from({ length: columns }, (_, at) => {
    const title = (head[at] ?? '').trim().replace(/\s+/g, ' ') || `Column ${letters(at)}`
    let own = title
    for (let n = 2; taken.has(own); n++) own = `${title} (${n})`
    taken.add(own)
    return own
  })
}

/** `sheets` names those that are taken. */
export const tableOfFile = async (
  { sheets, lines }: { sheets: readonly string[]; lines: Uint8Array },
  taken: readonly string[] | undefined,
): Promise<FileTable> => {
  const breathe = openSlices()
  const bySheet = sheets.map((): SheetLine[] => [])
  for (const line of Buffer.from(lines).toString('utf8').split('\n')) {
    const read = JSON.parse(line) as SheetLine
    bySheet[read[0]]?.push(read)
    await breathe()
  }
  const table: FileTable = { sheets: [], titles: [], rows: [] }
  const places = new Map<string, number>()
  for (const [sheet, all] of bySheet.entries()) {
    const name = sheets[sheet] ?? ''
    const head = headOf(all)
    const body = head < 0 ? [] : all.slice(head + 1)
    const isTaken = body.length > 0 && (taken?.includes(name) ?? true)
    table.sheets.push({ name, rows: body.length, taken: isTaken })
    if (!isTaken) continue
    const columns = all.slice(head).reduce((most, [, , cells]) => Math.max(most, cells.length), 0)
    const at = titlesOf(all[head]?.[2] ?? [], columns).map((title) => {
      const place = places.get(title) ?? places.size
      places.set(title, place)
      return place
    })
    for (const [, row, own] of body) {
      const cells: string[] = []
      for (const [column, cell] of own.entries()) cells[at[column] ?? 0] = cell
      table.rows.push({ sheet, row, cells })
      await breathe()
    }
  }
  table.titles = [...places.keys()]
  return table
}
