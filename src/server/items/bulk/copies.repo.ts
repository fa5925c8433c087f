import type { z } from 'zod/mini'
import type {
  copyItem as copyItemEndpoint,
  copyProject as copyProjectEndpoint,
  copyRoom as copyRoomEndpoint,
  SkippedRoom,
} from '../../../shared/items/bulk/copies.api.ts'
import type { DomainEvent } from '../../../shared/events.ts'
import { LIMITS } from '../../../shared/contract/limits.ts'
import { isoTime, type Clock } from '../../platform/lib/clock.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { insertRoomsLike, lockSourceItems, type Copy, type SourceItem } from './copies.access.ts'
import { transact, type Database } from '../../platform/db/database.ts'
import { ownedProjects, readableProjects, readableRooms, writableRooms } from '../../platform/db/access/core.ts'
import { writeEventOfAll, writeEventWithParts } from '../../history/events.repo.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { lockRoomsWithPlaces, type RoomWithPlaces } from '../../projects/rooms-with-places.repo.ts'
import { insertOwnProject, type PlanSettings } from '../../projects/projects.repo.ts'
import { copyName } from '../../../shared/items/bulk/copy-name.ts'
import { makeCopies, ofCopy } from './make-copies.repo.ts'
import { lockContents, putContents } from './project-contents.repo.ts'

/**
 * Copies items into rooms of one project and returns the copies room by room. Throws `not_found` for an item or a room,
 * `invalid_input` for rooms of several projects, `no_place_for_item` with the rooms whose type cannot hold one of the
 * items in `rooms`, unless `skip` leaves those items out and some remain.
 */
export const copyItem = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  {
    itemID = 0,
    itemIDs: requested = [itemID],
    roomIDs,
    files = true,
    skip = false,
  }: z.output<typeof copyItemEndpoint.body>,
): Promise<{ itemIDs: number[]; skipped: SkippedRoom[]; eventID: number; what: string; rooms: string[] }> =>
  transact(db, async (trx) => {
    const found = new Map(
      (await lockSourceItems(trx, actor, { itemIDs: requested })).map((item) => [item.id as number, item]),
    )
    const items = requested.flatMap((id) => found.get(id) ?? [])
    if (items.length < requested.length) throw new AppError('not_found')
    const { projectID, rooms } = await roomsFor(trx, actor, items, roomIDs)
    const copies: Copy[] = []
    const skipped: SkippedRoom[] = []
    for (const { roomID, name, hasPlaceFor } of rooms) {
      copies.push(...items.filter(hasPlaceFor).map((item) => ({ item, roomID })))
      const left = items.filter((item) => !hasPlaceFor(item))
      if (left.length > 0)
        skipped.push({ roomID, roomName: name, items: left.map(({ id, title }) => ({ itemID: id, title })) })
    }
    if (skipped.length > 0 && (!skip || copies.length === 0)) {
      const names = skipped.map(({ roomName }) => roomName).join(', ')
      throw new AppError('no_place_for_item', {
        values: { names },
        fields: { roomIDs: true },
        body: { rooms: skipped },
      })
    }

    const itemIDs = await makeCopies(trx, clock, actor, copies, files)
    const events = copies.map(({ item, roomID }, at) =>
      ofCopy(itemIDs[at] ?? 0, roomID, item.title, item.projectID === projectID ? item.room : null),
    )
    const into = new Set(copies.map(({ roomID }) => roomID))
    const names = rooms.filter(({ roomID }) => into.has(roomID)).map(({ name }) => name)
    const copied = [...new Set(copies.map(({ item }) => item))]
    const name = copied[0]?.title ?? ''
    const after = { name, rooms: names, ...(copied.length > 1 && { items: copied.length }) }
    const all: DomainEvent = { kind: 'items copied', before: null, after }
    const eventID = await writeEventOfAll(trx, clock, actor, projectID, all, events)
    const what = copied.length === 1 ? `"${name}"` : `${copied.length} items`
    return { itemIDs, skipped, eventID, what, rooms: names }
  })

/** The rooms in this order, locked until the transaction ends. */
const roomsFor = async (
  trx: Database,
  actor: Actor,
  items: readonly SourceItem[],
  roomIDs: readonly number[],
): Promise<{ projectID: number; rooms: RoomWithPlaces[] }> => {
  const found = await lockRoomsWithPlaces(trx, actor, roomIDs, items)
  const rooms = roomIDs.flatMap((roomID) => found.get(roomID) ?? [])
  const [first] = rooms
  if (!first || rooms.length < roomIDs.length) throw new AppError('not_found')
  const { projectID } = first
  if (rooms.some((room) => room.projectID !== projectID))
    throw new AppError('invalid_input', { fields: { roomIDs: 'Choose rooms of one project.' } })
  return { projectID, rooms }
}

/** Copies a room with its items into a project. Throws `not_found` for either. */
export const copyRoom = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { roomID, toProjectID, roomName, files = true }: z.output<typeof copyRoomEndpoint.body>,
): Promise<{ roomID: number; eventID: number; name: string; copiedFrom: string }> =>
  transact(db, async (trx) => {
    const room = await readableRooms(trx, actor)
      .where('rooms.id', '=', roomID)
      .innerJoin('room_types', 'room_types.id', 'rooms.room_type_id')
      .select(['rooms.name', 'rooms.project_id as projectID', 'rooms.room_type_id as roomTypeID'])
      .select(['room_types.name as roomType', 'rooms.cover_upload_id as cover'])
      .executeTakeFirst()
    if (!room) throw new AppError('not_found')
    const items = await lockSourceItems(trx, actor, { roomID })
    const name = roomName ?? copyName(room.name, await namesOfRooms(trx, actor, toProjectID), LIMITS.roomName)
    const { roomType, roomTypeID } = room
    const like = { name, roomType, roomTypeID, cover: files ? room.cover : null, position: null }
    const [newProjectID] = await insertRoomsLike(trx, actor, toProjectID, [like], isoTime(clock))
    if (newProjectID === undefined) throw new AppError('not_found')
    const itemIDs = await makeCopies(
      trx,
      clock,
      actor,
      items.map((item) => ({ item, roomID: newProjectID })),
      files,
    )
    const from = room.projectID === toProjectID ? room.name : null
    const after = { name, roomTypeID, roomType, items: items.length }
    const eventID = await writeEventWithParts(
      trx,
      clock,
      actor,
      toProjectID,
      { kind: 'room copied', roomID: newProjectID, before: null, after },
      items.map((item, at) => ofCopy(itemIDs[at] ?? 0, newProjectID, item.title, from)),
    )
    return { roomID: newProjectID, eventID, name, copiedFrom: room.name }
  })

const namesOfRooms = async (trx: Database, actor: Actor, projectID: number): Promise<string[]> => {
  const rooms = await writableRooms(trx, actor).where('rooms.project_id', '=', projectID).select('rooms.name').execute()
  return rooms.map(({ name }) => name)
}

/**
 * Copies a readable project as the actor's own. Throws `not_found`, `project_name_taken` if a given name is taken or a
 * concurrent change takes it, and `plan_limit` if the settings enforce it.
 */
export const copyProject = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { projectID, name, files = true }: z.output<typeof copyProjectEndpoint.body>,
  settings: PlanSettings,
): Promise<{ projectID: number; eventID: number; name: string; copiedFrom: string }> =>
  transact(db, async (trx) => {
    const project = await readableProjects(trx, actor)
      .where('projects.id', '=', projectID)
      .select(['projects.name', 'projects.client', 'projects.address', 'projects.address2'])
      .select(['projects.city', 'projects.state', 'projects.zip', 'projects.cover_upload_id as cover'])
      .executeTakeFirst()
    if (!project) throw new AppError('not_found')
    const { cover, ...texts } = project
    const own = await ownedProjects(trx, actor).select('projects.name').execute()
    const values = {
      ...texts,
      name:
        name ??
        copyName(
          project.name,
          own.map((each) => each.name),
          LIMITS.line,
        ),
    }
    const contents = await lockContents(trx, actor, projectID)
    const newProjectID = await insertOwnProject(trx, clock, actor, { ...values, cover: files ? cover : null }, settings)
    const { items, parts } = await putContents(trx, clock, actor, newProjectID, contents, files)
    const after = { ...values, items }
    const event: DomainEvent = { kind: 'project copied', before: null, after }
    const eventID = await writeEventWithParts(trx, clock, actor, newProjectID, event, parts)
    return { projectID: newProjectID, eventID, name: values.name, copiedFrom: project.name }
  })
