import { isOfDates, traitsOf } from '../../../../shared/structure/label-kinds.ts'
import { nameKey } from '../../../../shared/contract/name-key.ts'
import type { SheetCheck } from '../../../../shared/exchange/sheets.api.ts'
import type { Slot } from '../../../../shared/structure/room-structure.api.ts'
import { orderOfAll, ordersOf, readDate, readInOrder, type Order } from '../../../../shared/lib/dates.ts'
import { readEnd } from '../../../../shared/lib/expiry-dates.ts'
import type { Structure } from '../../../structure/structure-model.ts'
import type { TableRow } from '../reading/file-table.ts'
import { countRow, type Fields, type ItemType } from './import-plan.ts'
import type { SheetColumns } from './sheet-columns.ts'

const MOST_UNREAD_REPORTED = 50
const PURCHASE_DATE = nameKey('Purchase Date')

/** Reads dates in the order of day and month that their column uses. */
export class ColumnDates {
  readonly #columns: SheetColumns
  /** The order of day and month by column, where its values determine it. */
  readonly #orders: ReadonlyMap<number, Order>
  /** The order of all columns that determine one, if they agree. */
  readonly #orderOfTable: Order | undefined
  /** Ambiguous values, with their possible orders. */
  readonly #ambiguous = new Map<string, Order[]>()
  /** Values under date labels that are no dates. */
  readonly #unread = new Map<string, { column: string; value: string; rows: number }>()
  #ambiguousCount = 0

  constructor(columns: SheetColumns, structure: Structure) {
    this.#columns = columns
    const orders = new Map<number, Order>()
    for (const [at, { is, name = '' }] of columns.matching.columns.entries()) {
      const label = is === 'label' ? structure.idOf('labels', name) : undefined
      if (label === undefined || !isOfDates(structure.kindOf(label))) continue
      const order = orderOfAll(columns.table.rows.map(({ cells }) => cells[at] ?? ''))
      if (order) orders.set(at, order)
    }
    this.#orders = orders
    const distinct = new Set(orders.values())
    this.#orderOfTable = distinct.size === 1 ? [...distinct][0] : undefined
  }

  get areAmbiguous(): boolean {
    return this.#ambiguous.size > 0
  }

  /** A value under a date label as it is stored: a date in ISO 8601, any other text unchanged. */
  stored(value: string, at: number): string {
    const { dates } = this.#columns.matching
    const read = readDate(value)
    if (read.is === 'date') return read.iso
    const orders = read.is === 'ambiguous' ? ordersOf(value) : []
    const settled = this.#orders.get(at) ?? this.#orderOfTable
    const order = settled && orders.includes(settled) ? settled : dates
    const day = order && order !== 'as written' ? readInOrder(value, order) : undefined
    if (day) return day.iso
    if (orders.length > 1 && dates === undefined) {
      this.#ambiguousCount++
      this.#ambiguous.set(value, orders)
    } else if (read.is !== 'empty') {
      const column = this.#columns.title(at)
      countRow(this.#unread, JSON.stringify([column, value]), { column, value })
    }
    return value
  }

  /** The end date of a value that is a duration, counted from a date of the row such as its purchase. */
  endOf(row: TableRow, type: ItemType, fields: Fields, slot: Slot): string | undefined {
    const own = type.labels.flatMap(({ label, kind, field }) =>
      traitsOf(kind).date === 'begins' ? [{ label, text: fields[field] }] : [],
    )
    const purchase = this.#columns.keys.indexOf(PURCHASE_DATE)
    const purchased = purchase < 0 ? '' : this.#dayIn(row.cells[purchase] ?? '', purchase)
    const read = readEnd(fields[slot], [
      ...own,
      ...(purchased === '' ? [] : [{ label: PURCHASE_DATE, text: purchased }]),
    ])
    return read.is === 'date' ? read.iso : undefined
  }

  #dayIn(cell: string, at: number): string {
    const order = this.#orders.get(at) ?? this.#orderOfTable ?? this.#columns.matching.dates
    const day = order && order !== 'as written' ? readInOrder(cell, order) : undefined
    return day?.iso ?? cell
  }

  report(): SheetCheck['dates'] {
    const [example, orders = []] =
      [...this.#ambiguous].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? []
    const readings = orders.map((order) => ({ order, day: (example && readInOrder(example, order)?.iso) ?? '' }))
    return {
      unclear: this.#ambiguousCount,
      example: example ?? null,
      readings,
      unread: [...this.#unread.values()].slice(0, MOST_UNREAD_REPORTED),
    }
  }
}
