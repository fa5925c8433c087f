import { inOwnOrder } from '../../shared/order.ts'
import { OWN_TEXTS, OWN_TEXT_NAMES, type Item } from '../../shared/items.ts'
import { VIEW_HITS, type OpenedLink, type RoomToView, type ViewedRoom } from '../../shared/links.ts'
import type { Clock } from '../clock.ts'
import { AppError } from '../app-error.ts'
import type { LinkReader } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { gatherEmergency } from '../emergency/emergency.repo.ts'
import { nullsLast, parseJSON } from '../db/engine.ts'
import { readableItems, readableProjects, readableRooms } from '../db/scope.ts'
import { wholeItems } from '../items/items.repo.ts'
import { getRoom } from '../rooms/rooms.repo.ts'
import { storedWords } from '../search/item-words.ts'
import { queryWords } from '../search/words.ts'
import { openSlices } from '../slices.ts'
import { hideFrom } from './hide.ts'
import { noteOpened } from './reader.repo.ts'
import { filesKeyOf, newTicket } from './tokens.ts'

const SAMPLES_SHOWN = 5

/** The rooms of a link to a project in their order. Swatches are of what it shows, which no statement knows where it hides labels. */
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
  const cards = rooms.map((room) => {
    const within = items.filter(({ roomID }) => roomID === room.roomID)
    const samples = new Set(link.hides.labels.length > 0 ? [] : within.flatMap(({ sample }) => sample ?? []))
    return { ...room, itemCount: within.length, samples: [...samples].slice(0, SAMPLES_SHOWN) }
  })
  return inOwnOrder(cards, ({ roomName }) => roomName).map(({ position: _, ...card }) => card)
}

/** As the room shows them. */
const itemsToView = async (db: Database, link: LinkReader, roomID: number | undefined): Promise<ItemToView[]> => {
  const rows = await wholeItems(db, link)
    .$if(roomID !== undefined, (query) => query.where('items.room_id', '=', roomID ?? 0))
    .select('rooms.position')
    .orderBy('items.position', nullsLast)
    .orderBy('items.id')
    .execute()
  const rest = openSlices()
  const items: ItemToView[] = []
  for (const { item, position } of rows) {
    items.push({ item: hideFrom(parseJSON(item), link.hides), position })
    await rest()
  }
  return items
}
/** With the place of its room. */
interface ItemToView {
  item: Item
  position: number | null
}

/** Throws `not_found` for a room that the link does not show. */
export const viewRoom = async (db: Database, link: LinkReader, roomID: number): Promise<ViewedRoom> => {
  const { roomName, cover } = await getRoom(db, link, roomID)
  const items = (await itemsToView(db, link, roomID)).map(({ item }) => item)
  return { roomID, roomName, cover: link.hides.files ? null : cover, items }
}

/** Throws `not_found` where its project is gone meanwhile. */
export const openLink = async (db: Database, clock: Clock, link: LinkReader, token: string): Promise<OpenedLink> => {
  const project = await readableProjects(db, link).select('projects.name').executeTakeFirst()
  if (!project) throw new AppError('not_found')
  const { roomID, hides, endsAt, forQR } = link
  const labels =
    hides.labels.length === 0
      ? []
      : await db
          .selectFrom('labels')
          .select('name')
          .where('id', 'in', [...hides.labels])
          .orderBy('name')
          .execute()
  await noteOpened(db, clock, link)
  return {
    projectID: link.projectID,
    projectName: project.name,
    ...{ endsAt, forQR, filesKey: filesKeyOf(token), paperTicket: await newTicket(db, clock, link.linkID) },
    hides: { notes: hides.notes, files: hides.files, labels: labels.map(({ name }) => name) },
    rooms: roomID === null ? await listRoomsToView(db, link) : [],
    room: roomID === null ? null : await viewRoom(db, link, roomID),
    emergency: await gatherEmergency(db, link, { projectID: link.projectID }),
  }
}

/** By what is shown alone: the words that are kept for other searches also have what the link hides. */
export const searchView = async (
  db: Database,
  link: LinkReader,
  { q, roomID }: { q: string; roomID?: number | undefined },
): Promise<{ items: Item[]; more: boolean }> => {
  if (roomID !== undefined) await getRoom(db, link, roomID)
  const words = queryWords(q)
  const rest = openSlices()
  const found: ItemToView[] = []
  for (const shown of words.length === 0 ? [] : await itemsToView(db, link, roomID)) {
    const { item } = shown
    const { labels, attachments, roomName, catName, subCatName } = item
    const values = labels.map(({ field }) => item[field])
    const own = OWN_TEXT_NAMES.map((text) => item[OWN_TEXTS[text].answer])
    const files = attachments.flatMap(({ name, filename, caption }) => [name, filename, caption])
    const said = storedWords([...values, ...own, ...files, roomName, catName, subCatName])
    if (words.every((word) => said.includes(` ${word}`))) found.push(shown)
    await rest()
  }
  const items = inOwnOrder(found, ({ item }) => item.roomName).map(({ item }) => item)
  return { items: items.slice(0, VIEW_HITS), more: items.length > VIEW_HITS }
}
