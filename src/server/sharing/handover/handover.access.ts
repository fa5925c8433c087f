import type { ExpressionBuilder, InsertObject } from 'kysely'
import { idOfOwned } from '../../platform/db/access/core.ts'
import { unscoped } from '../../platform/db/access/unscoped.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { columnOf } from '../../platform/db/engine.ts'
import type { Schema } from '../../platform/db/schema.ts'

/** Offers, and all that is in a project which passes to another owner. */

export const insertOffer = (
  trx: Database,
  actor: Actor,
  projectID: number,
  offer: Omit<InsertObject<Schema, 'offers'>, 'project_id'>,
) =>
  unscoped(trx)
    .insertInto('offers')
    .values({ ...offer, project_id: idOfOwned(trx, actor, projectID) })

/** All rows of one project that the actor owns, for a handover. Rooms and items include those in the trash. */
export const roomsOfOwned = (db: Database, actor: Actor, projectID: number) =>
  unscoped(db)
    .selectFrom('rooms')
    .where('rooms.project_id', 'in', idOfOwned(db, actor, projectID))

const idsOfRooms = (db: Database, actor: Actor, projectID: number) =>
  roomsOfOwned(db, actor, projectID).select('rooms.id')

export const itemsOfOwned = (db: Database, actor: Actor, projectID: number) =>
  unscoped(db)
    .selectFrom('items')
    .where('items.room_id', 'in', idsOfRooms(db, actor, projectID))

const idsOfItems = (db: Database, actor: Actor, projectID: number) =>
  itemsOfOwned(db, actor, projectID).select('items.id')

export const updateItemsOfOwned = (db: Database, actor: Actor, projectID: number) =>
  unscoped(db)
    .updateTable('items')
    .where('items.room_id', 'in', idsOfRooms(db, actor, projectID))

export const updateWordsOfOwned = (db: Database, actor: Actor, projectID: number) =>
  unscoped(db)
    .updateTable('item_words')
    .where('item_words.room_id', 'in', idsOfRooms(db, actor, projectID))

export const updateTasksOfOwned = (db: Database, actor: Actor, projectID: number) =>
  unscoped(db)
    .updateTable('tasks')
    .where('tasks.project_id', 'in', idOfOwned(db, actor, projectID))

/** Photos in its inbox, including those in the trash. */
export const photosOfOwned = (db: Database, actor: Actor, projectID: number) =>
  unscoped(db)
    .selectFrom('inbox_photos')
    .where('inbox_photos.project_id', 'in', idOfOwned(db, actor, projectID))

export const filesOfOwned = (db: Database, actor: Actor, projectID: number) =>
  unscoped(db)
    .selectFrom('item_files')
    .where('item_files.item_id', 'in', idsOfItems(db, actor, projectID))

/** Its issued books. */
export const revisionsOfOwned = (db: Database, actor: Actor, projectID: number) =>
  unscoped(db)
    .selectFrom('revisions')
    .where('revisions.project_id', 'in', idOfOwned(db, actor, projectID))
    .where('revisions.upload_id', 'is not', null)

export const brandingsOfOwned = (db: Database, actor: Actor, projectID: number) =>
  unscoped(db)
    .selectFrom('brandings')
    .where('brandings.project_id', 'in', idOfOwned(db, actor, projectID))

/** Deletes the project's rows of a table. */
export const deleteOfOwned = (
  db: Database,
  actor: Actor,
  projectID: number,
  table:
    | 'project_members'
    | 'project_invitations'
    | 'links'
    | 'events'
    | 'inbox_photos'
    | 'revisions'
    | 'brandings'
    | 'webhooks',
) =>
  unscoped(db)
    .deleteFrom(table)
    .where('project_id', 'in', idOfOwned(db, actor, projectID))

export const deleteOfferOfOwned = (db: Database, actor: Actor, projectID: number) =>
  unscoped(db)
    .deleteFrom('offers')
    .where('offers.project_id', 'in', idOfOwned(db, actor, projectID))

export const deleteFilesOfOwned = (db: Database, actor: Actor, projectID: number) =>
  unscoped(db)
    .deleteFrom('item_files')
    .where('item_files.item_id', 'in', idsOfItems(db, actor, projectID))

export const deleteTrashOfOwned = (
  db: Database,
  actor: Actor,
  projectID: number,
  kind: Schema['trash_entries']['kind'],
) =>
  unscoped(db)
    .deleteFrom('trash_entries')
    .where('trash_entries.kind', '=', kind)
    .where('trash_entries.project_id', 'in', idOfOwned(db, actor, projectID))

/**
 * Gives the actor the former owner's uploads for its items, inbox and revisions, unless another project uses them too.
 */
export const takeUploadsOfOwned = (db: Database, actor: Actor, projectID: number, formerID: number) => {
  const inProjects = (eb: ExpressionBuilder<Schema, 'uploads'>) =>
    eb
      .selectFrom('item_files')
      .innerJoin('items', 'items.id', 'item_files.item_id')
      .whereRef('item_files.upload_id', '=', 'uploads.id')
      .select('items.id')
  return unscoped(db)
    .updateTable('uploads')
    .set({ owner_id: actor.userID })
    .where('uploads.owner_id', '=', formerID)
    .where(
      'uploads.id',
      'in',
      filesOfOwned(db, actor, projectID)
        .select('item_files.upload_id')
        .union(photosOfOwned(db, actor, projectID).select('inbox_photos.upload_id'))
        .union(revisionsOfOwned(db, actor, projectID).select(columnOf<number>('revisions.upload_id').as('upload_id'))),
    )
    .where((eb) => eb.not(eb.exists(inProjects(eb).where('items.project_id', '<>', projectID))))
}
