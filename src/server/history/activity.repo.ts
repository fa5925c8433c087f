import type { LabelKind } from '../../shared/structure/label-kinds.ts'
import type { z } from 'zod/mini'
import type { getActivity, markActivitySeen, ProjectEvent } from '../../shared/history/activity.api.ts'
import { EVENTS, type EventKind } from '../../shared/events.ts'
import type { News } from '../../shared/projects/projects.api.ts'
import { EVENTS_AT_ONCE } from '../../shared/history/history.api.ts'
import { nameKey } from '../../shared/contract/name-key.ts'
import { sortedBy } from '../../shared/contract/order.ts'
import { isoTime, type Clock } from '../platform/lib/clock.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { jsonRows, parseJSON, timeText, type JSONText } from '../platform/db/engine.ts'
import { allReadable, readableEvents, readableProjectsOrTemplates } from '../platform/db/access/core.ts'
import {
  insertSeen,
  nameOfAuthor,
  namesOfMembers,
  newEvents,
  otherProject,
  peopleOfEvents,
  seenBy,
} from './activity.access.ts'
import { AppError } from '../platform/http/app-error.ts'
import { readEvent, usernamesIn } from '../read-event.ts'
import { dateLabels } from '../structure/labels-of.repo.ts'

/** One page of events plus one, the latest first, with the current names of room and item. */
export const eventsOf = (db: Database, actor: Actor, { projectID, userID, before }: Asked) =>
  readableEvents(db, actor)
    .where('events.project_id', '=', projectID)
    .where('events.part_of', 'is', null)
    .$if(userID !== undefined, (query) => query.where('events.user_id', '=', userID ?? 0))
    .$if(before !== undefined, (query) => query.where('events.id', '<', before ?? 0))
    // Things moved to another project keep their names for users who can read that project.
    .leftJoin('rooms', (join) =>
      join
        .onRef('rooms.id', '=', 'events.room_id')
        .on((eb) =>
          eb.or([
            eb('rooms.project_id', '=', eb.ref('events.project_id')),
            eb('rooms.project_id', 'in', allReadable(db, actor)),
          ]),
        ),
    )
    .leftJoin('items', (join) =>
      join
        .onRef('items.id', '=', 'events.item_id')
        .on((eb) =>
          eb.or([
            eb('items.project_id', '=', eb.ref('events.project_id')),
            eb('items.project_id', 'in', allReadable(db, actor)),
          ]),
        ),
    )
    .orderBy('events.id', 'desc')
    .limit(EVENTS_AT_ONCE + 1)
    .select(['events.id as eventID', 'events.at', 'events.user_id as userID', 'events.who', 'events.kind'])
    .select(['events.before', 'events.after', 'events.room_id as roomID', 'events.item_id as itemID'])
    .select(nameOfAuthor(db).as('name'))
    .select(['rooms.name as room', 'rooms.deleted_at as roomDeleted'])
    .select(['items.title as item', 'items.deleted_at as itemDeleted'])
    .select(otherProject(db, actor).as('other'))

type Asked = z.output<typeof getActivity.query>

/** Events of a project that the actor can read, the latest first, in three statements at most. Throws `not_found`. */
export const listActivity = async (
  db: Database,
  actor: Actor,
  asked: Asked,
): Promise<z.output<typeof getActivity.response>> => {
  const { projectID } = asked
  const project = await readableProjectsOrTemplates(db, actor)
    .where('projects.id', '=', projectID)
    .select('projects.name')
    .select(seenBy(db, actor, projectID).eventID.as('seen'))
    .select(jsonRows(db, peopleOfEvents(db, projectID)).as('people'))
    .select(dateLabels(db).as('dates'))
    .executeTakeFirst()
  if (!project) throw new AppError('not_found')
  const people = parseJSON(project.people).flatMap(({ userID, who, name }) =>
    userID === null ? [] : [{ userID, who, name }],
  )
  const dates = parseJSON(project.dates)
  const rows = await eventsOf(db, actor, asked).execute()
  const isNew = ({ eventID, userID }: Row) =>
    userID !== null && userID !== actor.userID && eventID > (project.seen ?? 0)
  const shown = rows.slice(0, EVENTS_AT_ONCE)
  const names = await namesOfMembers(db, [...new Set(shown.flatMap(usernamesIn))])
  const nameOf = (username: string) => names.get(nameKey(username)) ?? username
  const events = shown.map((row) => asEvent(row, isNew(row), project.name, { dates, nameOf }))
  return {
    projectName: project.name,
    people: sortedBy(people, ({ name, who }) => `${name} ${who}`),
    events,
    older: rows.length > EVENTS_AT_ONCE ? (events.at(-1)?.eventID ?? null) : null,
  }
}

type Row = Awaited<ReturnType<ReturnType<typeof eventsOf>['execute']>>[number]

type DateLabels = readonly { propID: number; label: string; kind: LabelKind }[]

interface Words {
  dates: DateLabels
  nameOf: (username: string) => string
}

const asEvent = (row: Row, isNew: boolean, project: string, { dates, nameOf }: Words): ProjectEvent => {
  const { eventID, at, userID, who, name, kind, roomID, itemID } = row
  const { changes, was, is } = readEvent(row, {
    isOfDates: (name) => dates.some(({ label }) => label === name),
    nameOf,
  })
  const isRoom = roomID !== null && row.roomDeleted === null && row.room !== null
  const isItem = isRoom && row.itemDeleted === null && row.item !== null
  // If a thing was permanently removed, only the event of its removal has the name.
  const lastName = was ?? is ?? ''
  const { topic } = EVENTS[kind]
  return {
    ...{ eventID, at, isNew, userID, who, name, kind },
    room:
      roomID === null ? null : { roomID: isRoom ? roomID : null, name: row.room ?? (topic === 'room' ? lastName : '') },
    item:
      itemID === null
        ? null
        : { itemID: isItem ? itemID : null, title: row.item ?? (topic === 'item' ? lastName : '') },
    changes: changes.map(({ propID, ...change }) => {
      const dated = dates.find((label) => label.propID === propID)
      return { ...change, ...(dated && { kind: dated.kind }) }
    }),
    ...(row.other === null ? { was, is } : fromTo(kind, row.other, project, { was, is })),
  }
}

/**
 * For moved rooms, if the reader can read both projects: both names for one room, whose name is the title, or the
 * number of several.
 */
const fromTo = (kind: EventKind, other: string, project: string, { was, is }: Pick<ProjectEvent, 'was' | 'is'>) => {
  const [here, there] = kind === 'rooms moved here' || kind === 'rooms moved away' ? [is, was] : [project, project]
  return kind === 'room moved away' || kind === 'rooms moved away'
    ? { was: there, is: other }
    : { was: other, is: here }
}

/**
 * Columns with what others did in a project since the actor last looked, for a statement that selects a readable
 * project.
 */
export const newsColumns = (db: Database, actor: Actor, projectID: number) => [
  jsonRows(db, newEvents(db, actor, projectID)).as('newEvents'),
  timeText(db, seenBy(db, actor, projectID).at).as('newSince'),
]

export const newsOf = (row: { newEvents: NewEvents; newSince: string | null }): News | null => {
  const rows = parseJSON(row.newEvents)
  if (rows.length === 0) return null
  return {
    since: row.newSince,
    changes: rows.reduce((sum, { changes }) => sum + changes, 0),
    people: [...new Set(rows.map(({ name }) => name))],
    roomIDs: [...new Set(rows.flatMap(({ roomID }) => roomID ?? []))],
  }
}
type NewEvents = JSONText<{ name: string; roomID: number | null; changes: number }[]>

/** Never moves the time back. Throws `not_found`. */
export const markSeen = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  seen: z.output<typeof markActivitySeen.body>,
): Promise<void> => {
  const { numInsertedOrUpdatedRows } = await insertSeen(db, actor, seen, isoTime(clock)).executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw new AppError('not_found')
}
