import { inOwnOrder } from '../../../shared/contract/order.ts'
import type { Item } from '../../../shared/items/items.api.ts'
import {
  VIEW_HITS,
  VIEW_ITEMS,
  type FoundByLink,
  type MoreItems,
  type OpenedLink,
  type RoomToView,
  type ViewedRoom,
} from '../../../shared/sharing/links.api.ts'
import { TRADE_NAMES } from '../../../shared/structure/classification.ts'
import type { Clock } from '../../platform/lib/clock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { LinkReader } from '../../platform/db/actor.ts'
import { atOneMoment, type Database } from '../../platform/db/database.ts'
import { gatherEmergency } from '../../items/emergency/emergency.repo.ts'
import { contains, jsonOf, jsonWith, parseJSON, type JSONText } from '../../platform/db/engine.ts'
import { readableItems, readableProjects, readableRooms } from '../../platform/db/access/core.ts'
import { groupBy } from '../../platform/lib/group-by.ts'
import { wholeItems } from '../../items/read-items.repo.ts'
import { getRoom } from '../../projects/rooms.repo.ts'
import { storedWords } from '../../items/item-words.ts'
import { queryWords } from '../../platform/lib/words/tokens.ts'
import { readBrand } from '../../projects/branding.repo.ts'
import { currentNames } from '../../search/names.repo.ts'
import { hideFrom } from '../../items/hide.ts'
import { noteOpened } from './reader.repo.ts'
import { filesKeyOf, newTicket } from './link-tokens.ts'

const SAMPLES_SHOWN = 5
/** Splitting the texts of an item into words takes longer than reading it. */
const SEARCHED_AT_ONCE = VIEW_ITEMS / 2

/** The rooms of a link in their order. Links that hide labels show no swatches: stored swatches may come from hidden values. */
const listRoomsToView = async (db: Database, link: LinkReader): Promise<RoomToView[]> => {
  const rooms = await readableRooms(db, link)
    .innerJoin('room_types', 'room_types.id', 'rooms.room_type_id')
    .select(['rooms.id as roomID', 'rooms.name as roomName', 'room_types.name as roomTypeName'])
    .select('rooms.position')
    .execute()
  const alike = await readableItems(db, link)
    .select(['items.room_id as roomID', 'items.sample'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy(['items.room_id', 'items.sample'])
    .orderBy((eb) => eb.fn.min('items.id'))
    .execute()
  const alikeIn = groupBy(alike, ({ roomID }) => roomID)
  const cards = rooms.map((room) => {
    const within = alikeIn(room.roomID)
    const samples = link.hides.labels.length > 0 ? [] : within.flatMap(({ sample }) => sample ?? [])
    const itemCount = within.reduce((sum, { count }) => sum + count, 0)
    return { ...room, itemCount, samples: samples.slice(0, SAMPLES_SHOWN) }
  })
  return inOwnOrder(cards, ({ roomName }) => roomName).map(({ position: _, ...card }) => card)
}

interface Row {
  itemID: number
  roomID: number
  roomName: string
  position: number | null
  placeOfRoom: number | null
}

/** In the order of the rooms, then in the order within each. */
const inOrder = (rows: readonly Row[]): Row[] => {
  const rooms = new Map(
    rows.map(({ roomID, roomName, placeOfRoom }) => [roomID, { roomName, position: placeOfRoom, roomID }]),
  )
  const ordered = inOwnOrder([...rooms.values()], ({ roomName }) => roomName)
  const rankOf = new Map(ordered.map(({ roomID }, rank) => [roomID, rank]))
  const rank = ({ roomID }: Row) => rankOf.get(roomID) ?? 0
  return rows.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      (one.position === other.position ? 0 : (one.position ?? Infinity) - (other.position ?? Infinity)) ||
      one.itemID - other.itemID,
  )
}

/**
 * Items that may contain each of these words: those whose stored words or place do, and those that wait for their words. The
 * stored words include hidden values.
 */
const mayContain = async (db: Database, link: LinkReader, words: readonly string[]) => {
  const { names } = await currentNames(db)
  const rooms = await readableRooms(db, link).select(['rooms.id', 'rooms.name']).execute()
  const wordsOfRooms = rooms.map(({ id, name }): [number, string] => [id, storedWords([name])])
  const ways = words.map((word) => {
    const needle = ` ${word}`
    const idsOf = (said: Iterable<[number, string]>) =>
      [...said].flatMap(([id, its]) => (its.includes(needle) ? id : []))
    return {
      needle,
      rooms: idsOf(wordsOfRooms),
      categories: idsOf(names.categories),
      subcategories: idsOf([...names.subcategories].map(([id, its]) => [id, its.words])),
    }
  })
  return readableItems(db, link)
    .leftJoin('item_words', (join) =>
      join.onRef('item_words.room_id', '=', 'items.room_id').onRef('item_words.item_id', '=', 'items.id'),
    )
    .where((eb) =>
      eb.or([
        eb('item_words.item_id', 'is', null),
        eb('items.id', 'in', eb.selectFrom('items_without_words').select('items_without_words.item_id')),
        eb.and(
          ways.map(({ needle, rooms, categories, subcategories }) =>
            eb.or([
              contains(db, eb.ref('item_words.vals').$notNull(), needle),
              ...(link.hides.notes ? [] : [contains(db, eb.ref('item_words.notes').$notNull(), needle)]),
              ...(link.hides.files ? [] : [contains(db, eb.ref('item_words.files').$notNull(), needle)]),
              ...(rooms.length > 0 ? [eb('item_words.room_id', 'in', rooms)] : []),
              ...(categories.length > 0 ? [eb('item_words.category_id', 'in', categories)] : []),
              ...(subcategories.length > 0 ? [eb('item_words.subcategory_id', 'in', subcategories)] : []),
            ]),
          ),
        ),
      ]),
    )
}

interface Asked {
  roomID?: number | undefined
  /** The place of the first item in the order of all; the first one of all by default. */
  from?: number | undefined
  /** Leaves out items that do not contain them. */
  words?: readonly string[]
  gone: AbortSignal
}

/**
 * Some of the items that the link shows, or of those in one room, without hidden values, and where the next ones begin:
 * nobody without an account has a whole home read in one go.
 */
const someItems = async (
  db: Database,
  link: LinkReader,
  { roomID, from = 0, words, gone }: Asked,
): Promise<{ items: Item[]; next: number | null }> => {
  const end = from + (words ? SEARCHED_AT_ONCE : VIEW_ITEMS)
  const read = async (snapshot: Database) => {
    const sought = words ? await mayContain(snapshot, link, words) : readableItems(snapshot, link)
    const rows = await sought
      .$if(roomID !== undefined, (query) => query.where('items.room_id', '=', roomID ?? 0))
      .select(['items.id as itemID', 'items.room_id as roomID', 'items.position'])
      .select(['rooms.name as roomName', 'rooms.position as placeOfRoom'])
      .execute()
    const ids = inOrder(rows).map(({ itemID }) => itemID)
    const chosen = ids.slice(from, end)
    const whole = await wholeItems(snapshot, link)
      .where('items.id', 'in', chosen.length === 0 ? [0] : chosen)
      .select('items.id as itemID')
      .execute()
    const byID = new Map(whole.map(({ itemID, item }) => [itemID, item]))
    return { found: chosen.flatMap((id) => byID.get(id) ?? []), isLast: end >= ids.length }
  }
  const { found, isLast } = await atOneMoment(db, read, gone)
  gone.throwIfAborted()
  const items = found.map((item) => hideFrom(parseJSON(item), link.hides))
  return { items, next: isLast ? null : end }
}

/** Items after the first ones. */
export const viewItems = async (
  db: Database,
  link: LinkReader,
  asked: Asked & { from: number },
): Promise<JSONText<MoreItems>> => {
  if (asked.roomID !== undefined) await getRoom(db, link, asked.roomID)
  return jsonOf(await someItems(db, link, asked))
}

interface OfRoom {
  roomID: number
  gone: AbortSignal
}

/** Throws `not_found` for a room that the link does not show. */
export const viewRoom = async (
  db: Database,
  link: LinkReader,
  { roomID, gone }: OfRoom,
): Promise<JSONText<ViewedRoom>> => {
  const { roomName, cover } = await getRoom(db, link, roomID)
  // The cover may belong to an item that the link does not show.
  const isNarrow = link.scope.catID !== undefined || link.scope.trade !== undefined
  return jsonOf({
    ...{ roomID, roomName, cover: link.hides.files || isNarrow ? null : cover },
    ...(await someItems(db, link, { roomID, gone })),
  })
}

/** The trade or category of a link; null if it shows all items of its rooms. */
const nameOfScope = async (db: Database, { scope: { catID, trade } }: LinkReader): Promise<string | null> => {
  if (trade !== undefined) return TRADE_NAMES[trade]
  if (catID === undefined) return null
  const category = await db.selectFrom('categories').where('id', '=', catID).select('name').executeTakeFirst()
  return category?.name ?? ''
}

/** Throws `not_found` if its project is gone. */
export const openLink = async (
  db: Database,
  clock: Clock,
  link: LinkReader,
  { token, gone }: { token: string; gone: AbortSignal },
): Promise<JSONText<OpenedLink>> => {
  const project = await readableProjects(db, link).select('projects.name').executeTakeFirst()
  if (!project) throw new AppError('not_found')
  const { roomID, hides, endsAt, forQR } = link
  const { firm, logo } = await readBrand(db, link, link.projectID)
  const shows = await nameOfScope(db, link)
  await noteOpened(db, clock, link)
  const shown = {
    projectID: link.projectID,
    projectName: project.name,
    firm: firm === '' && logo === null ? null : { name: firm, logo },
    ...{ endsAt, forQR, filesKey: filesKeyOf(token), paperTicket: await newTicket(db, clock, link.linkID) },
    hides: { notes: hides.notes, files: hides.files, labels: [...hides.names] },
    rooms: roomID === null ? await listRoomsToView(db, link) : [],
    emergency: await gatherEmergency(db, link, { projectID: link.projectID }),
    shows,
    trade: link.scope.trade ?? null,
  }
  const some = shows === null ? { items: null, next: null } : await someItems(db, link, { gone })
  const room = roomID === null ? jsonOf(null) : await viewRoom(db, link, { roomID, gone })
  return jsonWith({ ...shown, ...some }, { room })
}

/** Searches the shown items themselves, because the stored search words include hidden values. */
export const searchView = async (
  db: Database,
  link: LinkReader,
  { q, roomID, from, gone }: { q: string; roomID?: number | undefined; from?: number | undefined; gone: AbortSignal },
): Promise<FoundByLink> => {
  if (roomID !== undefined) await getRoom(db, link, roomID)
  const words = queryWords(q)
  if (words.length === 0) return { items: [], more: false, next: null }
  const { items, next } = await someItems(db, link, { roomID, from, words, gone })
  const found = items.filter((item) => {
    const { labels, note, attachments, roomName, catName, subCatName } = item
    const values = labels.map(({ field }) => item[field])
    const files = attachments.flatMap(({ name, filename, caption }) => [name, filename, caption])
    const said = storedWords([...values, note, ...files, roomName, catName, subCatName])
    return words.every((word) => said.includes(` ${word}`))
  })
  const more = found.length > VIEW_HITS
  return { items: found.slice(0, VIEW_HITS), more, next: more ? null : next }
}
