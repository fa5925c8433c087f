import type { InsertObject } from 'kysely'
import type { Actor } from '../actor.ts'
import type { Database } from '../database.ts'
import type { Schema } from '../schema.ts'
import type { OwnProject, WritableProject } from './projects.ts'
import { unscoped } from './unscoped.ts'

/** Statements on issued revisions: readers of the project see them, writers issue them, its owner removes them. */

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
