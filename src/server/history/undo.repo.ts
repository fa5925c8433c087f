import { counted } from '../platform/lib/count-rooms-and-items.ts'
import type { NamedItem, NamedRoom } from '../../shared/history/undo.api.ts'
import { AppError } from '../platform/http/app-error.ts'
import { writableEvents } from '../platform/db/access/core.ts'
import type { Actor } from '../platform/db/actor.ts'
import { transact, type Database } from '../platform/db/database.ts'
import type { Clock } from '../platform/lib/clock.ts'
import type { EventToUndo, ThingCounts, Undo, UndoKinds, UndoneEvent } from './history-hooks.ts'

export interface Undone {
  kept: NamedItem[]
  keptRooms: NamedRoom[]
  eventIDs: number[]
  message: string
}

export const NO_THINGS: ThingCounts = { rooms: 0, items: 0 }

export const addCounts = (one: ThingCounts, other: ThingCounts): ThingCounts => ({
  rooms: one.rooms + other.rooms,
  items: one.items + other.items,
})

const NOTHING = { kept: [], keptRooms: [], counts: { changed: 0, moved: 0, made: NO_THINGS, deleted: NO_THINGS } }

const sentencesOf = (undone: readonly Required<UndoneEvent>[]): string[] => {
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
export const undo = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  eventIDs: readonly number[],
  kinds: UndoKinds,
): Promise<Undone> =>
  transact(db, async (trx) => {
    const undone: Required<UndoneEvent>[] = []
    const changed: AppError[] = []
    for (const eventID of eventIDs.toSorted((a, b) => a - b)) {
      try {
        undone.push(await undoEvent(trx, clock, actor, eventID, kinds))
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
const undoEvent = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  eventID: number,
  kinds: UndoKinds,
): Promise<Required<UndoneEvent>> => {
  const event = await writableEvents(trx, actor)
    .where('events.id', '=', eventID)
    .select(['events.kind', 'events.project_id as projectID', 'events.part_of', 'events.room_id as roomID'])
    .executeTakeFirst()
  if (!event) throw new AppError('not_found')
  const { part_of, ...itself } = event
  if (part_of !== null) throw new AppError('no_undo')
  const undone = writableEvents(trx, actor).where('events.undoes', '=', eventID).select('events.id')
  if (await undone.executeTakeFirst()) throw new AppError('undone_already')
  const undoIts = (kinds.its[event.kind] ?? kinds.parts) as Undo
  return { ...NOTHING, ...(await undoIts(trx, clock, actor, { eventID, ...itself })) }
}

export const changedSince = (items: readonly NamedItem[], rooms: readonly NamedRoom[]): AppError =>
  new AppError('changed_since', { body: { items, ...(rooms.length > 0 && { rooms }) } })

/** Returns `not_found` instead if the actor can no longer write the project. */
export const orNotThere = async (
  trx: Database,
  actor: Actor,
  eventID: number,
  problem: AppError,
): Promise<AppError> => {
  const event = writableEvents(trx, actor).where('events.id', '=', eventID).select('events.id')
  return (await event.executeTakeFirst()) ? problem : new AppError('not_found')
}

const NAMED = 3
const keptOf = (kept: readonly NamedItem[], rooms: readonly NamedRoom[]): string => {
  const all = [...rooms.map(({ name }) => `room "${name}"`), ...kept.map(({ title }) => title)]
  const more = all.length > NAMED ? ` and ${all.length - NAMED} more` : ''
  return all.length === 0 ? '' : `Edited since, so left unchanged: ${all.slice(0, NAMED).join(', ')}${more}.`
}

/** Events of the project after one and its parts. */
export const eventsAfter = (
  trx: Database,
  actor: Actor,
  { projectID, eventID }: Pick<EventToUndo, 'projectID' | 'eventID'>,
) =>
  writableEvents(trx, actor)
    .where('events.project_id', '=', projectID)
    .where('events.id', '>', eventID)
    .where('events.part_of', 'is distinct from', eventID)
