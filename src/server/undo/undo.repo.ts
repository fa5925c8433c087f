import type { EventKind, EventShapes, Happening, ItemValues } from '../../shared/events.ts'
import { OWN_TEXT_NAMES } from '../../shared/items.ts'
import { NOT_THE_PROJECT } from '../../shared/problem.ts'
import { SLOTS, type Slot } from '../../shared/room-structure.ts'
import type { NamedItem } from '../../shared/several.ts'
import type { Clock } from '../clock.ts'
import type { Actor } from '../db/actor.ts'
import { transact, type Database } from '../db/database.ts'
import { ownedProjects, ownedProjectsOrTemplates, writableEvents, writableRooms } from '../db/scope.ts'
import { storeRooms } from '../db/several.ts'
import { writeEventOfAll } from '../events/events.repo.ts'
import { AppError } from '../app-error.ts'
import { undoSorting } from '../inbox/inbox.repo.ts'
import { changeItems, holdItems, type OtherTexts, type SteadyItem } from '../items/change-several.repo.ts'
import { deleteProject } from '../projects/projects.repo.ts'
import { takeRoomsBack, type MoveToUndo } from '../moves/move-rooms.repo.ts'
import { placeOf } from '../moves/moves.repo.ts'
import { holdRooms } from '../rooms/rooms-with-places.repo.ts'
import { deleteRoom } from '../rooms/rooms.repo.ts'
import { trashItems } from '../several/several.repo.ts'
import { undoTask } from '../tasks/tasks.repo.ts'
import { restoreItems } from '../trash/restore.repo.ts'

/** What an event may consist of to be undone, whatever it is called as a whole. */
const PARTS = ['item created', 'item copied', 'item moved', 'item changed', 'item deleted'] as const
type PartKind = (typeof PARTS)[number]

interface Part<Kind extends EventKind = PartKind> {
  kind: Kind
  itemID: number
  before: EventShapes[Kind]['before']
  after: EventShapes[Kind]['after']
}

/** How many items each of it took back; a room or project says so itself. */
interface Counts {
  changed: number
  moved: number
  made: number
  deleted: number
}

interface UndoneEvent {
  kept: NamedItem[]
  eventID: number
  counts: Counts
  sentence: string
}

export interface Undone {
  kept: NamedItem[]
  eventIDs: number[]
  message: string
}

/** What is being undone, and what of it was. */
interface Work {
  trx: Database
  clock: Clock
  actor: Actor
  projectID: number
  eventID: number
  parts: readonly Part[]
  /** Those items of it that are there, by their ids. */
  items: ReadonlyMap<number, SteadyItem>
  kept: Map<number, NamedItem>
  told: Happening[]
}

/** Events that tell of a project and of all that is in it from the beginning. */
const MAKES_A_PROJECT: ReadonlySet<EventKind> = new Set([
  'project copied',
  'project kept as template',
  'project created from template',
])

const NO_ITEMS: Counts = { changed: 0, moved: 0, made: 0, deleted: 0 }
const SENTENCES: readonly [keyof Counts, (items: string) => string][] = [
  ['changed', (items) => `Put back the former values of ${items}.`],
  ['moved', (items) => `Moved ${items} back.`],
  ['made', (items) => `Moved ${items} to the trash.`],
  ['deleted', (items) => `Restored ${items}.`],
]

/**
 * Takes back what events did, in the order of their numbers, so that no two wait for each other. One of which nothing is left is
 * passed over where something is of another. Throws what `undoEvent` throws.
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
    if (undone.length === 0) throw new AppError('changed_since', { body: { items: left } })
    const kept = [...undone.flatMap((each) => each.kept), ...left]
    const sentences = SENTENCES.flatMap(([what, say]) => {
      const items = undone.reduce((sum, { counts }) => sum + counts[what], 0)
      return items === 0 ? [] : [say(many(items))]
    })
    return {
      kept,
      eventIDs: undone.map(({ eventID }) => eventID),
      message: [...sentences, ...undone.map(({ sentence }) => sentence), keptOf(kept)].filter(Boolean).join(' '),
    }
  })

/**
 * Takes back what an event did with all its parts. What has been changed since, as far as the event was about that, stays as it is
 * and is answered. Throws `not_found`, `no_undo`, `undone_already`, `changed_since` with what was in `items` where
 * nothing else is left, `restore_parent_first`, and `not_allowed` for a copied project, or rooms that were moved to another one, where it is not the actor's own.
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
  const move = await readMove(trx, actor, eventID)
  if (move) return undoMove(trx, clock, actor, move)
  if (isOfTask(kind)) {
    const { eventID: event, sentence } = await undoTask(trx, clock, actor, { eventID, kind, projectID })
    return { kept: [], counts: NO_ITEMS, eventID: event, sentence }
  }
  if (kind === 'photos sorted') {
    const { eventID: event, sentence } = await undoSorting(trx, clock, actor, eventID)
    return { kept: [], counts: NO_ITEMS, eventID: event, sentence }
  }
  const parts = await readParts(trx, actor, eventID)
  if (parts.length === 0) throw await orNotThere(trx, actor, eventID, new AppError('no_undo'))
  const there = parts.filter((part) => part.kind !== 'item deleted').map(({ itemID }) => itemID)
  const items = there.length === 0 ? [] : await holdItems(trx, actor, [...new Set(there)])
  const work: Work = {
    ...{ trx, clock, actor, projectID, eventID, parts },
    items: new Map(items.filter((item) => item.projectID === projectID).map((item) => [item.id, item])),
    ...{ kept: new Map(), told: [] },
  }
  const counts = {
    changed: await bringValuesBack(work),
    moved: await moveBack(work),
    made: await trashWhatWasMade(work),
    deleted: await restoreWhatWasDeleted(work),
  }
  const kept = [...work.kept.values()]
  const { told } = work
  if (told.length === 0)
    throw await orNotThere(trx, actor, eventID, new AppError('changed_since', { body: { items: kept } }))
  const all: Happening = { kind: 'items undone', before: null, after: { kind, items: told.length } }
  return {
    ...{ kept, counts, sentence: '' },
    eventID: await writeEventOfAll(trx, clock, actor, projectID, all, told, eventID),
  }
}

/** Whoever may write it no longer by now finds nothing there. */
const orNotThere = async (trx: Database, actor: Actor, eventID: number, problem: AppError): Promise<AppError> => {
  const event = writableEvents(trx, actor).where('events.id', '=', eventID).select('events.id')
  return (await event.executeTakeFirst()) ? problem : new AppError('not_found')
}

const isOfTask = (kind: EventKind): kind is Extract<EventKind, `task ${string}`> => kind.startsWith('task ')

const isMoveOfRooms = (kind: EventKind): boolean => /^rooms? moved (away|here)$/.test(kind)

/** What an event says that moved rooms to another project; undefined for any other. */
const readMove = async (trx: Database, actor: Actor, eventID: number): Promise<MoveToUndo | undefined> => {
  const rows = await writableEvents(trx, actor)
    .where((eb) => eb.or([eb('events.id', '=', eventID), eb('events.part_of', '=', eventID)]))
    .orderBy('events.id')
    .select(['events.kind', 'events.project_id as projectID', 'events.room_id as roomID'])
    .select(['events.before', 'events.after'])
    .execute()
  const [event] = rows
  if (!event || !isMoveOfRooms(event.kind)) return undefined
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
  return { kept: [], eventID, counts: NO_ITEMS, sentence: message }
}

/** The parts of an event, or itself where it has none; none where one of them is of another kind. */
const readParts = async (trx: Database, actor: Actor, eventID: number): Promise<Part[]> => {
  const columns = ['events.kind', 'events.item_id as itemID', 'events.before', 'events.after'] as const
  const parts = await writableEvents(trx, actor)
    .where('events.part_of', '=', eventID)
    .orderBy('events.id')
    .select(columns)
    .execute()
  const rows =
    parts.length > 0
      ? parts
      : await writableEvents(trx, actor).where('events.id', '=', eventID).select(columns).execute()
  // Rooms that an import has made stay.
  const ofItems = rows.filter(({ kind }) => kind !== 'room created' || parts.length === 0)
  const read = ofItems.flatMap(({ kind, itemID, before, after }): Part[] => {
    const known = PARTS.find((each) => each === kind)
    if (known === undefined || itemID === null) return []
    const then = { before: before && (JSON.parse(before) as unknown), after: after && (JSON.parse(after) as unknown) }
    return [{ kind: known, itemID, ...then } as Part]
  })
  return read.length < ofItems.length ? [] : read
}

const isOf =
  <Kind extends PartKind>(...kinds: readonly Kind[]) =>
  (part: Part): part is { [K in Kind]: Part<K> }[Kind] =>
    (kinds as readonly string[]).includes(part.kind)

const keep = ({ kept }: Work, { id, title }: SteadyItem): void => void kept.set(id, { itemID: id, title })

const many = (count: number): string => (count === 1 ? '1 item' : `${count} items`)

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

/** What an item said before a change; undefined where one of these texts has been changed since, or has no label any more. */
const formerTexts = (item: SteadyItem, before: ItemValues, after: ItemValues): OtherTexts | undefined => {
  const texts: OtherTexts = {}
  for (const slot of SLOTS) {
    const [was, is] = [before.fields?.[slot], after.fields?.[slot]]
    if (!was && !is) continue
    const place = slotOf(item, slot, (is ?? was)?.propID ?? null)
    if (place === undefined || item[place] !== (is?.value ?? '')) return undefined
    texts[place] = was?.value ?? ''
  }
  for (const text of OWN_TEXT_NAMES) {
    const [was, is] = [before[text], after[text]]
    if (was === undefined && is === undefined) continue
    if (item[text] !== (is ?? '')) return undefined
    texts[text] = was ?? ''
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

const trashWhatWasMade = async (work: Work): Promise<number> => {
  const { trx, clock, actor, projectID, eventID, parts, items, told } = work
  const made = parts.filter(isOf('item created', 'item copied')).flatMap(({ itemID }) => items.get(itemID) ?? [])
  if (made.length === 0) return 0
  const later = await eventsAfter(trx, actor, projectID, eventID)
    .where(
      'events.item_id',
      'in',
      made.map(({ id }) => id),
    )
    .select('events.item_id as itemID')
    .execute()
  const changed = new Set(later.map(({ itemID }) => itemID))
  const untouched = made.filter(({ id }) => !changed.has(id))
  for (const item of made) if (changed.has(item.id)) keep(work, item)
  if (untouched.length === 0) return 0
  const trashed = await trashItems(trx, clock, actor, projectID, untouched)
  told.push(...trashed.told)
  return untouched.length
}

const eventsAfter = (trx: Database, actor: Actor, projectID: number, eventID: number) =>
  writableEvents(trx, actor)
    .where('events.project_id', '=', projectID)
    .where('events.id', '>', eventID)
    .where('events.part_of', 'is distinct from', eventID)

const restoreWhatWasDeleted = async ({ trx, clock, actor, projectID, parts, told }: Work): Promise<number> => {
  const trashIDs = new Set(parts.filter(isOf('item deleted')).map(({ before }) => before.trashID))
  let restored = 0
  for (const trashID of trashIDs) {
    if (trashID === undefined) throw new AppError('no_undo')
    const back = (await restoreItems(trx, clock, actor, projectID, trashID)) ?? []
    told.push(...back)
    restored += back.length
  }
  return restored
}

const NAMED = 3
const keptOf = (kept: readonly NamedItem[]): string => {
  const names = kept.slice(0, NAMED).map(({ title }) => title)
  const more = kept.length > NAMED ? ` and ${kept.length - NAMED} more` : ''
  return kept.length === 0 ? '' : `Changed since, and left as they are: ${names.join(', ')}${more}.`
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
  return { kept: [], counts: NO_ITEMS, eventID: event, sentence: `Moved room "${name}" to the trash.` }
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
  return { kept: [], counts: NO_ITEMS, eventID: event, sentence: `Moved ${kind} "${name}" to the trash.` }
}
