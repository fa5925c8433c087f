import { EVENTS, type EventKind, type DomainEvent } from '../../shared/events.ts'
import { NOT_THE_PROJECT } from '../../shared/contract/problem.ts'
import type { NamedItem } from '../../shared/items/bulk/bulk-changes.api.ts'
import type { NamedRoom } from '../../shared/history/undo.api.ts'
import type { Clock } from '../platform/lib/clock.ts'
import { counted } from '../platform/lib/count-rooms-and-items.ts'
import type { Actor } from '../platform/db/actor.ts'
import { transact, type Database } from '../platform/db/database.ts'
import { ownedProjects, ownedProjectsOrTemplates, writableEvents, writableRooms } from '../platform/db/access/core.ts'
import { writeEventOfAll } from './events.repo.ts'
import { AppError } from '../platform/http/app-error.ts'
import { undoAddingPhotos } from '../items/inbox/inbox.repo.ts'
import { lockItems } from '../items/change-several.repo.ts'
import { deleteProject } from '../projects/projects.repo.ts'
import { undoOrder } from '../items/bulk/ordering.repo.ts'
import { undoRoomMove, type MoveToUndo } from '../items/bulk/move-rooms.repo.ts'
import { deleteRoom } from '../projects/rooms.repo.ts'
import { undoTask } from '../upkeep/tasks.repo.ts'
import { readParts } from '../items/bulk/undo-parts.repo.ts'
import {
  type ThingCounts,
  NO_THINGS,
  addCounts,
  restoreDeleted,
  lockCreatedRooms,
  type Work,
  revertValues,
  revertMoves,
  trashCreated,
  eventsAfter,
} from '../items/bulk/undo-items.repo.ts'

/** How many items, and rooms, were undone by kind; a copied room or project counts for itself. */
interface Counts {
  changed: number
  moved: number
  made: ThingCounts
  deleted: ThingCounts
}

interface UndoneEvent {
  kept: NamedItem[]
  keptRooms: NamedRoom[]
  eventID: number
  counts: Counts
  sentence: string
}

export interface Undone {
  kept: NamedItem[]
  keptRooms: NamedRoom[]
  eventIDs: number[]
  message: string
}

/** Events that create a project with all its contents. */
const MAKES_A_PROJECT: ReadonlySet<EventKind> = new Set([
  'project copied',
  'project kept as template',
  'project created from template',
])
const NOTHING = { kept: [], keptRooms: [], counts: { changed: 0, moved: 0, made: NO_THINGS, deleted: NO_THINGS } }

const sentencesOf = (undone: readonly UndoneEvent[]): string[] => {
  const items = (what: 'changed' | 'moved') =>
    counted({ items: undone.reduce((sum, { counts }) => sum + counts[what], 0) })
  const things = (what: 'made' | 'deleted') =>
    counted(undone.reduce((sum, { counts }) => addCounts(sum, counts[what]), NO_THINGS))
  const [changed, moved, made, deleted] = [items('changed'), items('moved'), things('made'), things('deleted')]
  return [
    changed && `Restored the earlier values of ${changed}.`,
    moved && `Moved ${moved} back.`,
    made && `Moved ${made} to the trash.`,
    deleted && `Restored ${deleted}.`,
  ]
}

/**
 * Undoes events in order of their ids, which prevents deadlocks. Skips an event with nothing left to undo if another
 * has something. Throws what `undoEvent` throws.
 */
export const undo = async (db: Database, clock: Clock, actor: Actor, eventIDs: readonly number[]): Promise<Undone> =>
  transact(db, async (trx) => {
    const undone: UndoneEvent[] = []
    const changed: AppError[] = []
    for (const eventID of eventIDs.toSorted((a, b) => a - b)) {
      try {
        undone.push(await undoEvent(trx, clock, actor, eventID))
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'changed_since')) throw error
        changed.push(error)
      }
    }
    const left = changed.flatMap(({ body }) => (body?.items ?? []) as NamedItem[])
    const leftRooms = changed.flatMap(({ body }) => (body?.rooms ?? []) as NamedRoom[])
    if (undone.length === 0) throw changed.length === 1 && changed[0] ? changed[0] : changedSince(left, leftRooms)
    const kept = [...undone.flatMap((each) => each.kept), ...left]
    const keptRooms = [...undone.flatMap((each) => each.keptRooms), ...leftRooms]
    const sentences = [...sentencesOf(undone), ...undone.map(({ sentence }) => sentence), keptOf(kept, keptRooms)]
    return {
      ...{ kept, keptRooms },
      eventIDs: undone.map(({ eventID }) => eventID),
      message: sentences.filter(Boolean).join(' '),
    }
  })

/**
 * Undoes an event with all its parts. Things whose affected data changed since stay as they are and are returned.
 * Throws `not_found`, `no_undo`, `undone_already`, `changed_since` with the changed items in `items` if nothing else is
 * left, `restore_parent_first`, and `not_allowed` for a copied project, or rooms moved to another project, that the
 * actor does not own.
 */
const undoEvent = async (trx: Database, clock: Clock, actor: Actor, eventID: number): Promise<UndoneEvent> => {
  const event = await writableEvents(trx, actor)
    .where('events.id', '=', eventID)
    .select(['events.kind', 'events.project_id as projectID', 'events.part_of', 'events.room_id as roomID'])
    .executeTakeFirst()
  if (!event) throw new AppError('not_found')
  const { kind, projectID, part_of, roomID } = event
  if (part_of !== null) throw new AppError('no_undo')
  const undone = writableEvents(trx, actor).where('events.undoes', '=', eventID).select('events.id')
  if (await undone.executeTakeFirst()) throw new AppError('undone_already')
  if (MAKES_A_PROJECT.has(kind)) return undoProject(trx, clock, actor, projectID, eventID)
  if (kind === 'room copied' && roomID !== null) return undoRoom(trx, clock, actor, { projectID, roomID, eventID })
  if (isMoveOfRooms(kind)) return undoMove(trx, clock, actor, await readMove(trx, actor, eventID))
  if (isOfTask(kind)) {
    const { eventID: event, sentence } = await undoTask(trx, clock, actor, { eventID, kind, projectID })
    return { ...NOTHING, eventID: event, sentence }
  }
  if (kind === 'photos sorted') {
    const { eventID: event, sentence } = await undoAddingPhotos(trx, clock, actor, eventID)
    return { ...NOTHING, eventID: event, sentence }
  }
  if (kind === 'rooms reordered' || kind === 'items reordered') {
    const { eventID: event, sentence } = await undoOrder(trx, clock, actor, { eventID, projectID, roomID })
    return { ...NOTHING, eventID: event, sentence }
  }
  const { parts, rooms: roomParts } = await readParts(trx, actor, eventID)
  if (parts.length + roomParts.length === 0) throw await orNotThere(trx, actor, eventID, new AppError('no_undo'))
  // Restore rooms first, since items may have been in them.
  const deleted = await restoreDeleted({ trx, clock, actor, projectID, parts, roomParts })
  const made = await lockCreatedRooms(trx, actor, projectID, roomParts)
  const itemIDs = parts.filter((part) => part.kind !== 'item deleted').map(({ itemID }) => itemID)
  const items = itemIDs.length === 0 ? [] : await lockItems(trx, actor, [...new Set(itemIDs)])
  const work: Work = {
    ...{ trx, clock, actor, projectID, eventID, parts, made },
    items: new Map(items.filter((item) => item.projectID === projectID).map((item) => [item.id, item])),
    ...{ kept: new Map(), keptRooms: [], events: [...deleted.events] },
  }
  const counts = {
    changed: await revertValues(work),
    moved: await revertMoves(work),
    made: await trashCreated(work),
    deleted,
  }
  const kept = [...work.kept.values()]
  const { events, keptRooms } = work
  if (events.length === 0) throw await orNotThere(trx, actor, eventID, changedSince(kept, keptRooms))
  const rooms = counts.made.rooms + counts.deleted.rooms
  const { changed, moved } = counts
  const undoneItems = changed + moved + counts.made.items + counts.deleted.items
  const after = { kind, items: undoneItems, ...(rooms > 0 && { rooms }) }
  const all: DomainEvent = { kind: 'items undone', before: null, after }
  return {
    ...{ kept, keptRooms, counts, sentence: '' },
    eventID: await writeEventOfAll(trx, clock, actor, projectID, all, events, eventID),
  }
}

const changedSince = (items: readonly NamedItem[], rooms: readonly NamedRoom[]): AppError =>
  new AppError('changed_since', { body: { items, ...(rooms.length > 0 && { rooms }) } })

/** Returns `not_found` instead if the actor can no longer write the project. */
const orNotThere = async (trx: Database, actor: Actor, eventID: number, problem: AppError): Promise<AppError> => {
  const event = writableEvents(trx, actor).where('events.id', '=', eventID).select('events.id')
  return (await event.executeTakeFirst()) ? problem : new AppError('not_found')
}

const isOfTask = (kind: EventKind): kind is Extract<EventKind, `task ${string}`> => EVENTS[kind].topic === 'task'

const MOVED_AWAY: ReadonlySet<EventKind> = new Set(['room moved away', 'rooms moved away'])
const MOVED_HERE: ReadonlySet<EventKind> = new Set(['room moved here', 'rooms moved here'])
const isMoveOfRooms = (kind: EventKind): boolean => MOVED_AWAY.has(kind) || MOVED_HERE.has(kind)

/** Reads an event that moved rooms to another project. Throws `not_found` if the actor can no longer write it. */
const readMove = async (trx: Database, actor: Actor, eventID: number): Promise<MoveToUndo> => {
  const rows = await writableEvents(trx, actor)
    .where((eb) => eb.or([eb('events.id', '=', eventID), eb('events.part_of', '=', eventID)]))
    .orderBy('events.id')
    .select(['events.kind', 'events.project_id as projectID', 'events.room_id as roomID'])
    .select(['events.before', 'events.after'])
    .execute()
  const [event] = rows
  if (!event) throw new AppError('not_found')
  const read = (text: string | null) => JSON.parse(text ?? '{}') as { projectID?: number; position?: number }
  const by = MOVED_AWAY.has(event.kind) ? 'away' : 'here'
  const other = read(by === 'away' ? event.after : event.before).projectID ?? 0
  const { projectID } = event
  return {
    ...{ eventID, projectID, by, from: by === 'away' ? projectID : other, to: by === 'away' ? other : projectID },
    rooms: rows.flatMap(({ roomID, before }) =>
      roomID === null ? [] : [{ roomID, position: read(before).position ?? null }],
    ),
  }
}

const undoMove = async (trx: Database, clock: Clock, actor: Actor, move: MoveToUndo): Promise<UndoneEvent> => {
  const own = ownedProjects(trx, actor).where('projects.id', '=', move.projectID).select('projects.id')
  if (!(await own.executeTakeFirst())) throw new AppError('not_allowed', { sentence: NOT_THE_PROJECT })
  const { eventID, message } = await undoRoomMove(trx, clock, actor, move)
  return { ...NOTHING, eventID, sentence: message }
}

const NAMED = 3
const keptOf = (kept: readonly NamedItem[], rooms: readonly NamedRoom[]): string => {
  const all = [...rooms.map(({ name }) => `room "${name}"`), ...kept.map(({ title }) => title)]
  const more = all.length > NAMED ? ` and ${all.length - NAMED} more` : ''
  return all.length === 0 ? '' : `Edited since, so left unchanged: ${all.slice(0, NAMED).join(', ')}${more}.`
}

const undoRoom = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  { projectID, roomID, eventID }: { projectID: number; roomID: number; eventID: number },
): Promise<UndoneEvent> => {
  const room = writableRooms(trx, actor)
    .where('rooms.id', '=', roomID)
    .where('rooms.project_id', '=', projectID)
    .select('rooms.id')
  const later = eventsAfter(trx, actor, projectID, eventID).where('events.room_id', '=', roomID).select('events.id')
  if (!(await room.executeTakeFirst()) || (await later.executeTakeFirst()))
    throw await orNotThere(trx, actor, eventID, new AppError('changed_since', { body: { items: [] } }))
  const { name, eventID: event } = await deleteRoom(trx, clock, actor, roomID, eventID)
  return { ...NOTHING, eventID: event, sentence: `Moved room "${name}" to the trash.` }
}

const undoProject = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
  eventID: number,
): Promise<UndoneEvent> => {
  const own = ownedProjectsOrTemplates(trx, actor).where('projects.id', '=', projectID).select('projects.id')
  if (!(await own.executeTakeFirst())) throw new AppError('not_allowed', { sentence: NOT_THE_PROJECT })
  const later = eventsAfter(trx, actor, projectID, eventID).select('events.id')
  if (await later.executeTakeFirst()) throw new AppError('changed_since', { body: { items: [] } })
  const { kind, name, eventID: event } = await deleteProject(trx, clock, actor, projectID, eventID)
  return { ...NOTHING, eventID: event, sentence: `Moved ${kind} "${name}" to the trash.` }
}
