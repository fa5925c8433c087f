import type { z } from 'zod/mini'
import type { DomainEvent } from '../../shared/events.ts'
import {
  GAPS_AT_ONCE,
  type Gap,
  type getReadiness,
  type GroupOfGaps,
  type Readiness,
  type RoomWithGaps,
  type setNotNeeded as setNotNeededEndpoint,
  type What,
} from '../../shared/upkeep/handover-checklist.api.ts'
import { inOwnOrder, sortedBy } from '../../shared/contract/order.ts'
import { slotNumber, slotOf, type FieldLabel, type KindedLabel } from '../../shared/structure/room-structure.api.ts'
import { AppError } from '../platform/http/app-error.ts'
import type { Clock } from '../platform/lib/clock.ts'
import type { Actor } from '../platform/db/actor.ts'
import { atOneMoment, transact, type Database } from '../platform/db/database.ts'
import { forUpdate, jsonRows, nullsLast, parseJSON, withoutIndex } from '../platform/db/engine.ts'
import { BIT, includes, OF_ITEM, withBits, withoutBits } from '../items/not-needed.ts'
import { countsOfGaps, itemsWithGaps, type Wants } from './handover-checklist.access.ts'
import { may, readableItems, readableProjects, writableItems, writableRooms } from '../platform/db/access/core.ts'
import { updateOneItem } from '../items/items.access.ts'
import { updateOneRoom } from '../projects/projects.access.ts'
import { writeEvents } from '../history/events.repo.ts'
import { groupBy } from '../platform/lib/group-by.ts'

interface RequiredHere extends Wants {
  name: string
  /** Labels that require a value. */
  labels: KindedLabel[]
}

/** The requirements for the items of a project, or for one item, by subcategory. */
const listRequired = async (
  db: Database,
  actor: Actor,
  of: { projectID: number; group?: string | undefined } | { itemID: number },
): Promise<RequiredHere[]> => {
  const items = readableItems(db, actor)
  const those =
    'itemID' in of ? items.where('items.id', '=', of.itemID) : items.where('rooms.project_id', '=', of.projectID)
  const here = those.select(withoutIndex<number>('items.subcategory_id').as('id'))
  const rows = await db
    .selectFrom('subcategories')
    .where('subcategories.id', 'in', here)
    .select(['subcategories.id', 'subcategories.name', 'subcategories.wanted'])
    .select((eb) =>
      jsonRows(
        db,
        eb
          .selectFrom('subcategory_labels')
          .innerJoin('labels', 'labels.id', 'subcategory_labels.label_id')
          .whereRef('subcategory_labels.subcategory_id', '=', 'subcategories.id')
          .orderBy('subcategory_labels.slot')
          .select(['subcategory_labels.slot', 'labels.id as propID', 'labels.name as label', 'labels.kind']),
      ).as('labels'),
    )
    .execute()
  return rows.map(({ id, name, wanted: required, labels: all }) => {
    const { labels: ids, manual, receipt } = parseJSON(required)
    const labels = parseJSON(all)
      .filter(({ propID }) => ids.includes(propID))
      .map(({ slot, ...label }) => ({ field: slotOf(slot), ...label }))
    const slots = bitsOf(labels)
    const first = bitsOf(labels.filter(({ propID }) => 'group' in of && String(propID) === of.group))
    const asks = (slots > 0 ? BIT.values : 0) + (manual ? BIT.manual : 0) + (receipt ? BIT.receipt : 0)
    return { id, name, labels, slots, asks, first }
  })
}

const bitsOf = (labels: readonly FieldLabel[]): number =>
  labels.reduce((bits, { field }) => bits + 2 ** (slotNumber(field) - 1), 0)

const lackedLabels = (labels: readonly KindedLabel[], slots: number): KindedLabel[] =>
  labels.filter(({ field }) => (slots & (2 ** (slotNumber(field) - 1))) !== 0)

/** Missing values are grouped by the first label without one. */
const groupOf = (what: What, lacked: readonly FieldLabel[]): string =>
  what === 'values' ? String(lacked[0]?.propID ?? '') : what

type Counts = Awaited<ReturnType<ReturnType<typeof countsOfGaps>['execute']>>[number]

/** Gaps by kind; named after the category if all its items belong to one. */
const groupsOf = (counts: readonly Counts[], emptyRooms: number, wantedOf: (id: number | null) => RequiredHere[]) => {
  const groups = new Map<string, { lack: string; count: number; categories: Set<string> }>()
  for (const { subcatID, category, missing, items, ...of } of counts) {
    const lacked = lackedLabels(wantedOf(subcatID)[0]?.labels ?? [], of.lacked ?? 0)
    for (const what of OF_ITEM) {
      if (!includes(missing, what)) continue
      const key = groupOf(what, lacked)
      const lack = what === 'values' ? (lacked[0]?.label ?? '') : what
      const group = groups.get(key) ?? { lack, count: 0, categories: new Set() }
      group.count += items
      if (category !== null) group.categories.add(category)
      groups.set(key, group)
    }
  }
  const groupsOfGaps = [...groups].map(([group, { lack, count, categories }]): GroupOfGaps => {
    const [only, another] = categories
    return { group, name: `${another === undefined && only !== undefined ? only : 'Items'} missing ${lack}`, count }
  })
  const byCount = sortedBy(groupsOfGaps, ({ name }) => name).sort((a, b) => b.count - a.count)
  return [...byCount, ...(emptyRooms > 0 ? [{ group: 'items', name: 'Rooms without items', count: emptyRooms }] : [])]
}

const bitsIn = (bits: number | null): number => OF_ITEM.filter((what) => includes(bits, what)).length

type Asked = Omit<z.output<typeof getReadiness.query>, 'show'> & {
  show?: 'missing' | 'setaside' | 'figures' | undefined
}

/**
 * How ready a project is, and what is missing or was set aside: as many rooms as fit the limit, but always the first
 * one. Reads a consistent snapshot in at most four statements. Throws `not_found` for the project.
 */
export const readReadiness = (db: Database, actor: Actor, asked: Asked): Promise<Readiness> =>
  atOneMoment(db, (trx) => readAll(trx, actor, asked))

const readAll = async (
  db: Database,
  actor: Actor,
  { projectID, show = 'missing', group }: Asked,
): Promise<Readiness> => {
  const project = await readableProjects(db, actor)
    .where('projects.id', '=', projectID)
    .select('projects.name')
    .select(may(actor))
    .executeTakeFirst()
  if (!project) throw new AppError('not_found')
  const required = await listRequired(db, actor, { projectID, group })
  const wants = required.map(({ id, slots, asks, first }) => ({ id, slots, asks, first }))
  const all = await countsOfGaps(db, actor, projectID, wants).execute()
  const ofRoom = groupBy(all, ({ roomID }) => roomID)
  const rooms = [...new Map(all.map((row) => [row.roomID, row])).values()].map((row) => {
    const counts = ofRoom(row.roomID)
    const sum = (of: (row: Counts) => number) => counts.reduce((all, each) => all + of(each) * each.items, 0)
    const [isEmpty, isNotNeeded] = [counts.every(({ items }) => items === 0), row.notNeeded !== 0]
    const [isMissing, isSetAside] = [isEmpty && !isNotNeeded, isEmpty && isNotNeeded]
    const missing = sum((each) => bitsIn(each.missing)) + Number(isMissing)
    const setAside = sum((each) => bitsIn(each.setAside)) + Number(isSetAside)
    const asked = sum((each) => bitsIn(each.asks)) + 1
    const { roomID, roomName, roomTypeName, position } = row
    return { roomID, roomName, roomTypeName, position, isMissing, isSetAside, missing, setAside, asked }
  })
  const total = (of: (room: (typeof rooms)[number]) => number) => rooms.reduce((all, room) => all + of(room), 0)
  const [missing, setAside] = [total((room) => room.missing), total((room) => room.setAside)]
  const things = total((room) => room.asked) - setAside
  const wantedOf = groupBy<RequiredHere, number | null>(required, ({ id }) => id) as (
    id: number | null,
  ) => RequiredHere[]
  const isAsked = (what: What, lacked: number | null, subcatID: number | null) =>
    group === undefined || groupOf(what, lackedLabels(wantedOf(subcatID)[0]?.labels ?? [], lacked ?? 0)) === group
  const sorted = inOwnOrder(rooms, ({ roomName }) => roomName).map((room) => {
    const isEmpty = (show === 'setaside' ? room.isSetAside : room.isMissing) && isAsked('items', null, null)
    const count = ofRoom(room.roomID).reduce((all, { missing: lacks, setAside: aside, lacked, subcatID, items }) => {
      const bits = show === 'setaside' ? aside : lacks
      return all + items * OF_ITEM.filter((what) => includes(bits, what) && isAsked(what, lacked, subcatID)).length
    }, Number(isEmpty))
    return { ...room, isEmpty, count }
  })
  const [rest, first] = [{ projectID, group, wants, wantedOf }, firstOf(sorted)]
  const listed = show === 'figures' ? [] : await listGaps(db, actor, { ...rest, show, rooms: first })
  const shown = listed.reduce((all, { gaps, isEmpty }) => all + gaps.length + Number(isEmpty), 0)
  const inAll = sorted.reduce((all, { count }) => all + count, 0)
  return {
    ...{ projectID, projectName: project.name, may: project.may },
    percent: things === 0 ? (rooms.length === 0 ? null : 100) : Math.floor((100 * (things - missing)) / things),
    ...{ things, missing, setAside },
    groups: groupsOf(all, rooms.filter(({ isMissing }) => isMissing).length, wantedOf),
    rooms: listed,
    more: inAll - shown,
  }
}

interface ToldRoom extends Omit<RoomWithGaps, 'gaps'> {
  position: number | null
}

const firstOf = (rooms: readonly ToldRoom[]): ToldRoom[] => {
  const some: ToldRoom[] = []
  let count = 0
  for (const room of rooms) {
    if (room.count === 0) continue
    count += room.count
    if (some.length > 0 && count > GAPS_AT_ONCE) break
    some.push(room)
  }
  return some
}

const listGaps = async (
  db: Database,
  actor: Actor,
  {
    projectID,
    show,
    group,
    rooms,
    wants,
    wantedOf,
  }: {
    projectID: number
    show: 'missing' | 'setaside'
    group: string | undefined
    rooms: readonly ToldRoom[]
    wants: readonly Wants[]
    wantedOf: (id: number | null) => RequiredHere[]
  },
): Promise<RoomWithGaps[]> => {
  if (rooms.length === 0) return []
  if (group === 'items') return rooms.map(({ position: _, ...room }) => ({ ...room, gaps: [] }))
  const only = group === undefined ? undefined : group === 'manual' || group === 'receipt' ? group : 'values'
  const roomIDs = rooms.map(({ roomID }) => roomID)
  const rows = await itemsWithGaps(db, actor, { projectID, roomIDs }, wants, { show, only })
    .orderBy('items.position', nullsLast)
    .orderBy(withoutIndex('items.id'))
    .limit(GAPS_AT_ONCE)
    .execute()
  const inRoom = groupBy(rows, ({ roomID }) => roomID)
  return rooms.map(({ position: _, ...room }) => ({
    ...room,
    gaps: inRoom(room.roomID).flatMap(({ itemID, title, sample, subcatID, what: bits, lacked: slots }) => {
      const [required] = wantedOf(subcatID)
      const lacked = lackedLabels(required?.labels ?? [], slots)
      const asked = OF_ITEM.filter((what) => includes(bits, what) && (only === undefined || what === only))
      return asked.map((what): Gap => ({
        ...{ what, group: groupOf(what, lacked), itemID, title, sample, subCatName: required?.name ?? '' },
        fields: what === 'values' ? lacked : [],
      }))
    }),
  }))
}

/** Throws `not_found` for the item or the room, and `invalid_input` if the item does not require this. */
export const setNotNeeded = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { itemID, roomID, what, notNeeded }: z.output<typeof setNotNeededEndpoint.body>,
): Promise<void> =>
  transact(db, async (trx) => {
    const thing = itemID === undefined ? lockRoom(trx, actor, roomID ?? 0) : lockItem(trx, actor, itemID)
    const locked = await thing
    if (!locked) throw new AppError('not_found')
    if (includes(locked.notNeeded, what) === notNeeded) return
    const [required] = itemID === undefined || !notNeeded ? [undefined] : await listRequired(trx, actor, { itemID })
    if (required && !includes(required.asks, what))
      throw new AppError('invalid_input', { fields: { what: 'Nothing of the kind is asked for of this item.' } })
    const now = { not_needed: notNeeded ? withBits(locked.notNeeded, [what]) : withoutBits(locked.notNeeded, [what]) }
    if (itemID === undefined) await updateOneRoom(trx, actor, locked.roomID).set(now).execute()
    else await updateOneItem(trx, actor, itemID).set(now).execute()
    const { projectID, roomID: inRoom } = locked
    await writeEvents(trx, clock, actor, projectID, [dismissalEvent({ roomID: inRoom, itemID }, what, notNeeded)])
  })

const dismissalEvent = (
  { roomID, itemID }: { roomID: number; itemID: number | undefined },
  what: What,
  notNeeded: boolean,
): DomainEvent => {
  const [aside, again] = [
    { before: null, after: { what } },
    { before: { what }, after: null },
  ] as const
  if (itemID === undefined)
    return notNeeded ? { kind: 'room set aside', roomID, ...aside } : { kind: 'room needed again', roomID, ...again }
  const where = { roomID, itemID }
  return notNeeded ? { kind: 'item set aside', ...where, ...aside } : { kind: 'item needed again', ...where, ...again }
}

const lockItem = (trx: Database, actor: Actor, itemID: number) => {
  const query = writableItems(trx, actor)
    .where('items.id', '=', itemID)
    .where('projects.template', '=', 0)
    .select(['items.not_needed as notNeeded', 'items.room_id as roomID', 'items.project_id as projectID'])
  return forUpdate(trx, query, ['items']).executeTakeFirst()
}

const lockRoom = (trx: Database, actor: Actor, roomID: number) => {
  const query = writableRooms(trx, actor)
    .where('rooms.id', '=', roomID)
    .where('projects.template', '=', 0)
    .select(['rooms.not_needed as notNeeded', 'rooms.id as roomID', 'rooms.project_id as projectID'])
  return forUpdate(trx, query, ['rooms']).executeTakeFirst()
}
