import type { DomainEvent } from '../../../shared/events.ts'
import { NOT_THE_PROJECT } from '../../../shared/contract/problem.ts'
import { writeEventOfAll } from '../../history/events.repo.ts'
import type { Undo, UndoKinds } from '../../history/history-hooks.ts'
import { changedSince, orNotThere } from '../../history/undo.repo.ts'
import { ownedProjects, writableEvents } from '../../platform/db/access/core.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { lockItems } from '../change-several.repo.ts'
import { undoAddingPhotos } from '../inbox/inbox.repo.ts'
import { undoRoomMove, type MoveToUndo } from './move-rooms.repo.ts'
import { undoOrder } from './ordering.repo.ts'
import {
  lockCreatedRooms,
  restoreDeleted,
  revertMoves,
  revertValues,
  trashCreated,
  type Work,
} from './undo-items.repo.ts'
import { readParts } from './undo-parts.repo.ts'

/** Undoes an event by its parts: what happened to single items and created rooms. */
export const undoParts: Undo = async (trx, clock, actor, { eventID, kind, projectID }) => {
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
  const by = event.kind === 'room moved away' || event.kind === 'rooms moved away' ? 'away' : 'here'
  const other = read(by === 'away' ? event.after : event.before).projectID ?? 0
  const { projectID } = event
  return {
    ...{ eventID, projectID, by, from: by === 'away' ? projectID : other, to: by === 'away' ? other : projectID },
    rooms: rows.flatMap(({ roomID, before }) =>
      roomID === null ? [] : [{ roomID, position: read(before).position ?? null }],
    ),
  }
}

const undoMove: Undo = async (trx, clock, actor, { eventID }) => {
  const move = await readMove(trx, actor, eventID)
  const own = ownedProjects(trx, actor).where('projects.id', '=', move.projectID).select('projects.id')
  if (!(await own.executeTakeFirst())) throw new AppError('not_allowed', { sentence: NOT_THE_PROJECT })
  const { eventID: undoneBy, message } = await undoRoomMove(trx, clock, actor, move)
  return { eventID: undoneBy, sentence: message }
}

export const UNDO_ITEMS = {
  'room moved away': undoMove,
  'room moved here': undoMove,
  'rooms moved away': undoMove,
  'rooms moved here': undoMove,
  'rooms reordered': undoOrder,
  'items reordered': undoOrder,
  'photos sorted': (trx, clock, actor, { eventID }) => undoAddingPhotos(trx, clock, actor, eventID),
} satisfies UndoKinds['its']
