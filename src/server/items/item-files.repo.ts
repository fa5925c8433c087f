import { untaken } from '../../shared/attachments/file-name.ts'
import type { FileThen } from '../../shared/history/event-spec.ts'
import type { DomainEvent } from '../../shared/events.ts'
import type { Attachment, FileEntry } from '../../shared/items/items.api.ts'
import { isoTime, type Clock } from '../platform/lib/clock.ts'
import type { Actor } from '../platform/db/actor.ts'
import { transact, type Database } from '../platform/db/database.ts'
import { deleteItemFiles, takeOutOfInbox, updateItemFiles } from './item-files.access.ts'
import { updateFileWords } from './item-words.access.ts'
import type { LockedItemID, LockedItemPlace } from './items.access.ts'
import { updateTaken } from '../history/trash.access.ts'
import { writeEventWithParts } from '../history/events.repo.ts'
import { AppError } from '../platform/http/app-error.ts'
import { addTrashEntry } from '../history/trash.repo.ts'
import { nameItem } from './item-name.repo.ts'
import { type FileEvent, pairsOf, changesOfFiles, asThen } from './item-file-changes.ts'
import {
  uploadsOf,
  insertFiles,
  liveFiles,
  recordFileEvents,
  lockItem,
  type LiveFile,
  fileWords,
} from './item-file-rows.repo.ts'

/** For an item that the same transaction just created. Throws `file_not_found`. */
export const putFilesOnNewItem = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  item: LockedItemID,
  files: readonly FileEntry[],
): Promise<void> => {
  const uploadID = await uploadsOf(trx, clock, actor, files)
  await insertFiles(
    trx,
    clock,
    item,
    files.map(({ name, remote }, position) => ({ uploadID: uploadID(remote), name, position })),
  )
}

/**
 * Replaces all files of a locked item with `files`. Removed files go to the trash; kept files keep their captions.
 * Throws `file_not_found`.
 */
export const replaceItemFiles = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  place: LockedItemPlace,
  files: readonly FileEntry[],
): Promise<void> => {
  const item = place.itemID
  const before = await liveFiles(trx, item)
  const uploadID = await uploadsOf(
    trx,
    clock,
    actor,
    files,
    new Map(before.map(({ remote, upload_id }) => [remote, upload_id])),
  )
  const kept = new Set(files.map(({ remote }) => remote))
  await moveToTrash(
    trx,
    clock,
    actor,
    place,
    before.filter(({ remote }) => !kept.has(remote)),
  )
  const stays = before.filter(({ remote }) => kept.has(remote)).map(({ id }) => id)
  // Recreated rather than renamed: names may swap, and each must be unique at every moment.
  if (stays.length > 0) await deleteItemFiles(trx, item).where('item_files.id', 'in', stays).execute()
  await insertFiles(
    trx,
    clock,
    item,
    pairsOf(before, files).pairs.map(({ then, now: { name, remote } }, position) => ({
      uploadID: uploadID(remote),
      name,
      caption: then?.caption ?? '',
      hidesPosition: then?.hidesPosition ?? 0,
      position,
    })),
  )
  await recordFileEvents(trx, clock, actor, place, changesOfFiles(before, files))
}

/** Makes a trash entry for each of these attachments of a locked item; returns the entries' ids. */
const moveToTrash = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  locked: LockedItemPlace,
  files: readonly { id: number; name: string; remote: string }[],
): Promise<number[]> => {
  if (files.length === 0) return []
  const item = await nameItem(trx, actor, locked.itemID)
  const place = [item.project, item.room, item.name]
  const trashIDs: number[] = []
  for (const { id, name } of files) {
    const trashID = await addTrashEntry(trx, clock, actor, item.projectID, { kind: 'attachment', name, place })
    await updateItemFiles(trx, locked.itemID)
      .where('item_files.id', '=', id)
      .set({ deleted_at: isoTime(clock), trash_id: trashID })
      .execute()
    trashIDs.push(trashID)
  }
  const deleted = files.map((file) => ({ kind: 'file deleted', before: asThen(file), after: null }) as const)
  await recordFileEvents(trx, clock, actor, locked, deleted)
  return trashIDs
}

/** Moves one attachment to the trash. Throws `not_found`, for the item and the attachment alike. */
export const deleteItemFile = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  itemID: number,
  remote: string,
): Promise<{ name: string; trashID: number }> =>
  transact(db, async (trx) => {
    const place = await lockItem(trx, actor, itemID)
    const file = (await liveFiles(trx, place.itemID)).find((each) => each.remote === remote)
    const [trashID] = file ? await moveToTrash(trx, clock, actor, place, [file]) : []
    if (!file || trashID === undefined) throw new AppError('not_found')
    return { name: file.name, trashID }
  })

/**
 * Restores an attachment and returns its name, with ' (2)' before the extension if it is taken by now. Throws
 * `not_found` for the item.
 */
export const restoreItemFile = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  trashID: number,
  { itemID, name, position, remote }: { itemID: number; name: string; position: number; remote: string },
): Promise<string> => {
  const locked = await lockItem(trx, actor, itemID)
  const live = await liveFiles(trx, locked.itemID)
  const displayName = untaken(name, new Set(live.map((file) => file.name)))
  const places = live.map((file) => file.position)
  const place = places.includes(position) ? Math.max(...places) + 1 : position
  await updateTaken(trx, actor, 'item_files', trashID)
    .set({ deleted_at: null, trash_id: null, display_name: displayName, position: place })
    .execute()
  await recordFileEvents(trx, clock, actor, locked, [
    { kind: 'file restored', before: null, after: { remote, name: displayName } },
  ])
  return displayName
}

/**
 * Adds uploads to a locked item: a taken name gets ' (2)' before its extension; files already on the item stay, so
 * repeated calls add nothing. Removes the files from the inbox. Returns all its files in order, and the events for the
 * caller to record. Throws `file_not_found`.
 */
const addFiles = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  { itemID }: LockedItemPlace,
  files: readonly FileEntry[],
): Promise<{ after: LiveFile[]; happened: FileEvent[] }> => {
  const before = await liveFiles(trx, itemID)
  const existing = new Set(before.map(({ remote }) => remote))
  const added = files.filter(({ remote }) => !existing.has(remote))
  const uploadID = await uploadsOf(trx, clock, actor, added)
  const names = new Set(before.map(({ name }) => name))
  const first = Math.max(-1, ...before.map(({ position }) => position)) + 1
  await insertFiles(
    trx,
    clock,
    itemID,
    added.map(({ name, remote }, at) => {
      const displayName = untaken(name, names)
      names.add(displayName)
      return { uploadID: uploadID(remote), name: displayName, position: first + at }
    }),
  )
  const already = before.filter(({ remote }) => files.some((file) => file.remote === remote))
  if (already.length > 0) {
    const uploadIDs = already.map(({ upload_id }) => upload_id)
    await takeOutOfInbox(trx, itemID, uploadIDs).execute()
  }
  const after = await liveFiles(trx, itemID)
  return { after, happened: changesOfFiles(before, after) }
}

/** Adds uploads to an item and returns all its attachments in order. Throws `not_found` or `file_not_found`. */
export const addItemFiles = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  itemID: number,
  files: readonly FileEntry[],
): Promise<Attachment[]> =>
  transact(db, async (trx) => {
    const place = await lockItem(trx, actor, itemID)
    const { after, happened: events } = await addFiles(trx, clock, actor, place, files)
    await recordFileEvents(trx, clock, actor, place, events)
    return after.map(asAttachment)
  })

/**
 * Adds uploads to a locked item and records one event for all, built by the caller from the newly added files and their
 * names. Returns the event's id. Throws `file_not_found`.
 */
export const addItemFilesAsOne = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  place: LockedItemPlace,
  files: readonly FileEntry[],
  asOne: (attached: readonly FileThen[]) => DomainEvent,
): Promise<number> => {
  const { happened: events } = await addFiles(trx, clock, actor, place, files)
  const attached = events.flatMap((each) => (each.kind === 'file attached' ? [each.after] : []))
  const parts = events.map((each): DomainEvent => ({ ...each, roomID: place.roomID, itemID: place.itemID }))
  const eventID = await writeEventWithParts(trx, clock, actor, place.projectID, asOne(attached), parts)
  await updateFileWords(trx, place, await fileWords(trx, place.itemID))
  return eventID
}

/** Those of these files of a locked item that still have the given names and no caption. */
export const untouchedFiles = async (trx: Database, { itemID }: LockedItemPlace, files: readonly FileThen[]) => {
  const live = await liveFiles(trx, itemID)
  return live.filter(
    (file) => file.caption === '' && files.some(({ remote, name }) => file.remote === remote && file.name === name),
  )
}

/** Removes files from a locked item, bypassing the trash. */
export const removeItemFiles = async (trx: Database, place: LockedItemPlace, ids: readonly number[]): Promise<void> => {
  await deleteItemFiles(trx, place.itemID).where('item_files.id', 'in', ids).execute()
  await updateFileWords(trx, place, await fileWords(trx, place.itemID))
}

const asAttachment = ({ name, filename, remote, caption, type, size }: LiveFile): Attachment => ({
  ...{ name, filename, remote, caption, type, size },
})

interface FileChange {
  itemID: number
  remote: string
  inputs: { name?: string | undefined; caption?: string | undefined; before?: string | null | undefined }
  /** The values as the caller saw them. */
  was?: { name: string; caption: string } | undefined
}

/**
 * Changes an attachment's display name, caption or position, and returns its name with all attachments in order. A
 * taken name gets ' (2)' before its extension. Throws `not_found`, for the item and the attachment alike, or
 * `file_changed` with the attachments in `current` if it no longer matches `was`.
 */
export const changeItemFile = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  { itemID, remote, inputs, was }: FileChange,
): Promise<{ name: string; attachments: Attachment[] }> =>
  transact(db, async (trx) => {
    const place = await lockItem(trx, actor, itemID)
    const item = place.itemID
    const before = await liveFiles(trx, item)
    const matches = before.filter((each) => each.remote === remote)
    if (matches.length === 0) throw new AppError('not_found')
    const file = was ? matches.find(({ name, caption }) => name === was.name && caption === was.caption) : matches[0]
    if (!file) throw new AppError('file_changed', { body: { current: before.map(asAttachment) } })

    const others = before.filter(({ id }) => id !== file.id)
    const requested = inputs.name ?? file.name
    const name = requested === file.name ? requested : untaken(requested, new Set(others.map((each) => each.name)))
    const caption = inputs.caption ?? file.caption
    if (name !== file.name || caption !== file.caption) {
      await updateItemFiles(trx, item)
        .where('item_files.id', '=', file.id)
        .set({ display_name: name, caption })
        .execute()
    }
    const follower = others.find((each) => each.remote === inputs.before)
    const last = Math.max(...before.map(({ position }) => position))
    if (follower) {
      await updateItemFiles(trx, item)
        .where('item_files.position', '>=', follower.position)
        .set((eb) => ({ position: eb('item_files.position', '+', 1) }))
        .execute()
    }
    if (follower || inputs.before === null) {
      await updateItemFiles(trx, item)
        .where('item_files.id', '=', file.id)
        .set({ position: follower ? follower.position : last + 1 })
        .execute()
    }
    const after = await liveFiles(trx, item)
    const events = changesOfFiles(before, after)
    if (caption !== file.caption) {
      const then = asThen(file)
      events.push({
        kind: 'file captioned',
        before: { ...then, caption: file.caption },
        after: { ...then, name, caption },
      })
    }
    await recordFileEvents(trx, clock, actor, place, events)
    return { name, attachments: after.map(asAttachment) }
  })
