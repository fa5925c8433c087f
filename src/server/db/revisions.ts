import type { InsertObject } from 'kysely'
import type { Actor } from './actor.ts'
import type { Database } from './database.ts'
import type { Schema } from './schema.ts'
import type { OwnProject, WritableProject } from './scope.ts'
import { whole } from './whole.ts'

/** Statements on issued revisions: who may read a project sees them, who may write it issues them, its owner removes them. */

/** Of a project that is held: those that were removed, too, whose numbers are not given again. */
export const revisionsOfHeld = (trx: Database, project: WritableProject) =>
  whole(trx).selectFrom('revisions').where('revisions.project_id', '=', project)

/** In a project that is held, of an upload that the actor has just made; nothing where its number is taken. */
export const insertRevision = (
  trx: Database,
  actor: Actor,
  project: WritableProject,
  { remote, ...revision }: Omit<InsertObject<Schema, 'revisions'>, 'project_id' | 'upload_id'> & { remote: string },
) =>
  whole(trx)
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

/** In a project that the transaction has just made, of books that another installation made. */
export const insertRevisionsFromElsewhere = (
  trx: Database,
  project: OwnProject,
  revisions: readonly Omit<InsertObject<Schema, 'revisions'>, 'project_id' | 'imported'>[],
) =>
  whole(trx)
    .insertInto('revisions')
    .values(revisions.map((revision) => ({ ...revision, project_id: project, imported: 1 })))

/** Leaves nothing of it but its number and its marks, which `picture` has. */
export const emptyRevision = (trx: Database, project: OwnProject, revisionID: number, picture: string) =>
  whole(trx)
    .updateTable('revisions')
    .set({ upload_id: null, note: '', issued_by: '', picture })
    .where('revisions.project_id', '=', project)
    .where('revisions.id', '=', revisionID)
