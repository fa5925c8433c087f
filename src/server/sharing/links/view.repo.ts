import { inOwnOrder } from '../../../shared/contract/order.ts'
import type { Item } from '../../../shared/items/items.api.ts'
import { VIEW_HITS, type OpenedLink, type RoomToView, type ViewedRoom } from '../../../shared/sharing/links.api.ts'
import { TRADE_NAMES } from '../../../shared/structure/classification.ts'
import type { Clock } from '../../platform/lib/clock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { LinkReader } from '../../platform/db/actor.ts'
import { atOneMoment, type Database } from '../../platform/db/database.ts'
import { gatherEmergency } from '../../items/emergency/emergency.repo.ts'
import { jsonList, jsonOf, jsonWith, parseJSON, type JSONText } from '../../platform/db/engine.ts'
import { readableItems, readableProjects, readableRooms } from '../../platform/db/access/core.ts'
import { groupBy } from '../../platform/lib/group-by.ts'
import { wholeItems } from '../../items/read-items.repo.ts'
import { getRoom } from '../../projects/rooms.repo.ts'
import { storedWords } from '../../items/item-words.ts'
import { queryWords } from '../../platform/lib/words/tokens.ts'
import { readBrand } from '../../projects/branding.repo.ts'
import { hideFrom } from '../../items/hide.ts'
import { noteOpened } from './reader.repo.ts'
import { filesKeyOf, newTicket } from './link-tokens.ts'

const SAMPLES_SHOWN = 5

/** The rooms of a link in their order. Links that hide labels show no swatches: stored swatches may come from hidden values. */
const listRoomsToView = async (db: Database, link: LinkReader): Promise<RoomToView[]> => {
  const rooms = await readableRooms(db, link)
    .innerJoin('room_types', 'room_types.id', 'rooms.room_type_id')
    .select(['rooms.id as roomID', 'rooms.name as roomName', 'room_types.name as roomTypeName'])
    .select('rooms.position')
    .execute()
  const items = await readableItems(db, link)
    .select(['items.room_id as roomID', 'items.sample'])
    .orderBy('items.id')
    .execute()
  const itemsIn = groupBy(items, ({ roomID }) => roomID)
  const cards = rooms.map((room) => {
    const within = itemsIn(room.roomID)
    const samples = new Set(link.hides.labels.length > 0 ? [] : within.flatMap(({ sample }) => sample ?? []))
    return { ...room, itemCount: within.length, samples: [...samples].slice(0, SAMPLES_SHOWN) }
  })
  return inOwnOrder(cards, ({ roomName }) => roomName).map(({ position: _, ...card }) => card)
}

interface Row {
  item: JSONText<Item>
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

/** All items that the link shows, or those in one room, without hidden values. */
const itemsToView = async (
  db: Database,
  link: LinkReader,
  { roomID, gone }: { roomID: number | undefined; gone: AbortSignal },
): Promise<Iterable<Item>> => {
  const read = (snapshot: Database) =>
    wholeItems(snapshot, link)
      .$if(roomID !== undefined, (query) => query.where('items.room_id', '=', roomID ?? 0))
      .select(['items.id as itemID', 'items.room_id as roomID', 'items.position'])
      .select(['rooms.name as roomName', 'rooms.position as placeOfRoom'])
      .execute()
  // Sorted here: the database would keep all rows in memory to sort them.
  const rows = inOrder(await atOneMoment(db, read, gone))
  gone.throwIfAborted()
  function* shown() {
    for (const { item } of rows) yield hideFrom(parseJSON(item), link.hides)
  }
  return shown()
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
  const items = Array.from(await itemsToView(db, link, { roomID, gone }), jsonOf)
  // The cover may belong to an item that the link does not show.
  const isNarrow = link.scope.catID !== undefined || link.scope.trade !== undefined
  return jsonWith({ roomID, roomName, cover: link.hides.files || isNarrow ? null : cover }, { items: jsonList(items) })
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
  const items = shows === null ? null : Array.from(await itemsToView(db, link, { roomID: undefined, gone }), jsonOf)
  const room = roomID === null ? jsonOf(null) : await viewRoom(db, link, { roomID, gone })
  return jsonWith(shown, { room, items: items === null ? jsonOf(null) : jsonList(items) })
}

/** Searches the shown items themselves, because the stored search words include hidden values. */
export const searchView = async (
  db: Database,
  link: LinkReader,
  { q, roomID, gone }: { q: string; roomID?: number | undefined; gone: AbortSignal },
): Promise<{ items: Item[]; more: boolean }> => {
  if (roomID !== undefined) await getRoom(db, link, roomID)
  const words = queryWords(q)
  const items: Item[] = []
  if (words.length === 0) return { items, more: false }
  for (const item of await itemsToView(db, link, { roomID, gone })) {
    const { labels, note, attachments, roomName, catName, subCatName } = item
    const values = labels.map(({ field }) => item[field])
    const files = attachments.flatMap(({ name, filename, caption }) => [name, filename, caption])
    const said = storedWords([...values, note, ...files, roomName, catName, subCatName])
    if (!words.every((word) => said.includes(` ${word}`))) continue
    if (items.length === VIEW_HITS) return { items, more: true }
    items.push(item)
  }
  return { items, more: false }
}
