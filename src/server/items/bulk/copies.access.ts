import { expressionBuilder, sql } from 'kysely'
import { ITEM_TEXTS } from '../../../shared/structure/room-structure.api.ts'
import {
  readableItems,
  readableRooms,
  writableItems,
  writableProjectsOrTemplates,
  writableRooms,
} from '../../platform/db/access/core.ts'
import { unscoped } from '../../platform/db/access/unscoped.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { columnOf, forShare, jsonOf, nullsLast, rowsOfJSON, timeValue } from '../../platform/db/engine.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { putItemWords } from '../item-words.access.ts'

/**
 * Statements that copy what the actor may read to where they may write, each for all rows at once. A copy shares the
 * uploads of its source: an upload is deleted when no item uses it, no matter which item had it first.
 */

declare const source: unique symbol

/** The id of a readable thing to copy in this transaction. Only this file can create one. */
type Source = number & { readonly [source]: true }

export interface SourceItem {
  id: Source
  projectID: number
  roomID: number
  room: string
  catID: number
  subcatID: number
  title: string
  version: number
}

type CopiedThing = { projectID: number } | { roomID: number } | { itemIDs: readonly number[] }

/**
 * Lists the items to copy, in display order, and locks their labels until the transaction ends. Always two statements.
 */
export const lockSourceItems = async (trx: Database, actor: Actor, thing: CopiedThing): Promise<SourceItem[]> => {
  const those = readableItems(trx, actor)
    .$if('projectID' in thing, (query) =>
      query.where('rooms.project_id', '=', 'projectID' in thing ? thing.projectID : 0),
    )
    .$if('roomID' in thing, (query) => query.where('items.room_id', '=', 'roomID' in thing ? thing.roomID : 0))
    .$if('itemIDs' in thing, (query) => query.where('items.id', 'in', 'itemIDs' in thing ? thing.itemIDs : []))
  const subcategories = unscoped(trx)
    .selectFrom('subcategories')
    .where('subcategories.id', 'in', those.select('items.subcategory_id'))
    .orderBy('subcategories.id')
    .select('subcategories.id')
  await forShare(trx, subcategories, ['subcategories']).execute()
  const items = await those
    .select(['items.id', 'items.project_id as projectID', 'items.room_id as roomID', 'rooms.name as room'])
    .select(['items.category_id as catID', 'items.subcategory_id as subcatID', 'items.title', 'items.version'])
    .orderBy('items.position', nullsLast)
    .orderBy('items.id')
    .execute()
  return items as (Omit<SourceItem, 'id'> & { id: number })[] as SourceItem[]
}

/** Lists the rooms of a project that the actor may read, in order of creation. */
export const readSourceRooms = async (db: Database, actor: Actor, projectID: number) => {
  const rooms = await readableRooms(db, actor)
    .where('rooms.project_id', '=', projectID)
    .innerJoin('room_types', 'room_types.id', 'rooms.room_type_id')
    .orderBy('rooms.id')
    .select(['rooms.id', 'rooms.name', 'rooms.room_type_id as roomTypeID', 'room_types.name as roomType'])
    .select(['rooms.cover_upload_id as cover', 'rooms.position'])
    .execute()
  return rooms as (Omit<(typeof rooms)[number], 'id'> & { id: Source })[]
}
type SourceRoom = Awaited<ReturnType<typeof readSourceRooms>>[number]

/**
 * Creates copies of rooms in a project that the actor may write. Returns their ids in order, or [] without that right.
 */
export const insertRoomsLike = async (
  trx: Database,
  actor: Actor,
  projectID: number,
  rooms: readonly Omit<SourceRoom, 'id'>[],
  now: string,
): Promise<number[]> => {
  const list = rooms.map(({ name, roomTypeID, cover, position }, nth) => ({ nth, name, roomTypeID, cover, position }))
  const like = rowsOfJSON(trx, jsonOf(list), {
    ...{ nth: 'bigint', name: 'text', roomTypeID: 'bigint', cover: 'bigint', position: 'bigint' },
  })
  const made = await unscoped(trx)
    .insertInto('rooms')
    .columns(['project_id', 'room_type_id', 'name', 'cover_upload_id', 'position', 'created_at', 'updated_at'])
    .expression(
      forShare(
        trx,
        writableProjectsOrTemplates(trx, actor)
          .where('projects.id', '=', projectID)
          .innerJoin(like.as('source'), (join) => join.onTrue())
          .orderBy('source.nth')
          .select(['projects.id', 'source.roomTypeID', 'source.name', 'source.cover', 'source.position'])
          .select([timeValue(trx, now).as('created_at'), timeValue(trx, now).as('updated_at')]),
        ['projects'],
      ),
    )
    .returning('rooms.id')
    .execute()
  return inOrder(made)
}

/** Both engines assign ids in the order in which one insert statement selects its rows. */
const inOrder = (made: readonly { id: number }[]): number[] => made.map(({ id }) => id).sort((a, b) => a - b)

/** A copy of an item, in the same or another room. */
export interface Copy {
  item: SourceItem
  roomID: number
}

const COPIED_COLUMNS = ['category_id', 'subcategory_id', ...ITEM_TEXTS, 'sample', 'title', 'ends'] as const

/**
 * Copies items with their search words, and with their files unless `files` is false, into rooms that the actor may
 * write. Returns the new ids in order; fewer if the actor may not write a room. Always four statements. On SQLite a
 * cross join also fixes the join order.
 */
export const insertCopies = async (
  trx: Database,
  actor: Actor,
  copies: readonly Copy[],
  { files, now }: { files: boolean; now: string },
): Promise<number[]> => {
  if (copies.length === 0) return []
  const list = copies.map(({ item, roomID }, place) => ({ place, source: item.id, room: roomID }))
  const requested = rowsOfJSON(trx, jsonOf(list), { place: 'bigint', source: 'bigint', room: 'bigint' }).as('wanted')
  const roomIDs = [...new Set(copies.map(({ roomID }) => roomID))]
  const made = await unscoped(trx)
    .insertInto('items')
    .columns(['project_id', 'room_id', 'origin', 'created_at', 'updated_at', ...COPIED_COLUMNS])
    .expression(
      unscoped(trx)
        .selectFrom([requested])
        .crossJoin('rooms')
        .crossJoin('items as source')
        .whereRef('rooms.id', '=', 'wanted.room')
        .whereRef('source.id', '=', 'wanted.source')
        .where('rooms.id', 'in', writableRooms(trx, actor).where('rooms.id', 'in', roomIDs).select('rooms.id'))
        .orderBy('wanted.place')
        .select((eb) => [
          'rooms.project_id',
          'rooms.id',
          eb.fn.coalesce('source.origin', 'source.id').as('origin'),
          timeValue(trx, now).as('created_at'),
          timeValue(trx, now).as('updated_at'),
        ])
        .select(COPIED_COLUMNS.map((column) => `source.${column}` as const)),
    )
    .returning('items.id')
    .execute()
  const ids = inOrder(made)
  if (ids.length < copies.length) return ids

  const pairs = copies.map(({ item }, at) => ({ source: item.id, version: item.version, copy: ids[at] ?? 0 }))
  const pair = rowsOfJSON(trx, jsonOf(pairs), { source: 'bigint', version: 'bigint', copy: 'bigint' }).as('pair')
  if (files) {
    const theirFiles = unscoped(trx)
      .selectFrom([pair])
      .crossJoin('item_files')
      .crossJoin('uploads')
      .whereRef('item_files.item_id', '=', 'pair.source')
      .whereRef('uploads.id', '=', 'item_files.upload_id')
      .where('item_files.deleted_at', 'is', null)
      .select(['pair.copy', 'uploads.id', 'item_files.display_name', 'item_files.caption', 'item_files.position'])
      .select((eb) =>
        eb
          .case()
          .when(
            eb.exists(
              writableItems(trx, actor).where('items.id', '=', columnOf<number>('pair.source')).select('items.id'),
            ),
          )
          .then(eb.ref('item_files.hides_position'))
          .else(1)
          .end()
          .as('hides_position'),
      )
      // All transactions lock uploads in this order, which avoids deadlocks.
      .orderBy('uploads.id')
      .orderBy('pair.copy')
    await unscoped(trx)
      .insertInto('item_files')
      .columns(['item_id', 'upload_id', 'display_name', 'caption', 'position', 'hides_position'])
      // Skips uploads that are being deleted permanently.
      .expression(forShare(trx, theirFiles, ['uploads']))
      .execute()
  }
  const theirWords = unscoped(trx)
    .selectFrom([pair])
    .crossJoin('items')
    .crossJoin('items as copied')
    .crossJoin('item_words')
    .whereRef('items.id', '=', 'pair.source')
    .whereRef('copied.id', '=', 'pair.copy')
    .whereRef('item_words.room_id', '=', 'items.room_id')
    .whereRef('item_words.item_id', '=', 'items.id')
    .select(['copied.id', 'copied.room_id', 'copied.category_id', 'copied.subcategory_id'])
    .select(['item_words.filled', 'item_words.vals', 'item_words.notes'])
    .select((eb) => (files ? eb.ref('item_words.files').as('files') : eb.cast<string>(eb.val(''), 'text').as('files')))
  await putItemWords(trx, theirWords, true).execute()
  // Items whose words may be wrong: they already were, or the source was saved since it was read.
  await unscoped(trx)
    .insertInto('items_without_words')
    .columns(['item_id'])
    .expression(
      unscoped(trx)
        .selectFrom([pair])
        .leftJoin('items', 'items.id', 'pair.source')
        .where((eb) =>
          eb.or([
            eb('items.version', 'is distinct from', columnOf<number>('pair.version')),
            // Read once: saves leave so many dead rows here that a lookup per item takes PostgreSQL seconds.
            eb(
              columnOf<number>('pair.source'),
              'in',
              unscoped(trx).selectFrom('items_without_words').select('item_id'),
            ),
          ]),
        )
        .select('pair.copy'),
    )
    .execute()
  return ids
}

/** Whether the item has copies. Reveals neither their owner nor their place, so it takes no actor. */
export const isCopied = (db: Database) => {
  const { exists } = expressionBuilder<Schema, 'items'>()
  return exists(
    unscoped(db)
      .selectFrom('items as copies')
      .where('copies.origin', '=', columnOf<number>('items.id'))
      .select('copies.id'),
  )
}

/**
 * The original item and its copies that the actor may write. Items of other templates than `projectID` are left out.
 */
export const writableFamily = (
  db: Database,
  actor: Actor,
  { first, projectID }: { first: number; projectID: number },
) =>
  writableItems(db, actor)
    .where((eb) => eb.or([eb('items.origin', '=', first), eb('items.id', '=', first)]))
    .where((eb) => eb.or([eb('projects.template', '=', sql.lit(0)), eb('items.project_id', '=', projectID)]))
