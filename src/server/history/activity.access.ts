import { expressionBuilder, sql } from 'kysely'
import { nameKey } from '../../shared/contract/name-key.ts'
import type { EventKind } from '../../shared/events.ts'
import { readableProjects, readableProjectsOrTemplates } from '../platform/db/access/core.ts'
import { unscoped } from '../platform/db/access/unscoped.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { columnOf, numberInJSON, timeValue } from '../platform/db/engine.ts'
import type { Schema } from '../platform/db/schema.ts'

/** Reading events of projects, the names in them, and what a user has seen of them. */

/** The name of the other project of a move event, if the actor may read it. */
export const otherProject = (db: Database, actor: Actor) =>
  readableProjects(db, actor)
    .where((eb) => {
      const is = (...kinds: EventKind[]) =>
        eb(
          columnOf<EventKind>('events.kind'),
          'in',
          kinds.map((kind) => sql.lit(kind)),
        )
      return eb(
        'projects.id',
        '=',
        eb
          .case()
          .when(is('room moved away', 'rooms moved away'))
          .then(numberInJSON(db, columnOf<string | null>('events.after'), 'projectID'))
          .when(is('room moved here', 'rooms moved here'))
          .then(numberInJSON(db, columnOf<string | null>('events.before'), 'projectID'))
          .end(),
      )
    })
    .select('projects.name')

/** The room that an item left, if it still exists in this project. */
export const roomLeft = (db: Database, projectID: number) =>
  unscoped(db)
    .selectFrom('rooms')
    .where('rooms.id', '=', numberInJSON(db, columnOf<string | null>('events.before'), 'roomID'))
    .where('rooms.project_id', '=', projectID)
    .where('rooms.deleted_at', 'is', null)
    .select('rooms.id')

const eventsIn = (db: Database, projectID: number) =>
  unscoped(db).selectFrom('events').where('events.project_id', '=', projectID)

/** Null for accounts that a command created, which have no name. */
const fullNames = (db: Database) =>
  unscoped(db)
    .selectFrom('users')
    .select(sql<string | null>`nullif(trim(users.first_name || ' ' || users.last_name), '')`.as('name'))

/** The full name of an event's author, or the username at that time if the account has none or is gone. */
export const nameOfAuthor = (db: Database) =>
  sql<string>`coalesce(${fullNames(db).where('users.id', '=', columnOf<number>('events.user_id'))}, events.who)`

/** The full name for a stored username, or that username if the account has none or is gone. */
export const nameOfUsername = (db: Database, column: 'trash_entries.deleted_by' | 'revisions.issued_by') => {
  const stored = columnOf<string>(column)
  // Usernames are ASCII.
  const key = sql<string>`lower(${stored})`
  return sql<string>`coalesce(${fullNames(db).where('users.username_key', '=', key)}, ${stored})`
}

/** The full names of users whom events of a project name by their usernames; those without a name are left out. */
export const namesOfMembers = async (
  db: Database,
  usernames: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (usernames.length === 0) return new Map()
  const keys = usernames.map(nameKey)
  const rows = await fullNames(db).where('users.username_key', 'in', keys).select('users.username_key as key').execute()
  return new Map(rows.flatMap(({ key, name }) => (name === null ? [] : [[key, name] as const])))
}

/**
 * The authors of a project's events with their latest usernames, as a column. The outer statement checks that the actor
 * may read the project, so it takes no actor. Served by the index of the project's events.
 */
export const peopleOfEvents = (db: Database, projectID: number) =>
  unscoped(db)
    .selectFrom(
      eventsIn(db, projectID)
        .where('events.user_id', 'is not', null)
        .groupBy('events.user_id')
        .select((eb) => ['events.user_id as userID', eb.fn.max('events.id').as('last')])
        .as('people'),
    )
    .innerJoin('events', 'events.id', 'people.last')
    .select(['people.userID', 'events.who', nameOfAuthor(db).as('name')])

/**
 * The last event of a project that the actor has seen, and when. If they never looked, their first own event there;
 * null if there is neither.
 */
export const seenBy = (db: Database, actor: Actor, projectID: number) => {
  const seen = unscoped(db)
    .selectFrom('activity_seen')
    .where('activity_seen.project_id', '=', projectID)
    .where('activity_seen.user_id', '=', actor.userID)
  const first = eventsIn(db, projectID).where('events.user_id', '=', actor.userID).orderBy('events.id').limit(1)
  const { fn } = expressionBuilder<Schema>()
  return {
    eventID: fn.coalesce(seen.select('activity_seen.event_id'), first.select('events.id')),
    at: fn.coalesce(seen.select('activity_seen.at'), first.select('events.at')),
  }
}

/** How many of the latest events are searched for news, which bounds the cost of opening a project. */
const LOOKED_THROUGH = 200

/**
 * The number of changes by others since the actor last looked, by person and room. Requires a project they may read.
 */
export const newEvents = (db: Database, actor: Actor, projectID: number) =>
  unscoped(db)
    .selectFrom(
      eventsIn(db, projectID)
        .where((eb) => eb('events.id', '>', eb.fn.coalesce(seenBy(db, actor, projectID).eventID, sql.lit(0))))
        .where('events.part_of', 'is', null)
        .orderBy('events.id', 'desc')
        .limit(LOOKED_THROUGH)
        .select(['events.user_id', 'events.room_id as roomID', nameOfAuthor(db).as('name')])
        .as('latest'),
    )
    .where('latest.user_id', '<>', actor.userID)
    .groupBy(['latest.user_id', 'latest.name', 'latest.roomID'])
    .select((eb) => ['latest.name', 'latest.roomID', eb.fn.countAll<number>().as('changes')])
    .orderBy('latest.name')

/** Marks events of a readable project as seen up to an event; never moves back. No row for other projects. */
export const insertSeen = (db: Database, actor: Actor, { projectID, eventID }: SeenEvent, now: string) =>
  unscoped(db)
    .insertInto('activity_seen')
    .columns(['project_id', 'user_id', 'event_id', 'at'])
    .expression(
      readableProjectsOrTemplates(db, actor)
        .where('projects.id', '=', projectID)
        .select((eb) => [
          'projects.id',
          eb.cast<number>(eb.val(actor.userID), 'bigint').as('user_id'),
          eb.fn
            .coalesce(
              eventsIn(db, projectID)
                .where('events.id', '<=', eventID)
                .select((e) => e.fn.max('events.id').as('last')),
              sql.lit(0),
            )
            .as('event_id'),
          timeValue(db, now).as('at'),
        ]),
    )
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'user_id']).doUpdateSet((eb) => ({
        event_id: eb
          .case()
          .when('excluded.event_id', '>', eb.ref('activity_seen.event_id'))
          .then(eb.ref('excluded.event_id'))
          .else(eb.ref('activity_seen.event_id'))
          .end(),
        at: eb.ref('excluded.at'),
      })),
    )

interface SeenEvent {
  projectID: number
  eventID: number
}
