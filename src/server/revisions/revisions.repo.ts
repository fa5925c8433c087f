import { MOST_REVISIONS, type IssuedRevisions } from '../../shared/revisions.ts'
import { AppError } from '../app-error.ts'
import { isoTime, type Clock } from '../clock.ts'
import type { Actor } from '../db/actor.ts'
import { atOneMoment, transact, type Database } from '../db/database.ts'
import { emptyRevision, insertRevision, revisionsOfHeld } from '../db/revisions.ts'
import { lockOwnProject, lockWritableProject, may, readableProjects, readableRevisions } from '../db/scope.ts'
import { writeEvents } from '../events/events.repo.ts'
import { removeUploads } from '../files/uploads.repo.ts'

/** The latest first. Throws `not_found`. */
export const listRevisions = (db: Database, actor: Actor, projectID: number): Promise<IssuedRevisions> =>
  atOneMoment(db, async (trx) => {
    const project = await readableProjects(trx, actor)
      .where('projects.id', '=', projectID)
      .select(may(actor))
      .executeTakeFirst()
    if (!project) throw new AppError('not_found')
    const revisions = await readableRevisions(trx, actor)
      .where('projects.id', '=', projectID)
      .innerJoin('uploads', 'uploads.id', 'revisions.upload_id')
      .innerJoin('blobs', 'blobs.id', 'uploads.blob_id')
      .select(['revisions.id as revisionID', 'revisions.number', 'revisions.note'])
      .select(['revisions.created_at as issuedAt', 'revisions.issued_by as issuedBy'])
      .select(['uploads.original_name as filename', 'uploads.remote', 'blobs.size'])
      .orderBy('revisions.number', 'desc')
      .execute()
    return { ...project, revisions }
  })

/** A revision that the next one says the changes since. */
export interface FormerRevision {
  number: number
  issuedAt: string
  /** As `packed` (picture.ts). */
  picture: string
}

/** Holds a project for its next revision, which gets this number, and says how many are there. Throws `not_found`. */
const holdForNext = async (trx: Database, actor: Actor, projectID: number) => {
  const project = await lockWritableProject(trx, actor, projectID)
  // No template has any.
  const inUse = readableProjects(trx, actor).where('projects.id', '=', projectID).select('projects.id')
  if (project === undefined || !(await inUse.executeTakeFirst())) throw new AppError('not_found')
  const { last, there } = await revisionsOfHeld(trx, project)
    .select((eb) => [
      eb.fn.max<number | null>('revisions.number').as('last'),
      eb.fn.count<number>('revisions.upload_id').as('there'),
    ])
    .executeTakeFirstOrThrow()
  return { project, number: (last ?? 0) + 1, there }
}

/** The number of the next revision, and the latest that is there. Throws what `holdForNext` throws. */
export const findNext = (
  db: Database,
  actor: Actor,
  projectID: number,
): Promise<{ number: number; former: FormerRevision | undefined }> =>
  transact(db, async (trx) => {
    const { project, number } = await holdForNext(trx, actor, projectID)
    const former = await revisionsOfHeld(trx, project)
      .where('revisions.upload_id', 'is not', null)
      .select(['revisions.number', 'revisions.created_at as issuedAt', 'revisions.picture'])
      .orderBy('revisions.number', 'desc')
      .limit(1)
      .executeTakeFirst()
    return { number, former }
  })

export interface NewRevision {
  projectID: number
  number: number
  note: string
  picture: string
}

/**
 * All of one, or nothing; `addUpload` makes its book an upload of the actor within that transaction, and answers its remote.
 * Throws `not_found`, `too_many_revisions`, and `revision_issued` where somebody else has issued that number.
 */
export const addRevision = (
  db: Database,
  clock: Clock,
  actor: Actor,
  { projectID, number, note, picture }: NewRevision,
  addUpload: (trx: Database) => Promise<string>,
): Promise<number> =>
  transact(db, async (trx) => {
    // First, as it holds the account, which whoever deletes that takes before the projects.
    const remote = await addUpload(trx)
    const { project, number: next, there } = await holdForNext(trx, actor, projectID)
    if (there >= MOST_REVISIONS) throw new AppError('too_many_revisions', { values: { limit: String(MOST_REVISIONS) } })
    if (next !== number) throw new AppError('revision_issued')
    const row = { number, note, picture, remote, issued_by: actor.username, created_at: isoTime(clock) }
    const added = await insertRevision(trx, actor, project, row).returning('revisions.id').executeTakeFirst()
    if (!added) throw new AppError('revision_issued')
    await writeEvents(trx, clock, actor, projectID, [
      { kind: 'revision issued', before: null, after: { number, note } },
    ])
    return added.id
  })

/** For good. Answers its number, and the blob of its book. Throws `not_found`. */
export const removeRevision = (
  db: Database,
  clock: Clock,
  actor: Actor,
  revisionID: number,
): Promise<{ number: number; blobIDs: number[] }> =>
  transact(db, async (trx) => {
    const find = () =>
      readableRevisions(trx, actor)
        .where('revisions.id', '=', revisionID)
        .select(['projects.id as projectID', 'revisions.number', 'revisions.note', 'revisions.upload_id'])
        .executeTakeFirst()
    const found = await find()
    const project = found && (await lockOwnProject(trx, actor, found.projectID))
    // Again, for somebody else may have removed it meanwhile.
    const revision = project && (await find())
    if (!project || !revision) throw new AppError('not_found')
    const { projectID, number, note, upload_id } = revision
    await emptyRevision(trx, project, revisionID).execute()
    await writeEvents(trx, clock, actor, projectID, [
      { kind: 'revision removed', before: { number, note }, after: null },
    ])
    return { number, blobIDs: await removeUploads(trx, upload_id === null ? [] : [upload_id]) }
  })
