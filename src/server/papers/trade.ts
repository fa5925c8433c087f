import type { Item } from '../../shared/items/items.api.ts'
import { columnOfLabel } from '../../shared/structure/label-columns.ts'
import type { LeftOut } from '../../shared/papers/papers.api.ts'
import { isPaint, type Sample } from '../../shared/items/sample.ts'
import { TRADE_NAMES, TRADES } from '../../shared/structure/classification.ts'
import { groupBy } from '../platform/lib/group-by.ts'
import { sortedByMark } from './marks.ts'
import type { PaperMaking, PaperOf } from './paper-of.ts'
import { quantityIn, saysQuantity } from './quantity.ts'
import { dateOf, notesOf, sampleOf, valuesOf, WHERE } from './values.ts'

/** The data of papers/trade.typ beyond that of all papers. */
interface TradeLists {
  date: string
  trades: {
    name: string
    itemCount: number
    roomCount: number
    rows: Row[]
    remarks: { mark: string; room: string; text: string }[]
  }[]
}

/** A product once, with all its places. */
interface Row {
  mark: string
  sample: Sample | null
  title: string
  kind: string
  values: { label: string; value: string }[]
  quantity: string
  places: { room: string; where: string; quantity: string }[]
}

/** Whether it is bought by amount rather than by piece. */
const isSpread = (of: PaperOf, item: Item): boolean =>
  of.standsFor(item).surface !== null || isPaint(item.subCatName, item.labels)

/** The quantity that the item states, or else 1 if it is bought by piece. */
const saidOf = (of: PaperOf, item: Item): string =>
  valuesOf(item).find(({ label }) => saysQuantity(label))?.value ?? (isSpread(of, item) ? '' : '1')

/** Excludes dates, warranties and places, which are not part of an order. */
const isToOrder = (label: string): boolean => {
  const kind = columnOfLabel(label)?.column
  return kind !== 'date' && kind !== 'warranty' && !WHERE.test(label) && !saysQuantity(label)
}

/** Merges the items of one product: distinct values per label, the total quantity and the places. */
const rowOf = (of: PaperOf, mark: string, items: readonly Item[], without: readonly LeftOut[]): Row => {
  const values = new Map<string, Set<string>>()
  const kinds = new Set<string>()
  const said: string[] = []
  const places = new Map<string, { room: string; where: string; said: string[] }>()
  for (const item of items) {
    kinds.add(item.subCatName)
    const much = saidOf(of, item)
    said.push(much)
    for (const { label, field, value } of valuesOf(item, without))
      if (isToOrder(label) && !item.telling.includes(field))
        values.set(label, (values.get(label) ?? new Set()).add(value))
    const where = valuesOf(item).find(({ label }) => WHERE.test(label))?.value ?? ''
    const key = JSON.stringify([item.roomID, where])
    const place = places.get(key) ?? { room: item.roomName, where, said: [] }
    place.said.push(much)
    places.set(key, place)
  }
  const goes = [...places.values()].map(({ room, where, said: stated }) => ({
    room,
    where,
    quantity: quantityIn(stated),
  }))
  const [first] = items
  const [title, kind] = [first?.title ?? '', [...kinds].join(', ')]
  return {
    ...{ mark, sample: first ? sampleOf(first) : null, title, kind: kind === title ? '' : kind },
    values: [...values].map(([label, told]) => ({ label, value: [...told].join(', ') })),
    ...{ quantity: quantityIn(said), places: goes },
  }
}

const rowsOf = (of: PaperOf, items: readonly Item[], without: readonly LeftOut[]): Row[] => {
  const withMark = groupBy(items, of.markOf)
  const marks = [...new Set(items.map(of.markOf))]
  return sortedByMark(marks.map((mark) => rowOf(of, mark, withMark(mark), without)))
}

const remarksOf = (of: PaperOf, items: readonly Item[], without: readonly LeftOut[]) =>
  items.flatMap((item) => notesOf(item, without).map((text) => ({ mark: of.markOf(item), room: item.roomName, text })))

/** A list per trade: what to buy, how much of it, and where it goes. */
export const TRADE: PaperMaking = {
  template: 'trade.typ',
  reads: 'items',
  forLinks: true,
  hasPictures: () => false,
  hasMarks: true,
  suits: ({ trade }, { trade: asked }) => trade !== null && (asked === undefined || asked === trade),
  make: (of) => {
    const { without = [], trade: asked } = of.query
    const ofTrade = groupBy(of.items, (item) => of.standsFor(item).trade)
    const lists: TradeLists = { date: dateOf(of, of.now), trades: [] }
    for (const trade of TRADES) {
      const items = ofTrade(trade)
      if (items.length === 0 && trade !== asked) continue
      lists.trades.push({
        ...{ name: TRADE_NAMES[trade], itemCount: items.length },
        roomCount: new Set(items.map(({ roomID }) => roomID)).size,
        rows: rowsOf(of, items, without),
        remarks: remarksOf(of, items, without),
      })
    }
    return { name: asked === undefined ? 'Trade Lists' : `${TRADE_NAMES[asked]}, Trade List`, data: lists }
  },
}
