import { groupItems } from '../../shared/group-items.ts'
import { spoken } from '../../shared/item-title.ts'
import { OWN_TEXT_NAMES, OWN_TEXTS, type Item } from '../../shared/items.ts'
import { compareNames, sortedBy } from '../../shared/order.ts'
import type { LeftOut } from '../../shared/papers.ts'
import { parseSample, type Sample } from '../../shared/sample.ts'
import { groupedBy } from '../grouped-by.ts'
import type { PaperMaking, PaperOf } from './paper-of.ts'

/** A row of a schedule: its values under the labels of its subcategory, and below them what it says beside them. */
interface Row {
  mark: string
  sample: Sample | null
  values: string[]
  below: string[]
}

/** What papers/book.typ shows, beside what every paper has. */
interface Book {
  place: { client: string; address: string[] }
  date: string
  cover: number | null
  /** What the cover shows without a picture, each material once. */
  samples: Sample[]
  /** By the keys of the template's parts, for the heads of pages. */
  parts: Record<string, string>
  rooms: {
    name: string
    itemCount: number
    /** Of the items that it has, with their numbers. */
    pictures: { picture: number; mark: string; about: string }[]
    categories: { name: string; subcategories: { name: string; labels: string[]; rows: Row[] }[] }[]
  }[]
  itemCount: number
  categories: { name: string; rows: { mark: string; sample: Sample | null; title: string; where: string }[] }[]
  files: { room: string; rows: { mark: string; item: string; names: string[] }[] }[]
  contacts: { who: string; rows: { label: string; value: string }[] }[]
}

const PRICE = /\b(cost|price|paid|amount|msrp)\b/i
const PHONE = /\bphone\b/i
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

const sampleOf = ({ sample }: Item) => (sample === null ? null : parseSample(sample))

/** Labels that stand over a column; those whose values are prices only where these are wanted. */
const labelsOf = ({ labels }: Item, without: readonly LeftOut[]) =>
  without.includes('prices') ? labels.filter(({ label }) => !PRICE.test(label)) : labels

const rowOf = ({ markOf }: PaperOf, item: Item, without: readonly LeftOut[]): Row => {
  const { replaced } = item
  const texts = without.includes('notes') ? [] : OWN_TEXT_NAMES.map((text) => item[OWN_TEXTS[text].answer].trim())
  const before = replaced ? [`Before ${MONTH.format(new Date(replaced.at))}: ${replaced.title}`] : []
  return {
    mark: markOf(item),
    sample: sampleOf(item),
    values: labelsOf(item, without).map(({ field }) => spoken(item[field])),
    below: [...texts.filter((text) => text !== ''), ...before],
  }
}

/** Each once; a file's caption says more than its name. */
const picturesOf = ({ pictureOf, markOf }: PaperOf, items: readonly Item[]) =>
  items.flatMap((item) =>
    item.attachments.flatMap(({ remote, name, caption }) => {
      const picture = pictureOf(remote)
      return picture === null ? [] : [{ picture, mark: markOf(item), about: caption === '' ? name : caption }]
    }),
  )

const roomsOf = (of: PaperOf, without: readonly LeftOut[]): Book['rooms'] => {
  const itemsOf = groupedBy(of.items, ({ roomID }) => roomID)
  return of.rooms.map(({ roomID, roomName }) => {
    const items = itemsOf(roomID)
    const categories = groupItems(items).map(({ name, subcategories }) => ({
      name,
      subcategories: subcategories.map(({ name: subcategory, items: own }) => ({
        name: subcategory,
        labels: own[0] ? labelsOf(own[0], without).map(({ label }) => label) : [],
        rows: own.map((item) => rowOf(of, item, without)),
      })),
    }))
    return { name: roomName, itemCount: items.length, pictures: picturesOf(of, items), categories }
  })
}

/** Each finish once, with the rooms that have it. */
const categoriesOf = ({ items, markOf }: PaperOf): Book['categories'] =>
  groupItems(items).map(({ name, subcategories }) => {
    const byMark = groupedBy(
      subcategories.flatMap((subcategory) => subcategory.items),
      markOf,
    )
    const marks = [...new Set(subcategories.flatMap((subcategory) => subcategory.items).map(markOf))]
    const rows = marks.flatMap((mark) => {
      const [first] = byMark(mark)
      if (!first) return []
      const where = [...new Set(byMark(mark).map(({ roomName }) => roomName))].join(', ')
      return [{ mark, sample: sampleOf(first), title: first.title, where }]
    })
    return { name, rows: sortedBy(rows, ({ mark }) => mark, compareNames) }
  })

const filesOf = ({ rooms, items, markOf }: PaperOf): Book['files'] => {
  const withFiles = groupedBy(
    items.filter(({ attachments }) => attachments.length > 0),
    ({ roomID }) => roomID,
  )
  return rooms.flatMap(({ roomID, roomName: room }) => {
    const rows = withFiles(roomID).map((item) => ({
      mark: markOf(item),
      item: item.title,
      names: item.attachments.map(({ name, caption }) => (caption === '' ? name : `${name}: ${caption}`)),
    }))
    return rows.length === 0 ? [] : [{ room, rows }]
  })
}

/** Those who have a telephone. */
const contactsOf = ({ items }: PaperOf, without: readonly LeftOut[]): Book['contacts'] => {
  const contacts = items.flatMap((item) => {
    const rows = labelsOf(item, without).flatMap(({ label, field }) => {
      const value = spoken(item[field])
      return value === '' ? [] : [{ label, value }]
    })
    const [first, ...rest] = rows
    return first && rest.some(({ label }) => PHONE.test(label)) ? [{ who: first.value, rows: rest }] : []
  })
  return sortedBy(contacts, ({ who }) => who)
}

const MOST_ON_COVER = 24

const samplesOf = ({ items }: PaperOf): Sample[] => {
  const texts = new Set(items.flatMap(({ sample }) => sample ?? []))
  return [...texts].slice(0, MOST_ON_COVER).flatMap((text) => parseSample(text) ?? [])
}

const dateOf = ({ size, now }: PaperOf): string =>
  new Intl.DateTimeFormat(size === 'letter' ? 'en-US' : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(now)

const addressOf = ({ address, address2, city, state, zip }: PaperOf['project']): string[] => {
  const place = [city, [state, zip].filter((text) => text !== '').join(' ')].filter((text) => text !== '').join(', ')
  return [address, address2, place].filter((line) => line !== '')
}

/** The spec book: all that a home has, room by room with schedules, then by category, its files, and who to call. */
export const BOOK: PaperMaking = {
  template: 'book.typ',
  forLinks: true,
  hasPictures: ({ without = [] }) => !without.includes('pictures'),
  suits: () => true,
  make: (of) => {
    const { without = [] } = of.query
    const book: Book = {
      place: { client: of.project.client, address: addressOf(of.project) },
      date: dateOf(of),
      cover: of.project.cover === null ? null : of.pictureOf(of.project.cover),
      samples: samplesOf(of),
      parts: {
        ...{ contents: 'Contents', categories: 'By Category', files: 'Files', contacts: 'Who to Call' },
        ...Object.fromEntries(of.rooms.map(({ roomName }, at) => [`room-${at}`, roomName])),
      },
      rooms: roomsOf(of, without),
      itemCount: of.items.length,
      categories: categoriesOf(of),
      files: filesOf(of),
      contacts: contactsOf(of, without),
    }
    return { name: 'Spec Book', data: book }
  },
}
