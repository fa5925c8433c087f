import type { EventKind, EventShapes, Happening, ItemValues } from '../../../shared/history/events.ts'
import { NOT_THE_PROJECT } from '../../../shared/contract/problem.ts'
import { SLOTS, type Slot } from '../../../shared/structure/room-structure.api.ts'
import type { NamedItem } from '../../../shared/items/bulk/bulk-changes.api.ts'
import type { NamedRoom } from '../../../shared/items/bulk/undo.api.ts'
import { groupBy } from '../../platform/lib/group-by.ts'
import type { Clock } from '../../platform/lib/clock.ts'
import { counted } from '../../platform/lib/count-rooms-and-items.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { batches, transact, type Database } from '../../platform/db/database.ts'
import { forUpdate } from '../../platform/db/engine.ts'
import { ownedProjects, ownedProjectsOrTemplates, writableItems, writableRooms } from '../../platform/db/access/core.ts'
import { writableEvents } from '../../platform/db/access/history.ts'
import { storeRooms } from '../../platform/db/access/bulk-changes.ts'
import { writeEventOfAll } from '../../history/events.repo.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { undoSorting } from '../../attachments/inbox.repo.ts'
import { changeItems, holdItems, type OtherTexts, type SteadyItem } from '../change-several.repo.ts'
import { deleteProject } from '../../projects/projects.repo.ts'
import { undoOrder } from './ordering.repo.ts'
import { takeRoomsBack, type MoveToUndo } from './move-rooms.repo.ts'
import { placeOf } from './moves.repo.ts'
import { holdRooms } from '../../projects/rooms-with-places.repo.ts'
import { deleteRoom, trashRooms } from '../../projects/rooms.repo.ts'
import { trashItems } from './bulk-changes.repo.ts'
import { undoTask } from '../../upkeep/tasks.repo.ts'
import { restoreEntry } from '../../history/restore.repo.ts'

/** Kinds of parts that can be undone; the kind of the whole event does not matter. */
const PARTS = ['item created', 'item copied', 'item moved', 'item changed', 'item deleted'] as const
type PartKind = (typeof PARTS)[number]

interface Part<Kind extends EventKind = PartKind> {
  kind: Kind
  itemID: number
  before: EventShapes[Kind]['before']
  after: EventShapes[Kind]['after']
}

/** A room that an import created, or that undoing such an import moved to the trash. */
interface RoomPart {
  kind: 'room created' | 'room deleted'
  roomID: number
  trashID: number | undefined
}

/** How many items, and rooms, were undone by kind; a copied room or project counts for itself. */
interface Counts {
  changed: number
  moved: number
  made: Made
  deleted: Made
}

interface Made {
  rooms: number
  items: number
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

interface MadeRoom extends NamedRoom {
  project: string
}

/** The event being undone, and the progress so far. */
interface Work {
  trx: Database
  clock: Clock
  actor: Actor
  projectID: number
  eventID: number
  parts: readonly Part[]
  /** The event's items that still exist, by id. */
  items: ReadonlyMap<number, SteadyItem>
  /** The event's created rooms that still exist, locked. */
  made: readonly MadeRoom[]
  kept: Map<number, NamedItem>
  keptRooms: NamedRoom[]
  told: Happening[]
}

/** Events that create a project with all its contents. */
const MAKES_A_PROJECT: ReadonlySet<EventKind> = new Set([
  'project copied',
  'project kept as template',
  'project created from template',
])

const NO_THINGS: Made = { rooms: 0, items: 0 }
const NOTHING = { kept: [], keptRooms: [], counts: { changed: 0, moved: 0, made: NO_THINGS, deleted: NO_THINGS } }

const both = (one: Made, other: Made): Made => ({ rooms: one.rooms + other.rooms, items: one.items + other.items })

const sentencesOf = (undone: readonly UndoneEvent[]): string[] => {
  const items = (what: 'changed' | 'moved') =>
    counted({ items: undone.reduce((sum, { counts }) => sum + counts[what], 0) })
  const things = (what: 'made' | 'deleted') =>
    counted(undone.reduce((sum, { counts }) => both(sum, counts[what]), NO_THINGS))
  const [changed, moved, made, deleted] = [items('changed'), items('moved'), things('made'), things('deleted')]
  return [
    changed && `Put back the former values of ${changed}.`,
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
    const { eventID: event, sentence } = await undoSorting(trx, clock, actor, eventID)
    return { ...NOTHING, eventID: event, sentence }
  }
  if (kind === 'rooms reordered' || kind === 'items reordered') {
    const { eventID: event, sentence } = await undoOrder(trx, clock, actor, { eventID, projectID, roomID })
    return { ...NOTHING, eventID: event, sentence }
  }
  const { parts, rooms: roomParts } = await readParts(trx, actor, eventID)
  if (parts.length + roomParts.length === 0) throw await orNotThere(trx, actor, eventID, new AppError('no_undo'))
  // Restore rooms first, since items may have been in them.
  const deleted = await restoreWhatWasDeleted({ trx, clock, actor, projectID, parts, roomParts })
  const made = await holdMadeRooms(trx, actor, projectID, roomParts)
  const there = parts.filter((part) => part.kind !== 'item deleted').map(({ itemID }) => itemID)
  const items = there.length === 0 ? [] : await holdItems(trx, actor, [...new Set(there)])
  const work: Work = {
    ...{ trx, clock, actor, projectID, eventID, parts, made },
    items: new Map(items.filter((item) => item.projectID === projectID).map((item) => [item.id, item])),
    ...{ kept: new Map(), keptRooms: [], told: [...deleted.told] },
  }
  const counts = {
    changed: await bringValuesBack(work),
    moved: await moveBack(work),
    made: await trashWhatWasMade(work),
    deleted,
  }
  const kept = [...work.kept.values()]
  const { told, keptRooms } = work
  if (told.length === 0) throw await orNotThere(trx, actor, eventID, changedSince(kept, keptRooms))
  const rooms = counts.made.rooms + counts.deleted.rooms
  const { changed, moved } = counts
  const undoneItems = changed + moved + counts.made.items + counts.deleted.items
  const after = { kind, items: undoneItems, ...(rooms > 0 && { rooms }) }
  const all: Happening = { kind: 'items undone', before: null, after }
  return {
    ...{ kept, keptRooms, counts, sentence: '' },
    eventID: await writeEventOfAll(trx, clock, actor, projectID, all, told, eventID),
  }
}

const changedSince = (items: readonly NamedItem[], rooms: readonly NamedRoom[]): AppError =>
  new AppError('changed_since', { body: { items, ...(rooms.length > 0 && { rooms }) } })

/** Returns `not_found` instead if the actor can no longer write the project. */
const orNotThere = async (trx: Database, actor: Actor, eventID: number, problem: AppError): Promise<AppError> => {
  const event = writableEvents(trx, actor).where('events.id', '=', eventID).select('events.id')
  return (await event.executeTakeFirst()) ? problem : new AppError('not_found')
}

const isOfTask = (kind: EventKind): kind is Extract<EventKind, `task ${string}`> => kind.startsWith('task ')

const isMoveOfRooms = (kind: EventKind): boolean => /^rooms? moved (away|here)$/.test(kind)

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
  const by = event.kind.endsWith('away') ? 'away' : 'here'
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
  const { eventID, message } = await takeRoomsBack(trx, clock, actor, move)
  return { ...NOTHING, eventID, sentence: message }
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
const readParts = async (
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

const isOf =
  <Kind extends PartKind>(...kinds: readonly Kind[]) =>
  (part: Part): part is { [K in Kind]: Part<K> }[Kind] =>
    (kinds as readonly string[]).includes(part.kind)

const keep = ({ kept }: Work, { id, title }: SteadyItem): void => void kept.set(id, { itemID: id, title })

const bringValuesBack = async (work: Work): Promise<number> => {
  const { trx, clock, actor, projectID, parts, items, told } = work
  const changes = parts.filter(isOf('item changed')).flatMap(({ itemID, before, after }) => {
    const item = items.get(itemID)
    if (!item) return []
    const texts = formerTexts(item, before, after)
    if (!texts) keep(work, item)
    return texts ? [{ item, texts }] : []
  })
  const happened = await changeItems(trx, clock, actor, projectID, changes)
  told.push(...happened)
  return happened.length
}

/** An item's texts before a change; undefined if one of them was changed since or has lost its label. */
const formerTexts = (item: SteadyItem, before: ItemValues, after: ItemValues): OtherTexts | undefined => {
  const texts: OtherTexts = {}
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

const slotOf = ({ labels }: SteadyItem, slot: Slot, propID: number | null): Slot | undefined =>
  propID === null
    ? labels.every(({ field }) => field !== slot)
      ? slot
      : undefined
    : labels.find((label) => label.propID === propID)?.field

const moveBack = async (work: Work): Promise<number> => {
  const { trx, actor, projectID, parts, items, told } = work
  const moves = parts.filter(isOf('item moved'))
  const former = [...new Set(moves.map(({ before }) => before.roomID))]
  const rooms = await holdRooms(trx, actor, former, [...items.values()])
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
    told.push({ kind: 'item moved', roomID: room.roomID, itemID: item.id, before: placeOf(item), after })
  }
  return back.length
}

/**
 * Locks rooms before the items in them, in the order of moves. Imports list all rooms they create, so there are few.
 */
const holdMadeRooms = async (
  trx: Database,
  actor: Actor,
  projectID: number,
  rooms: readonly RoomPart[],
): Promise<MadeRoom[]> => {
  const made = rooms.filter(({ kind }) => kind === 'room created').map(({ roomID }) => roomID)
  if (made.length === 0) return []
  const query = writableRooms(trx, actor)
    .where('rooms.id', 'in', made)
    .where('rooms.project_id', '=', projectID)
    .orderBy('rooms.id')
    .select(['rooms.id as roomID', 'rooms.name', 'projects.name as project'])
  return forUpdate(trx, query, ['rooms']).execute()
}

const trashWhatWasMade = async (work: Work): Promise<Made> => {
  const { trx, clock, actor, projectID, parts, items, told } = work
  const made = parts.filter(isOf('item created', 'item copied')).flatMap(({ itemID }) => items.get(itemID) ?? [])
  const changed = await changedSinceIn(
    work,
    'events.item_id',
    made.map(({ id }) => id),
  )
  const untouched = made.filter(({ id }) => !changed.has(id))
  for (const item of made) if (changed.has(item.id)) keep(work, item)
  const rooms = await roomsToGo(work, untouched)
  const gone = new Set(rooms.map(({ roomID }) => roomID))
  const alone = untouched.filter(({ roomID }) => !gone.has(roomID))
  if (alone.length > 0) told.push(...(await trashItems(trx, clock, actor, projectID, alone)).told)
  const [first] = rooms
  if (first) told.push(...(await trashRooms(trx, clock, actor, { projectID, project: first.project }, rooms)))
  return { rooms: rooms.length, items: untouched.length }
}

/** The event's created rooms without later events, and with no items but these. */
const roomsToGo = async (work: Work, items: readonly SteadyItem[]): Promise<MadeRoom[]> => {
  const { trx, actor, made, keptRooms } = work
  if (made.length === 0) return []
  const roomIDs = made.map(({ roomID }) => roomID)
  const changed = await changedSinceIn(work, 'events.room_id', roomIDs)
  const wentAlong = groupBy(items, ({ roomID }) => roomID)
  const there = await writableItems(trx, actor)
    .where('items.room_id', 'in', roomIDs)
    .groupBy('items.room_id')
    .select((eb) => ['items.room_id as roomID', eb.fn.countAll<number>().as('items')])
    .execute()
  const isFilled = new Set(
    there.filter((room) => room.items > wentAlong(room.roomID).length).map(({ roomID }) => roomID),
  )
  const stays = ({ roomID }: MadeRoom) => changed.has(roomID) || isFilled.has(roomID)
  keptRooms.push(...made.filter(stays).map(({ roomID, name }) => ({ roomID, name })))
  return made.filter((room) => !stays(room))
}

/** The ids with later events. */
const changedSinceIn = async (
  { trx, actor, projectID, eventID }: Work,
  column: 'events.item_id' | 'events.room_id',
  ids: readonly number[],
): Promise<ReadonlySet<number | null>> => {
  const changed = new Set<number | null>()
  for (const some of batches(ids)) {
    const later = eventsAfter(trx, actor, projectID, eventID)
      .where(column, 'in', some)
      .select(`${column} as id`)
      .distinct()
    for (const { id } of await later.execute()) changed.add(id)
  }
  return changed
}

const eventsAfter = (trx: Database, actor: Actor, projectID: number, eventID: number) =>
  writableEvents(trx, actor)
    .where('events.project_id', '=', projectID)
    .where('events.id', '>', eventID)
    .where('events.part_of', 'is distinct from', eventID)

const restoreWhatWasDeleted = async ({
  trx,
  clock,
  actor,
  projectID,
  parts,
  roomParts,
}: Pick<Work, 'trx' | 'clock' | 'actor' | 'projectID' | 'parts'> & { roomParts: readonly RoomPart[] }): Promise<
  Made & { told: Happening[] }
> => {
  const items = parts.filter(isOf('item deleted')).map(({ before }) => before.trashID)
  const rooms = roomParts.filter(({ kind }) => kind === 'room deleted').map(({ trashID }) => trashID)
  const told: Happening[] = []
  let restored = NO_THINGS
  for (const trashID of new Set([...rooms, ...items])) {
    if (trashID === undefined) throw new AppError('no_undo')
    const back = await restoreEntry(trx, clock, actor, projectID, trashID)
    if (!back) continue
    told.push(...back.told)
    restored = both(restored, back)
  }
  return { ...restored, told }
}

const NAMED = 3
const keptOf = (kept: readonly NamedItem[], rooms: readonly NamedRoom[]): string => {
  const all = [...rooms.map(({ name }) => `room "${name}"`), ...kept.map(({ title }) => title)]
  const more = all.length > NAMED ? ` and ${all.length - NAMED} more` : ''
  return all.length === 0 ? '' : `Changed since, and left as they are: ${all.slice(0, NAMED).join(', ')}${more}.`
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
