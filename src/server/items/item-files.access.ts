import type { InsertObject } from 'kysely'
import { unscoped } from '../platform/db/access/unscoped.ts'
import type { Database } from '../platform/db/database.ts'
import type { Schema } from '../platform/db/schema.ts'
import type { LockedItemID } from './items.access.ts'

/** The attachments of items. A locked item proves the right to write it. */

export const insertItemFiles = (
  trx: Database,
  files: readonly (Omit<InsertObject<Schema, 'item_files'>, 'item_id'> & { item_id: LockedItemID })[],
) => unscoped(trx).insertInto('item_files').values(files)

/** The attachments of a locked item; locking checked the right. */
export const updateItemFiles = (trx: Database, item: LockedItemID) =>
  unscoped(trx)
    .updateTable('item_files')
    .where('item_files.deleted_at', 'is', null)
    .where('item_files.item_id', '=', item)

/** Removes attachments of a locked item so that others can replace them. */
export const deleteItemFiles = (trx: Database, item: LockedItemID) =>
  unscoped(trx)
    .deleteFrom('item_files')
    .where('item_files.deleted_at', 'is', null)
    .where('item_files.item_id', '=', item)

/** The attachments of a locked item, unordered. */
export const itemFiles = (trx: Database, item: LockedItemID) =>
  unscoped(trx)
    .selectFrom('item_files')
    .innerJoin('uploads', 'uploads.id', 'item_files.upload_id')
    .innerJoin('blobs', 'blobs.id', 'uploads.blob_id')
    .where('item_files.deleted_at', 'is', null)
    .where('item_files.item_id', '=', item)

/** Removes photos from the inbox that were just attached to a locked item. */
export const takeOutOfInbox = (trx: Database, item: LockedItemID, uploadIDs: readonly number[]) =>
  unscoped(trx)
    .deleteFrom('inbox_photos')
    .where('inbox_photos.upload_id', 'in', uploadIDs)
    .where('inbox_photos.deleted_at', 'is', null)
    .where('inbox_photos.project_id', 'in', (eb) =>
      eb.selectFrom('items').where('items.id', '=', item).select('items.project_id'),
    )
