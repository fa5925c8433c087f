import type { DomainEvent } from '../../shared/events.ts'
import type { TrashEntry } from '../../shared/history/trash.api.ts'
import { DAY, isoTime, type Clock } from '../platform/lib/clock.ts'
import type { Actor } from '../platform/db/actor.ts'
import { batches, transact, type Database } from '../platform/db/database.ts'
import { nameOfUsername } from './activity.access.ts'
import { deleteTrashEntry, insertTrashEntry, ownedTrashed, restorableTrash, restorableTrashed } from './trash.access.ts'
import {
  deleteEmptyTrash,
  deleteTrash,
  expiredTrash,
  filesTakenWith,
  itemsRemovedWith,
  itemsTakenWith,
  marksOfItems,
  overdueTrash,
  photosOfRemoved,
  photosTakenWith,
  revisionsOfRemoved,
  roomsRemovedWith,
  roomsTakenWith,
} from './trash.all-users.access.ts'
import { takeAdvisoryLock } from '../platform/db/engine.ts'
import { may } from '../platform/db/access/core.ts'
import type { Schema } from '../platform/db/schema.ts'
import { writeEvents, writeEventsOfTime, writeEventWithParts } from './events.repo.ts'
import { removeUploads } from '../attachments/uploads.repo.ts'
import { AppError } from '../platform/http/app-error.ts'

/** How long deleted things stay in the trash. */
const TRASH_KEEPS = 30 * DAY

/**
 * Creates the entry for everything that one deletion takes; `place` is the former location, outermost first. Throws
 * `not_found` for a project that the actor cannot write.
 */
export const addTrashEntry = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
  { place, ...entry }: Pick<Schema['trash_entries'], 'kind' | 'name'> & { place: readonly string[] },
): Promise<number> => {
  const created = await insertTrashEntry(db, actor, projectID, {
    ...entry,
    place: place.join(' > '),
    deletedAt: isoTime(clock),
    expiresAt: isoTime(clock, TRASH_KEEPS),
  })
    .returning('id')
    .executeTakeFirst()
  if (!created) throw new AppError('not_found')
  return created.id
}

/** Everything the actor can restore, including others' deletions, the latest first, in one statement. */
export const listTrash = async (db: Database, clock: Clock, actor: Actor): Promise<TrashEntry[]> => {
  const entries = await restorableTrash(db, clock, actor)
    .select(['trash_entries.id as trashID', 'trash_entries.kind', 'trash_entries.name', 'trash_entries.place as where'])
    .select(['trash_entries.deleted_at as deletedAt', 'trash_entries.expires_at as expiresAt'])
    .select(['trash_entries.deleted_by as deletedBy', 'projects.template'])
    .select(nameOfUsername(db, 'trash_entries.deleted_by').as('deletedByName'))
    .select(may(actor))
    .orderBy('trash_entries.deleted_at', 'desc')
    .orderBy('trash_entries.id', 'desc')
    .execute()
  return entries.map(({ template, ...entry }) => ({ ...entry, kind: visibleKind({ ...entry, template }) }))
}

/** The kind as users know it: to them, a template is not a project. */
export const visibleKind = ({ kind, template }: { kind: Schema['trash_entries']['kind']; template: number }) =>
  kind === 'project' && template === 1 ? ('template' as const) : kind

/** Until the transaction ends, no other one can restore or remove anything in the trash of this owner's projects. */
export const lockTrash = (trx: Database, ownerID: number): Promise<void> => takeAdvisoryLock(trx, `trash of ${ownerID}`)

type Trashed = typeof restorableTrashed

const findEntry = async (trashed: Trashed, db: Database, clock: Clock, actor: Actor, trashID: number) => {
  const entry = await trashed(db, clock, actor)
    .where('trash_entries.id', '=', trashID)
    .select(['trash_entries.kind', 'trash_entries.name', 'projects.id as projectID', 'projects.owner_id as ownerID'])
    .select('projects.template')
    .leftJoin('uploads', 'uploads.id', 'item_files.upload_id')
    .select(['rooms.id as roomID', 'items.id as itemID', 'item_files.position', 'uploads.remote'])
    .select((eb) =>
      eb.fn.coalesce('projects.trash_id', 'rooms.trash_id', 'items.trash_id', 'item_files.trash_id').as('outermost'),
    )
    .executeTakeFirst()
  if (!entry) throw new AppError('not_found')
  return entry
}

const lockEntryOf = (trashed: Trashed) => async (trx: Database, clock: Clock, actor: Actor, trashID: number) => {
  for (let held = await findEntry(trashed, trx, clock, actor, trashID); ;) {
    await lockTrash(trx, held.ownerID)
    const entry = await findEntry(trashed, trx, clock, actor, trashID)
    // Repeat if the project was just handed over: its trash then belongs to another owner.
    if (entry.ownerID === held.ownerID) return entry
    held = entry
  }
}

/**
 * Finds an entry that the actor can restore and locks its owner's trash. `outermost` is the entry to restore first, or
 * this one. Throws `not_found`.
 */
export const lockTrashEntry = lockEntryOf(restorableTrashed)
/** Like `lockTrashEntry`, for an entry that the actor can permanently remove. */
const lockOwnedEntry = lockEntryOf(ownedTrashed)

interface Taken {
  kind: TrashEntry['kind']
  name: string
  roomID: number | null
  itemID: number | null
  remote: string | null
}

/**
 * The events of a removal: one for the entry and, for several things, one part for each. A project leaves nothing that
 * could have an event.
 */
const removed = async (
  trx: Database,
  trashID: number,
  taken: Taken,
): Promise<{ events: DomainEvent[]; parts: DomainEvent[] }> => {
  if (taken.kind === 'photos') {
    const photos = await photosTakenWith(trx, trashID).select('inbox_photos.id').execute()
    return { events: [{ kind: 'photos removed', before: { photos: photos.length }, after: null }], parts: [] }
  }
  if (taken.kind === 'rooms') {
    const rooms = await roomsTakenWith(trx, trashID)
      .select(['rooms.id as roomID', 'rooms.name'])
      .orderBy('rooms.id')
      .execute()
    return {
      events: [{ kind: 'rooms removed', before: { rooms: rooms.length }, after: null }],
      parts: rooms.flatMap((room) => removedThing({ ...taken, ...room, itemID: null })),
    }
  }
  if (taken.kind !== 'items') return { events: removedThing(taken), parts: [] }
  const items = await itemsTakenWith(trx, trashID)
    .select(['items.id as itemID', 'items.title as name', 'items.room_id as roomID'])
    .orderBy('items.id')
    .execute()
  return {
    events: [{ kind: 'items removed', before: { items: items.length }, after: null }],
    parts: items.flatMap((item) => removedThing({ ...taken, ...item, remote: null })),
  }
}

const removedThing = ({ name, roomID, itemID, remote }: Taken): DomainEvent[] => {
  if (roomID === null) return []
  if (itemID === null) return [{ kind: 'room removed', roomID, before: { name }, after: null }]
  if (remote === null) return [{ kind: 'item removed', roomID, itemID, before: { name }, after: null }]
  return [{ kind: 'file removed', roomID, itemID, before: { remote, name }, after: null }]
}

/** Deletes an entry after its contents are restored. Throws `not_found` if the actor can no longer restore it. */
export const closeEntry = async (trx: Database, actor: Actor, trashID: number): Promise<void> => {
  const { numDeletedRows } = await deleteTrashEntry(trx, actor, trashID).executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('not_found')
}

/**
 * Permanently removes the contents of an entry in a locked trash: everything inside, entries of earlier deletions in
 * there, and files no longer on any item. Returns the blobs of these files.
 */
const removeTaken = async (trx: Database, projectID: number, trashID: number): Promise<number[]> => {
  const inside = new Set<number | null>()
  const uploads = new Set<number | null>()
  const add = (rows: readonly { upload_id: number | null }[]) => {
    for (const { upload_id } of rows) uploads.add(upload_id)
  }
  add(await filesTakenWith(trx, trashID).select('item_files.upload_id').execute())
  add(await photosOfRemoved(trx, projectID, trashID).select('inbox_photos.upload_id').execute())
  add(await revisionsOfRemoved(trx, projectID, trashID).select('revisions.upload_id').execute())
  const rooms = await roomsRemovedWith(trx, trashID).select('rooms.trash_id').distinct().execute()
  for (const { trash_id } of rooms) inside.add(trash_id)
  const items = await itemsRemovedWith(trx, trashID).execute()
  for (const some of batches(items.map(({ id }) => id))) {
    const marks = await marksOfItems(trx, some).execute()
    add(marks)
    for (const { item, file } of marks) inside.add(item).add(file)
  }
  // The foreign keys cascade to everything the entry took.
  await deleteTrash(trx, [trashID]).execute()
  inside.delete(trashID)
  // Items deleted together from several rooms: those in other rooms remain.
  for (const some of batches(numbers(inside))) await deleteEmptyTrash(trx, some).execute()
  return removeUploads(trx, numbers(uploads))
}

const numbers = (ids: ReadonlySet<number | null>): number[] => [...ids].filter((id) => id !== null)

/** Throws `not_found`. */
export const deletePermanently = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  trashID: number,
): Promise<{ kind: TrashEntry['kind']; name: string; blobIDs: number[] }> =>
  transact(db, async (trx) => {
    const entry = await lockOwnedEntry(trx, clock, actor, trashID)
    const { kind, name, projectID } = entry
    const { events, parts } = await removed(trx, trashID, entry)
    if (events[0] && parts.length > 0) await writeEventWithParts(trx, clock, actor, projectID, events[0], parts)
    else await writeEvents(trx, clock, actor, projectID, events)
    return { kind, name, blobIDs: await removeTaken(trx, projectID, trashID) }
  })

/** Removes expired entries, one per transaction, to keep locks short. */
export const sweepTrash = async (db: Database, clock: Clock): Promise<void> => {
  const expired = await overdueTrash(db, clock).select('id').orderBy('id').execute()
  for (const { id } of expired) {
    await transact(db, async (trx) => {
      const find = () =>
        expiredTrash(trx, clock)
          .where('trash_entries.id', '=', id)
          .leftJoin('uploads', 'uploads.id', 'item_files.upload_id')
          .select(['projects.id as projectID', 'projects.owner_id as ownerID'])
          .select(['trash_entries.kind', 'trash_entries.name'])
          .select(['rooms.id as roomID', 'items.id as itemID', 'uploads.remote'])
          .executeTakeFirst()
      const found = await find()
      if (found) await lockTrash(trx, found.ownerID)
      // The room may have been moved to another project before the lock.
      const took = found && (await find())
      if (!took) return deleteTrash(trx, [id]).execute()
      const { events, parts } = await removed(trx, id, took)
      await writeEventsOfTime(trx, clock, took.projectID, events, parts)
      return removeTaken(trx, took.projectID, id)
    })
  }
}
