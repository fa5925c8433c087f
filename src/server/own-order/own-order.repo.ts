import type { z } from 'zod/mini'
import { inOwnOrder } from '../../shared/order.ts'
import type { orderItems as orderItemsEndpoint, orderRooms as orderRoomsEndpoint } from '../../shared/own-order.ts'
import type { Clock } from '../clock.ts'
import type { Actor } from '../db/actor.ts'
import { transact, type Database } from '../db/database.ts'
import { forShare, forUpdate, idsIn, jsonOf, takeAdvisoryLock } from '../db/engine.ts'
import {
  itemsOfWritable,
  putItemsInOrder,
  putRoomsInOrder,
  roomsOfWritable,
  updateItemsOfRoom,
  updateRoomsOfProject,
  writableProjectsOrTemplates,
  writableRooms,
} from '../db/scope.ts'
import { writeEvents } from '../events/events.repo.ts'
import { AppError } from '../app-error.ts'

/**
 * Who orders the same things does it one after another. Their project or room is not held for that: who changes an item waits
 * for it last. Nor is one turn for both, which rooms would wait for while somebody holds one of them.
 */
const takeTurn = (trx: Database, of: string) => takeAdvisoryLock(trx, `order of ${of}`)

interface Placed {
  id: number
  position: number | null
}

const byPosition = <T extends Placed>(some: readonly T[]): T[] =>
  some.toSorted((a, b) =>
    a.position === b.position ? a.id - b.id : (a.position ?? Infinity) - (b.position ?? Infinity),
  )

const idsOf = (some: readonly Placed[]): number[] => some.map(({ id }) => id)

/** Those that are wanted in this order, behind them the others that have a place, as they are. */
const ordered = <T extends Placed>(wanted: readonly number[], present: readonly T[]): T[] => {
  const [byID, isWanted] = [new Map(present.map((one) => [one.id, one])), new Set(wanted)]
  const others = present.filter(({ id, position }) => !isWanted.has(id) && position !== null)
  return [...wanted.flatMap((id) => byID.get(id) ?? []), ...byPosition(others)]
}

/** The places that change. */
const placesOf = (inOrder: readonly Placed[]) =>
  inOrder.flatMap(({ id, position }, place) => (position === place ? [] : [{ id, place }]))

const isSame = (before: readonly number[], after: readonly number[]): boolean =>
  before.every((id, at) => id === after[at])

/** Answers the project's name. Throws `not_found` for the project, or a room that was never in it. */
export const orderRooms = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { projectID, roomIDs }: z.output<typeof orderRoomsEndpoint.body>,
): Promise<string> =>
  transact(db, async (trx) => {
    const query = writableProjectsOrTemplates(trx, actor).where('projects.id', '=', projectID).select('projects.name')
    const project = await forShare(trx, query, ['projects']).executeTakeFirst()
    if (!project) throw new AppError('not_found')
    await takeTurn(trx, `rooms of ${projectID}`)
    const rows = roomsOfWritable(trx, actor, projectID)
      .select(['rooms.id', 'rooms.name', 'rooms.position', 'rooms.deleted_at as deletedAt'])
      .orderBy('rooms.id')
    const rooms = await forUpdate(trx, rows, ['rooms']).execute()
    const known = new Set(idsOf(rooms))
    if (!roomIDs.every((id) => known.has(id))) throw new AppError('not_found')

    const present = rooms.filter(({ deletedAt }) => deletedAt === null)
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
    if (!isSame(before, after)) {
      const reordered = { before: { roomIDs: before }, after: { roomIDs: after } }
      await writeEvents(trx, clock, actor, projectID, [{ kind: 'rooms reordered', ...reordered }])
    }
    return project.name
  })

/**
 * Answers the room's name. Throws `not_found` for the room, or an item that was never in its project. One that is in another
 * room is passed over: somebody has moved it.
 */
export const orderItems = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { roomID, itemIDs }: z.output<typeof orderItemsEndpoint.body>,
): Promise<string> =>
  transact(db, async (trx) => {
    const query = writableRooms(trx, actor)
      .where('rooms.id', '=', roomID)
      .select(['rooms.name', 'rooms.project_id as projectID'])
    const room = await forShare(trx, query, ['projects', 'rooms']).executeTakeFirst()
    if (!room) throw new AppError('not_found')
    const { projectID } = room
    await takeTurn(trx, `items of ${roomID}`)
    const wanted = jsonOf(itemIDs.map((id) => ({ id })))
    const rows = itemsOfWritable(trx, actor, projectID)
      .where('items.room_id', '=', roomID)
      .where('items.deleted_at', 'is', null)
      .where((eb) => eb.or([eb('items.position', 'is not', null), eb('items.id', 'in', idsIn(trx, wanted))]))
      .select(['items.id', 'items.position', 'items.category_id as catID', 'items.subcategory_id as subcatID'])
      .orderBy('items.id')
    const items = await forUpdate(trx, rows, ['items']).execute()
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
    const before = groups.flatMap(byPosition)
    const after =
      itemIDs.length === 0
        ? groups.flatMap((group) => group.toSorted((a, b) => a.id - b.id))
        : groups.flatMap((group) => ordered(itemIDs, group))
    if (itemIDs.length === 0)
      await updateItemsOfRoom(trx, actor, { projectID, roomID })
        .where('items.position', 'is not', null)
        .set({ position: null })
        .execute()
    else {
      const places = placesOf(after)
      if (places.length > 0) await putItemsInOrder(trx, actor, projectID, jsonOf(places)).execute()
    }
    if (!isSame(idsOf(before), idsOf(after))) {
      const reordered = { before: { itemIDs: idsOf(before) }, after: { itemIDs: idsOf(after) } }
      await writeEvents(trx, clock, actor, projectID, [{ kind: 'items reordered', roomID, ...reordered }])
    }
    return room.name
  })
