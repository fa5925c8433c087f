import type { DomainEvent } from '../../../shared/events.ts'
import type { ItemValues } from '../../../shared/history/event-spec.ts'
import type { NamedItem, NamedRoom } from '../../../shared/history/undo.api.ts'
import { SLOTS, type Slot } from '../../../shared/structure/room-structure.api.ts'
import type { ThingCounts } from '../../history/history-hooks.ts'
import { addCounts, eventsAfter, NO_THINGS } from '../../history/undo.repo.ts'
import { restoreEntry } from '../restore-items.repo.ts'
import { storeRooms } from './bulk-changes.access.ts'
import { writableItems, writableRooms } from '../../platform/db/access/core.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { type Database, batches } from '../../platform/db/database.ts'
import { forUpdate } from '../../platform/db/engine.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Clock } from '../../platform/lib/clock.ts'
import { groupBy } from '../../platform/lib/group-by.ts'
import { lockRoomsWithPlaces } from '../../projects/rooms-with-places.repo.ts'
import { trashRooms } from '../../projects/rooms.repo.ts'
import { type LockedItem, changeItems, type ChangedTexts } from '../change-several.repo.ts'
import { trashItems } from './bulk-changes.repo.ts'
import { placeOf } from './moves.repo.ts'
import { type Part, isOf, type RoomPart } from './undo-parts.repo.ts'

interface CreatedRoom extends NamedRoom {
  project: string
}

/** The event being undone, and the progress so far. */
export interface Work {
  trx: Database
  clock: Clock
  actor: Actor
  projectID: number
  eventID: number
  parts: readonly Part[]
  /** The event's items that still exist, by id. */
  items: ReadonlyMap<number, LockedItem>
  /** The event's created rooms that still exist, locked. */
  made: readonly CreatedRoom[]
  kept: Map<number, NamedItem>
  keptRooms: NamedRoom[]
  events: DomainEvent[]
}

const keep = ({ kept }: Work, { id, title }: LockedItem): void => void kept.set(id, { itemID: id, title })

export const revertValues = async (work: Work): Promise<number> => {
  const { trx, clock, actor, projectID, parts, items, events } = work
  const changes = parts.filter(isOf('item changed')).flatMap(({ itemID, before, after }) => {
    const item = items.get(itemID)
    if (!item) return []
    const texts = formerTexts(item, before, after)
    if (!texts) keep(work, item)
    return texts ? [{ item, texts }] : []
  })
  const happened = await changeItems(trx, clock, actor, projectID, changes)
  events.push(...happened)
  return happened.length
}

/** An item's texts before a change; undefined if one of them was changed since or has lost its label. */
const formerTexts = (item: LockedItem, before: ItemValues, after: ItemValues): ChangedTexts | undefined => {
  const texts: ChangedTexts = {}
  for (const slot of SLOTS) {
    const [was, is] = [before.fields?.[slot], after.fields?.[slot]]
    if (!was && !is) continue
    const place = slotOf(item, slot, (is ?? was)?.propID ?? null)
    if (place === undefined || item[place] !== (is?.value ?? '')) return undefined
    texts[place] = was?.value ?? ''
  }
  const [was, is] = [before.notes, after.notes]
  if (was !== undefined || is !== undefined) {
    if (item.notes !== (is ?? '')) return undefined
    texts.notes = was ?? ''
  }
  return texts
}

const slotOf = ({ labels }: LockedItem, slot: Slot, propID: number | null): Slot | undefined =>
  propID === null
    ? labels.every(({ field }) => field !== slot)
      ? slot
      : undefined
    : labels.find((label) => label.propID === propID)?.field

export const revertMoves = async (work: Work): Promise<number> => {
  const { trx, actor, projectID, parts, items, events } = work
  const moves = parts.filter(isOf('item moved'))
  const former = [...new Set(moves.map(({ before }) => before.roomID))]
  const rooms = await lockRoomsWithPlaces(trx, actor, former, [...items.values()])
  const back = moves.flatMap(({ itemID, before, after }) => {
    const item = items.get(itemID)
    if (!item) return []
    const room = rooms.get(before.roomID)
    const isAsMoved = item.roomID === after.roomID && room?.projectID === projectID && room.hasPlaceFor(item)
    if (!isAsMoved) keep(work, item)
    return isAsMoved ? [{ item, room, position: before.position ?? null }] : []
  })
  if (back.length === 0) return 0
  const places = back.map(({ item, room, position }) => ({ id: item.id, roomID: room.roomID, position }))
  if ((await storeRooms(trx, actor, projectID, places)) < back.length) throw new AppError('not_found')
  for (const { item, room } of back) {
    const after = { roomID: room.roomID, room: room.name }
    events.push({ kind: 'item moved', roomID: room.roomID, itemID: item.id, before: placeOf(item), after })
  }
  return back.length
}

/**
 * Locks rooms before the items in them, in the order of moves. Imports list all rooms they create, so there are few.
 */
export const lockCreatedRooms = async (
  trx: Database,
  actor: Actor,
  projectID: number,
  rooms: readonly RoomPart[],
): Promise<CreatedRoom[]> => {
  const made = rooms.filter(({ kind }) => kind === 'room created').map(({ roomID }) => roomID)
  if (made.length === 0) return []
  const query = writableRooms(trx, actor)
    .where('rooms.id', 'in', made)
    .where('rooms.project_id', '=', projectID)
    .orderBy('rooms.id')
    .select(['rooms.id as roomID', 'rooms.name', 'projects.name as project'])
  return forUpdate(trx, query, ['rooms']).execute()
}

export const trashCreated = async (work: Work): Promise<ThingCounts> => {
  const { trx, clock, actor, projectID, parts, items, events } = work
  const made = parts.filter(isOf('item created', 'item copied')).flatMap(({ itemID }) => items.get(itemID) ?? [])
  const changed = await idsChangedSince(
    work,
    'events.item_id',
    made.map(({ id }) => id),
  )
  const untouched = made.filter(({ id }) => !changed.has(id))
  for (const item of made) if (changed.has(item.id)) keep(work, item)
  const rooms = await roomsToTrash(work, untouched)
  const trashedRooms = new Set(rooms.map(({ roomID }) => roomID))
  const alone = untouched.filter(({ roomID }) => !trashedRooms.has(roomID))
  if (alone.length > 0) events.push(...(await trashItems(trx, clock, actor, projectID, alone)).events)
  const [first] = rooms
  if (first) events.push(...(await trashRooms(trx, clock, actor, { projectID, project: first.project }, rooms)))
  return { rooms: rooms.length, items: untouched.length }
}

/** The event's created rooms without later events, and with no items but these. */
const roomsToTrash = async (work: Work, items: readonly LockedItem[]): Promise<CreatedRoom[]> => {
  const { trx, actor, made, keptRooms } = work
  if (made.length === 0) return []
  const roomIDs = made.map(({ roomID }) => roomID)
  const changed = await idsChangedSince(work, 'events.room_id', roomIDs)
  const wentAlong = groupBy(items, ({ roomID }) => roomID)
  const itemCounts = await writableItems(trx, actor)
    .where('items.room_id', 'in', roomIDs)
    .groupBy('items.room_id')
    .select((eb) => ['items.room_id as roomID', eb.fn.countAll<number>().as('items')])
    .execute()
  const isFilled = new Set(
    itemCounts.filter((room) => room.items > wentAlong(room.roomID).length).map(({ roomID }) => roomID),
  )
  const stays = ({ roomID }: CreatedRoom) => changed.has(roomID) || isFilled.has(roomID)
  keptRooms.push(...made.filter(stays).map(({ roomID, name }) => ({ roomID, name })))
  return made.filter((room) => !stays(room))
}

/** The ids with later events. */
const idsChangedSince = async (
  { trx, actor, projectID, eventID }: Work,
  column: 'events.item_id' | 'events.room_id',
  ids: readonly number[],
): Promise<ReadonlySet<number | null>> => {
  const changed = new Set<number | null>()
  for (const some of batches(ids)) {
    const later = eventsAfter(trx, actor, { projectID, eventID })
      .where(column, 'in', some)
      .select(`${column} as id`)
      .distinct()
    for (const { id } of await later.execute()) changed.add(id)
  }
  return changed
}

export const restoreDeleted = async ({
  trx,
  clock,
  actor,
  projectID,
  parts,
  roomParts,
}: Pick<Work, 'trx' | 'clock' | 'actor' | 'projectID' | 'parts'> & { roomParts: readonly RoomPart[] }): Promise<
  ThingCounts & { events: DomainEvent[] }
> => {
  const items = parts.filter(isOf('item deleted')).map(({ before }) => before.trashID)
  const rooms = roomParts.filter(({ kind }) => kind === 'room deleted').map(({ trashID }) => trashID)
  const events: DomainEvent[] = []
  let restored = NO_THINGS
  for (const trashID of new Set([...rooms, ...items])) {
    if (trashID === undefined) throw new AppError('no_undo')
    const back = await restoreEntry(trx, clock, actor, projectID, trashID)
    if (!back) continue
    events.push(...back.events)
    restored = addCounts(restored, back)
  }
  return { ...restored, events }
}
