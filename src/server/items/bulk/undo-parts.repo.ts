import type { EventKind, EventShapes } from '../../../shared/events.ts'
import { writableEvents } from '../../platform/db/access/core.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'

/** Kinds of parts that can be undone; the kind of the whole event does not matter. */
const PARTS = ['item created', 'item copied', 'item moved', 'item changed', 'item deleted'] as const

type PartKind = (typeof PARTS)[number]

export interface Part<Kind extends EventKind = PartKind> {
  kind: Kind
  itemID: number
  before: EventShapes[Kind]['before']
  after: EventShapes[Kind]['after']
}

/** A room that an import created, or that undoing such an import moved to the trash. */
export interface RoomPart {
  kind: 'room created' | 'room deleted'
  roomID: number
  trashID: number | undefined
}

interface PartRow {
  kind: EventKind
  itemID: number | null
  roomID: number | null
  before: string | null
  after: string | null
}

const partOf = ({ kind, itemID, before, after }: PartRow): Part | undefined => {
  const known = PARTS.find((each) => each === kind)
  if (known === undefined || itemID === null) return undefined
  const then = { before: before && (JSON.parse(before) as unknown), after: after && (JSON.parse(after) as unknown) }
  return { kind: known, itemID, ...then } as Part
}

const roomPartOf = ({ kind, roomID, before }: PartRow, isOfMany: boolean): RoomPart | undefined => {
  if (roomID === null || (kind !== 'room created' && kind !== 'room deleted')) return undefined
  const { trashID } = JSON.parse(before ?? '{}') as { trashID?: number }
  // Single rooms that were created or deleted have other ways to undo.
  return (kind === 'room deleted' ? trashID !== undefined : isOfMany) ? { kind, roomID, trashID } : undefined
}

/** The parts of an event, or the event itself if it has none; empty if one part is of another kind. */
export const readParts = async (
  trx: Database,
  actor: Actor,
  eventID: number,
): Promise<{ parts: Part[]; rooms: RoomPart[] }> => {
  const events = writableEvents(trx, actor)
    .orderBy('events.id')
    .select(['events.id', 'events.kind', 'events.item_id as itemID', 'events.room_id as roomID'])
    .select(['events.before', 'events.after'])
  const ofMany = await events.where('events.part_of', '=', eventID).execute()
  const rows = ofMany.length > 0 ? ofMany : await events.where('events.id', '=', eventID).execute()
  const parts = rows.flatMap((row) => partOf(row) ?? [])
  const rooms = rows.flatMap((row) => roomPartOf(row, ofMany.length > 0) ?? [])
  return parts.length + rooms.length < rows.length ? { parts: [], rooms: [] } : { parts, rooms }
}

export const isOf =
  <Kind extends PartKind>(...kinds: readonly Kind[]) =>
  (part: Part): part is { [K in Kind]: Part<K> }[Kind] =>
    (kinds as readonly string[]).includes(part.kind)
