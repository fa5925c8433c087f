import type { ExpressionBuilder } from 'kysely'
import { tablesOf, unscoped } from '../db/access/unscoped.ts'
import type { Database } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

/** Stored bytes. Callers check access through the uploads that refer to them. */
export const storedBytes = (db: Database) => tablesOf<'blobs' | 'renditions'>(db)

const hasUpload = (eb: ExpressionBuilder<Schema, 'blobs'>) =>
  eb.exists(eb.selectFrom('uploads').select('uploads.id').whereRef('uploads.blob_id', '=', 'blobs.id'))

/** Blobs without an upload are about to be removed. */
export const neededBlobs = (db: Database) => unscoped(db).selectFrom('blobs').where(hasUpload)

export const unneededBlobs = (db: Database) =>
  unscoped(db)
    .selectFrom('blobs')
    .where((eb) => eb.not(hasUpload(eb)))

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
