import type { Item } from '../../shared/items.ts'
import { columnOfLabel } from '../../shared/label-columns.ts'
import { sortedBy } from '../../shared/order.ts'
import type { LeftOut } from '../../shared/papers.ts'
import { isPaint, type Sample } from '../../shared/sample.ts'
import { TRADE_NAMES, TRADES } from '../../shared/stands-for.ts'
import { groupedBy } from '../grouped-by.ts'
import { byMark } from './marks.ts'
import type { PaperMaking, PaperOf } from './paper-of.ts'
import { quantityIn, saysQuantity } from './quantity.ts'
import { dateOf, notesOf, sampleOf, valuesOf, WHERE } from './values.ts'

/** What papers/trade.typ shows, beside what every paper has. */
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

/** A product once, with all places that it is for. */
interface Row {
  mark: string
  sample: Sample | null
  title: string
  kind: string
  values: { label: string; value: string }[]
  quantity: string
  places: { room: string; where: string; quantity: string }[]
}

/** What is bought by its amount, and not by the piece. */
const isSpread = (of: PaperOf, item: Item): boolean =>
  of.standsFor(item).surface !== null || isPaint(item.subCatName, item.labels)

/** How much of it an item is: what it says; else one of what comes by the piece. */
const saidOf = (of: PaperOf, item: Item): string =>
  valuesOf(item).find(({ label }) => saysQuantity(label))?.value ?? (isSpread(of, item) ? '' : '1')

/** When it was bought or done is no part of an order. */
const isToOrder = (label: string): boolean => {
  const kind = columnOfLabel(label)?.column
  return kind !== 'date' && kind !== 'warranty' && !WHERE.test(label) && !saysQuantity(label)
}

/** What several items of one product say under each label, each once. */
const valuesOfAll = (items: readonly Item[], without: readonly LeftOut[]): Row['values'] => {
  const values = new Map<string, Set<string>>()
  for (const item of items)
    for (const { label, field, value } of valuesOf(item, without))
      if (isToOrder(label) && !item.telling.includes(field))
        values.set(label, (values.get(label) ?? new Set()).add(value))
  return [...values].map(([label, said]) => ({ label, value: [...said].join(', ') }))
}

const placesOf = (of: PaperOf, items: readonly Item[]): Row['places'] => {
  const places = new Map<string, { room: string; where: string; said: string[] }>()
  for (const item of items) {
    const where = valuesOf(item).find(({ label }) => WHERE.test(label))?.value ?? ''
    const key = JSON.stringify([item.roomID, where])
    const place = places.get(key) ?? { room: item.roomName, where, said: [] }
    place.said.push(saidOf(of, item))
    places.set(key, place)
  }
  return [...places.values()].map(({ room, where, said }) => ({ room, where, quantity: quantityIn(said) }))
}

const rowsOf = async (of: PaperOf, items: readonly Item[], without: readonly LeftOut[]): Promise<Row[]> => {
  const marks = [...new Set(items.map(of.markOf))]
  const withMark = groupedBy(items, of.markOf)
  const rows: Row[] = []
  for (const mark of marks) {
    const own = withMark(mark)
    const [first] = own
    if (!first) continue
    const kinds = [...new Set(own.map(({ subCatName }) => subCatName))].join(', ')
    rows.push({
      ...{ mark, sample: sampleOf(first), title: first.title, kind: kinds === first.title ? '' : kinds },
      values: valuesOfAll(own, without),
      quantity: quantityIn(own.map((item) => saidOf(of, item))),
      places: placesOf(of, own),
    })
    await of.rest()
  }
  return sortedBy(rows, (row) => row.mark, byMark)
}

/** A list for each trade: what it has to get, how much of it, and where that goes. */
export const TRADE: PaperMaking = {
  template: 'trade.typ',
  reads: 'items',
  forLinks: true,
  hasPictures: () => false,
  suits: (_, { trade: asked }, { trade }) => trade !== null && (asked === undefined || asked === trade),
  make: async (of) => {
    const { without = [], trade: asked } = of.query
    const ofTrade = groupedBy(of.items, (item) => of.standsFor(item).trade)
    const lists: TradeLists = { date: dateOf(of, of.now), trades: [] }
    for (const trade of TRADES) {
      const items = ofTrade(trade)
      if (items.length === 0 && trade !== asked) continue
      lists.trades.push({
        ...{ name: TRADE_NAMES[trade], itemCount: items.length },
        roomCount: new Set(items.map(({ roomID }) => roomID)).size,
        rows: await rowsOf(of, items, without),
        remarks: items.flatMap((item) =>
          notesOf(item, without).map((text) => ({ mark: of.markOf(item), room: item.roomName, text })),
        ),
      })
    }
    return { name: asked === undefined ? 'Trade Lists' : `${TRADE_NAMES[asked]}, Trade List`, data: lists }
  },
}
