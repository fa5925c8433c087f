import type { InsertObject } from 'kysely'
import { isShown, mayUse } from '../../platform/db/access/core.ts'
import type { OwnProject, WritableProject } from '../../projects/projects.access.ts'
import { liveItems, unscoped } from '../../platform/db/access/unscoped.ts'
import type { Actor, Reader } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'

/** Items with marks, and revisions that were issued. */

/**
 * All items of a project that the reader sees at least partly. A link's papers show the same
 * marks as all papers, because people refer to items by them. Nothing else of these items is revealed.
 */
export const markedItems = (db: Database, reader: Reader) =>
  liveItems(db).where(reader.kind === 'link' ? isShown(reader) : mayUse('read', reader))

/** The revisions of a locked project, including removed ones, whose numbers are not reused. */
export const revisionsOfHeld = (trx: Database, project: WritableProject) =>
  unscoped(trx).selectFrom('revisions').where('revisions.project_id', '=', project)

/** Inserts a revision of an upload by the actor into a locked project. Does nothing if the number is taken. */
export const insertRevision = (
  trx: Database,
  actor: Actor,
  project: WritableProject,
  { remote, ...revision }: Omit<InsertObject<Schema, 'revisions'>, 'project_id' | 'upload_id'> & { remote: string },
) =>
  unscoped(trx)
    .insertInto('revisions')
    .values((eb) => ({
      ...revision,
      project_id: project,
      upload_id: eb
        .selectFrom('uploads')
        .where('uploads.remote', '=', remote)
        .where('uploads.owner_id', '=', actor.userID)
        .select('uploads.id'),
    }))
    .onConflict((conflict) => conflict.columns(['project_id', 'number']).doNothing())

/** Inserts books of another installation into a project created by this transaction. */
export const insertRevisionsFromElsewhere = (
  trx: Database,
  project: OwnProject,
  revisions: readonly Omit<InsertObject<Schema, 'revisions'>, 'project_id' | 'imported'>[],
) =>
  unscoped(trx)
    .insertInto('revisions')
    .values(revisions.map((revision) => ({ ...revision, project_id: project, imported: 1 })))

/** Empties a revision except for its number and its marks, which `picture` holds. */
export const emptyRevision = (trx: Database, project: OwnProject, revisionID: number, picture: string) =>
  unscoped(trx)
    .updateTable('revisions')
    .set({ upload_id: null, note: '', issued_by: '', picture })
    .where('revisions.project_id', '=', project)
    .where('revisions.id', '=', revisionID)
