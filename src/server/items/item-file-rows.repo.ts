import type { DomainEvent } from '../../shared/events.ts'
import type { FileEntry } from '../../shared/items/items.api.ts'
import { askToRead } from '../attachments/text/file-texts.repo.ts'
import { writeEvents } from '../history/events.repo.ts'
import { attachableUploads } from '../attachments/uploads.access.ts'
import { insertItemFiles, itemFiles, takeOutOfInbox } from './item-files.access.ts'
import { updateFileWords } from './item-words.access.ts'
import { lockWritableItemForShare, type LockedItemID, type LockedItemPlace } from './items.access.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { takeAdvisoryLock, forShare } from '../platform/db/engine.ts'
import { AppError } from '../platform/http/app-error.ts'
import type { Clock } from '../platform/lib/clock.ts'
import { storedWords } from './item-words.ts'
import type { FileEvent } from './item-file-changes.ts'

interface NewAttachment {
  uploadID: number
  name: string
  caption?: string
  /** As it was copied by a viewer. */
  hidesPosition?: number
  position: number
}

/**
 * Locks the item's files until the transaction ends, so that concurrent changes use no name or position twice, and
 * keeps the item, its room and its project out of the trash. To prevent deadlocks, call it before the transaction
 * touches the item. Throws `not_found` if the item is absent or not writable.
 */
export const lockItem = async (trx: Database, actor: Actor, itemID: number): Promise<LockedItemPlace> => {
  await takeAdvisoryLock(trx, `files of item ${itemID}`)
  const place = await lockWritableItemForShare(trx, actor, itemID)
  if (!place) throw new AppError('not_found')
  return place
}

/** Records the events of an item's files, and updates the search words from its current files. */
export const recordFileEvents = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  place: LockedItemPlace,
  events: readonly FileEvent[],
): Promise<void> => {
  if (events.length === 0) return
  const { itemID, roomID, projectID } = place
  const happenings = events.map((each): DomainEvent => ({ ...each, roomID, itemID }))
  await writeEvents(trx, clock, actor, projectID, happenings)
  await updateFileWords(trx, place, await fileWords(trx, itemID))
}

/**
 * The upload of each entry: the actor's own or one from the inbox, locked until the transaction ends, or one of
 * `alreadyThere`. Throws `file_not_found` for any other.
 */
export const uploadsOf = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  files: readonly FileEntry[],
  alreadyThere: ReadonlyMap<string, number> = new Map(),
): Promise<(remote: string) => number> => {
  const missing = files.filter(({ remote }) => !alreadyThere.has(remote))
  const found = new Map(alreadyThere)
  if (missing.length > 0) {
    const query = attachableUploads(trx, clock, actor)
      .where(
        'uploads.remote',
        'in',
        missing.map(({ remote }) => remote),
      )
      .select(['uploads.id', 'uploads.remote'])
      // A fixed lock order prevents deadlocks.
      .orderBy('uploads.id')
    const rows = await forShare(trx, query, ['uploads']).execute()
    for (const { id, remote } of rows) found.set(remote, id)
  }
  const absent = missing.find(({ remote }) => !found.has(remote))
  if (absent) throw new AppError('file_not_found', { values: { name: absent.name }, fields: { files: true } })
  return (remote) => {
    const id = found.get(remote)
    if (id === undefined) throw new Error('An upload that was just looked up is missing.')
    return id
  }
}

export const insertFiles = async (
  trx: Database,
  clock: Clock,
  item: LockedItemID,
  files: readonly NewAttachment[],
): Promise<void> => {
  if (files.length === 0) return
  await insertItemFiles(
    trx,
    files.map(({ uploadID, name, caption = '', hidesPosition = 0, position }) => ({
      item_id: item,
      upload_id: uploadID,
      display_name: name,
      caption,
      hides_position: hidesPosition,
      position,
      deleted_at: null,
      trash_id: null,
    })),
  ).execute()
  await takeOutOfInbox(
    trx,
    item,
    files.map(({ uploadID }) => uploadID),
  ).execute()
  await askToRead(trx, clock)
}

export const liveFiles = (trx: Database, item: LockedItemID) =>
  itemFiles(trx, item)
    .select(['item_files.id', 'item_files.display_name as name', 'item_files.position', 'item_files.upload_id'])
    .select(['item_files.caption', 'item_files.hides_position as hidesPosition'])
    .select(['uploads.remote', 'uploads.original_name as filename', 'blobs.type', 'blobs.size'])
    .orderBy('item_files.position')
    .orderBy('item_files.id')
    .execute()

/** The search words from its files' display names, original names and captions. */
export const fileWords = async (trx: Database, item: LockedItemID): Promise<string> =>
  storedWords((await liveFiles(trx, item)).flatMap(({ name, filename, caption }) => [name, filename, caption]))

export type LiveFile = Awaited<ReturnType<typeof liveFiles>>[number]
