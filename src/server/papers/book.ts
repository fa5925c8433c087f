import { piecesOfItems } from '../../shared/projects/material-board-pieces.ts'
import { groupItems } from '../../shared/items/group-items.ts'
import { spoken } from '../../shared/items/item-title.ts'
import type { Item } from '../../shared/items/items.api.ts'
import { layOutMaterialBoard, type Piece } from '../../shared/projects/material-board-layout.ts'
import { sortedBy } from '../../shared/contract/order.ts'
import type { LeftOut } from '../../shared/papers/papers.api.ts'
import type { Sample } from '../../shared/items/sample.ts'
import { groupBy } from '../platform/lib/group-by.ts'
import { aboutOf } from './finish.ts'
import { sortedByMark } from './marks.ts'
import type { PaperMaking, PaperOf } from './paper-of.ts'
import type { Printed } from './paper-process.ts'
import { addressOf, dateOf, labelsOf, monthOf, notesOf, sampleOf, valuesOf } from './values.ts'

/** How an item is shown: by its material, or else by the number of its first picture. */
interface Shown {
  sample: Sample | null
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
interface Book {
  place: { client: string; address: string[] }
  date: string
  /** Only for an issued book. */
  revision: {
    number: number
    note: string
    since: { number: number; date: string } | null
    changes: { about: string; what: string; lines: string[]; room: number | null }[]
  } | null
  cover: number | null
  /** Shown on the cover if there is no picture. */
  board: Board
  /** Titles of parts for the page headers, by the keys of the template. */
  parts: Record<string, string>
  rooms: {
    name: string
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
/** The category of contacts. In other categories a phone number is just one value among others. */
const RECORDS = 'Records'

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
  const sample = sampleOf(item)
  return { sample, picture: sample ? null : (firstPictureOf(of, item) ?? null) }
}

/** A board has room for nine pieces; sorting thousands of items for it would take too long. */
const MOST_FOR_BOARD = 200

const boardOf = (of: PaperOf, items: readonly Item[], seed: number): Board => {
  const pieces = piecesOfItems(items.slice(0, MOST_FOR_BOARD), (item) => firstPictureOf(of, item))
  return { seed, pieces: layOutMaterialBoard(pieces, seed) }
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
  item.attachments.flatMap(({ remote, name, caption }) => {
    const picture = pictureOf(remote, PICTURE)
    return picture === null ? [] : [{ picture, mark: markOf(item), about: caption === '' ? name : caption }]
  })

const scheduleOf = (of: PaperOf, name: string, items: readonly Item[], without: readonly LeftOut[]) => ({
  name,
  labels: items[0] ? labelsOf(items[0], without).map(({ label }) => label) : [],
  rows: items.map((item) => rowOf(of, item, without)),
})

const roomsOf = (of: PaperOf, without: readonly LeftOut[]): Book['rooms'] => {
  const itemsOf = groupBy(of.items, ({ roomID }) => roomID)
  const changes = (of.revision?.changes ?? []).map((change, at) => ({ ...change, at }))
  const changesIn = groupBy(changes, ({ roomID }) => roomID)
  const rooms: Book['rooms'] = []
  for (const { roomID, roomName: name, cover } of of.rooms) {
    const items = itemsOf(roomID)
    const changed = changesIn(roomID)
    const room: Book['rooms'][number] = {
      ...{ name, itemCount: items.length, pictures: [], categories: [] },
      change: changed.find(({ mark }) => mark === '')?.at ?? null,
      hasChanges: changed.length > 0,
      cover: cover === null ? null : of.pictureOf(cover, COVER_OF_ROOM),
      board: boardOf(of, items, roomID),
      out: changed.flatMap(({ itemID, mark, title, at }) =>
        itemID === null && mark !== '' ? [{ mark, title, change: at }] : [],
      ),
    }
    for (const category of groupItems(items)) {
      const subcategories = category.subcategories.map((own) => scheduleOf(of, own.name, own.items, without))
      room.categories.push({ name: category.name, subcategories })
    }
    for (const item of items) room.pictures.push(...picturesOf(of, item))
    rooms.push(room)
  }
  return rooms
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
        where: [...rooms].join(', '),
      })
    }
    categories.push({ name, rows: sortedByMark(rows) })
  }
  return categories
}

const filesOf = ({ rooms, items, markOf }: PaperOf): Book['files'] => {
  const withFiles = groupBy(
    items.filter(({ attachments }) => attachments.length > 0),
    ({ roomID }) => roomID,
  )
  const files: Book['files'] = []
  for (const { roomID, roomName: room } of rooms) {
    const rows: Book['files'][number]['rows'] = []
    for (const item of withFiles(roomID)) {
      const names = item.attachments.map(({ name, caption }) => (caption === '' ? name : `${name}: ${caption}`))
      rows.push({ mark: markOf(item), item: item.title, names })
    }
    if (rows.length > 0) files.push({ room, rows })
  }
  return files
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

const revisionOf = (of: PaperOf): Book['revision'] => {
  const { revision, rooms } = of
  if (!revision) return null
  const { number, note, since, changes } = revision
  const placeOf = new Map(rooms.map(({ roomID }, at) => [roomID, at]))
  return {
    ...{ number, note },
    since: since && { number: since.number, date: dateOf(of, since.at) },
    changes: changes.map(({ about, roomID, mark, title, lines }) => ({
      about,
      what: mark === '' ? title : `${mark} ${title}`,
      lines,
      room: roomID === null ? null : (placeOf.get(roomID) ?? null),
    })),
  }
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
    const book: Book = {
      place: { client: of.project.client, address: addressOf(of.project) },
      date: dateOf(of, of.now),
      revision: revisionOf(of),
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
        ...Object.fromEntries(of.rooms.map(({ roomName }, at) => [`room-${at}`, roomName])),
      },
      rooms: roomsOf(of, without),
      itemCount: of.items.length,
      categories: categoriesOf(of),
      files: filesOf(of),
      contacts: contactsOf(of, without),
    }
    return { name: of.revision ? `Spec Book, Revision ${of.revision.number}` : 'Spec Book', data: book }
  },
}
