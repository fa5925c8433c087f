import type { Item } from '../../shared/items/items.api.ts'
import type { StandsFor } from '../../shared/structure/classification.ts'
import { inOwnOrder } from '../../shared/contract/order.ts'
import { AppError } from '../platform/http/app-error.ts'
import type { Actor, Reader } from '../platform/db/actor.ts'
import { atOneMoment, type Database } from '../platform/db/database.ts'
import { cover } from '../projects/covers.access.ts'
import { columnOf, jsonRows, parseJSON, withoutIndex } from '../platform/db/engine.ts'
import { changesOfTitle } from '../items/title-changes.access.ts'
import { readableItems, readableProjectsOrTemplates, readableRooms } from '../platform/db/access/core.ts'
import { gatherEmergency } from '../items/emergency/emergency.repo.ts'
import { labelsOf } from '../structure/labels-of.repo.ts'
import { wholeItems } from '../items/read-items.repo.ts'
import { replacedIn } from '../items/previous-value.ts'
import { hideFrom } from '../items/hide.ts'
import { readMarkMatter } from './revisions/marks.repo.ts'

/** A subcategory as the reader sees it. */
export type PaperKindOfItem = Pick<Item, 'subCatName' | 'labels'> & StandsFor

/** What a paper covers: a project, some of its rooms, or one item. */
export interface PaperPlace {
  projectID: number
  /** All rooms if undefined. */
  roomIDs?: readonly number[] | undefined
  itemID?: number | undefined
}

/**
 * Includes the time zone of the reader, or for a link that of the project's owner. Throws `not_found` for a missing
 * project, or a room outside it.
 */
const readPlace = async (db: Database, reader: Reader, { projectID, roomIDs }: PaperPlace) => {
  const project = await readableProjectsOrTemplates(db, reader)
    .where('projects.id', '=', projectID)
    .select(['projects.id as projectID', 'projects.name', 'projects.client', 'projects.address', 'projects.address2'])
    .select(['projects.city', 'projects.state', 'projects.zip'])
    .select((eb) =>
      eb
        .selectFrom('reminders')
        .where('reminders.user_id', '=', reader.kind === 'link' ? eb.ref('projects.owner_id') : reader.userID)
        .select('reminders.zone')
        .as('zone'),
    )
    .select(cover('projects'))
    .executeTakeFirst()
  if (!project) throw new AppError('not_found')
  const rooms = await readableRooms(db, reader)
    .where('rooms.project_id', '=', projectID)
    .$if(roomIDs !== undefined, (query) => query.where('rooms.id', 'in', roomIDs ?? []))
    .select(['rooms.id as roomID', 'rooms.name as roomName', 'rooms.position'])
    .select(cover('rooms'))
    .execute()
  if (roomIDs !== undefined && rooms.length < roomIDs.length) throw new AppError('not_found')
  return { project, rooms }
}

/** Reads only the emergency information of a place. */
export const readPaperEmergency = (db: Database, reader: Reader, place: PaperPlace) =>
  atOneMoment(db, async (trx) => {
    const { project } = await readPlace(trx, reader, place)
    const { projectID, roomIDs, itemID } = place
    if (itemID !== undefined) {
      const item = await readableItems(trx, reader)
        .where('items.id', '=', itemID)
        .where('items.project_id', '=', projectID)
        .$if(roomIDs !== undefined, (query) => query.where('items.room_id', 'in', roomIDs ?? []))
        .select('items.id')
        .executeTakeFirst()
      if (!item) throw new AppError('not_found')
    }
    return { project, emergency: await gatherEmergency(trx, reader, place) }
  })

interface ItemFilter {
  suits: (kind: PaperKindOfItem) => boolean
  itemIDs: readonly number[] | undefined
  most: number
  hasMarks: boolean
}

const tooManyItems = (most: number): AppError =>
  new AppError('paper_too_large', {
    sentence: `This PDF has room for ${most.toLocaleString('en-US')} items. Please choose fewer rooms.`,
  })

/** Throws `paper_too_large` if a place has more than `most` items. */
export const requireFewItems = async (
  db: Database,
  reader: Reader,
  { projectID, roomIDs, itemID }: PaperPlace,
  most: number,
): Promise<void> => {
  if (itemID !== undefined) return
  const items = await readableItems(db, reader)
    .where('rooms.project_id', '=', projectID)
    .$if(roomIDs !== undefined, (query) => query.where('items.room_id', 'in', roomIDs ?? []))
    .select('items.id')
    .limit(most + 1)
    .execute()
  if (items.length > most) throw tooManyItems(most)
}

/**
 * The rooms of a place in order, and its matching items room by room with their replaced values, as the reader sees
 * them; and the data for marks if the paper has them. One snapshot, a constant number of statements. Throws `not_found`
 * for a missing project, or a room or item outside it, and `paper_too_large`.
 */
export const readPaperItems = (
  db: Database,
  reader: Reader,
  place: PaperPlace,
  { suits, itemIDs, most, hasMarks }: ItemFilter,
) =>
  atOneMoment(db, async (trx) => {
    const { projectID, roomIDs, itemID } = place
    const { project, rooms } = await readPlace(trx, reader, place)
    const isLink = reader.kind === 'link'
    const suiting = itemID === undefined ? await readMatching(trx, reader, place, suits) : []
    const rows = await wholeItems(trx, reader)
      .where('rooms.project_id', '=', projectID)
      .$if(roomIDs !== undefined, (query) => query.where('items.room_id', 'in', roomIDs ?? []))
      .$if(itemIDs !== undefined, (query) => query.where('items.id', 'in', [0, ...(itemIDs ?? [])]))
      .$if(itemID !== undefined, (query) => query.where('items.id', '=', itemID ?? 0))
      // Items that do not match must not count toward the limit, which a single item cannot exceed.
      .$if(itemID === undefined, (query) => query.where(withoutIndex<number>('items.subcategory_id'), 'in', suiting))
      .select(['subcategories.surface', 'subcategories.trade'])
      .select(['items.id', 'items.room_id as roomID', 'items.position', 'rooms.position as placeOfRoom'])
      .limit(most + 1)
      .execute()
    if (rows.length > most) throw tooManyItems(most)
    if (itemID !== undefined && rows.length === 0) throw new AppError('not_found')

    const items: { item: Item; roomName: string; position: number | null }[] = []
    const standsFor = new Map<number, StandsFor>()
    // Sorted here because a sorting database would hold all rows in memory at once.
    for (const row of rows.sort(byPlace)) {
      const whole = parseJSON(row.item)
      const item = isLink ? hideFrom(whole, reader.hides) : whole
      const { surface, trade } = row
      standsFor.set(item.subcatID, { surface, trade })
      if (suits({ ...item, surface, trade })) items.push({ item, roomName: item.roomName, position: row.placeOfRoom })
    }
    const sorted = inOwnOrder(items, ({ roomName }) => roomName).map(({ item }) => item)
    // Links do not show replaced values.
    const current = isLink ? sorted : await withReplaced(trx, reader, place, sorted)
    const marked = hasMarks ? await readMarkMatter(trx, reader, projectID) : undefined
    const own = itemID === undefined ? rooms : rooms.filter((room) => room.roomID === rows[0]?.roomID)
    return { project, rooms: inOwnOrder(own, ({ roomName }) => roomName), items: current, marked, standsFor }
  })

interface Placed {
  id: number
  roomID: number
  position: number | null
}

const byPlace = (one: Placed, other: Placed): number =>
  one.roomID - other.roomID ||
  (one.position === other.position ? one.id - other.id : (one.position ?? Infinity) - (other.position ?? Infinity))

type Read = Awaited<ReturnType<typeof readPaperItems>>
export type PaperProject = Read['project']
export type PaperRoom = Read['rooms'][number]

/** The matching subcategories among those used in a place. May include too many if the reader has labels hidden. */
const readMatching = async (
  db: Database,
  reader: Reader,
  { projectID, roomIDs }: PaperPlace,
  suits: (kind: PaperKindOfItem) => boolean,
): Promise<number[]> => {
  const used = readableItems(db, reader)
    .where('rooms.project_id', '=', projectID)
    .$if(roomIDs !== undefined, (query) => query.where('items.room_id', 'in', roomIDs ?? []))
    .select('items.subcategory_id')
  const kinds = await db
    .selectFrom('subcategories')
    .where('subcategories.id', 'in', used)
    .select(['subcategories.id', 'subcategories.name as subCatName', 'subcategories.surface', 'subcategories.trade'])
    .select(labelsOf(db, columnOf<number>('subcategories.id')).as('labels'))
    .execute()
  const suiting = kinds.filter(({ labels, ...kind }) => suits({ ...kind, labels: parseJSON(labels) }))
  return [0, ...suiting.map(({ id }) => id)]
}

const withReplaced = async (
  db: Database,
  actor: Actor,
  { projectID, roomIDs }: PaperPlace,
  items: readonly Item[],
): Promise<Item[]> => {
  const subcategories = [...new Set(items.map(({ subcatID }) => subcatID))]
  if (subcategories.length === 0) return []
  const [first, ...others] = items
  const rows = await readableItems(db, actor)
    .where('rooms.project_id', '=', projectID)
    .$if(roomIDs !== undefined, (query) => query.where('items.room_id', 'in', roomIDs ?? []))
    .where(withoutIndex<number>('items.subcategory_id'), 'in', subcategories)
    .$if(others.length === 0, (query) => query.where('items.id', '=', first?.itemID ?? 0))
    .innerJoin('subcategories', 'subcategories.id', 'items.subcategory_id')
    .select('items.id as itemID')
    .select(jsonRows(db, changesOfTitle(db, actor, columnOf('items.id'))).as('changes'))
    .execute()
  const changes = new Map(rows.map((row) => [row.itemID, row.changes]))
  return items.map((item) => {
    const before = changes.get(item.itemID)
    const replaced = before === undefined ? null : replacedIn(item, parseJSON(before))
    return replaced ? { ...item, replaced } : item
  })
}
