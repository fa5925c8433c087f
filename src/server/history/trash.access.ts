import { isOwn, writableProjectsOrTemplates } from '../platform/db/access/core.ts'
import { liveProjects, trashEntries, unscoped } from '../platform/db/access/unscoped.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { count, timeValue } from '../platform/db/engine.ts'
import type { Schema } from '../platform/db/schema.ts'
import { isoTime, type Clock } from '../platform/lib/clock.ts'

/** The trash of projects. */

/**
 * The projects whose trash the actor may use: their own, including deleted ones, and existing ones that they may write.
 */
const projectsOfTrash = (right: 'write' | 'own', db: Database, actor: Actor) => {
  const own = unscoped(db)
    .selectFrom('projects')
    .where((eb) => isOwn(eb, actor))
    .select('projects.id')
  if (right === 'own') return own
  const shared = liveProjects(db)
    .innerJoin('project_members', 'project_members.project_id', 'projects.id')
    .where('project_members.user_id', '=', actor.userID)
    .where('project_members.role', '=', 'editor')
    .select('projects.id')
  return own.unionAll(shared)
}

/** The trash of these projects, including expired entries. */
export const writableTrash = (db: Database, actor: Actor) =>
  trashEntries(db).where('trash_entries.project_id', 'in', projectsOfTrash('write', db, actor))

/** What the actor may restore. */
export const restorableTrash = (db: Database, clock: Clock, actor: Actor) =>
  writableTrash(db, actor).where('trash_entries.expires_at', '>', isoTime(clock))

const trashed = (right: 'write' | 'own') => (db: Database, clock: Clock, actor: Actor) =>
  trashedThings(db)
    .where('trash_entries.expires_at', '>', isoTime(clock))
    .where('trash_entries.project_id', 'in', projectsOfTrash(right, db, actor))

/** With the contents: what the actor may restore, and what they may delete permanently. */
export const restorableTrashed = trashed('write')

export const ownedTrashed = trashed('own')

/** Inserts an entry into the trash of a project that the actor may write; no row for other projects. */
export const insertTrashEntry = (
  db: Database,
  actor: Actor,
  projectID: number,
  { kind, name, place, deletedAt, expiresAt }: NewTrashEntry,
) =>
  unscoped(db)
    .insertInto('trash_entries')
    .columns(['project_id', 'deleted_by', 'kind', 'name', 'place', 'deleted_at', 'expires_at'])
    .expression(
      writableProjectsOrTemplates(db, actor)
        .where('projects.id', '=', projectID)
        .select('projects.id')
        .select((eb) =>
          [actor.username, kind, name, place].map((text, at) => eb.cast(eb.val(text), 'text').as(`${at}`)),
        )
        .select([timeValue(db, deletedAt).as('deleted_at'), timeValue(db, expiresAt).as('expires_at')]),
    )

interface NewTrashEntry {
  kind: Schema['trash_entries']['kind']
  name: string
  place: string
  deletedAt: string
  expiresAt: string
}

/** Deletes an entry that the actor may restore, after its contents were restored. */
export const deleteTrashEntry = (db: Database, actor: Actor, trashID: number) =>
  unscoped(db)
    .deleteFrom('trash_entries')
    .where('trash_entries.id', '=', trashID)
    .where('trash_entries.project_id', 'in', projectsOfTrash('write', db, actor))

/** The items of an entry that the actor may restore, with their rooms. */
export const restorableItems = (db: Database, actor: Actor, trashID: number) =>
  unscoped(db)
    .selectFrom('items')
    .innerJoin('rooms', 'rooms.id', 'items.room_id')
    .where('items.trash_id', '=', trashID)
    .where('items.project_id', 'in', projectsOfTrash('write', db, actor))

/** The rooms of an entry that the actor may restore, with the number of items restored in each. */
export const restorableRooms = (db: Database, actor: Actor, trashID: number) =>
  unscoped(db)
    .selectFrom('rooms')
    .where('rooms.trash_id', '=', trashID)
    .where('rooms.project_id', 'in', projectsOfTrash('write', db, actor))
    .orderBy('rooms.id')
    .select(['rooms.id as roomID', 'rooms.name'])
    .select((eb) =>
      count(eb.selectFrom('items').whereRef('items.room_id', '=', 'rooms.id').where('items.deleted_at', 'is', null)).as(
        'items',
      ),
    )

/** Updates the contents of an entry that the actor may restore. */
export const updateTaken = (
  db: Database,
  actor: Actor,
  table: 'projects' | 'rooms' | 'items' | 'item_files' | 'inbox_photos',
  trashID: number,
) =>
  unscoped(db)
    .updateTable(table)
    .where('trash_id', 'in', (eb) =>
      eb
        .selectFrom('trash_entries')
        .select('trash_entries.id')
        .where('trash_entries.id', '=', trashID)
        .where('trash_entries.project_id', 'in', projectsOfTrash('write', db, actor)),
    )

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
