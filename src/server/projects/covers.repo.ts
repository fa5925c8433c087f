import type { Picture } from '../../shared/projects/covers.api.ts'
import { PICTURE_TYPES } from '../../shared/attachments/file-types.ts'
import type { FileThen } from '../../shared/history/event-spec.ts'
import { inOwnOrder } from '../../shared/contract/order.ts'
import { isoTime, type Clock } from '../platform/lib/clock.ts'
import type { Actor } from '../platform/db/actor.ts'
import { cover, coverName } from './covers.access.ts'
import { updateOneProject, updateOneRoom } from './projects.access.ts'
import { transact, type Database } from '../platform/db/database.ts'
import { forUpdate, nullsLast } from '../platform/db/engine.ts'
import {
  ownedProjectsOrTemplates,
  readableItems,
  readableProjectsOrTemplates,
  writableRooms,
} from '../platform/db/access/core.ts'
import { writeEvents } from '../history/events.repo.ts'
import { AppError } from '../platform/http/app-error.ts'
import { requireRoom } from './rooms.repo.ts'

const filesOn = (db: Database, actor: Actor) =>
  readableItems(db, actor)
    .innerJoin('item_files', 'item_files.item_id', 'items.id')
    .innerJoin('uploads', 'uploads.id', 'item_files.upload_id')
    .innerJoin('blobs', 'blobs.id', 'uploads.blob_id')
    .where('item_files.deleted_at', 'is', null)

/** In the order of rooms, items and files. Throws `not_found` for the project or its room. */
export const listPictures = async (
  db: Database,
  actor: Actor,
  { projectID, roomID }: { projectID: number; roomID?: number | undefined },
): Promise<Picture[]> => {
  const pictures = await filesOn(db, actor)
    .where('rooms.project_id', '=', projectID)
    .$if(roomID !== undefined, (query) => query.where('items.room_id', '=', roomID ?? 0))
    .where('blobs.type', 'in', PICTURE_TYPES)
    .select(['uploads.remote', 'item_files.display_name as name', 'item_files.caption', 'items.id as itemID'])
    .select(['items.title', 'rooms.id as roomID', 'rooms.name as roomName', 'rooms.position'])
    .orderBy('rooms.id')
    .orderBy('items.position', nullsLast)
    .orderBy('items.id')
    .orderBy('item_files.position')
    .orderBy('item_files.id')
    .execute()
  if (pictures.length === 0) {
    const project = await readableProjectsOrTemplates(db, actor)
      .where('projects.id', '=', projectID)
      .select('id')
      .executeTakeFirst()
    if (!project) throw new AppError('not_found')
    if (roomID !== undefined) await requireRoom(db, actor, roomID)
  }
  return inOwnOrder(pictures, (picture) => picture.roomName).map(({ position: _, ...picture }) => picture)
}

interface NewCover extends FileThen {
  uploadID: number
}

/** The picture on an item in a room or a project. Throws `not_found`, or `no_picture` for another file. */
const pictureIn = async (
  trx: Database,
  actor: Actor,
  within: { roomID: number } | { projectID: number },
  remote: string | null,
): Promise<NewCover | null> => {
  if (remote === null) return null
  const query = filesOn(trx, actor)
  const found = await (
    'roomID' in within
      ? query.where('items.room_id', '=', within.roomID)
      : query.where('rooms.project_id', '=', within.projectID)
  )
    .where('uploads.remote', '=', remote)
    .select(['uploads.id as uploadID', 'uploads.remote', 'item_files.display_name as name', 'blobs.type'])
    .orderBy('item_files.id')
    .executeTakeFirst()
  if (!found) throw new AppError('not_found')
  if (!PICTURE_TYPES.includes(found.type)) throw new AppError('no_picture')
  return found
}

/** The event's data for a changed cover; undefined if it stays the same. */
const changeOf = (before: { cover: string | null; coverName: string | null }, after: NewCover | null) => {
  if (before.cover === (after?.remote ?? null)) return undefined
  const was = before.cover === null ? null : { remote: before.cover, name: before.coverName ?? '' }
  return { before: { cover: was }, after: { cover: after && { remote: after.remote, name: after.name } } }
}

/**
 * Null means the material board. Returns the room's name. Throws `not_found`, also for the picture, or `no_picture`.
 */
export const setRoomCover = (
  db: Database,
  clock: Clock,
  actor: Actor,
  roomID: number,
  remote: string | null,
): Promise<string> =>
  transact(db, async (trx) => {
    const locked = writableRooms(trx, actor).where('rooms.id', '=', roomID)
    await forUpdate(trx, locked.select('rooms.id'), ['rooms']).executeTakeFirst()
    const before = await locked
      .select(['rooms.name', 'rooms.project_id as projectID'])
      .select([cover('rooms'), coverName('rooms')])
      .executeTakeFirst()
    if (!before) throw new AppError('not_found')
    const picture = await pictureIn(trx, actor, { roomID }, remote)
    await updateOneRoom(trx, actor, roomID)
      .set((eb) => ({
        cover_upload_id: picture?.uploadID ?? null,
        updated_at: isoTime(clock),
        version: eb('rooms.version', '+', 1),
      }))
      .execute()
    const change = changeOf(before, picture)
    if (change) await writeEvents(trx, clock, actor, before.projectID, [{ kind: 'room changed', roomID, ...change }])
    return before.name
  })

/** Like `setRoomCover`, for a project. */
export const setProjectCover = (
  db: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
  remote: string | null,
): Promise<string> =>
  transact(db, async (trx) => {
    const locked = ownedProjectsOrTemplates(trx, actor).where('projects.id', '=', projectID)
    await forUpdate(trx, locked.select('projects.id'), ['projects']).executeTakeFirst()
    const before = await locked
      .select('projects.name')
      .select([cover('projects'), coverName('projects')])
      .executeTakeFirst()
    if (!before) throw new AppError('not_found')
    const picture = await pictureIn(trx, actor, { projectID }, remote)
    await updateOneProject(trx, actor, projectID)
      .set((eb) => ({
        cover_upload_id: picture?.uploadID ?? null,
        updated_at: isoTime(clock),
        version: eb('projects.version', '+', 1),
      }))
      .execute()
    const change = changeOf(before, picture)
    if (change) await writeEvents(trx, clock, actor, projectID, [{ kind: 'project changed', ...change }])
    return before.name
  })
