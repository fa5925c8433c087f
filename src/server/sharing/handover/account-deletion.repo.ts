import { sortedBy } from '../../../shared/contract/order.ts'
import type { Clock } from '../../platform/lib/clock.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { forUpdate } from '../../platform/db/engine.ts'
import { ownBlobs, ownedUploads } from '../../attachments/uploads.access.ts'
import {
  deleteBrandingOfAccount,
  deleteOwnedProjects,
  handOverUploads,
  photosInOwnedProjects,
  revisionsInOwnedProjects,
  uploadsInOwnedProjects,
} from './account-deletion.access.ts'
import { ownedProjects } from '../../platform/db/access/core.ts'
import { writeEventsOfLeaving } from '../../history/events.repo.ts'
import { removeUploads } from '../../attachments/uploads.repo.ts'
import { lockTrash } from '../../history/trash.repo.ts'
import type { Left } from '../../identity/account/account-hooks.ts'

/**
 * Permanently deletes the projects and files of an account that is being deleted, unless others have access to its projects.
 * Files that the user put on other users' items stay and become theirs.
 */
export const deleteProjectsOfAccount = async (trx: Database, clock: Clock, actor: Actor): Promise<Left> => {
  await lockTrash(trx, actor.userID)
  // Locked, so that no one can join a project.
  const projects = ownedProjects(trx, actor).select(['projects.id', 'projects.name']).orderBy('projects.id')
  const names = new Map((await forUpdate(trx, projects, ['projects']).execute()).map(({ id, name }) => [id, name]))
  const shared = await ownedProjects(trx, actor)
    .innerJoin('project_members', 'project_members.project_id', 'projects.id')
    .select('projects.id')
    .distinct()
    .execute()
  if (shared.length > 0) {
    const left = shared.map(({ id }) => ({ projectID: id, name: names.get(id) ?? '' }))
    return { sharedProjects: sortedBy(left, ({ name }) => name) }
  }
  await writeEventsOfLeaving(trx, clock, actor)
  const inProjects = await uploadsInOwnedProjects(trx, actor)
    .select('uploads.id')
    .unionAll(photosInOwnedProjects(trx, actor).select('inbox_photos.upload_id as id'))
    .execute()
  const issued = await revisionsInOwnedProjects(trx, actor).select('revisions.upload_id').execute()
  // Before the uploads, like attaching, to avoid deadlocks.
  await deleteOwnedProjects(trx, actor)
  await deleteBrandingOfAccount(trx, actor).execute()
  const own = await forUpdate(trx, ownedUploads(trx, actor).select('uploads.id').orderBy('uploads.id'), [
    'uploads',
  ]).execute()
  await handOverUploads(trx, actor).execute()
  const blobIDs = await removeUploads(trx, [
    ...new Set([...inProjects, ...own].map(({ id }) => id)),
    ...issued.flatMap(({ upload_id }) => upload_id ?? []),
  ])
  // In the order of `removeBytes`, to avoid deadlocks: without the account the blobs have no owner.
  await forUpdate(trx, ownBlobs(trx, actor).select('id').orderBy('sha256').orderBy('id'), ['blobs']).execute()
  return { blobIDs }
}
