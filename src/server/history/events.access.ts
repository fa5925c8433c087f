import type { AliasableExpression, Selectable } from 'kysely'
import type { DomainEvent } from '../../shared/events.ts'
import { mayUse } from '../platform/db/access/core.ts'
import { unscoped } from '../platform/db/access/unscoped.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { rowsOfJSON, timeValue, type JSONText } from '../platform/db/engine.ts'
import type { Schema } from '../platform/db/schema.ts'

/** Inserting events of projects. */

/** The content of events without their author and project. */
type EventRows = JSONText<Pick<Selectable<Schema['events']>, 'room_id' | 'item_id' | 'kind' | 'before' | 'after'>[]>

const text = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))

const toEventRows = (events: readonly DomainEvent[]): EventRows =>
  JSON.stringify(
    events.map(({ kind, roomID = null, itemID = null, before, after }) => ({
      room_id: roomID,
      item_id: itemID,
      kind,
      before: text(before),
      after: text(after),
    })),
  ) as EventRows

/** The author and time of events. `partOf` is the summary event, `undoes` the undone event. */
export interface Author {
  /** Null, and '' for `who`, if only time passed. */
  userID: number | null
  who: string
  at: string
  partOf?: number | undefined
  undoes?: number | null | undefined
}

/** Inserts the events in each project that `place` finds. */
export const insertEventsAt = (
  db: Database,
  place: AliasableExpression<{ project_id: number }>,
  { userID, who, at, partOf, undoes }: Author,
  events: readonly DomainEvent[],
) => {
  const rows = rowsOfJSON(db, toEventRows(events), {
    ...({ room_id: 'bigint', item_id: 'bigint', kind: 'text', before: 'text', after: 'text' } as const),
  })
  return unscoped(db)
    .insertInto('events')
    .columns([
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
    ])
    .expression(
      unscoped(db)
        .selectFrom([place.as('place'), rows.as('rows')])
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
          eb.cast<number | null>(eb.val(partOf ?? null), 'bigint').as('part_of'),
          eb.cast<number | null>(eb.val(undoes ?? null), 'bigint').as('undoes'),
        ]),
    )
}

const eventsBy =
  (right: 'read' | 'write') =>
  (
    trx: Database,
    { at, partOf, undoes }: Pick<Author, 'at' | 'partOf' | 'undoes'>,
    actor: Actor,
    projectID: number,
    events: readonly DomainEvent[],
  ) =>
    insertEventsAt(
      trx,
      unscoped(trx)
        .selectFrom('projects')
        .where('projects.id', '=', projectID)
        .where(mayUse(right, actor))
        .select('projects.id as project_id'),
      { userID: actor.userID, who: actor.username, at, partOf, undoes },
      events,
    )

/** Inserts events of the actor in a writable project, even if it is in the trash. Use the transaction of the change. */
export const insertEvents = eventsBy('write')

/** The same for any member: joining and leaving. */
export const insertEventsOfMember = eventsBy('read')

/** Inserts events in all projects where the actor has this role, when their account is deleted. */
export const insertEventsOfLeaving = (
  trx: Database,
  at: string,
  { userID, username }: Actor,
  role: Schema['project_members']['role'],
  events: readonly DomainEvent[],
) =>
  insertEventsAt(
    trx,
    unscoped(trx)
      .selectFrom('project_members')
      .where('project_members.user_id', '=', userID)
      .where('project_members.role', '=', role)
      .select('project_members.project_id'),
    { userID, who: username, at },
    events,
  )
