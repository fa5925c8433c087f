import { MOST_REVISIONS, type IssuedRevisions } from '../../../shared/papers/revisions.api.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { isoTime, type Clock } from '../../platform/lib/clock.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { atOneMoment, transact, type Database } from '../../platform/db/database.ts'
import { emptyRevision, insertRevision, revisionsOfHeld } from './revisions.access.ts'
import { lockOwnProject, lockWritableProject } from '../../projects/projects.access.ts'
import { may, readableProjects, readableRevisions } from '../../platform/db/access/core.ts'
import { nameOfUsername } from '../../history/activity.access.ts'
import { writeEvents } from '../../history/events.repo.ts'
import { removeUploads } from '../../attachments/uploads.repo.ts'

/** Latest first. Throws `not_found`. */
export const listRevisions = (db: Database, actor: Actor, projectID: number): Promise<IssuedRevisions> =>
  atOneMoment(db, async (trx) => {
    const project = await readableProjects(trx, actor)
      .where('projects.id', '=', projectID)
      .select(may(actor))
      .executeTakeFirst()
    if (!project) throw new AppError('not_found')
    const rows = await readableRevisions(trx, actor)
      .where('projects.id', '=', projectID)
      .innerJoin('uploads', 'uploads.id', 'revisions.upload_id')
      .innerJoin('blobs', 'blobs.id', 'uploads.blob_id')
      .select(['revisions.id as revisionID', 'revisions.number', 'revisions.note'])
      .select(['revisions.created_at as issuedAt', 'revisions.issued_by as issuedBy'])
      .select(nameOfUsername(trx, 'revisions.issued_by').as('nameHere'))
      .select(['uploads.original_name as filename', 'uploads.remote', 'blobs.size', 'revisions.imported'])
      .orderBy('revisions.number', 'desc')
      .execute()
    const revisions = rows.map(({ imported, nameHere, ...revision }) => ({
      ...revision,
      issuedByName: imported === 1 ? revision.issuedBy : nameHere,
      isImported: imported === 1,
    }))
    return { ...project, revisions }
  })

/** The revision that the next one is compared with. */
interface FormerRevision {
  number: number
  issuedAt: string
  /** 1 if it was imported: it has no picture to compare with. */
  imported: number
}

/**
 * Locks a project for its next revision. Returns the next number, how many revisions exist, and the latest one. Throws
 * `not_found`.
 */
const lockForNext = async (trx: Database, actor: Actor, projectID: number) => {
  const project = await lockWritableProject(trx, actor, projectID)
  // Templates have no revisions.
  const inUse = readableProjects(trx, actor).where('projects.id', '=', projectID).select('projects.id')
  if (project === undefined || !(await inUse.executeTakeFirst())) throw new AppError('not_found')
  const { last, there } = await revisionsOfHeld(trx, project)
    .select((eb) => [
      eb.fn.max<number | null>('revisions.number').as('last'),
      eb.fn.count<number>('revisions.upload_id').as('there'),
    ])
    .executeTakeFirstOrThrow()
  const former: FormerRevision | undefined = await revisionsOfHeld(trx, project)
    .where('revisions.upload_id', 'is not', null)
    .select(['revisions.number', 'revisions.created_at as issuedAt', 'revisions.imported'])
    .orderBy('revisions.number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { project, number: (last ?? 0) + 1, there, former }
}

/** Why there can be no next revision: there are too many, or the latest is not the one that the caller knows. */
const whyNoNext = (
  { there, former }: { there: number; former: FormerRevision | undefined },
  after: number | null | undefined,
): AppError | undefined => {
  if (there >= MOST_REVISIONS) return new AppError('too_many_revisions', { values: { limit: String(MOST_REVISIONS) } })
  if (after !== undefined && after !== (former?.number ?? null)) return new AppError('revision_issued')
  return undefined
}

/** The number of the next revision and the latest existing one, or why there can be none. Throws like `holdForNext`. */
export const findNext = (
  db: Database,
  actor: Actor,
  { projectID, after }: Pick<NewRevision, 'projectID' | 'after'>,
): Promise<{ number: number; former: FormerRevision | undefined; refused: AppError | undefined }> =>
  transact(db, async (trx) => {
    const { number, there, former } = await lockForNext(trx, actor, projectID)
    return { number, former, refused: whyNoNext({ there, former }, after) }
  })

/** The packed snapshot of a revision (snapshot.ts). Throws `revision_issued` if it was removed. */
export const readSnapshot = async (db: Database, actor: Actor, projectID: number, number: number): Promise<string> => {
  const { picture } = await readableRevisions(db, actor)
    .where('projects.id', '=', projectID)
    .where('revisions.number', '=', number)
    .select('revisions.picture')
    .executeTakeFirstOrThrow(() => new AppError('revision_issued'))
  return picture
}

interface NewRevision {
  projectID: number
  number: number
  /** The number of the revision that its changes refer to. */
  since: number | undefined
  /** The number of the latest revision that the caller knows, null for none; undefined if the caller does not say. */
  after: number | null | undefined
  note: string
  picture: string
}

/**
 * Stores a revision, all or nothing; `addUpload` stores its book as an upload of the actor in the same transaction and
 * returns its remote. Throws `not_found`, `too_many_revisions`, and `revision_issued` if the number was taken
 * concurrently, or if `since` or `after` is not the latest revision.
 */
export const addRevision = (
  db: Database,
  clock: Clock,
  actor: Actor,
  { projectID, number, since, after, note, picture }: NewRevision,
  addUpload: (trx: Database) => Promise<string>,
): Promise<number> =>
  transact(db, async (trx) => {
    // First, because it locks the account, which the deletion of an account locks before its projects.
    const remote = await addUpload(trx)
    const { project, number: next, there, former } = await lockForNext(trx, actor, projectID)
    const refused = whyNoNext({ there, former }, after)
    if (refused) throw refused
    if (next !== number || former?.number !== since) throw new AppError('revision_issued')
    const row = { number, note, picture, remote, issued_by: actor.username, created_at: isoTime(clock) }
    const added = await insertRevision(trx, actor, project, row).returning('revisions.id').executeTakeFirst()
    if (!added) throw new AppError('revision_issued')
    await writeEvents(trx, clock, actor, projectID, [
      { kind: 'revision issued', before: null, after: { number, note } },
    ])
    return added.id
  })

/** The picture of an existing revision. Throws `not_found`. */
export const snapshotOfRevision = async (db: Database, actor: Actor, revisionID: number): Promise<string> => {
  const { picture } = await readableRevisions(db, actor)
    .where('revisions.id', '=', revisionID)
    .select('revisions.picture')
    .executeTakeFirstOrThrow(() => new AppError('not_found'))
  return picture
}

/**
 * Removes a revision permanently, leaving `picture`. Returns its number and the blob of its book. Throws `not_found`.
 */
export const removeRevision = (
  db: Database,
  clock: Clock,
  actor: Actor,
  { revisionID, picture }: { revisionID: number; picture: string },
): Promise<{ number: number; blobIDs: number[] }> =>
  transact(db, async (trx) => {
    const find = () =>
      readableRevisions(trx, actor)
        .where('revisions.id', '=', revisionID)
        .select(['projects.id as projectID', 'revisions.number', 'revisions.note', 'revisions.upload_id'])
        .executeTakeFirst()
    const found = await find()
    const project = found && (await lockOwnProject(trx, actor, found.projectID))
    // Again, because another request may have removed it in the meantime.
    const revision = project && (await find())
    if (!project || !revision) throw new AppError('not_found')
    const { projectID, number, note, upload_id } = revision
    await emptyRevision(trx, project, revisionID, picture).execute()
    await writeEvents(trx, clock, actor, projectID, [
      { kind: 'revision removed', before: { number, note }, after: null },
    ])
    return { number, blobIDs: await removeUploads(trx, upload_id === null ? [] : [upload_id]) }
  })
