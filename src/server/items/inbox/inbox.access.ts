import type { InsertObject } from 'kysely'
import { readableItems, readableProjects } from '../../platform/db/access/core.ts'
import { unscoped } from '../../platform/db/access/unscoped.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'
import type { WritableProject } from '../../projects/projects.access.ts'

/** Statements on inbox photos. Users who may read the project see them; users who may write it sort them. */

/** With the rooms where the photos were taken, which may have been deleted or moved to another project. */
export const readablePhotos = (db: Database, actor: Actor) =>
  readableProjects(db, actor)
    .innerJoin('inbox_photos', 'inbox_photos.project_id', 'projects.id')
    .innerJoin('uploads', 'uploads.id', 'inbox_photos.upload_id')
    .innerJoin('blobs', 'blobs.id', 'uploads.blob_id')
    .leftJoin('rooms', (join) =>
      join
        .onRef('rooms.id', '=', 'inbox_photos.room_id')
        .onRef('rooms.project_id', '=', 'inbox_photos.project_id')
        .on('rooms.deleted_at', 'is', null),
    )
    .where('inbox_photos.deleted_at', 'is', null)

/** The items of a project; those in rooms where a photo was taken come first. */
export const itemsLikeliestFirst = (db: Database, actor: Actor, projectID: number) =>
  readableItems(db, actor)
    .where('rooms.project_id', '=', projectID)
    .orderBy((eb) =>
      eb
        .case()
        .when(
          'items.room_id',
          'in',
          eb
            .selectFrom('inbox_photos')
            .where('inbox_photos.project_id', '=', projectID)
            .where('inbox_photos.deleted_at', 'is', null)
            .where('inbox_photos.room_id', 'is not', null)
            .select((e) => e.ref('inbox_photos.room_id').$notNull().as('roomID')),
        )
        .then(0)
        .else(1)
        .end(),
    )
    .orderBy('items.updated_at', 'desc')
    .orderBy('items.id', 'desc')

/** In a locked project. Skips uploads that are already in an inbox. */
export const insertPhotos = (
  trx: Database,
  project: WritableProject,
  photos: readonly Omit<InsertObject<Schema, 'inbox_photos'>, 'project_id'>[],
) =>
  unscoped(trx)
    .insertInto('inbox_photos')
    .values(photos.map((photo) => ({ ...photo, project_id: project })))
    .onConflict((conflict) => conflict.column('upload_id').doNothing())

/** The photos in the inbox of a locked project. */
export const photosOfHeld = (trx: Database, project: WritableProject) =>
  unscoped(trx)
    .selectFrom('inbox_photos')
    .innerJoin('uploads', 'uploads.id', 'inbox_photos.upload_id')
    .where('inbox_photos.project_id', '=', project)
    .where('inbox_photos.deleted_at', 'is', null)

export const updatePhotos = (trx: Database, project: WritableProject, photoIDs: readonly number[]) =>
  unscoped(trx)
    .updateTable('inbox_photos')
    .where('inbox_photos.project_id', '=', project)
    .where('inbox_photos.deleted_at', 'is', null)
    .where('inbox_photos.id', 'in', photoIDs)
