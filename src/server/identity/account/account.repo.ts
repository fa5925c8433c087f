import type { z } from 'zod/mini'
import type { Account, SharedProject } from '../../../shared/identity/account.api.ts'
import type { accountInputs } from '../../../shared/identity/account.schema.ts'
import { nameKey } from '../../../shared/contract/name-key.ts'
import { sortedBy } from '../../../shared/contract/order.ts'
import { forgetAccount } from '../sessions/login-attempts.service.ts'
import { lockRoles, isLastAdmin } from './users.repo.ts'
import { isoTime, type Clock } from '../../platform/lib/clock.ts'
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
} from '../../sharing/handover/account-deletion.access.ts'
import { ownedProjects } from '../../platform/db/access/core.ts'
import { orTaken } from '../../platform/db/problems.ts'
import { writeEventsOfLeaving } from '../../history/events.repo.ts'
import { removeUploads } from '../../attachments/uploads.repo.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { GREETED, greetingOf } from './full-name.ts'
import { lockTrash } from '../../history/trash.repo.ts'

export type AccountInputs = z.output<typeof accountInputs>

/** Throws `session_ended` if the account was just deleted. */
export const getAccount = async (db: Database, actor: Actor): Promise<Account> => {
  const row = await db
    .selectFrom('users')
    .select(['username', 'email', 'phone', 'first_name as firstName', 'last_name as lastName', 'company'])
    .select(['address', 'address2', 'city', 'state', 'zip'])
    .where('id', '=', actor.userID)
    .executeTakeFirst()
  if (!row) throw new AppError('session_ended')
  return { ...row, roles: JSON.stringify(actor.roles) }
}

/** Throws `session_ended` if the account was just deleted. */
export const getEmail = async (db: Database, actor: Actor): Promise<string> => (await getAccount(db, actor)).email

/** The address, locked until the transaction ends, and how mails greet the user. */
export const takeReader = async (trx: Database, actor: Actor): Promise<{ email: string; greeting: string }> => {
  const query = trx.selectFrom('users').select(GREETED).select('email').where('id', '=', actor.userID)
  const row = await forUpdate(trx, query, ['users']).executeTakeFirst()
  if (!row) throw new AppError('session_ended')
  return { email: row.email, greeting: greetingOf(row) }
}

/** Absent optional members stay unchanged. Throws `email_taken`. */
export const updateAccount = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { first, last, ...inputs }: AccountInputs,
): Promise<void> => {
  const update = db
    .updateTable('users')
    .set({
      ...inputs,
      email_key: nameKey(inputs.email),
      first_name: first,
      last_name: last,
      name_key: nameKey(`${first} ${last}`),
      updated_at: isoTime(clock),
    })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', actor.userID)
    .executeTakeFirst()
  const { numUpdatedRows } = await orTaken(update, { fields: { email: true } })
  if (numUpdatedRows === 0n) throw new AppError('session_ended')
}

export const findPasswordHash = async (db: Database, actor: Actor): Promise<string | undefined> =>
  (await db.selectFrom('users').select('password_hash').where('id', '=', actor.userID).executeTakeFirst())
    ?.password_hash

/** The blobs of a deleted account, or why it cannot be deleted. */
type Deletion = { blobIDs: number[] } | 'last Admin' | { sharedProjects: SharedProject[] }

/**
 * Permanently deletes the account and its data, unless the user is the last Admin or others have access to its projects.
 * Files that the user put on other users' items stay and become theirs.
 */
export const deleteAccount = async (trx: Database, clock: Clock, actor: Actor): Promise<Deletion> => {
  await lockRoles(trx)
  if (await isLastAdmin(trx, actor.userID)) return 'last Admin'
  // The account before the trash, like all who write to both, to avoid deadlocks.
  await forUpdate(trx, trx.selectFrom('users').select('id').where('id', '=', actor.userID), ['users']).execute()
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
  await forgetAccount(trx, actor.userID)
  await trx.deleteFrom('users').where('id', '=', actor.userID).execute()
  return { blobIDs }
}
