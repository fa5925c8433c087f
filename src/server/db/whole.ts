import { sql, type AliasableExpression, type Expression, type ExpressionBuilder, type Kysely } from 'kysely'
import type { EventKind } from '../../shared/events.ts'
import type { Actor } from './actor.ts'
import type { Database } from './database.ts'
import { engineOf, rowsOfJSON, timeValue } from './engine.ts'
import type { ToldEvents } from './events.ts'
import type { Schema } from './schema.ts'

/**
 * The database with the tables of what people keep. Only scope.ts, where statements carry their owner, those
 * that go by it, and installation.ts, where they concern everybody, may ask for it; lint holds others off.
 */
export type WholeDatabase = Kysely<Schema>
export const whole = (db: Database): WholeDatabase => db as unknown as WholeDatabase

export const liveProjects = (db: Database) => whole(db).selectFrom('projects').where('projects.deleted_at', 'is', null)

export const liveRooms = (db: Database) =>
  whole(db)
    .selectFrom('rooms')
    .innerJoin('projects', 'projects.id', 'rooms.project_id')
    .where('rooms.deleted_at', 'is', null)
    .where('projects.deleted_at', 'is', null)

export const liveItems = (db: Database) =>
  whole(db)
    .selectFrom('items')
    .innerJoin('rooms', 'rooms.id', 'items.room_id')
    .innerJoin('projects', 'projects.id', 'rooms.project_id')
    .where('items.deleted_at', 'is', null)
    .where('rooms.deleted_at', 'is', null)
    .where('projects.deleted_at', 'is', null)

/** Whether an upload is on an item, and whether it waits in an inbox for one: the trash of either included. */
export const isOnItem = (eb: ExpressionBuilder<Schema, 'uploads'>) =>
  eb.exists(eb.selectFrom('item_files').select('item_files.id').whereRef('item_files.upload_id', '=', 'uploads.id'))
export const isInInbox = (eb: ExpressionBuilder<Schema, 'uploads'>) =>
  eb.exists(
    eb.selectFrom('inbox_photos').select('inbox_photos.id').whereRef('inbox_photos.upload_id', '=', 'uploads.id'),
  )

/** Whether it is a spec book as it was issued. */
export const isIssued = (eb: ExpressionBuilder<Schema, 'uploads'>) =>
  eb.exists(eb.selectFrom('revisions').select('revisions.id').whereRef('revisions.upload_id', '=', 'uploads.id'))

/** Each entry of the trash with its project. */
export const trashEntries = (db: Database) =>
  whole(db).selectFrom('trash_entries').innerJoin('projects', 'projects.id', 'trash_entries.project_id')

/** The same with what each took, of several items or rooms the first, and what that is in, as far as it has them: attachment, item, room. */
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
 * Who did something and when: nobody, with no name, where only time did. `partOf` is the event that tells of it all, `undoes`
 * the one that it takes back.
 */
export interface Author {
  userID: number | null
  who: string
  at: string
  partOf: number | null
  undoes: number | null
}

/** Events of one author, to be inserted, in the one project that `place` finds. */
const eventsOf = (
  db: Database,
  place: AliasableExpression<{ project_id: number }>,
  { userID, who, at, partOf, undoes }: Author,
  told: ToldEvents,
) =>
  whole(db)
    .selectFrom([place.as('place'), rowsOfJSON(db, told, TOLD).as('told')])
    .select((eb) => [
      'place.project_id',
      timeValue(db, at).as('at'),
      eb.cast<number | null>(eb.val(userID), 'bigint').as('user_id'),
      eb.cast<string>(eb.val(who), 'text').as('who'),
      'told.room_id',
      'told.item_id',
      'told.kind',
      'told.before',
      'told.after',
      eb.cast<number | null>(eb.val(partOf), 'bigint').as('part_of'),
      eb.cast<number | null>(eb.val(undoes), 'bigint').as('undoes'),
    ])
const TOLD = { room_id: 'bigint', item_id: 'bigint', kind: 'text', before: 'text', after: 'text' } as const
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

/** `into` may know more than the tables, for `place` to be found there. */
export const insertEventsAt = (
  db: Database,
  place: AliasableExpression<{ project_id: number }>,
  author: Author,
  told: ToldEvents,
  into: Pick<WholeDatabase, 'insertInto'> = whole(db),
) =>
  into
    .insertInto('events')
    .columns(OF_EVENTS)
    .expression(eventsOf(db, place, author, told))

/** A row of items, as it was changed. */
export interface ChangedItem {
  id: number
  project_id: number
  room_id: number
  category_id: number
  subcategory_id: number
}

/** The one event of a changed item: it costs each save, so nothing is read apart and nothing is looked up. */
export const insertEventOfItem = (
  db: Database,
  kind: EventKind,
  changed: AliasableExpression<ChangedItem>,
  { actor, now, told }: { actor: Actor; now: string; told: { before: string; after: string } },
  into: Pick<WholeDatabase, 'insertInto'> = whole(db),
) =>
  into
    .insertInto('events')
    .columns(['project_id', 'room_id', 'item_id', 'kind', 'at', 'user_id', 'who', 'before', 'after'])
    .expression(
      whole(db)
        .selectFrom(changed.as('changed'))
        .select(['changed.project_id', 'changed.room_id', 'changed.id as item_id', sql.lit(kind).as('kind')])
        .select(timeValue(db, now).as('at'))
        .select((eb) => [
          eb.cast<number>(eb.val(actor.userID), 'bigint').as('user_id'),
          eb.cast<string>(eb.val(actor.username), 'text').as('who'),
          eb.cast<string>(eb.val(told.before), 'text').as('before'),
          eb.cast<string>(eb.val(told.after), 'text').as('after'),
        ]),
    )

const OF_WORDS = ['item_id', 'room_id', 'category_id', 'subcategory_id', 'filled', 'vals', 'notes', 'files'] as const

/**
 * Stores the words of items: of those that are there already all but `files`, unless `renewsFiles`. Never a mere update:
 * somebody else may have put the row there after this statement has begun.
 */
export const putItemWords = (
  db: Database,
  rows: Expression<unknown>,
  renewsFiles: boolean,
  into: Pick<WholeDatabase, 'insertInto'> = whole(db),
) =>
  into
    .insertInto('item_words')
    .columns(OF_WORDS)
    .expression(rows)
    .onConflict((conflict) =>
      conflict.columns(engineOf(db) === 'SQLite' ? ['room_id', 'item_id'] : ['item_id']).doUpdateSet((eb) => ({
        category_id: eb.ref('excluded.category_id'),
        subcategory_id: eb.ref('excluded.subcategory_id'),
        filled: eb.ref('excluded.filled'),
        vals: eb.ref('excluded.vals'),
        notes: eb.ref('excluded.notes'),
        ...(renewsFiles && { files: eb.ref('excluded.files') }),
      })),
    )
