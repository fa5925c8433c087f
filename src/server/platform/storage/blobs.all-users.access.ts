import { unscoped } from '../db/access/unscoped.ts'
import type { Database } from '../db/database.ts'

/** Stored bytes. Callers check access through the uploads that refer to them. */
export const blobs = (db: Database) => unscoped(db).selectFrom('blobs')
export const updateBlobs = (db: Database) => unscoped(db).updateTable('blobs')
export const deleteBlobs = (db: Database) => unscoped(db).deleteFrom('blobs')
export const renditions = (db: Database) => unscoped(db).selectFrom('renditions')
export const insertRenditions = (db: Database) => unscoped(db).insertInto('renditions')
export const deleteRenditions = (db: Database) => unscoped(db).deleteFrom('renditions')

/**
 * Where uploads of these blobs are used, for all users and including the trash. For operators, after bytes were lost.
 */
export const placesOfBlobs = (db: Database, blobIDs: readonly number[]) =>
  unscoped(db)
    .selectFrom('uploads')
    .innerJoin('users as uploaders', 'uploaders.id', 'uploads.owner_id')
    .leftJoin('item_files', 'item_files.upload_id', 'uploads.id')
    .leftJoin('items', 'items.id', 'item_files.item_id')
    .leftJoin('rooms', 'rooms.id', 'items.room_id')
    .leftJoin('revisions', 'revisions.upload_id', 'uploads.id')
    .leftJoin('projects', (join) =>
      join.on((eb) => eb('projects.id', '=', eb.fn.coalesce('items.project_id', 'revisions.project_id'))),
    )
    .leftJoin('users as owners', 'owners.id', 'projects.owner_id')
    .where('uploads.blob_id', 'in', blobIDs)
