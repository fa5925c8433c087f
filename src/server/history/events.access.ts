import type { AliasableExpression, Selectable } from 'kysely'
import type { DomainEvent } from '../../shared/history/events.ts'
import { mayUse } from '../platform/db/access/core.ts'
import { unscoped, type UnscopedDatabase } from '../platform/db/access/unscoped.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { rowsOfJSON, timeValue, type JSONText } from '../platform/db/engine.ts'
import type { Schema } from '../platform/db/schema.ts'

/** Inserting events of projects. */

const authorOf = (
  { userID, username }: Actor,
  at: string,
  partOf: number | null = null,
  undoes: number | null = null,
): Author => ({ userID, who: username, at, partOf, undoes })

const eventsBy =
  (right: 'read' | 'write') =>
  (
    trx: Database,
    actor: Actor,
    projectID: number,
    at: string,
    told: EventRows,
    partOf: number | null = null,
    undoes: number | null = null,
  ) =>
    insertEventsAt(
      trx,
      unscoped(trx)
        .selectFrom('projects')
        .where('projects.id', '=', projectID)
        .where(mayUse(right, actor))
        .select('projects.id as project_id'),
      authorOf(actor, at, partOf, undoes),
      told,
    )

/** Inserts events of the actor in a writable project, even if it is in the trash. Use the transaction of the change. */
export const insertEvents = eventsBy('write')

/** The same for any member: joining and leaving. */
export const insertEventsOfMember = eventsBy('read')

/** Inserts events in all projects where the actor has this role, when their account is deleted. */
export const insertEventsOfLeaving = (
  trx: Database,
  actor: Actor,
  role: Schema['project_members']['role'],
  at: string,
  told: EventRows,
) =>
  insertEventsAt(
    trx,
    unscoped(trx)
      .selectFrom('project_members')
      .where('project_members.user_id', '=', actor.userID)
      .where('project_members.role', '=', role)
      .select('project_members.project_id'),
    authorOf(actor, at),
    told,
  )

/** The content of events without their author and project. */
export type EventRows = JSONText<
  Pick<Selectable<Schema['events']>, 'room_id' | 'item_id' | 'kind' | 'before' | 'after'>[]
>

const text = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))

export const toEventRows = (events: readonly DomainEvent[]): EventRows =>
  JSON.stringify(
    events.map(({ kind, roomID = null, itemID = null, before, after }) => ({
      room_id: roomID,
      item_id: itemID,
      kind,
      before: text(before),
      after: text(after),
    })),
  ) as EventRows

/**
 * Author and time of events: null and '' if only time passed. `partOf` is the summary event, `undoes` the undone event.
 */
export interface Author {
  userID: number | null
  who: string
  at: string
  partOf: number | null
  undoes: number | null
}

/** Events of one author for inserting, in the project that `place` finds. */
const eventsOf = (
  db: Database,
  place: AliasableExpression<{ project_id: number }>,
  { userID, who, at, partOf, undoes }: Author,
  rows: EventRows,
) =>
  unscoped(db)
    .selectFrom([place.as('place'), rowsOfJSON(db, rows, EVENT_COLUMN_TYPES).as('rows')])
    .select((eb) => [
      'place.project_id',
      timeValue(db, at).as('at'),
      eb.cast<number | null>(eb.val(userID), 'bigint').as('user_id'),
      eb.cast<string>(eb.val(who), 'text').as('who'),
      'rows.room_id',
      'rows.item_id',
      'rows.kind',
      'rows.before',
      'rows.after',
      eb.cast<number | null>(eb.val(partOf), 'bigint').as('part_of'),
      eb.cast<number | null>(eb.val(undoes), 'bigint').as('undoes'),
    ])
const EVENT_COLUMN_TYPES = {
  room_id: 'bigint',
  item_id: 'bigint',
  kind: 'text',
  before: 'text',
  after: 'text',
} as const
const OF_EVENTS = [
  ...([
    'project_id',
    'at',
    'user_id',
    'who',
    'room_id',
    'item_id',
    'kind',
    'before',
    'after',
    'part_of',
    'undoes',
  ] as const),
] as const

/** `into` may have common tables that `place` refers to. */
export const insertEventsAt = (
  db: Database,
  place: AliasableExpression<{ project_id: number }>,
  author: Author,
  rows: EventRows,
  into: Pick<UnscopedDatabase, 'insertInto'> = unscoped(db),
) =>
  into
    .insertInto('events')
    .columns(OF_EVENTS)
    .expression(eventsOf(db, place, author, rows))
