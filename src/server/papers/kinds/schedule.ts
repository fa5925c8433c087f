import type { Item } from '../../../shared/items/items.api.ts'
import type { LeftOut } from '../../../shared/papers/papers.api.ts'
import type { Material } from '../../../shared/structure/sample.ts'
import { SURFACE_NAMES, SURFACES, type Surface } from '../../../shared/structure/classification.ts'
import { groupBy } from '../../platform/lib/group-by.ts'
import { aboutOf } from '../finish.ts'
import { sortedByMark } from '../revisions/marks.ts'
import type { PaperMaking, PaperOf } from '../paper-of.ts'
import { alikeTogether } from '../room-names.ts'
import { addressOf, dateOf, notesOf, materialOf, valuesOf, WHERE } from '../values.ts'

/** A finish in a cell. `where` is the part of the surface, if that is short. */
interface Finish {
  mark: string
  sample: Material | null
  where: string
}

/** The data of papers/schedule.typ beyond that of all papers. */
interface Schedule {
  address: string[]
  date: string
  surfaces: string[]
  rooms: { name: string; cells: Finish[][]; remarks: { mark: string; text: string }[] }[]
  legend: { mark: string; sample: Material | null; title: string; about: string }[]
}

const DIRECTIONS = ['North', 'East', 'South', 'West']
const IS_DIRECTED = /\b(north|east|south|west)(ern|erly)?\b/gi

/** Longer texts go into the remarks. In characters. */
const MOST_IN_CELL = 24

/** How locations name each surface. */
const WORD_OF: Record<Surface, string> = {
  ...{ floor: 'floors?', base: 'base(board)?s?', walls: 'walls?', ceiling: 'ceilings?' },
  ...{ trim: 'trim', doors: 'doors?', tile: 'tiles?' },
}

const allOf = (surface: Surface) =>
  new RegExp(`^(all|whole|entire|the|of|room|and|${WORD_OF[surface]}|[\\s,.&])*$`, 'i')
const ALL_OF = Object.fromEntries(SURFACES.map((surface) => [surface, allOf(surface)])) as Record<Surface, RegExp>

/** Whether a text means the entire surface, as the column already says. */
const saysAll = (text: string, surface: Surface): boolean => ALL_OF[surface].test(text)

/** The walls that a text names, such as N, E; otherwise the text itself, or '' if it means the entire surface. */
const shortWhere = (text: string, surface: Surface): string => {
  const found = new Set(Array.from(text.matchAll(IS_DIRECTED), ([, way = '']) => way.toLowerCase()))
  const rest = text.replace(IS_DIRECTED, '')
  if (surface === 'walls' && found.size > 0 && saysAll(rest, surface))
    return DIRECTIONS.filter((way) => found.has(way.toLowerCase()))
      .map((way) => way.charAt(0))
      .join(', ')
  return saysAll(text, surface) ? '' : text
}

const whereOf = (item: Item): string => valuesOf(item).find(({ label }) => WHERE.test(label))?.value ?? ''

/** A finish on the entire surface and also in named places lists both. */
const inWords = (wheres: ReadonlySet<string>): string => {
  const found = [...wheres].filter((where) => where !== '')
  return (found.length > 0 && wheres.has('') ? ['all', ...found] : found).join(', ')
}

const cellOf = (of: PaperOf, items: readonly Item[], surface: Surface) => {
  const finishes = new Map<string, Omit<Finish, 'where'> & { wheres: Set<string> }>()
  const remarks: { mark: string; text: string }[] = []
  for (const item of items) {
    const [mark, where] = [of.markOf(item), shortWhere(whereOf(item), surface)]
    const finish = finishes.get(mark) ?? { mark, sample: materialOf(item), wheres: new Set() }
    finishes.set(mark, finish)
    if (where.length > MOST_IN_CELL) remarks.push({ mark, text: where })
    else finish.wheres.add(where)
  }
  const cell = [...finishes.values()].map(({ wheres, ...finish }) => ({ ...finish, where: inWords(wheres) }))
  return { cell, remarks }
}

/** Groups remarks by finish, without repetitions. */
const byMark = (remarks: readonly { mark: string; text: string }[]) => {
  const texts = new Map<string, Set<string>>()
  for (const { mark, text } of remarks) texts.set(mark, (texts.get(mark) ?? new Set()).add(text))
  return sortedByMark([...texts].map(([mark, said]) => ({ mark, text: [...said].join('\n') })))
}

const roomsOf = (of: PaperOf, without: readonly LeftOut[]): Schedule['rooms'] => {
  const itemsOf = groupBy(of.items, ({ roomID }) => roomID)
  const rooms: Schedule['rooms'] = []
  for (const { roomID, roomName: name } of of.rooms) {
    const onSurface = groupBy(itemsOf(roomID), (item) => of.standsFor(item).surface)
    const cells = SURFACES.map((surface) => cellOf(of, onSurface(surface), surface))
    const remarks = cells.flatMap((cell) => cell.remarks)
    for (const item of itemsOf(roomID))
      remarks.push(...notesOf(item, without).map((text) => ({ mark: of.markOf(item), text })))
    const isEmpty = cells.every(({ cell }) => cell.length === 0)
    if (!isEmpty) rooms.push({ name, cells: cells.map(({ cell }) => cell), remarks: byMark(remarks) })
  }
  return alikeTogether(rooms, ({ cells, remarks }) => JSON.stringify([cells, remarks])).map(
    ({ name, cells, remarks }) => ({ name, cells, remarks }),
  )
}

const legendOf = ({ items, markOf }: PaperOf): Schedule['legend'] => {
  const finishes = new Map<string, { first: Item; about: Set<string> }>()
  for (const item of items) {
    const finish = finishes.get(markOf(item)) ?? { first: item, about: new Set() }
    finishes.set(markOf(item), finish)
    for (const value of aboutOf(item)) finish.about.add(value)
  }
  const legend = [...finishes].map(([mark, { first, about }]) => ({
    ...{ mark, sample: materialOf(first), title: first.title, about: [...about].join(', ') },
  }))
  return sortedByMark(legend)
}

/** The finish schedule: a row per room, a column per surface, and a legend of the marks. */
export const SCHEDULE: PaperMaking = {
  template: 'schedule.typ',
  reads: 'items',
  forLinks: true,
  hasPictures: () => false,
  hasMarks: true,
  suits: ({ surface }) => surface !== null,
  make: (of) => {
    const { without = [] } = of.query
    const schedule: Schedule = {
      address: addressOf(of.project),
      date: dateOf(of, of.now),
      surfaces: SURFACES.map((surface) => SURFACE_NAMES[surface]),
      rooms: roomsOf(of, without),
      legend: legendOf(of),
    }
    return { name: 'Finish Schedule', data: schedule }
  },
}
