import { inOwnOrder } from '../../shared/contract/order.ts'
import type { Room, RoomCard } from '../../shared/projects/rooms.api.ts'
import type { DomainEvent } from '../../shared/events.ts'
import { isoTime, type Clock } from '../platform/lib/clock.ts'
import type { Actor, Reader } from '../platform/db/actor.ts'
import { cover } from './covers.access.ts'
import { insertRoom, updateOneRoom, updateRoomsOfProject } from './projects.access.ts'
import { transact, type Database } from '../platform/db/database.ts'
import { jsonRows, parseJSON, forShare, forUpdate } from '../platform/db/engine.ts'
import {
  may,
  readableProjectsOrTemplates,
  readableRooms,
  writableProjectsOrTemplates,
  writableRooms,
} from '../platform/db/access/core.ts'
import { changesBetween, writeEvent, writeEvents } from '../history/events.repo.ts'
import { AppError } from '../platform/http/app-error.ts'
import { addTrashEntry } from '../history/trash.repo.ts'

const SAMPLES_SHOWN = 5
const NO_SUCH_TYPE = 'There is no such room type.'

/** The rooms of a project in order, with counts and samples, in one statement. Throws `not_found` for the project. */
export const listRooms = async (db: Database, actor: Actor, projectID: number): Promise<RoomCard[]> => {
  const rows = await readableProjectsOrTemplates(db, actor)
    .where('projects.id', '=', projectID)
    .leftJoin('rooms', (join) => join.onRef('rooms.project_id', '=', 'projects.id').on('rooms.deleted_at', 'is', null))
    .leftJoin('room_types', 'room_types.id', 'rooms.room_type_id')
    .select([
      'rooms.id',
      'rooms.name',
      'rooms.position',
      'room_types.id as roomType',
      'room_types.name as roomTypeName',
    ])
    .select(may(actor))
    .select((eb) =>
      eb
        .selectFrom('items')
        .select((e) => e.fn.countAll<number>().as('count'))
        .whereRef('items.room_id', '=', 'rooms.id')
        .where('items.deleted_at', 'is', null)
        .as('itemCount'),
    )
    .select((eb) =>
      jsonRows(
        db,
        eb
          .selectFrom('items')
          .select('items.sample')
          .select((e) => e.fn.min('items.id').as('first'))
          .whereRef('items.room_id', '=', 'rooms.id')
          .where('items.deleted_at', 'is', null)
          .where('items.sample', 'is not', null)
          .where('items.sample', 'not like', 'tint%')
          .groupBy('items.sample')
          .orderBy('first')
          .limit(SAMPLES_SHOWN),
      ).as('samples'),
    )
    .orderBy('rooms.id')
    .execute()
  if (rows.length === 0) throw new AppError('not_found')
  const cards = rows.flatMap(({ id, name, position, roomType, roomTypeName, itemCount, samples, may }) =>
    id === null || name === null || roomType === null || roomTypeName === null
      ? []
      : [
          {
            ID: id,
            name,
            position,
            roomType,
            roomTypeName,
            itemCount: itemCount ?? 0,
            samples: parseJSON(samples).flatMap(({ sample }) => sample ?? []),
            may,
          },
        ],
  )
  return inOwnOrder(cards, (card) => card.name).map(({ position: _, ...card }) => card)
}

/** Throws `not_found`. */
export const getRoom = async (db: Database, reader: Reader, roomID: number): Promise<Room> => {
  const row = await readableRooms(db, reader)
    .innerJoin('room_types', 'room_types.id', 'rooms.room_type_id')
    .where('rooms.id', '=', roomID)
    .select(['rooms.id as roomID', 'rooms.name as roomName', 'room_types.id as roomType'])
    .select(['room_types.name as roomTypeName', 'projects.id as projectID', 'projects.name as projectName'])
    .select('projects.template')
    .select(cover('rooms'))
    .select(may(reader))
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return { ...row, template: row.template === 1 }
}

/** Throws `not_found` for the project, `invalid_input` for a room type that does not exist. */
export const createRoom = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { projectID, roomType, roomName }: { projectID: number; roomType: number; roomName: string },
): Promise<number> =>
  transact(db, async (trx) => {
    const created = await insertRoom(trx, actor, projectID, { name: roomName, roomType, now: isoTime(clock) })
      .returning((eb) => [
        'rooms.id',
        eb
          .selectFrom('room_types')
          .whereRef('room_types.id', '=', 'rooms.room_type_id')
          .select('room_types.name')
          .as('typeName'),
      ])
      .executeTakeFirst()
    if (created) {
      const after = { name: roomName, roomTypeID: roomType, roomType: created.typeName ?? '' }
      const { id: roomID } = created
      await writeEvents(trx, clock, actor, projectID, [{ kind: 'room created', roomID, before: null, after }])
      return roomID
    }
    const project = await writableProjectsOrTemplates(trx, actor)
      .where('projects.id', '=', projectID)
      .select('id')
      .executeTakeFirst()
    throw project ? new AppError('invalid_input', { fields: { roomType: NO_SUCH_TYPE } }) : new AppError('not_found')
  })

/** Throws like createRoom, and then creates none. */
export const createRooms = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { projectID, rooms }: { projectID: number; rooms: readonly { roomType: number; roomName: string }[] },
): Promise<number[]> =>
  transact(db, async (trx) => {
    const roomIDs: number[] = []
    for (const room of rooms) roomIDs.push(await createRoom(trx, clock, actor, { projectID, ...room }))
    return roomIDs
  })

/** Renames a room; its type stays. Throws `not_found`. */
export const renameRoom = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  roomID: number,
  roomName: string,
): Promise<void> =>
  transact(db, async (trx) => {
    const locked = writableRooms(trx, actor).where('rooms.id', '=', roomID).select(['rooms.name', 'rooms.project_id'])
    const before = await forUpdate(trx, locked, ['rooms']).executeTakeFirst()
    if (!before) throw new AppError('not_found')
    const { numUpdatedRows } = await updateOneRoom(trx, actor, roomID)
      .set({ name: roomName, updated_at: isoTime(clock) })
      .set((eb) => ({ version: eb('rooms.version', '+', 1) }))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('not_found')
    const changes = changesBetween({ name: before.name }, { name: roomName })
    if (changes) await writeEvents(trx, clock, actor, before.project_id, [{ kind: 'room changed', roomID, ...changes }])
  })

/**
 * Changes a room's type regardless of its items, and returns both names. Throws `not_found`, `room_changed` if its type
 * is no longer `was`, `invalid_input` for a type that does not exist.
 */
export const changeRoomType = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { roomID, roomType, was }: { roomID: number; roomType: number; was?: number | undefined },
): Promise<{ name: string; roomType: string }> =>
  transact(db, async (trx) => {
    // Lock the type first, as creating a room does.
    const types = trx.selectFrom('room_types').where('room_types.id', '=', roomType).select('room_types.name')
    const type = await forShare(trx, types, ['room_types']).executeTakeFirst()
    const locked = writableRooms(trx, actor)
      .where('rooms.id', '=', roomID)
      .innerJoin('room_types', 'room_types.id', 'rooms.room_type_id')
      .select(['rooms.name', 'rooms.project_id', 'rooms.room_type_id as roomTypeID', 'room_types.name as roomType'])
    const before = await forUpdate(trx, locked, ['rooms']).executeTakeFirst()
    if (!before) throw new AppError('not_found')
    if (was !== undefined && was !== before.roomTypeID) throw new AppError('room_changed')
    if (!type) throw new AppError('invalid_input', { fields: { roomType: NO_SUCH_TYPE } })
    const { numUpdatedRows } = await updateOneRoom(trx, actor, roomID)
      .set({ room_type_id: roomType, updated_at: isoTime(clock) })
      .set((eb) => ({ version: eb('rooms.version', '+', 1) }))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('not_found')
    const { roomTypeID, roomType: typeBefore, name } = before
    const changes = changesBetween({ roomTypeID, roomType: typeBefore }, { roomTypeID: roomType, roomType: type.name })
    if (changes) await writeEvents(trx, clock, actor, before.project_id, [{ kind: 'room changed', roomID, ...changes }])
    return { name, roomType: type.name }
  })

/**
 * Moves a room and its contents to the trash as one entry; `undoes` is the event that this undoes, if any. Throws
 * `not_found`.
 */
export const deleteRoom = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  roomID: number,
  undoes: number | null = null,
): Promise<{ name: string; trashID: number; eventID: number }> =>
  transact(db, async (trx) => {
    const { roomName: name, projectID, projectName } = await getRoom(trx, actor, roomID)
    const trashID = await addTrashEntry(trx, clock, actor, projectID, { kind: 'room', name, place: [projectName] })
    const { numUpdatedRows } = await updateOneRoom(trx, actor, roomID)
      // A concurrent change may have moved it to another project.
      .where('rooms.project_id', '=', projectID)
      .set({ deleted_at: isoTime(clock), trash_id: trashID })
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('not_found')
    const deleted: DomainEvent = { kind: 'room deleted', roomID, before: { name }, after: null }
    return { name, trashID, eventID: await writeEvent(trx, clock, actor, projectID, deleted, undoes) }
  })

/**
 * Moves locked rooms of one project and their contents to the trash as one entry, and returns the events. Throws
 * `not_found`.
 */
export const trashRooms = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  { projectID, project }: { projectID: number; project: string },
  rooms: readonly { roomID: number; name: string }[],
): Promise<DomainEvent<'room deleted'>[]> => {
  const [first] = rooms
  if (!first) return []
  const entry =
    rooms.length === 1
      ? ({ kind: 'room', name: first.name } as const)
      : ({ kind: 'rooms', name: `${rooms.length} rooms` } as const)
  const trashID = await addTrashEntry(trx, clock, actor, projectID, { ...entry, place: [project] })
  const { numUpdatedRows } = await updateRoomsOfProject(trx, actor, projectID)
    .where(
      'rooms.id',
      'in',
      rooms.map(({ roomID }) => roomID),
    )
    .set({ deleted_at: isoTime(clock), trash_id: trashID })
    .executeTakeFirst()
  if (Number(numUpdatedRows) < rooms.length) throw new AppError('not_found')
  return rooms.map(({ roomID, name }) => ({
    ...{ kind: 'room deleted', roomID, before: { name, trashID }, after: null },
  }))
}

/** Throws `not_found`; call it if a list of the room's items is empty. */
export const requireRoom = async (db: Database, actor: Actor, roomID: number): Promise<void> => {
  const found = await readableRooms(db, actor).where('rooms.id', '=', roomID).select('rooms.id').executeTakeFirst()
  if (!found) throw new AppError('not_found')
}
