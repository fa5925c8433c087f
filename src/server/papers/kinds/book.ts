import { piecesOfItems } from '../../../shared/items/material-board-pieces.ts'
import { groupItems } from '../../../shared/items/group-items.ts'
import { spoken } from '../../../shared/structure/item-title.ts'
import type { Item } from '../../../shared/items/items.api.ts'
import { layOutMaterialBoard, type Piece } from '../../../shared/items/material-board-layout.ts'
import { sortedBy } from '../../../shared/contract/order.ts'
import type { LeftOut } from '../../../shared/papers/papers.api.ts'
import type { Material } from '../../../shared/structure/sample.ts'
import { groupBy } from '../../platform/lib/group-by.ts'
import type { Change } from '../revisions/change.ts'
import { aboutOf } from '../finish.ts'
import { sortedByMark } from '../revisions/marks.ts'
import type { PaperMaking, PaperOf } from '../paper-of.ts'
import type { Printed } from '../paper-process.ts'
import { alikeTogether, roomNames } from '../room-names.ts'
import { addressOf, dateOf, fullNameOf, labelsOf, monthOf, notesOf, RECORDS, materialOf, valuesOf } from '../values.ts'

/** How an item is shown: by its material, or else by the number of its first picture. */
interface Shown {
  sample: Material | null
  picture: number | null
}

/** Laid out with this seed, which also determines how its pieces are drawn. */
interface Board {
  seed: number
  pieces: Piece<number>[]
}

/** A row of a schedule: the values under the labels of its subcategory, and further lines below them. */
interface Row extends Shown {
  mark: string
  values: string[]
  below: string[]
  /** Its number in the list of changes; null if unchanged. */
  change: number | null
}

/** The data of papers/book.typ beyond that of all papers. */
export interface Book {
  place: { client: string; address: string[] }
  date: string
  /** Only for an issued book. */
  revision: {
    number: number
    note: string
    since: { number: number; date: string } | null
    earlier: { number: number; date: string }[]
    changes: { about: string; what: string; lines: string[]; room: number | null }[]
  } | null
  cover: number | null
  /** Shown on the cover if there is no picture. */
  board: Board
  roomCount: number
  /** Titles of parts for the page headers, by the keys of the template. */
  parts: Record<string, string>
  /** Those with items; rooms with equal contents are one. */
  rooms: {
    name: string
    /** How many rooms it is. */
    count: number
    /** In each of them. */
    itemCount: number
    change: number | null
    hasChanges: boolean
    cover: number | null
    /** Shown if the room has no cover. */
    board: Board
    /** Removed items. */
    out: { mark: string; title: string; change: number }[]
    /** Pictures of its items, with their numbers. */
    pictures: { picture: number; mark: string; about: string }[]
    categories: { name: string; subcategories: { name: string; labels: string[]; rows: Row[] }[] }[]
  }[]
  itemCount: number
  categories: { name: string; rows: (Shown & { mark: string; title: string; where: string })[] }[]
  files: { room: string; rows: { mark: string; item: string; names: string[] }[] }[]
  contacts: { who: string; rows: { label: string; value: string }[] }[]
}

const PHONE = /\bphone\b/i

/** In millimeters, within the margins of both paper sizes, as papers/book.typ places them. */
const COVER: Printed = { width: 178, height: 92 }
const COVER_OF_ROOM: Printed = { width: 178, height: 67 }
/** In a room; pictures on boards and in rows have the same size. */
const PICTURE: Printed = { width: 56, height: 36 }

const firstPictureOf = ({ pictureOf }: PaperOf, { attachments }: Item): number | undefined => {
  for (const { remote } of attachments) {
    const picture = pictureOf(remote, PICTURE)
    if (picture !== null) return picture
  }
  return undefined
}

const shownOf = (of: PaperOf, item: Item): Shown => {
  const sample = materialOf(item)
  // A photo is truer than the drawing of a material.
  const picture = sample?.kind === 'paint' ? undefined : firstPictureOf(of, item)
  return picture === undefined ? { sample, picture: null } : { sample: null, picture }
}

/** A board has room for nine pieces; sorting thousands of items for it would take too long. */
const MOST_FOR_BOARD = 200

/** One or two samples make no board. */
const LEAST_SAMPLES = 3

const boardOf = (of: PaperOf, items: readonly Item[], seed: number): Board => {
  const samples = piecesOfItems(items.slice(0, MOST_FOR_BOARD), (item) => firstPictureOf(of, item))
  const pieces = layOutMaterialBoard(samples, seed)
  const count = pieces.reduce((sum, piece) => sum + (piece.kind === 'fan' ? piece.paints.length : 1), 0)
  return { seed, pieces: count < LEAST_SAMPLES ? [] : pieces }
}

const rowOf = (of: PaperOf, item: Item, without: readonly LeftOut[]): Row => {
  const { markOf, revision } = of
  const { replaced } = item
  const before = replaced ? [`Before ${monthOf(of, new Date(replaced.at))}: ${replaced.title}`] : []
  return {
    ...{ mark: markOf(item), ...shownOf(of, item) },
    values: labelsOf(item, without).map(({ field }) => spoken(item[field])),
    below: [...notesOf(item, without), ...before],
    change: revision?.changeOf.get(item.itemID) ?? null,
  }
}

/** Each picture once, by its caption or else its name. */
const picturesOf = ({ pictureOf, markOf }: PaperOf, item: Item) =>
  item.attachments.flatMap((file) => {
    const picture = pictureOf(file.remote, PICTURE)
    const about = file.caption === '' ? fullNameOf(file) : file.caption
    return picture === null ? [] : [{ picture, mark: markOf(item), about }]
  })

const scheduleOf = (of: PaperOf, name: string, items: readonly Item[], without: readonly LeftOut[]) => ({
  name,
  labels: items[0] ? labelsOf(items[0], without).map(({ label }) => label) : [],
  rows: items.map((item) => rowOf(of, item, without)),
})

type FileRow = Book['files'][number]['rows'][number]
interface Room extends Omit<Book['rooms'][number], 'count'> {
  roomID: number
  files: FileRow[]
}

const filesOf = ({ markOf }: PaperOf, items: readonly Item[]): FileRow[] =>
  items.flatMap((item) => {
    const names = item.attachments.map((file) =>
      file.caption === '' ? fullNameOf(file) : `${fullNameOf(file)}: ${file.caption}`,
    )
    return names.length === 0 ? [] : [{ mark: markOf(item), item: item.title, names }]
  })

/** The rooms with items, including removed ones. */
const roomsOf = (of: PaperOf, without: readonly LeftOut[]): Room[] => {
  const itemsOf = groupBy(of.items, ({ roomID }) => roomID)
  const changes = (of.revision?.changes ?? []).map((change, at) => ({ ...change, at }))
  const changesIn = groupBy(changes, ({ roomID }) => roomID)
  const rooms: Room[] = []
  for (const { roomID, roomName: name, cover } of of.rooms) {
    const items = itemsOf(roomID)
    const changed = changesIn(roomID)
    const out = changed.flatMap(({ itemID, mark, title, at }) =>
      itemID === null && mark !== '' ? [{ mark, title, change: at }] : [],
    )
    if (items.length + out.length === 0) continue
    rooms.push({
      ...{ roomID, name, itemCount: items.length, out, files: filesOf(of, items) },
      change: changed.find(({ mark }) => mark === '')?.at ?? null,
      hasChanges: changed.length > 0,
      cover: cover === null ? null : of.pictureOf(cover, COVER_OF_ROOM),
      board: boardOf(of, items, roomID),
      pictures: items.flatMap((item) => picturesOf(of, item)),
      categories: groupItems(items).map((category) => ({
        name: category.name,
        subcategories: category.subcategories.map((own) => scheduleOf(of, own.name, own.items, without)),
      })),
    })
  }
  return rooms
}

/** Equal rooms as one, and the changes without those of the further ones, which are the same. */
const typicalRooms = (of: PaperOf, without: readonly LeftOut[]) => {
  const changes = of.revision?.changes ?? []
  const saysOf = ({ mark, title, lines }: Change) => (mark === '' ? lines : [mark, title, lines])
  const contentsOf = ({ roomID: _, name: __, board: ___, ...contents }: Room) =>
    JSON.stringify(contents, (key, value: unknown) => {
      const change = key === 'change' && typeof value === 'number' ? changes[value] : undefined
      return change ? saysOf(change) : value
    })
  const rooms = alikeTogether(roomsOf(of, without), contentsOf)
  const placeOf = new Map(rooms.flatMap(({ all }, at) => all.map(({ roomID }) => [roomID, at] as const)))
  const isFirst = new Set(rooms.map(({ roomID }) => roomID))
  const listed = changes.flatMap((change, at) => {
    const place = change.roomID === null ? undefined : placeOf.get(change.roomID)
    return place === undefined || isFirst.has(change.roomID ?? 0) ? [{ change, at, place }] : []
  })
  return { rooms, listed }
}

/** Each finish once, with its rooms. Finishes with equal titles also show their other values. */
const categoriesOf = (of: PaperOf): Book['categories'] => {
  const { items, markOf } = of
  const categories: Book['categories'] = []
  for (const { name, subcategories } of groupItems(items)) {
    const finishes = new Map<string, { first: Item; rooms: Set<string> }>()
    for (const item of subcategories.flatMap(({ items: own }) => own)) {
      const mark = markOf(item)
      const known = finishes.get(mark) ?? { first: item, rooms: new Set() }
      known.rooms.add(item.roomName)
      finishes.set(mark, known)
    }
    const withTitle = groupBy([...finishes.values()], ({ first }) => first.title)
    const rows: Book['categories'][number]['rows'] = []
    for (const [mark, { first, rooms }] of finishes) {
      const about = withTitle(first.title).length > 1 ? aboutOf(first) : []
      rows.push({
        ...{ mark, ...shownOf(of, first), title: [first.title, ...about].join(', ') },
        where: roomNames([...rooms]),
      })
    }
    categories.push({ name, rows: sortedByMark(rows) })
  }
  return categories
}

/** Contacts with a phone number. */
const contactsOf = ({ items }: PaperOf, without: readonly LeftOut[]): Book['contacts'] => {
  const contacts: Book['contacts'] = []
  for (const item of items) {
    const rows = valuesOf(item, without).map(({ label, value }) => ({ label, value }))
    if (item.catName !== RECORDS || !rows.some(({ label }) => PHONE.test(label))) continue
    const who = rows.find(({ label }) => !PHONE.test(label))
    contacts.push({ who: who?.value ?? item.title, rows: rows.filter((row) => row !== who) })
  }
  return sortedBy(contacts, ({ who }) => who)
}

const revisionOf = (of: PaperOf, { rooms, listed }: ReturnType<typeof typicalRooms>): Book['revision'] => {
  const { revision } = of
  if (!revision) return null
  const { number, note, since, earlier } = revision
  return {
    ...{ number, note, earlier: earlier.map((one) => ({ number: one.number, date: dateOf(of, one.at) })) },
    since: since && { number: since.number, date: dateOf(of, since.at) },
    changes: listed.map(({ change: { about, mark, title, lines }, place }) => {
      const room = place === undefined ? undefined : rooms[place]
      const isTogether = room !== undefined && room.all.length > 1
      return {
        about: isTogether && mark !== '' ? room.name : about,
        what: mark !== '' ? `${mark} ${title}` : isTogether ? room.name : title,
        lines,
        room: place ?? null,
      }
    }),
  }
}

/** The rooms with changes numbered as in the list. */
const shownRooms = ({ rooms, listed }: ReturnType<typeof typicalRooms>): Book['rooms'] => {
  const numbers = new Map(listed.map(({ at }, number) => [at, number]))
  const numberOf = (change: number | null) => (change === null ? null : (numbers.get(change) ?? null))
  return rooms.map(({ roomID: _, files: __, all, ...room }) => ({
    ...room,
    count: all.length,
    change: numberOf(room.change),
    out: room.out.map((item) => ({ ...item, change: numberOf(item.change) ?? 0 })),
    categories: room.categories.map(({ name, subcategories }) => ({
      name,
      subcategories: subcategories.map(({ rows, ...own }) => ({
        ...own,
        rows: rows.map((row) => ({ ...row, change: numberOf(row.change) })),
      })),
    })),
  }))
}

/** The spec book: the whole home room by room with schedules, then by category, with its files and contacts. */
export const BOOK: PaperMaking = {
  template: 'book.typ',
  reads: 'items',
  forLinks: true,
  hasPictures: ({ without = [] }) => !without.includes('pictures'),
  hasMarks: true,
  suits: () => true,
  make: (of) => {
    const { without = [] } = of.query
    const together = typicalRooms(of, without)
    const { rooms } = together
    const book: Book = {
      place: { client: of.project.client, address: addressOf(of.project) },
      date: dateOf(of, of.now),
      revision: revisionOf(of, together),
      cover: of.project.cover === null ? null : of.pictureOf(of.project.cover, COVER),
      board: boardOf(of, of.items, of.project.projectID),
      parts: {
        ...{
          contents: 'Contents',
          changes: 'Changes',
          categories: 'By Category',
          files: 'Files',
          contacts: 'Who to Call',
        },
        ...Object.fromEntries(rooms.map(({ name }, at) => [`room-${at}`, name])),
      },
      roomCount: rooms.reduce((sum, { all }) => sum + all.length, 0),
      rooms: shownRooms(together),
      itemCount: of.items.length,
      categories: categoriesOf(of),
      files: rooms.flatMap(({ name, files }) => (files.length === 0 ? [] : [{ room: name, rows: files }])),
      contacts: contactsOf(of, without),
    }
    return { name: of.revision ? `Spec Book, Revision ${of.revision.number}` : 'Spec Book', data: book }
  },
}
