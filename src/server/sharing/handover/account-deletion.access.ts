import type { ExpressionBuilder } from 'kysely'
import { isOwn } from '../../platform/db/access/core.ts'
import { isInInbox, isIssued, unscoped } from '../../platform/db/access/unscoped.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { batches, type Database } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'

/** What an account has when it is deleted. */

/** Photos in the inboxes of the actor's projects, by any user. */
export const photosInOwnedProjects = (db: Database, actor: Actor) =>
  unscoped(db)
    .selectFrom('inbox_photos')
    .innerJoin('projects', 'projects.id', 'inbox_photos.project_id')
    .where('projects.owner_id', '=', actor.userID)

/** Their revisions, by any issuer. */
export const revisionsInOwnedProjects = (db: Database, actor: Actor) =>
  unscoped(db)
    .selectFrom('revisions')
    .innerJoin('projects', 'projects.id', 'revisions.project_id')
    .where('projects.owner_id', '=', actor.userID)
    .where('revisions.upload_id', 'is not', null)

/** Their uploads, by any uploader. */
export const uploadsInOwnedProjects = (db: Database, actor: Actor) =>
  unscoped(db)
    .selectFrom('uploads')
    .innerJoin('item_files', 'item_files.upload_id', 'uploads.id')
    .innerJoin('items', 'items.id', 'item_files.item_id')
    .innerJoin('projects', 'projects.id', 'items.project_id')
    .where('projects.owner_id', '=', actor.userID)

const ownerOfItem = (eb: ExpressionBuilder<Schema, 'uploads'>) =>
  eb
    .selectFrom('item_files')
    .innerJoin('items', 'items.id', 'item_files.item_id')
    .innerJoin('projects', 'projects.id', 'items.project_id')
    .whereRef('item_files.upload_id', '=', 'uploads.id')

const ownerOfInbox = (eb: ExpressionBuilder<Schema, 'uploads'>) =>
  eb
    .selectFrom('inbox_photos')
    .innerJoin('projects', 'projects.id', 'inbox_photos.project_id')
    .whereRef('inbox_photos.upload_id', '=', 'uploads.id')

const ownerOfIssued = (eb: ExpressionBuilder<Schema, 'uploads'>) =>
  eb
    .selectFrom('revisions')
    .innerJoin('projects', 'projects.id', 'revisions.project_id')
    .whereRef('revisions.upload_id', '=', 'uploads.id')

/**
 * Transfers the actor's uploads for remaining items, inboxes and revisions to the project owner. Call it after
 * `deleteOwnedProjects`.
 */
export const handOverUploads = (db: Database, actor: Actor) =>
  unscoped(db)
    .updateTable('uploads')
    .set((eb) => ({
      owner_id: eb.fn.coalesce(
        ownerOfItem(eb).select((e) => e.fn.min('projects.owner_id').as('owner_id')),
        ownerOfInbox(eb).select('projects.owner_id'),
        ownerOfIssued(eb).select('projects.owner_id'),
        eb.ref('uploads.owner_id'),
      ),
    }))
    .where('uploads.owner_id', '=', actor.userID)
    .where((eb) => eb.or([eb.exists(ownerOfItem(eb).select('projects.owner_id')), isInInbox(eb), isIssued(eb)]))

export const deleteBrandingOfAccount = (trx: Database, { userID }: Actor) =>
  unscoped(trx).deleteFrom('brandings').where('brandings.user_id', '=', userID)

/** Deletes all projects of the actor and their contents, including the trash, when the account is deleted. */
export const deleteOwnedProjects = async (trx: Database, actor: Actor): Promise<void> => {
  const deleted = await unscoped(trx)
    .deleteFrom('projects')
    .where((eb) => isOwn(eb, actor))
    .returning('projects.id')
    .execute()
  // After the projects, which a concurrent deletion inside one of them locks first.
  for (const some of batches(deleted.map(({ id }) => id)))
    await unscoped(trx).deleteFrom('trash_entries').where('trash_entries.project_id', 'in', some).execute()
}
