import { hasAtMost, LIMITS } from '../../../../shared/contract/limits.ts'
import { nameKey } from '../../../../shared/contract/name-key.ts'
import { asOneLine } from '../../../../shared/contract/text.ts'
import type { Matching, SheetColumn } from '../../../../shared/exchange/sheets.api.ts'
import type { FileTable, TableRow } from '../reading/file-table.ts'
import { RowError } from './import-plan.ts'
import { roomsOfPaths } from './programs.ts'

/** What a row says about where its item belongs. */
export type RowNames = Partial<Record<'room' | 'category' | 'subcategory' | 'updated' | 'item', string>>

const WHOLE_ROW = ''

/** The address of a linked cell, which the reader appends to its text. */
const APPENDED_ADDRESS = / \(((?:https?:\/\/|mailto:)\S+)\)$/i

/** The columns of a table as they are matched. */
export class SheetColumns {
  readonly table: FileTable
  readonly matching: Matching
  /** The names of labels by column, as names are compared. */
  readonly keys: readonly string[]
  /** Names of rooms by the paths that the program of the table writes. */
  readonly #roomsOfPaths: ReadonlyMap<string, string>
  readonly #pathsDiffer: boolean

  /** `names` are the keys of names that rooms and room types have. */
  constructor(table: FileTable, matching: Matching, names: ReadonlySet<string>) {
    this.table = table
    this.matching = matching
    this.keys = matching.columns.map(({ name = '' }) => nameKey(name))
    const paths = table.program === 'Homebox' ? this.#cellsOf('room') : []
    this.#roomsOfPaths = roomsOfPaths(paths, (name) => names.has(nameKey(name)))
    this.#pathsDiffer = new Set(paths.flatMap((path) => path.split('/').slice(0, -1)[0]?.trim() ?? [])).size > 1
  }

  #cellsOf(is: SheetColumn['is']): string[] {
    const at = this.matching.columns.findIndex((column) => column.is === is)
    return this.table.rows.map(({ cells }) => nameIn(cells[at])).filter((cell) => cell !== '')
  }

  title(at: number): string {
    return this.table.titles[at] ?? ''
  }

  titleOf(is: SheetColumn['is']): string {
    return this.table.titles[this.matching.columns.findIndex((column) => column.is === is)] ?? WHOLE_ROW
  }

  /** Throws `RowError` for what is longer than any name. */
  namesIn(row: TableRow): RowNames {
    const names: RowNames = {}
    for (const [at, { is }] of this.matching.columns.entries()) {
      if (is !== 'room' && is !== 'category' && is !== 'subcategory' && is !== 'updated' && is !== 'item') continue
      const cell = nameIn(row.cells[at]).replace(APPENDED_ADDRESS, '')
      if (!hasAtMost(cell, LIMITS.line)) throw new RowError(this.title(at), `longer than ${LIMITS.line}`)
      if (cell !== '') names[is] = (is === 'room' && this.#roomsOfPaths.get(cell)) || cell
    }
    return names
  }

  /** The parts of the cells under Room and Sub Category that are not in the names that were read from them. */
  besideNames(row: TableRow): string[] {
    const beside: string[] = []
    for (const [at, { is }] of this.matching.columns.entries()) {
      if (is !== 'room' && is !== 'subcategory') continue
      const [cell, title] = [nameIn(row.cells[at]), this.title(at)]
      const [appended, address] = APPENDED_ADDRESS.exec(cell) ?? ['']
      const path = cell.slice(0, cell.length - appended.length)
      const room = is === 'room' ? this.#roomsOfPaths.get(path) : undefined
      const isComplete = room === undefined || (!this.#pathsDiffer && nameKey(path).endsWith(nameKey(room)))
      if (!isComplete && room !== path) beside.push(`${title}: ${path}`)
      if (address) beside.push(`${title}: ${address}`)
    }
    return beside
  }

  /** Whether the row has nothing but names that also count for the rows below. */
  isEmpty(row: TableRow): boolean {
    return this.matching.columns.every(({ is }, at) => {
      const counts =
        is !== 'ignore' && is !== 'updated' && !(this.matching.fillDown && (is === 'room' || is === 'category'))
      return !counts || (row.cells[at] ?? '') === ''
    })
  }
}

/** A cell of another program without invisible characters at its ends and with our line breaks. */
export const tidied = (cell: string): string =>
  cell.replace(/^[\s\u200b\u2060]+|[\s\u200b\u2060]+$/g, '').replace(/\r\n?/g, '\n')

const nameIn = (cell = ''): string => asOneLine(tidied(cell))

/** A row's names with those of the row above. A different room or category clears what is below it. */
export const filledDown = ({ room, category, subcategory }: RowNames, own: RowNames): RowNames => {
  const isOther = (name: string | undefined, above: string | undefined) =>
    name !== undefined && (above === undefined || nameKey(name) !== nameKey(above))
  const isOtherRoom = isOther(own.room, room)
  const isOtherCategory = isOtherRoom || isOther(own.category, category)
  return {
    ...(room !== undefined && { room }),
    ...(category !== undefined && !isOtherRoom && { category }),
    ...(subcategory !== undefined && !isOtherCategory && { subcategory }),
    ...own,
  }
}
