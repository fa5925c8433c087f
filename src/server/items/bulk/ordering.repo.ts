import type { z } from 'zod/mini'
import type { EventShapes, DomainEvent } from '../../../shared/events.ts'
import { inOwnOrder } from '../../../shared/contract/order.ts'
import type {
  orderItems as orderItemsEndpoint,
  orderRooms as orderRoomsEndpoint,
} from '../../../shared/items/bulk/ordering.api.ts'
import type { Clock } from '../../platform/lib/clock.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { transact, type Database } from '../../platform/db/database.ts'
import { forShare, forUpdate, idsIn, jsonOf, takeAdvisoryLock } from '../../platform/db/engine.ts'
import { itemsOfWritable, putItemsInOrder, updateItemsOfRoom } from '../items.access.ts'
import { putRoomsInOrder, roomsOfWritable, updateRoomsOfProject } from '../../projects/projects.access.ts'
import { writableEvents, writableProjectsOrTemplates, writableRooms } from '../../platform/db/access/core.ts'
import { writeEvent } from '../../history/events.repo.ts'
import { AppError } from '../../platform/http/app-error.ts'

/**
 * Serializes reorderings of the same things. An advisory lock, since locking the project or room for update could
 * deadlock with saves of items, which take that lock last. Rooms and items need separate locks for the same reason.
 */
const lockOrder = (trx: Database, of: string) => takeAdvisoryLock(trx, `order of ${of}`)

interface WithPosition {
  id: number
  position: number | null
}

const byPosition = <T extends WithPosition>(some: readonly T[]): T[] =>
  some.toSorted((a, b) =>
    a.position === b.position ? a.id - b.id : (a.position ?? Infinity) - (b.position ?? Infinity),
  )

const idsOf = (some: readonly WithPosition[]): number[] => some.map(({ id }) => id)

/** The listed things in this order, then the others that have a position, in theirs. */
const ordered = <T extends WithPosition>(requested: readonly number[], present: readonly T[]): T[] => {
  const [byID, isWanted] = [new Map(present.map((one) => [one.id, one])), new Set(requested)]
  const others = present.filter(({ id, position }) => !isWanted.has(id) && position !== null)
  return [...requested.flatMap((id) => byID.get(id) ?? []), ...byPosition(others)]
}

/** Only the positions that change. */
const placesOf = (inOrder: readonly WithPosition[]) =>
  inOrder.flatMap(({ id, position }, place) => (position === place ? [] : [{ id, place }]))

const placesAmong = (placed: readonly WithPosition[], ids: readonly number[]) => {
  const placeOf = new Map(placed.map(({ id, position }) => [id, position]))
  return ids.map((id) => placeOf.get(id) ?? null)
}

const isSame = (before: readonly number[], after: readonly number[]): boolean =>
  before.every((id, at) => id === after[at])

/** Every room that was ever in the project, and (`present`) those not in the trash. */
const lockRooms = async (trx: Database, actor: Actor, projectID: number) => {
  const query = writableProjectsOrTemplates(trx, actor).where('projects.id', '=', projectID).select('projects.name')
  const project = await forShare(trx, query, ['projects']).executeTakeFirst()
  if (!project) return undefined
  await lockOrder(trx, `rooms of ${projectID}`)
  const rows = roomsOfWritable(trx, actor, projectID)
    .select(['rooms.id', 'rooms.name', 'rooms.position', 'rooms.deleted_at as deletedAt'])
    .orderBy('rooms.id')
  const rooms = await forUpdate(trx, rows, ['rooms']).execute()
  return { name: project.name, rooms, present: rooms.filter(({ deletedAt }) => deletedAt === null) }
}

/** The room's items that are listed or have a position. */
const lockItems = async (trx: Database, actor: Actor, roomID: number, itemIDs: readonly number[]) => {
  const query = writableRooms(trx, actor)
    .where('rooms.id', '=', roomID)
    .select(['rooms.name', 'rooms.project_id as projectID'])
  const room = await forShare(trx, query, ['projects', 'rooms']).executeTakeFirst()
  if (!room) return undefined
  await lockOrder(trx, `items of ${roomID}`)
  const requested = jsonOf(itemIDs.map((id) => ({ id })))
  const rows = itemsOfWritable(trx, actor, room.projectID)
    .where('items.room_id', '=', roomID)
    .where('items.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('items.position', 'is not', null), eb('items.id', 'in', idsIn(trx, requested))]))
    .select(['items.id', 'items.position', 'items.category_id as catID', 'items.subcategory_id as subcatID'])
    .orderBy('items.id')
  return { ...room, present: await forUpdate(trx, rows, ['items']).execute() }
}

interface Ordered {
  /** The name of the project or room. */
  name: string
  /** Null if nothing changed. */
  eventID: number | null
}

/** Returns the project's name. Throws `not_found` for the project, or for a room that was never in it. */
export const orderRooms = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { projectID, roomIDs }: z.output<typeof orderRoomsEndpoint.body>,
): Promise<Ordered> =>
  transact(db, async (trx) => {
    const project = await lockRooms(trx, actor, projectID)
    if (!project) throw new AppError('not_found')
    const { name, rooms, present } = project
    const known = new Set(idsOf(rooms))
    if (!roomIDs.every((id) => known.has(id))) throw new AppError('not_found')

    const before = idsOf(inOwnOrder(present, ({ name }) => name))
    if (roomIDs.length === 0)
      await updateRoomsOfProject(trx, actor, projectID)
        .where('rooms.position', 'is not', null)
        .set({ position: null })
        .execute()
    const inOrder = ordered(roomIDs, roomIDs.length === 0 ? [] : present)
    const places = placesOf(inOrder)
    if (places.length > 0) await putRoomsInOrder(trx, actor, projectID, jsonOf(places)).execute()
    const placeOf = new Map(inOrder.map(({ id }, place) => [id, place]))
    const placed = present.map((room) => ({ ...room, position: placeOf.get(room.id) ?? null }))
    const after = idsOf(inOwnOrder(placed, ({ name }) => name))
    if (isSame(before, after)) return { name, eventID: null }
    const event: DomainEvent = {
      kind: 'rooms reordered',
      before: { roomIDs: before, places: placesAmong(present, before) },
      after: { roomIDs: after, places: placesAmong(placed, after) },
    }
    return { name, eventID: await writeEvent(trx, clock, actor, projectID, event) }
  })

/**
 * Returns the room's name. Throws `not_found` for the room, or for an item that was never in its project. Skips items
 * that were moved to another room.
 */
export const orderItems = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { roomID, itemIDs }: z.output<typeof orderItemsEndpoint.body>,
): Promise<Ordered> =>
  transact(db, async (trx) => {
    const room = await lockItems(trx, actor, roomID, itemIDs)
    if (!room) throw new AppError('not_found')
    const { name, projectID, present: items } = room
    const present = new Map(items.map((item) => [item.id, item]))
    const elsewhere = itemIDs.filter((id) => !present.has(id))
    if (elsewhere.length > 0) {
      const known = await itemsOfWritable(trx, actor, projectID)
        .where('items.id', 'in', idsIn(trx, jsonOf(elsewhere.map((id) => ({ id })))))
        .select('items.id')
        .execute()
      if (known.length < elsewhere.length) throw new AppError('not_found')
    }

    const keyOf = ({ catID, subcatID }: (typeof items)[number]) => `${catID} ${subcatID}`
    const concerned = new Set(itemIDs.flatMap((id) => present.get(id) ?? []).map(keyOf))
    const groups = [...(itemIDs.length === 0 ? new Set(items.map(keyOf)) : concerned)].map((key) =>
      items.filter((item) => keyOf(item) === key),
    )
    const isGivenUp = itemIDs.length === 0
    const before = groups.flatMap(byPosition)
    const after = isGivenUp
      ? groups.flatMap((group) => group.toSorted((a, b) => a.id - b.id))
      : groups.flatMap((group) => ordered(itemIDs, group))
    if (isGivenUp)
      await updateItemsOfRoom(trx, actor, { projectID, roomID })
        .where('items.position', 'is not', null)
        .set({ position: null })
        .execute()
    else {
      const places = placesOf(after)
      if (places.length > 0) await putItemsInOrder(trx, actor, projectID, jsonOf(places)).execute()
    }
    if (isSame(idsOf(before), idsOf(after))) return { name, eventID: null }
    const event: DomainEvent = {
      ...{ kind: 'items reordered', roomID },
      before: { itemIDs: idsOf(before), places: before.map(({ position }) => position) },
      after: { itemIDs: idsOf(after), places: after.map((_, place) => (isGivenUp ? null : place)) },
    }
    return { name, eventID: await writeEvent(trx, clock, actor, projectID, event) }
  })

/** Ids in order, each with its position. */
type Places = ReadonlyMap<number, number | null>

interface EventOfOrder {
  eventID: number
  projectID: number
  /** The room whose items were reordered; null if rooms were. */
  roomID: number | null
}

/**
 * Undoes a reordering if the things are still where it put them. Skips things that are gone or were elsewhere; later
 * additions stay. Throws `changed_since` if there was another reordering since or the room is gone, and `no_undo` for
 * events of older versions, which lack positions.
 */
export const undoOrder = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  { eventID, projectID, roomID }: EventOfOrder,
): Promise<{ eventID: number; sentence: string }> => {
  const [was, is] = await readOrder(trx, actor, eventID)
  if (!was || !is) throw new AppError('no_undo')
  const locked = await (roomID === null
    ? lockRooms(trx, actor, projectID)
    : lockItems(trx, actor, roomID, [...is.keys()]))
  if (!locked || ('projectID' in locked && locked.projectID !== projectID))
    throw new AppError('changed_since', { body: { items: [] } })
  const what = roomID === null ? 'rooms' : 'items'
  const steady = unchangedIn(locked.present, is)
  if (!steady)
    throw new AppError('changed_since', {
      sentence: `Can’t undo: these ${what} have been reordered since.`,
      body: { items: [] },
    })
  const [before, after] = [is, was].map((places) => [...places].filter(([id]) => steady.has(id))) as [Row[], Row[]]
  const places = jsonOf(after.map(([id, place]) => ({ id, place })))
  await (roomID === null ? putRoomsInOrder : putItemsInOrder)(trx, actor, projectID, places).execute()
  const event: DomainEvent =
    roomID === null
      ? { kind: 'rooms reordered', before: roomOrder(before), after: roomOrder(after) }
      : { kind: 'items reordered', roomID, before: itemOrder(before), after: itemOrder(after) }
  return {
    eventID: await writeEvent(trx, clock, actor, projectID, event, eventID),
    sentence: `Put the ${what} of ${roomID === null ? 'project' : 'room'} "${locked.name}" back in their earlier order.`,
  }
}

type Row = [id: number, place: number | null]
const placesOfRows = (rows: readonly Row[]) => rows.map(([, place]) => place)
const roomOrder = (rows: readonly Row[]) => ({ roomIDs: rows.map(([id]) => id), places: placesOfRows(rows) })
const itemOrder = (rows: readonly Row[]) => ({ itemIDs: rows.map(([id]) => id), places: placesOfRows(rows) })

/** The positions before and after the event. */
const readOrder = async (trx: Database, actor: Actor, eventID: number): Promise<(Places | undefined)[]> => {
  const event = await writableEvents(trx, actor)
    .where('events.id', '=', eventID)
    .select(['events.before', 'events.after'])
    .executeTakeFirst()
  if (!event) throw new AppError('not_found')
  type Then = Partial<EventShapes['rooms reordered']['after'] & EventShapes['items reordered']['after']>
  return [event.before, event.after].map((text) => {
    const { roomIDs, itemIDs, places } = JSON.parse(text ?? '{}') as Then
    return places && new Map((roomIDs ?? itemIDs ?? []).map((id, at) => [id, places[at] ?? null]))
  })
}

/**
 * The ids that still have the positions of a reordering; undefined if a later one changed or removed them. Things
 * without a position have been in another room or subcategory since, and do not count.
 */
const unchangedIn = (present: readonly WithPosition[], positions: Places): ReadonlySet<number> | undefined => {
  const known = present.filter(({ id }) => positions.has(id))
  const steady = known.filter(({ id, position }) => position === positions.get(id))
  const isOrderedAnew = known.some(({ id, position }) => position !== null && position !== positions.get(id))
  const gavePlaces = [...positions.values()].some((place) => place !== null)
  const isThere = steady.some(({ position }) => position !== null || !gavePlaces)
  return isThere && !isOrderedAnew ? new Set(idsOf(steady)) : undefined
}
