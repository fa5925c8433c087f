import type { Item } from '../../../shared/items/items.api.ts'
import { columnOfLabel } from '../../../shared/structure/label-columns.ts'
import type { LeftOut } from '../../../shared/papers/papers.api.ts'
import { isPaint, type Material } from '../../../shared/structure/sample.ts'
import { TRADE_NAMES, TRADES } from '../../../shared/structure/classification.ts'
import { groupBy } from '../../platform/lib/group-by.ts'
import { sortedByMark } from '../revisions/marks.ts'
import type { PaperMaking, PaperOf } from '../paper-of.ts'
import { quantityIn, saysQuantity, withUnit } from '../quantity.ts'
import { roomNames } from '../room-names.ts'
import { dateOf, notesOf, materialOf, valuesOf, WHERE, type Value } from '../values.ts'

/** The data of papers/trade.typ beyond that of all papers. */
interface TradeLists {
  date: string
  trades: {
    name: string
    itemCount: number
    roomCount: number
    rows: Row[]
  }[]
}

/** A product once, with all its places. */
interface Row {
  mark: string
  sample: Material | null
  title: string
  kind: string
  values: { label: string; value: string }[]
  quantity: string
  /** Equal places of several rooms are one. `quantity` is '' if it is all of the product. */
  places: { rooms: string; where: string; quantity: string }[]
  /** `rooms` is '' for notes on every item of the product. */
  notes: { rooms: string; text: string }[]
}

/** Whether it is bought by amount rather than by piece. */
const isSpread = (of: PaperOf, item: Item): boolean =>
  of.standsFor(item).surface !== null || isPaint(item.subCatName, item.labels)

/** The quantity that the item states, or else 1 if it is bought by piece. */
const saidOf = (of: PaperOf, item: Item): string => {
  const said = valuesOf(item).find(({ label, value }) => saysQuantity(label, value))
  return said ? withUnit(said.label, said.value) : isSpread(of, item) ? '' : '1'
}

/** Excludes dates, warranties and places, which are not part of an order. */
const isToOrder = ({ label, value }: Value): boolean => {
  const kind = columnOfLabel(label)?.column
  return kind !== 'date' && kind !== 'warranty' && !WHERE.test(label) && !saysQuantity(label, value)
}

interface Place {
  room: string
  where: string
  said: string[]
}

const placesOf = (places: Iterable<Place>): Row['places'] => {
  const together = new Map<string, { rooms: string[]; where: string; quantity: string }>()
  for (const { room, where, said } of places) {
    const quantity = quantityIn(said)
    const key = JSON.stringify([where, quantity])
    const same = together.get(key) ?? { rooms: [], where, quantity }
    same.rooms.push(room)
    together.set(key, same)
  }
  const all = [...together.values()]
  return all.map(({ rooms, where, quantity }) => {
    const each = quantity !== '' && rooms.length > 1 ? `${quantity} each` : quantity
    return { rooms: roomNames(rooms), where, quantity: all.length === 1 && rooms.length === 1 ? '' : each }
  })
}

const notesOfProduct = (items: readonly Item[], without: readonly LeftOut[]): Row['notes'] => {
  const texts = new Map<string, Item[]>()
  for (const item of items)
    for (const text of notesOf(item, without)) texts.set(text, [...(texts.get(text) ?? []), item])
  return [...texts].map(([text, noted]) => ({
    text,
    rooms: noted.length === items.length ? '' : roomNames(noted.map(({ roomName }) => roomName)),
  }))
}

/** Merges the items of one product: distinct values per label, the total quantity and the places. */
const rowOf = (of: PaperOf, mark: string, items: readonly Item[], without: readonly LeftOut[]): Row => {
  const values = new Map<string, Set<string>>()
  const kinds = new Set<string>()
  const said: string[] = []
  const places = new Map<string, Place>()
  for (const item of items) {
    kinds.add(item.subCatName)
    const much = saidOf(of, item)
    said.push(much)
    for (const one of valuesOf(item, without))
      if (isToOrder(one) && !item.telling.includes(one.field))
        values.set(one.label, (values.get(one.label) ?? new Set()).add(one.value))
    const where = valuesOf(item).find(({ label }) => WHERE.test(label))?.value ?? ''
    const key = JSON.stringify([item.roomID, where])
    const place = places.get(key) ?? { room: item.roomName, where, said: [] }
    place.said.push(much)
    places.set(key, place)
  }
  const [first] = items
  const [title, kind] = [first?.title ?? '', [...kinds].join(', ')]
  return {
    ...{ mark, sample: first ? materialOf(first) : null, title, kind: kind === title ? '' : kind },
    values: [...values].map(([label, told]) => ({ label, value: [...told].join(', ') })),
    ...{ quantity: quantityIn(said), places: placesOf(places.values()), notes: notesOfProduct(items, without) },
  }
}

const rowsOf = (of: PaperOf, items: readonly Item[], without: readonly LeftOut[]): Row[] => {
  const withMark = groupBy(items, of.markOf)
  const marks = [...new Set(items.map(of.markOf))]
  return sortedByMark(marks.map((mark) => rowOf(of, mark, withMark(mark), without)))
}

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
      })
    }
    return { name: asked === undefined ? 'Trade Lists' : `${TRADE_NAMES[asked]}, Trade List`, data: lists }
  },
}
