import { sql, type InsertObject } from 'kysely'
import {
  idOfWritable,
  ownedProjects,
  ownedProjectsOrTemplates,
  writableProjectsOrTemplates,
  writableRooms,
} from '../platform/db/access/core.ts'
import { unscoped } from '../platform/db/access/unscoped.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { forShare, forUpdate, rowsOfJSON, timeValue, type JSONText } from '../platform/db/engine.ts'
import type { Schema } from '../platform/db/schema.ts'

/** Projects and rooms that an actor may change. */

/** Inserts a project owned by the actor. */
export const insertProject = (
  db: Database,
  actor: Actor,
  project: Omit<InsertObject<Schema, 'projects'>, 'owner_id'>,
) =>
  unscoped(db)
    .insertInto('projects')
    .values({ ...project, owner_id: actor.userID })

/** Inserts a room of an existing type into a project that the actor may write; no row if either is missing. */
export const insertRoom = (
  db: Database,
  actor: Actor,
  projectID: number,
  { name, roomType, now }: { name: string; roomType: number; now: string },
) =>
  unscoped(db)
    .insertInto('rooms')
    .columns(['project_id', 'room_type_id', 'name', 'created_at', 'updated_at'])
    .expression(
      forShare(
        db,
        writableProjectsOrTemplates(db, actor)
          .where('projects.id', '=', projectID)
          .innerJoin('room_types', (join) => join.on('room_types.id', '=', roomType))
          .select((eb) => [
            'projects.id',
            'room_types.id as room_type_id',
            eb.cast<string>(eb.val(name), 'text').as('name'),
            timeValue(db, now).as('created_at'),
            timeValue(db, now).as('updated_at'),
          ]),
        ['projects', 'room_types'],
      ),
    )

declare const own: unique symbol

declare const writable: unique symbol

/** The id of a writable project, locked until the transaction ends. Only this file creates one. */
export type WritableProject = number & { readonly [writable]: true }

/** The same for a project that the actor owns. */
export type OwnProject = WritableProject & { readonly [own]: true }

export const lockWritableProject = async (
  trx: Database,
  actor: Actor,
  projectID: number,
): Promise<WritableProject | undefined> => {
  const query = writableProjectsOrTemplates(trx, actor).where('projects.id', '=', projectID).select('projects.id')
  return (await forShare(trx, query, ['projects']).executeTakeFirst())?.id as WritableProject | undefined
}

export const lockOwnProject = async (
  trx: Database,
  actor: Actor,
  projectID: number,
): Promise<OwnProject | undefined> => {
  const query = ownedProjects(trx, actor).where('projects.id', '=', projectID).select('projects.id')
  return (await forUpdate(trx, query, ['projects']).executeTakeFirst())?.id as OwnProject | undefined
}

/** Inserts many rooms. Returns their ids in order. */
export const insertRoomsOf = async (
  trx: Database,
  project: WritableProject,
  rooms: readonly Omit<InsertObject<Schema, 'rooms'>, 'project_id'>[],
): Promise<number[]> => {
  const insert = unscoped(trx)
    .insertInto('rooms')
    .values(rooms.map((room) => ({ ...room, project_id: project })))
  return (await insert.returning('rooms.id').execute()).map(({ id }) => id).toSorted((a, b) => a - b)
}

/**
 * Updates one room or item that the actor may write, or one project that they own, and nothing else. After waiting for
 * a concurrent update, PostgreSQL rechecks only the row, not the subquery; its `deleted_at` shows whether it was
 * deleted.
 */
export const updateOneProject = (db: Database, actor: Actor, projectID: number) =>
  unscoped(db)
    .updateTable('projects')
    .where('projects.deleted_at', 'is', null)
    .where(
      'projects.id',
      'in',
      ownedProjectsOrTemplates(db, actor).where('projects.id', '=', projectID).select('projects.id'),
    )

export const updateOneRoom = (db: Database, actor: Actor, roomID: number) =>
  unscoped(db)
    .updateTable('rooms')
    .where('rooms.deleted_at', 'is', null)
    .where('rooms.id', 'in', writableRooms(db, actor).where('rooms.id', '=', roomID).select('rooms.id'))

/** All rooms or items of a project that the actor may write, including the trash. */
export const roomsOfWritable = (db: Database, actor: Actor, projectID: number) =>
  unscoped(db)
    .selectFrom('rooms')
    .where('rooms.project_id', 'in', idOfWritable(db, actor, projectID))

/** Without those in the trash. */
export const updateRoomsOfProject = (db: Database, actor: Actor, projectID: number) =>
  unscoped(db)
    .updateTable('rooms')
    .where('rooms.deleted_at', 'is', null)
    .where('rooms.project_id', 'in', idOfWritable(db, actor, projectID))

/** New positions in a custom order; null removes one. */
export type Places = JSONText<{ id: number; place: number | null }[]>

export const placesIn = (db: Database, places: Places) =>
  rowsOfJSON(db, places, { id: 'bigint', place: 'bigint' }).as('wanted')

export const putRoomsInOrder = (db: Database, actor: Actor, projectID: number, places: Places) =>
  updateRoomsOfProject(db, actor, projectID)
    .from(placesIn(db, places))
    .whereRef('rooms.id', '=', 'wanted.id')
    .set((eb) => ({ position: eb.ref('wanted.place') }))

/**
 * The number of photos in the inbox, as a column of a statement that checks the right to read the project; takes no
 * actor.
 */
export const countOfPhotos = (db: Database) =>
  unscoped(db)
    .selectFrom('inbox_photos')
    .where('inbox_photos.project_id', '=', sql.ref<number>('projects.id'))
    .where('inbox_photos.deleted_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
