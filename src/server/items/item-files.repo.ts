import { untaken } from '../../shared/file-name.ts'
import type { Attachment, FileEntry } from '../../shared/items.ts'
import { keepAccount } from '../auth/users.repo.ts'
import { isoTime, type Clock } from '../clock.ts'
import type { Actor } from '../db/actor.ts'
import { transact, type Database } from '../db/database.ts'
import { keepRows, lockKey } from '../db/engine.ts'
import {
  type HeldItem,
  keepWritableItem,
  insertItemFiles,
  updateItemFiles,
  deleteItemFiles,
  readableItemFiles,
  attachableUploads,
  updateTaken,
} from '../db/scope.ts'
import { AppError } from '../http/app-error.ts'
import { addTrashEntry } from '../trash/trash.repo.ts'
import { nameItem } from './item-name.repo.ts'

interface NewAttachment {
  uploadID: number
  name: string
  position: number
}

/**
 * Until the transaction ends nobody else changes the item's files, so that two at once give no name or place twice, and
 * neither it nor its room or project goes to the trash. To be asked before the transaction touches the item, or two of
 * them wait for each other. Throws `not_found` for an item that is not there or not the actor's to write.
 */
export const holdItem = async (trx: Database, actor: Actor, itemID: number): Promise<HeldItem> => {
  await lockKey(trx, `files of item ${itemID}`)
  const item = await keepWritableItem(trx, actor, itemID)
  if (item === undefined) throw new AppError('not_found')
  return item
}

/**
 * The upload of each entry: the actor's own, which stays until the transaction ends, or one of `alreadyThere`. Throws
 * `file_not_found` for any other.
 */
const uploadsOf = async (
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
      // Whoever holds several takes them in this order, so that no two wait for each other.
      .orderBy('uploads.id')
    const rows = await keepRows(trx, query, ['uploads']).execute()
    for (const { id, remote } of rows) found.set(remote, id)
  }
  const gone = missing.find(({ remote }) => !found.has(remote))
  if (gone) throw new AppError('file_not_found', { values: { name: gone.name }, fields: { files: true } })
  return (remote) => {
    const id = found.get(remote)
    if (id === undefined) throw new Error('The remote was looked up before.')
    return id
  }
}

const insertFiles = async (trx: Database, item: HeldItem, files: readonly NewAttachment[]): Promise<void> => {
  if (files.length === 0) return
  await insertItemFiles(
    trx,
    item,
    files.map(({ uploadID, name, position }) => ({
      upload_id: uploadID,
      display_name: name,
      position,
      deleted_at: null,
      trash_id: null,
    })),
  ).execute()
}

const liveFiles = (trx: Database, actor: Actor, itemID: number) =>
  readableItemFiles(trx, actor, itemID)
    .select(['item_files.id', 'item_files.display_name as name', 'item_files.position', 'item_files.upload_id'])
    .select(['uploads.remote', 'uploads.original_name as filename', 'blobs.type', 'blobs.size'])
    .orderBy('item_files.position')
    .orderBy('item_files.id')
    .execute()

/** For an item that the same transaction has just made. Throws `file_not_found`. */
export const putFilesOnNewItem = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  item: HeldItem,
  files: readonly FileEntry[],
): Promise<void> => {
  const uploadID = await uploadsOf(trx, clock, actor, files)
  await insertFiles(
    trx,
    item,
    files.map(({ name, remote }, position) => ({ uploadID: uploadID(remote), name, position })),
  )
}

/** Makes `files` the whole map of an item that is held. What falls out goes to the trash. Throws `file_not_found`. */
export const replaceItemFiles = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  item: HeldItem,
  files: readonly FileEntry[],
): Promise<void> => {
  const before = await liveFiles(trx, actor, item)
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
    item,
    before.filter(({ remote }) => !kept.has(remote)),
  )
  const stays = before.filter(({ remote }) => kept.has(remote)).map(({ id }) => id)
  // Made anew rather than renamed: names may swap, and each must be unique at every moment.
  if (stays.length > 0) await deleteItemFiles(trx, actor, item).where('item_files.id', 'in', stays).execute()
  await insertFiles(
    trx,
    item,
    files.map(({ name, remote }, position) => ({ uploadID: uploadID(remote), name, position })),
  )
}

/** Each attachment of an item that is held becomes an entry of its own; answers their ids. */
const moveToTrash = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  itemID: number,
  files: readonly { id: number; name: string }[],
): Promise<number[]> => {
  if (files.length === 0) return []
  const item = await nameItem(trx, actor, itemID)
  const place = [item.project, item.room, item.name]
  const trashIDs: number[] = []
  for (const { id, name } of files) {
    const trashID = await addTrashEntry(trx, clock, actor, { kind: 'attachment', name, place })
    await updateItemFiles(trx, actor, itemID)
      .where('item_files.id', '=', id)
      .set({ deleted_at: isoTime(clock), trash_id: trashID })
      .execute()
    trashIDs.push(trashID)
  }
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
    await keepAccount(trx, actor)
    await holdItem(trx, actor, itemID)
    const file = (await liveFiles(trx, actor, itemID)).find((each) => each.remote === remote)
    const [trashID] = file ? await moveToTrash(trx, clock, actor, itemID, [file]) : []
    if (!file || trashID === undefined) throw new AppError('not_found')
    return { name: file.name, trashID }
  })

/**
 * Brings an attachment back from the trash and answers the name it comes back under: its own, or with ' (2)' before its
 * extension where that is taken meanwhile. Throws `not_found` for the item.
 */
export const bringBackItemFile = async (
  trx: Database,
  actor: Actor,
  trashID: number,
  { itemID, name, position }: { itemID: number; name: string; position: number },
): Promise<string> => {
  await holdItem(trx, actor, itemID)
  const live = await liveFiles(trx, actor, itemID)
  const shown = untaken(name, new Set(live.map((file) => file.name)))
  const places = live.map((file) => file.position)
  const place = places.includes(position) ? Math.max(...places) + 1 : position
  await updateTaken(trx, actor, 'item_files', trashID)
    .set({ deleted_at: null, trash_id: null, display_name: shown, position: place })
    .execute()
  return shown
}

/**
 * Adds uploads to an item and answers all its attachments in order. A name that is taken gets ' (2)' before its
 * extension; a file that is on the item already stays as it is, so that a repeated call adds no second one. Throws
 * `not_found` or `file_not_found`.
 */
export const addItemFiles = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  itemID: number,
  files: readonly FileEntry[],
): Promise<Attachment[]> =>
  transact(db, async (trx) => {
    const item = await holdItem(trx, actor, itemID)
    const before = await liveFiles(trx, actor, itemID)
    const there = new Set(before.map(({ remote }) => remote))
    const added = files.filter(({ remote }) => !there.has(remote))
    const uploadID = await uploadsOf(trx, clock, actor, added)
    const names = new Set(before.map(({ name }) => name))
    const first = Math.max(-1, ...before.map(({ position }) => position)) + 1
    await insertFiles(
      trx,
      item,
      added.map(({ name, remote }, at) => {
        const shown = untaken(name, names)
        names.add(shown)
        return { uploadID: uploadID(remote), name: shown, position: first + at }
      }),
    )
    const after = await liveFiles(trx, actor, itemID)
    return after.map(({ name, filename, remote, type, size }) => ({ name, filename, remote, type, size }))
  })
