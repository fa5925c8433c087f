import type { Actor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { nullsLast } from '../../platform/db/engine.ts'
import { readablePhotos } from '../../items/inbox/inbox.access.ts'
import { hidesPosition } from '../../attachments/uploads.access.ts'
import {
  readableEvents,
  readableItems,
  readableProjectsOrTemplates,
  readableRooms,
  readableTasks,
  type ownedProjectsOrTemplates,
  type readableProjects,
} from '../../platform/db/access/core.ts'
import { AppError } from '../../platform/http/app-error.ts'

/** Access scopes for projects that can be exported. */
export type ProjectsOf = typeof readableProjects | typeof ownedProjectsOrTemplates

/** All rows of a project file, excluding the trash. The number of statements is constant. Throws `not_found`. */
export const readProject = async (trx: Database, actor: Actor, projectID: number, projectsOf: ProjectsOf) => {
  const project = await projectsOf(trx, actor)
    .where('projects.id', '=', projectID)
    .select(['projects.name', 'projects.client', 'projects.address', 'projects.address2', 'projects.city'])
    .select(['projects.state', 'projects.zip', 'projects.created_at', 'projects.updated_at'])
    .select('projects.cover_upload_id')
    .executeTakeFirst()
  if (!project) throw new AppError('not_found')
  const rooms = await readableRooms(trx, actor)
    .where('rooms.project_id', '=', projectID)
    .innerJoin('room_types', 'room_types.id', 'rooms.room_type_id')
    .select(['rooms.id', 'rooms.name', 'room_types.name as room_type', 'rooms.cover_upload_id'])
    .select(['rooms.position', 'rooms.not_needed', 'rooms.created_at', 'rooms.updated_at'])
    .orderBy('rooms.id')
    .execute()
  const items = await readableItems(trx, actor)
    .where('rooms.project_id', '=', projectID)
    .innerJoin('categories', 'categories.id', 'items.category_id')
    .innerJoin('subcategories', 'subcategories.id', 'items.subcategory_id')
    .select(['items.id', 'items.room_id', 'items.subcategory_id', 'items.title'])
    .select('items.notes')
    .select(['categories.name as category', 'subcategories.name as subcategory'])
    .select(['items.field1', 'items.field2', 'items.field3', 'items.field4', 'items.field5', 'items.field6'])
    .select(['items.not_needed', 'items.created_at', 'items.updated_at'])
    .orderBy('items.position', nullsLast)
    .orderBy('items.id')
    .execute()
  const files = await readableItems(trx, actor)
    .where('rooms.project_id', '=', projectID)
    .innerJoin('item_files', 'item_files.item_id', 'items.id')
    .innerJoin('uploads', 'uploads.id', 'item_files.upload_id')
    .innerJoin('blobs', 'blobs.id', 'uploads.blob_id')
    .where('item_files.deleted_at', 'is', null)
    .select(['item_files.item_id', 'item_files.display_name', 'item_files.caption', 'item_files.upload_id'])
    .select(['uploads.rotation', hidesPosition(trx, actor)])
    .select(['uploads.original_name', 'uploads.created_at', 'blobs.storage_key', 'blobs.sha256', 'blobs.size'])
    .select('blobs.type')
    .orderBy('item_files.position')
    .orderBy('item_files.id')
    .execute()
  const tasks = await readableTasks(trx, actor)
    .where('tasks.project_id', '=', projectID)
    .select(['tasks.room_id', 'tasks.item_id', 'tasks.name', 'tasks.note', 'tasks.day', 'tasks.starts'])
    .select(['tasks.every', 'tasks.unit', 'tasks.from_done', 'tasks.done_on', 'tasks.created_at'])
    .orderBy('tasks.id')
    .execute()
  const photos = await readablePhotos(trx, actor)
    .where('projects.id', '=', projectID)
    .select(['rooms.id as room_id', 'inbox_photos.created_at as added_at', 'inbox_photos.upload_id'])
    .select(['uploads.rotation', hidesPosition(trx, actor)])
    .select(['uploads.original_name', 'uploads.created_at', 'blobs.storage_key', 'blobs.sha256', 'blobs.size'])
    .select('blobs.type')
    .orderBy('inbox_photos.id')
    .execute()
  const issued = await readableProjectsOrTemplates(trx, actor)
    .innerJoin('revisions', 'revisions.project_id', 'projects.id')
    .where('projects.id', '=', projectID)
    .leftJoin('uploads', 'uploads.id', 'revisions.upload_id')
    .leftJoin('blobs', 'blobs.id', 'uploads.blob_id')
    .select(['revisions.number', 'revisions.note', 'revisions.issued_by', 'revisions.created_at as issued_at'])
    .select(['revisions.upload_id', 'uploads.original_name', 'uploads.created_at', 'blobs.storage_key'])
    .select(['blobs.sha256', 'blobs.size'])
    .orderBy('revisions.number')
    .execute()
  // Numbers are never reused, so the highest is exported even if its revision was removed.
  const revisions = issued.filter(({ upload_id: book }, at) => book !== null || at === issued.length - 1)
  return { project, rooms, items, files, tasks, photos, revisions }
}

/** Throws `not_found` once the project is no longer in scope. */
export const mustRead = async (
  db: Database,
  actor: Actor,
  projectID: number,
  projectsOf: ProjectsOf,
): Promise<void> => {
  const project = projectsOf(db, actor).where('projects.id', '=', projectID).select('projects.id')
  await project.executeTakeFirstOrThrow(() => new AppError('not_found'))
}

export type ProjectRows = Awaited<ReturnType<typeof readProject>>

const EVENTS_AT_ONCE = 500

/** The project's events, in batches: there may be any number. */
export async function* readProjectHistory(db: Database, actor: Actor, projectID: number) {
  for (let after = 0; ;) {
    const events = await readableEvents(db, actor)
      .where('events.project_id', '=', projectID)
      .where('events.id', '>', after)
      .orderBy('events.id')
      .limit(EVENTS_AT_ONCE)
      .select(['events.id', 'events.at', 'events.who', 'events.kind', 'events.before', 'events.after'])
      .select(['events.room_id as roomID', 'events.item_id as itemID'])
      .execute()
    yield events
    const last = events.at(-1)
    if (!last || events.length < EVENTS_AT_ONCE) return
    after = last.id
  }
}
