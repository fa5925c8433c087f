import type { EventShapes, DomainEvent } from '../../../shared/events.ts'
import { PICTURE_TYPES } from '../../../shared/attachments/file-types.ts'
import { LIKELY_ITEMS, MOST_INBOX_PHOTOS, type LikelyItem, type Photo } from '../../../shared/items/inbox.api.ts'
import { LIMITS } from '../../../shared/contract/limits.ts'
import type { Right } from '../../../shared/contract/rights.ts'
import { turnedLeft } from '../../../shared/attachments/rotation.ts'
import { isoTime, type Clock } from '../../platform/lib/clock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { atOneMoment, batches, transact, type Database } from '../../platform/db/database.ts'
import { forShare, forUpdate } from '../../platform/db/engine.ts'
import { lockWritableProject, type WritableProject } from '../../projects/projects.access.ts'
import { insertPhotos, itemsLikeliestFirst, photosOfHeld, readablePhotos, updatePhotos } from './inbox.access.ts'
import { attachableUploads } from '../../attachments/uploads.access.ts'
import { may, readableProjects, readableRooms, writableEvents } from '../../platform/db/access/core.ts'
import { writeEvent, writeEvents } from '../../history/events.repo.ts'
import { addTurnedUpload } from '../../attachments/uploads.repo.ts'
import { addItemFilesAsOne, removeItemFiles, untouchedFiles } from '../item-files.repo.ts'
import { lockItem } from '../item-file-rows.repo.ts'
import { nameItem } from '../item-name.repo.ts'
import { addTrashEntry } from '../../history/trash.repo.ts'

interface Inbox {
  projectName: string
  may: Right
  photos: Photo[]
  items: LikelyItem[]
}

/** Throws `not_found`. */
export const listInboxPhotos = (db: Database, actor: Actor, projectID: number): Promise<Inbox> =>
  atOneMoment(db, async (trx) => {
    const project = await readableProjects(trx, actor)
      .where('projects.id', '=', projectID)
      .select('projects.name as projectName')
      .select(may(actor))
      .executeTakeFirst()
    if (!project) throw new AppError('not_found')
    const photos = await readablePhotos(trx, actor)
      .where('projects.id', '=', projectID)
      .select(['inbox_photos.id as photoID', 'uploads.remote', 'uploads.original_name as filename'])
      .select(['blobs.type', 'blobs.size', 'rooms.id as roomID', 'rooms.name as roomName'])
      .select('inbox_photos.created_at as addedAt')
      .orderBy('inbox_photos.id', 'desc')
      .execute()
    const items = await itemsLikeliestFirst(trx, actor, projectID)
      .innerJoin('categories', 'categories.id', 'items.category_id')
      .innerJoin('subcategories', 'subcategories.id', 'items.subcategory_id')
      .select(['items.id as itemID', 'items.title', 'items.sample', 'rooms.id as roomID', 'rooms.name as roomName'])
      .select(['categories.name as catName', 'subcategories.name as subCatName'])
      .limit(LIKELY_ITEMS)
      .execute()
    return { ...project, photos, items }
  })

const lockProject = async (trx: Database, actor: Actor, projectID: number): Promise<WritableProject> => {
  const project = await lockWritableProject(trx, actor, projectID)
  // A template has no inbox.
  const inUse = readableProjects(trx, actor).where('projects.id', '=', projectID).select('projects.id')
  if (project === undefined || !(await inUse.executeTakeFirst())) throw new AppError('not_found')
  return project
}

const countWaiting = async (trx: Database, project: WritableProject): Promise<number> => {
  const { waits } = await photosOfHeld(trx, project)
    .select((eb) => eb.fn.countAll<number>().as('waits'))
    .executeTakeFirstOrThrow()
  return waits
}

/** Rows per statement, within the limits of bound values. */
const ROWS_AT_ONCE = 500

const FULL = `The photo inbox holds up to ${MOST_INBOX_PHOTOS} photos. Add some of them to items first.`
const GONE = 'This photo is already in an inbox or its trash.'

/** Throws `not_found` for the project or a room outside it, `file_not_found`, and `invalid_input`. */
export const addInboxPhoto = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { projectID, roomID, remote }: { projectID: number; roomID?: number | undefined; remote: string },
): Promise<{ photoID: number; name: string }> =>
  transact(db, async (trx) => {
    const project = await lockProject(trx, actor, projectID)
    if (roomID !== undefined) {
      const rooms = readableRooms(trx, actor).where('rooms.id', '=', roomID).where('rooms.project_id', '=', project)
      if (!(await rooms.select('rooms.id').executeTakeFirst())) throw new AppError('not_found')
    }
    const found = attachableUploads(trx, clock, actor)
      .where('uploads.remote', '=', remote)
      .select(['uploads.id', 'uploads.original_name as name'])
    // Locked, so the sweep does not remove it during this transaction.
    const upload = await forShare(trx, found, ['uploads']).executeTakeFirst()
    if (!upload) throw new AppError('file_not_found', { values: { name: 'photo' }, fields: { remote: true } })
    const { id, name } = upload
    const waiting = photosOfHeld(trx, project)
    const existing = await waiting.where('uploads.id', '=', id).select('inbox_photos.id').executeTakeFirst()
    if (existing) return { photoID: existing.id, name }
    if ((await countWaiting(trx, project)) >= MOST_INBOX_PHOTOS)
      throw new AppError('invalid_input', { fields: { projectID: FULL } })
    const added = await insertPhotos(trx, project, [
      { room_id: roomID ?? null, upload_id: id, created_at: isoTime(clock), deleted_at: null, trash_id: null },
    ])
      .returning('id')
      .executeTakeFirst()
    if (!added) throw new AppError('invalid_input', { fields: { remote: GONE } })
    await writeEvents(trx, clock, actor, projectID, [
      { kind: 'photo added', ...(roomID !== undefined && { roomID }), before: null, after: { remote, name } },
    ])
    return { photoID: added.id, name }
  })

/** Moves photos to the trash as one entry. Throws `not_found` for the project and for any photo. */
export const deleteInboxPhotos = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { projectID, photoIDs }: { projectID: number; photoIDs: readonly number[] },
): Promise<{ trashID: number; what: string }> =>
  transact(db, async (trx) => {
    const project = await lockProject(trx, actor, projectID)
    const photos = await photosOfHeld(trx, project)
      .where('inbox_photos.id', 'in', photoIDs)
      .innerJoin('projects', 'projects.id', 'inbox_photos.project_id')
      .select(['uploads.original_name as name', 'projects.name as projectName'])
      .execute()
    const [first] = photos
    if (!first || photos.length < photoIDs.length) throw new AppError('not_found')
    const name = photos.length === 1 ? first.name : `${photos.length} photos`
    const place = [first.projectName, 'Photo Inbox']
    const trashID = await addTrashEntry(trx, clock, actor, projectID, { kind: 'photos', name, place })
    await updatePhotos(trx, project, photoIDs)
      .set({ deleted_at: isoTime(clock), trash_id: trashID })
      .execute()
    await writeEvents(trx, clock, actor, projectID, [
      { kind: 'photos deleted', before: { photos: photos.length }, after: null },
    ])
    return { trashID, what: photos.length === 1 ? `photo "${name}"` : name }
  })

/** Rotates a photo left by replacing it with another upload of the same bytes. Throws `not_found` and `cannot_turn`. */
export const turnPhoto = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { projectID, photoID }: { projectID: number; photoID: number },
): Promise<{ remote: string; name: string }> =>
  transact(db, async (trx) => {
    const project = await lockProject(trx, actor, projectID)
    const existing = photosOfHeld(trx, project)
      .where('inbox_photos.id', '=', photoID)
      .innerJoin('blobs', 'blobs.id', 'uploads.blob_id')
      .select(['uploads.original_name', 'uploads.blob_id', 'uploads.rotation', 'blobs.type'])
      .select('inbox_photos.room_id as roomID')
    const photo = await forUpdate(trx, existing, ['inbox_photos']).executeTakeFirst()
    if (!photo) throw new AppError('not_found')
    const { type, roomID, ...upload } = photo
    if (!PICTURE_TYPES.includes(type)) throw new AppError('cannot_turn')
    const turned = { ...upload, rotation: turnedLeft(upload.rotation) }
    const { id, remote } = await addTurnedUpload(trx, clock, actor, turned)
    await updatePhotos(trx, project, [photoID]).set({ upload_id: id }).execute()
    const name = upload.original_name
    await writeEvents(trx, clock, actor, projectID, [
      { kind: 'photo turned', ...(roomID !== null && { roomID }), before: null, after: { remote, name } },
    ])
    return { remote, name }
  })

/** Keeps the end of a long name, which has the extension. */
const nameOf = (filename: string): string => [...filename].slice(-LIMITS.line).join('').trim() || 'Photo'

/** Moves photos to an item of their project. Throws `not_found` for the item and for any photo. */
export const addPhotosToItem = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { itemID, photoIDs }: { itemID: number; photoIDs: readonly number[] },
): Promise<{ eventID: number; title: string }> =>
  transact(db, async (trx) => {
    const place = await lockItem(trx, actor, itemID)
    const project = await lockProject(trx, actor, place.projectID)
    const waiting = photosOfHeld(trx, project)
      .where('inbox_photos.id', 'in', photoIDs)
      .select(['uploads.remote', 'uploads.original_name as filename', 'inbox_photos.room_id as roomID'])
      .select('inbox_photos.created_at as addedAt')
      .orderBy('inbox_photos.id')
    // Locked, so of two concurrent calls for one photo the second does not find it.
    const photos = await forUpdate(trx, waiting, ['inbox_photos']).execute()
    if (photos.length < photoIDs.length) throw new AppError('not_found')
    const { name: title } = await nameItem(trx, actor, place.itemID)
    const files = photos.map(({ remote, filename }) => ({ remote, name: nameOf(filename) }))
    const eventID = await addItemFilesAsOne(trx, clock, actor, place, files, (attached) => {
      const names = new Map(attached.map(({ remote, name }) => [remote, name]))
      const then = photos.flatMap(({ remote, roomID, addedAt }) => {
        const name = names.get(remote)
        return name === undefined ? [] : [{ remote, name, roomID, addedAt }]
      })
      return { kind: 'photos sorted', before: { photos: then }, after: { itemID, name: title } }
    }).catch((error: unknown) => {
      // Users who just lost their right can no longer attach the photos of others.
      throw error instanceof AppError && error.code === 'file_not_found' ? new AppError('not_found') : error
    })
    return { eventID, title }
  })

/**
 * Moves photos that an event put on an item back to the inbox, except those renamed, captioned, removed or deleted since.
 * Throws `changed_since` before writing anything if none is left or the inbox is full, because the caller commits what it
 * undoes besides.
 */
export const undoAddingPhotos = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  eventID: number,
): Promise<{ eventID: number; sentence: string }> => {
  const event = await writableEvents(trx, actor)
    .where('events.id', '=', eventID)
    .select(['events.project_id as projectID', 'events.before', 'events.after'])
    .executeTakeFirstOrThrow()
  const { photos } = JSON.parse(event.before ?? '') as EventShapes['photos sorted']['before']
  const { itemID, name } = JSON.parse(event.after ?? '') as EventShapes['photos sorted']['after']
  const changedSince = new AppError('changed_since', { body: { items: [] } })
  const place = await lockItem(trx, actor, itemID).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not_found' ? changedSince : error
  })
  if (place.projectID !== event.projectID) throw changedSince
  const project = await lockProject(trx, actor, place.projectID)
  const untouched = await untouchedFiles(trx, place, photos)
  if (untouched.length === 0) throw changedSince
  const uploadIDs = new Map(untouched.map(({ remote, upload_id }) => [remote, upload_id]))
  const waiting = await photosOfHeld(trx, project).select('inbox_photos.upload_id').execute()
  const back = new Set(waiting.map(({ upload_id }) => upload_id))
  if (new Set([...back, ...uploadIDs.values()]).size > MOST_INBOX_PHOTOS) throw changedSince
  const rooms = await readableRooms(trx, actor).where('rooms.project_id', '=', project).select('rooms.id').execute()
  const existing = new Set(rooms.map(({ id }) => id))
  const rows = photos.flatMap(({ remote, roomID, addedAt }) => {
    const upload_id = uploadIDs.get(remote)
    if (upload_id === undefined || back.has(upload_id)) return []
    const room_id = roomID !== null && existing.has(roomID) ? roomID : null
    return [{ room_id, upload_id, created_at: addedAt, deleted_at: null, trash_id: null }]
  })
  for (const some of batches(rows, ROWS_AT_ONCE)) {
    const inserted = await insertPhotos(trx, project, some).returning('upload_id').execute()
    for (const { upload_id } of inserted) back.add(upload_id)
  }
  const off = untouched.filter(({ upload_id }) => back.has(upload_id)).map(({ id }) => id)
  if (off.length === 0) throw changedSince
  await removeItemFiles(trx, place, off)
  const unsorted: DomainEvent = {
    kind: 'photos unsorted',
    before: { name },
    after: { photos: off.length },
  }
  return {
    eventID: await writeEvent(trx, clock, actor, place.projectID, unsorted, eventID),
    sentence: `Put ${off.length === 1 ? '1 photo' : `${off.length} photos`} back in the photo inbox.`,
  }
}
