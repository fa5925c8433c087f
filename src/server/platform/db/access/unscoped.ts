import type { AliasableExpression, ExpressionBuilder, Kysely } from 'kysely'
import type { Database } from '../database.ts'
import { rowsOfJSON, timeValue } from '../engine.ts'
import type { Schema } from '../schema.ts'
import type { EventRows } from './events.ts'

/**
 * The database with the tables of user data. Only this folder and the files beside it, where statements carry their owner,
 * and installation.ts, for the whole installation, may import it; lint enforces this.
 */
export type UnscopedDatabase = Kysely<Schema>
export const unscoped = (db: Database): UnscopedDatabase => db as unknown as UnscopedDatabase

export const liveProjects = (db: Database) =>
  unscoped(db).selectFrom('projects').where('projects.deleted_at', 'is', null)

export const liveRooms = (db: Database) =>
  unscoped(db)
    .selectFrom('rooms')
    .innerJoin('projects', 'projects.id', 'rooms.project_id')
    .where('rooms.deleted_at', 'is', null)
    .where('projects.deleted_at', 'is', null)

export const liveItems = (db: Database) =>
  unscoped(db)
    .selectFrom('items')
    .innerJoin('rooms', 'rooms.id', 'items.room_id')
    .innerJoin('projects', 'projects.id', 'rooms.project_id')
    .where('items.deleted_at', 'is', null)
    .where('rooms.deleted_at', 'is', null)
    .where('projects.deleted_at', 'is', null)
export const isInInbox = (eb: ExpressionBuilder<Schema, 'uploads'>) =>
  eb.exists(
    eb.selectFrom('inbox_photos').select('inbox_photos.id').whereRef('inbox_photos.upload_id', '=', 'uploads.id'),
  )

/** Whether the upload is an issued spec book. */
export const isIssued = (eb: ExpressionBuilder<Schema, 'uploads'>) =>
  eb.exists(eb.selectFrom('revisions').select('revisions.id').whereRef('revisions.upload_id', '=', 'uploads.id'))

export const trashEntries = (db: Database) =>
  unscoped(db).selectFrom('trash_entries').innerJoin('projects', 'projects.id', 'trash_entries.project_id')

/** Entries with their contents: attachment, item and room as available. For several items or rooms, the first. */
export const trashedThings = (db: Database) =>
  trashEntries(db)
    .leftJoin('item_files', 'item_files.trash_id', 'trash_entries.id')
    .leftJoin('items', (join) =>
      join.on((eb) =>
        eb(
          'items.id',
          '=',
          eb.fn.coalesce(
            'item_files.item_id',
            eb
              .selectFrom('items as took')
              .select((e) => e.fn.min('took.id').as('first'))
              .whereRef('took.trash_id', '=', 'trash_entries.id'),
          ),
        ),
      ),
    )
    .leftJoin('rooms', (join) =>
      join.on((eb) =>
        eb(
          'rooms.id',
          '=',
          eb.fn.coalesce(
            'items.room_id',
            eb
              .selectFrom('rooms as took')
              .select((e) => e.fn.min('took.id').as('first'))
              .whereRef('took.trash_id', '=', 'trash_entries.id'),
          ),
        ),
      ),
    )

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
