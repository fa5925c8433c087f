import type { z } from 'zod/mini'
import type { DomainEvent } from '../../../shared/events.ts'
import type { moveRooms as moveRoomsEndpoint } from '../../../shared/items/bulk/moves.api.ts'
import type { Clock } from '../../platform/lib/clock.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { transact, type Database } from '../../platform/db/database.ts'
import {
  deleteLinksOfRooms,
  lockOwnProjects,
  lockOwnRooms,
  projectsOfRooms,
  reassignRooms,
  renameTrash,
  splitTrash,
  trashOutOfRooms,
  type LockedRoom,
  type TrashOutOfRooms,
} from './move-rooms.access.ts'
import { writeEventOfAll, writeEvents } from '../../history/events.repo.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { lockTrash } from '../../history/trash.repo.ts'

interface MovedRooms {
  rooms: readonly LockedRoom[]
  /** The event in the target project; null if the rooms were already there. */
  eventID: number | null
  endedLinks: number
  to: string
}

/**
 * Moves rooms of one project with everything in them to another; the actor must own both. Versions do not change, so
 * concurrent edits of items still save. Throws `not_found` for the project or a room, and `invalid_input` for rooms of
 * several projects; the endpoint's `needs` answers `not_allowed`.
 */
export const moveRooms = (
  db: Database,
  clock: Clock,
  actor: Actor,
  { roomIDs, toProjectID, links = false }: z.output<typeof moveRoomsEndpoint.body>,
): Promise<MovedRooms> =>
  transact(db, async (trx) => {
    const { projects, rooms } = await lockAll(trx, actor, roomIDs, toProjectID)
    const to = projects.get(toProjectID)
    const [first] = rooms
    if (to === undefined || !first || rooms.length < roomIDs.length) throw new AppError('not_found')
    if (rooms.some(({ projectID }) => projectID !== first.projectID))
      throw new AppError('invalid_input', { fields: { roomIDs: 'Choose rooms of one project.' } })
    if (first.projectID === toProjectID) return { rooms, eventID: null, endedLinks: 0, to }
    const placed = rooms.map((room) => ({ ...room, positionThere: null }))
    const { here, endedLinks } = await moveContents(trx, clock, actor, placed, {
      ...{ from: first.projectID, to: { projectID: toProjectID, name: to }, links },
    })
    return { rooms, eventID: here, endedLinks, to }
  })

/** Locks the trash, then projects, then rooms: the order of restoring, removing, creating and saving. */
const lockAll = async (trx: Database, actor: Actor, roomIDs: readonly number[], toProjectID: number) => {
  await lockTrash(trx, actor.userID)
  const projects = await lockOwnProjects(trx, actor, [toProjectID, ...(await projectsOfRooms(trx, actor, roomIDs))])
  return { projects, rooms: await lockOwnRooms(trx, actor, roomIDs) }
}

interface RoomMove {
  from: number
  to: { projectID: number; name: string }
  /** Whether their links move along, or end. */
  links: boolean
  /** The event that this undoes, and which of the move's two events does so. */
  undoes?: { eventID: number; by: 'away' | 'here' }
}

/** Moves locked rooms of one project to another locked project. Returns the events. */
const moveContents = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  rooms: readonly (LockedRoom & { positionThere: number | null })[],
  { from, to, links, undoes }: RoomMove,
): Promise<{ away: number; here: number; endedLinks: number }> => {
  const roomIDs = rooms.map(({ roomID }) => roomID)
  const ended = links ? [] : await deleteLinksOfRooms(trx, actor, roomIDs).execute()
  const takenBack = ended.map(({ name, roomID }): DomainEvent => ({
    ...{ kind: 'link taken back', before: { name }, after: null },
    ...(roomID !== null && { roomID }),
  }))
  await writeEvents(trx, clock, actor, from, takenBack)
  const places = rooms.map(({ roomID, positionThere }) => ({ roomID, position: positionThere }))
  if ((await reassignRooms(trx, actor, to.projectID, places)) < rooms.length) throw new AppError('not_found')
  await moveTrash(trx, actor, roomIDs, from, to)

  const placeOf = (position: number | null) => position !== null && { position }
  const away = rooms.map(({ roomID, name, items, position }): DomainEvent<'room moved away'> => ({
    ...{ kind: 'room moved away', roomID, before: { name, items, ...placeOf(position) } },
    after: { projectID: to.projectID },
  }))
  const here = rooms.map(({ roomID, name, items, position }): DomainEvent<'room moved here'> => ({
    ...{ kind: 'room moved here', roomID, before: { projectID: from, ...placeOf(position) }, after: { name, items } },
  }))
  const counted = { rooms: rooms.length }
  const allAway: DomainEvent = { kind: 'rooms moved away', before: counted, after: { projectID: to.projectID } }
  const allHere: DomainEvent = { kind: 'rooms moved here', before: { projectID: from }, after: counted }
  const taking = (by: 'away' | 'here') => (undoes?.by === by ? undoes.eventID : null)
  return {
    away: await writeEventOfAll(trx, clock, actor, from, allAway, away, taking('away')),
    here: await writeEventOfAll(trx, clock, actor, to.projectID, allHere, here, taking('here')),
    endedLinks: ended.length,
  }
}

/**
 * Moves the rooms' trash to their new project. If items of several rooms were deleted together, those in other rooms
 * stay, in an entry of their own.
 */
const moveTrash = async (
  trx: Database,
  actor: Actor,
  roomIDs: readonly number[],
  from: number,
  to: { projectID: number; name: string },
): Promise<void> => {
  const entries = await trashOutOfRooms(trx, actor, from, roomIDs)
  if (entries.length === 0) return
  const renamed = entries.map((entry) => ({
    ...{ id: entry.id, projectID: to.projectID, place: placeIn(to.name, entry) },
    name: entry.kind === 'items' ? countOf(entry.here) : entry.name,
  }))
  const isSplit = new Set(entries.filter(({ elsewhere }) => elsewhere > 0).map(({ id }) => id))
  const split = renamed.filter(({ id }) => isSplit.has(id))
  const stay = entries
    .filter(({ id }) => isSplit.has(id))
    .map(({ id, place, elsewhere }) => ({ id, projectID: from, place, name: countOf(elsewhere) }))
  if (split.length > 0) await splitTrash(trx, actor, roomIDs, split)
  await renameTrash(trx, actor, [...renamed.filter(({ id }) => !isSplit.has(id)), ...stay]).execute()
}

const countOf = (items: number): string => (items === 1 ? '1 item' : `${items} items`)

/** The place in the form that deletions record, outermost first. */
const placeIn = (
  project: string,
  { kind, firstRoom, lastRoom, room, roomOfFile, itemOfFile }: TrashOutOfRooms,
): string => {
  const inside = kind === 'attachment' ? [roomOfFile, itemOfFile] : firstRoom === lastRoom ? [room] : []
  return [project, ...inside.filter((name) => name !== null)].join(' > ')
}

/** The data of a move's event. */
export interface MoveToUndo {
  eventID: number
  /** The project of the event. */
  projectID: number
  by: 'away' | 'here'
  from: number
  to: number
  /** With their positions in the original project. */
  rooms: readonly { roomID: number; position: number | null }[]
}

/**
 * Moves rooms back. Throws `changed_since` if one of them is elsewhere or in the trash by now, or if one of the two
 * projects is gone or not owned by the actor.
 */
export const undoRoomMove = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  { eventID, by, from, to, rooms: requested }: MoveToUndo,
): Promise<{ eventID: number; message: string }> => {
  const roomIDs = requested.map(({ roomID }) => roomID)
  const { projects, rooms } = await lockAll(trx, actor, roomIDs, from)
  const name = projects.get(from)
  const areThere = rooms.length === requested.length && rooms.every(({ projectID }) => projectID === to)
  if (name === undefined || !areThere) throw new AppError('changed_since', { body: { items: [] } })
  const positionOf = new Map(requested.map(({ roomID, position }) => [roomID, position]))
  const placed = rooms.map((room) => ({ ...room, positionThere: positionOf.get(room.roomID) ?? null }))
  // Each project's event is undone by the new event in the same project.
  const undoes = { eventID, by: by === 'away' ? 'here' : 'away' } as const
  const told = await moveContents(trx, clock, actor, placed, {
    from: to,
    to: { projectID: from, name },
    links: true,
    undoes,
  })
  return { eventID: told[undoes.by], message: `Moved ${roomsOf(rooms)} back to project "${name}".` }
}

/** 'room "Kitchen"', or the number of rooms. */
export const roomsOf = (rooms: readonly { name: string }[]): string =>
  rooms.length === 1 ? `room "${rooms[0]?.name}"` : `${rooms.length} rooms`
