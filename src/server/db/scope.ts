import { sql, type ExpressionBuilder } from 'kysely'
import { DAY, isoTime, type Clock } from '../clock.ts'
import type { Actor } from './actor.ts'
import type { Database } from './database.ts'
import { count } from './engine.ts'
import type { Schema } from './schema.ts'

/**
 * What an actor may see and change, as beginnings of statements. Repositories start from these, so that every statement
 * on user data carries its owner and leaves out what is in the trash: itself, its room or its project. Reading is for
 * the owner and every member; writing for the owner and editors.
 */

type Right = 'read' | 'write'

const mayUse = (right: Right, actor: Actor) => (eb: ExpressionBuilder<Schema, 'projects'>) =>
  eb.or([
    eb('projects.owner_id', '=', actor.userID),
    eb.exists(
      eb
        .selectFrom('project_members')
        .select('project_members.user_id')
        .whereRef('project_members.project_id', '=', 'projects.id')
        .where('project_members.user_id', '=', actor.userID)
        .$if(right === 'write', (query) => query.where('project_members.role', '=', 'editor')),
    ),
  ])

const liveProjects = (db: Database) => db.selectFrom('projects').where('projects.deleted_at', 'is', null)

const liveRooms = (db: Database) =>
  db
    .selectFrom('rooms')
    .innerJoin('projects', 'projects.id', 'rooms.project_id')
    .where('rooms.deleted_at', 'is', null)
    .where('projects.deleted_at', 'is', null)

const liveItems = (db: Database) =>
  db
    .selectFrom('items')
    .innerJoin('rooms', 'rooms.id', 'items.room_id')
    .innerJoin('projects', 'projects.id', 'rooms.project_id')
    .where('items.deleted_at', 'is', null)
    .where('rooms.deleted_at', 'is', null)
    .where('projects.deleted_at', 'is', null)

const projects = (right: Right) => (db: Database, actor: Actor) => liveProjects(db).where(mayUse(right, actor))
const rooms = (right: Right) => (db: Database, actor: Actor) => liveRooms(db).where(mayUse(right, actor))
const items = (right: Right) => (db: Database, actor: Actor) => liveItems(db).where(mayUse(right, actor))

/** Those that count against one owner: their names cannot be given again, and a plan limits them. */
export const ownedProjects = (db: Database, ownerID: number) =>
  liveProjects(db).where('projects.owner_id', '=', ownerID)

export const readableProjects = projects('read')
export const writableProjects = projects('write')
export const readableRooms = rooms('read')
export const writableRooms = rooms('write')
export const readableItems = items('read')
export const writableItems = items('write')

/**
 * Changes to one thing, of rows that the actor may write and of none else. PostgreSQL looks again at the row itself, not
 * at the scope, when it had to wait for another's change: by its own mark it sees that it was deleted just now.
 */
export const updateProject = (db: Database, actor: Actor, projectID: number) =>
  db
    .updateTable('projects')
    .where('projects.deleted_at', 'is', null)
    .where('projects.id', 'in', writableProjects(db, actor).where('projects.id', '=', projectID).select('projects.id'))

export const updateRoom = (db: Database, actor: Actor, roomID: number) =>
  db
    .updateTable('rooms')
    .where('rooms.deleted_at', 'is', null)
    .where('rooms.id', 'in', writableRooms(db, actor).where('rooms.id', '=', roomID).select('rooms.id'))

export const updateItem = (db: Database, actor: Actor, itemID: number) =>
  db
    .updateTable('items')
    .where('items.deleted_at', 'is', null)
    .where('items.id', 'in', writableItems(db, actor).where('items.id', '=', itemID).select('items.id'))

/** The attachments of one item that the actor may write. */
export const updateItemFiles = (db: Database, actor: Actor, itemID: number) =>
  db
    .updateTable('item_files')
    .where('item_files.deleted_at', 'is', null)
    .where('item_files.item_id', 'in', writableItems(db, actor).where('items.id', '=', itemID).select('items.id'))

/** Takes attachments off one item that the actor may write, for others to be put in their place. */
export const deleteItemFiles = (db: Database, actor: Actor, itemID: number) =>
  db
    .deleteFrom('item_files')
    .where('item_files.deleted_at', 'is', null)
    .where('item_files.item_id', 'in', writableItems(db, actor).where('items.id', '=', itemID).select('items.id'))

/** The attachments, in no order, of one item that the actor may read. */
export const readableItemFiles = (db: Database, actor: Actor, itemID: number) =>
  db
    .selectFrom('item_files')
    .innerJoin('uploads', 'uploads.id', 'item_files.upload_id')
    .innerJoin('blobs', 'blobs.id', 'uploads.blob_id')
    .where('item_files.deleted_at', 'is', null)
    .where('item_files.item_id', 'in', readableItems(db, actor).where('items.id', '=', itemID).select('items.id'))

/** How long an upload waits for an item to take it. */
export const UPLOAD_WAITS = DAY

/** Uploads that the actor may put on an item: their own, taken already or still waiting. */
export const attachableUploads = (db: Database, clock: Clock, actor: Actor) =>
  db
    .selectFrom('uploads')
    .where('uploads.owner_id', '=', actor.userID)
    .where((eb) =>
      eb.or([
        eb('uploads.created_at', '>', isoTime(clock, -UPLOAD_WAITS)),
        eb.exists(
          eb.selectFrom('item_files').select('item_files.id').whereRef('item_files.upload_id', '=', 'uploads.id'),
        ),
      ]),
    )

const onNoItem = (eb: ExpressionBuilder<Schema, 'uploads'>) =>
  eb.not(
    eb.exists(eb.selectFrom('item_files').select('item_files.id').whereRef('item_files.upload_id', '=', 'uploads.id')),
  )

/** Of these uploads those that are on no item, the trash included. */
export const uploadsOnNoItem = (db: Database, uploadIDs: readonly number[]) =>
  db.selectFrom('uploads').where('uploads.id', 'in', uploadIDs).where(onNoItem)

export const deleteUploadsOnNoItem = (db: Database, uploadIDs: readonly number[]) =>
  db.deleteFrom('uploads').where('uploads.id', 'in', uploadIDs).where(onNoItem)

/** Nobody's any more, for the sweep: uploads that no item took in time. */
export const forgottenUploads = (db: Database, clock: Clock) =>
  db.selectFrom('uploads').where('uploads.created_at', '<=', isoTime(clock, -UPLOAD_WAITS)).where(onNoItem)

/** Files that the actor may download: those on an item they may read, and their own that no item has taken yet. */
export const downloadableUploads = (db: Database, actor: Actor) =>
  db
    .selectFrom('uploads')
    .innerJoin('blobs', 'blobs.id', 'uploads.blob_id')
    .where((eb) =>
      eb.or([
        eb.exists(
          readableItems(db, actor)
            .innerJoin('item_files', 'item_files.item_id', 'items.id')
            .where('item_files.upload_id', '=', sql.ref<number>('uploads.id'))
            .where('item_files.deleted_at', 'is', null)
            .select('item_files.id'),
        ),
        eb.and([
          eb('uploads.owner_id', '=', actor.userID),
          eb.not(
            eb.exists(
              eb.selectFrom('item_files').select('item_files.id').whereRef('item_files.upload_id', '=', 'uploads.id'),
            ),
          ),
        ]),
      ]),
    )

/**
 * Each entry of the trash with what it took and what that is in: its item and room, as far as it has them, and its
 * project. An entry whose thing is gone for good is not there.
 */
const entries = (db: Database) =>
  db
    .selectFrom('trash_entries')
    .leftJoin('item_files', 'item_files.trash_id', 'trash_entries.id')
    .leftJoin('items', (join) =>
      join.on((eb) =>
        eb(
          'items.id',
          '=',
          eb.fn.coalesce(
            'item_files.item_id',
            eb.selectFrom('items as took').select('took.id').whereRef('took.trash_id', '=', 'trash_entries.id'),
          ),
        ),
      ),
    )
    .leftJoin('rooms', (join) =>
      join.on((eb) =>
        eb(
          'rooms.id',
          '=',
          eb.fn.coalesce(
            'items.room_id',
            eb.selectFrom('rooms as took').select('took.id').whereRef('took.trash_id', '=', 'trash_entries.id'),
          ),
        ),
      ),
    )
    .innerJoin('projects', (join) =>
      join.on((eb) =>
        eb(
          'projects.id',
          '=',
          eb.fn.coalesce(
            'rooms.project_id',
            eb.selectFrom('projects as took').select('took.id').whereRef('took.trash_id', '=', 'trash_entries.id'),
          ),
        ),
      ),
    )

/** What the actor deleted and may still undo. */
export const ownTrash = (db: Database, clock: Clock, actor: Actor) =>
  entries(db)
    .where('trash_entries.owner_id', '=', actor.userID)
    .where('trash_entries.expires_at', '>', isoTime(clock))
    .where(mayUse('write', actor))

/** Nobody's any more, for the sweep: entries that the trash no longer keeps. */
export const expiredTrash = (db: Database, clock: Clock) =>
  entries(db).where('trash_entries.expires_at', '<=', isoTime(clock))

/** What one of the actor's own entries took, to be brought back. */
export const updateTaken = (
  db: Database,
  actor: Actor,
  table: 'projects' | 'rooms' | 'items' | 'item_files',
  trashID: number,
) =>
  db
    .updateTable(table)
    .where('trash_id', 'in', (eb) =>
      eb
        .selectFrom('trash_entries')
        .select('trash_entries.id')
        .where('trash_entries.id', '=', trashID)
        .where('trash_entries.owner_id', '=', actor.userID),
    )

/** What goes for good with an entry of that project: what it took with all that is inside, whoever deleted parts before. */
export const takenWith = (db: Database, projectID: number, trashID: number) =>
  db
    .selectFrom('projects')
    .leftJoin('rooms', 'rooms.project_id', 'projects.id')
    .leftJoin('items', 'items.room_id', 'rooms.id')
    .leftJoin('item_files', 'item_files.item_id', 'items.id')
    .where('projects.id', '=', projectID)
    .where((eb) =>
      eb.or([
        eb('projects.trash_id', '=', trashID),
        eb('rooms.trash_id', '=', trashID),
        eb('items.trash_id', '=', trashID),
        eb('item_files.trash_id', '=', trashID),
      ]),
    )

/** Everything of the actor's, the trash included, for the end of an account; what is in the projects goes along. */
export const deleteOwnedProjects = (db: Database, actor: Actor) =>
  db.deleteFrom('projects').where('projects.owner_id', '=', actor.userID)

export const ownedUploads = (db: Database, actor: Actor) =>
  db.selectFrom('uploads').where('uploads.owner_id', '=', actor.userID)

/** Whoever uploaded them. */
export const uploadsInOwnedProjects = (db: Database, actor: Actor) =>
  db
    .selectFrom('uploads')
    .innerJoin('item_files', 'item_files.upload_id', 'uploads.id')
    .innerJoin('items', 'items.id', 'item_files.item_id')
    .innerJoin('projects', 'projects.id', 'items.project_id')
    .where('projects.owner_id', '=', actor.userID)

/**
 * Where the uploads of these blobs are, everybody's and the trash included: for those who run the installation, when
 * bytes are lost.
 */
export const placesOfBlobs = (db: Database, blobIDs: readonly number[]) =>
  db
    .selectFrom('uploads')
    .innerJoin('users as uploaders', 'uploaders.id', 'uploads.owner_id')
    .leftJoin('item_files', 'item_files.upload_id', 'uploads.id')
    .leftJoin('items', 'items.id', 'item_files.item_id')
    .leftJoin('rooms', 'rooms.id', 'items.room_id')
    .leftJoin('projects', 'projects.id', 'items.project_id')
    .leftJoin('users as owners', 'owners.id', 'projects.owner_id')
    .where('uploads.blob_id', 'in', blobIDs)

const ownerOfItem = (eb: ExpressionBuilder<Schema, 'uploads'>) =>
  eb
    .selectFrom('item_files')
    .innerJoin('items', 'items.id', 'item_files.item_id')
    .innerJoin('projects', 'projects.id', 'items.project_id')
    .whereRef('item_files.upload_id', '=', 'uploads.id')

/** What the actor uploaded for items that are there after `deleteOwnedProjects`: it becomes the project owner's. */
export const handOverUploads = (db: Database, actor: Actor) =>
  db
    .updateTable('uploads')
    .set((eb) => ({ owner_id: ownerOfItem(eb).select((e) => e.fn.min('projects.owner_id').as('owner_id')) }))
    .where('uploads.owner_id', '=', actor.userID)
    .where((eb) => eb.exists(ownerOfItem(eb).select('projects.owner_id')))

/** What the actor deleted in the projects of others: it stays in the trash there. */
export const trashOfOthers = (db: Database, actor: Actor) =>
  entries(db).where('trash_entries.owner_id', '=', actor.userID).where('projects.owner_id', '!=', actor.userID)

/**
 * What a change of the structure needs to know of rooms and items, or does to them. The structure is everybody's, so
 * these carry no owner and reach into the trash; for the same reason nothing that people wrote may leave through them:
 * whether anything hangs on a thing is asked, values are counted, and those of an item move between its own slots.
 */
export const itemsOfSubcategories = (db: Database, ids: readonly number[]) =>
  db.selectFrom('items').where('items.subcategory_id', 'in', ids)

export const updateItemsOfSubcategory = (db: Database, id: number) =>
  db.updateTable('items').where('items.subcategory_id', '=', id)

export const roomTypesInUse = (db: Database, ids: readonly number[]) =>
  db
    .selectFrom('room_types')
    .select('room_types.id')
    .where('room_types.id', 'in', ids)
    .where((eb) =>
      eb.exists(eb.selectFrom('rooms').select('rooms.id').whereRef('rooms.room_type_id', '=', 'room_types.id')),
    )

export const categoriesInUse = (db: Database, ids: readonly number[]) =>
  db
    .selectFrom('categories')
    .select('categories.id')
    .where('categories.id', 'in', ids)
    .where((eb) =>
      eb.exists(eb.selectFrom('items').select('items.id').whereRef('items.category_id', '=', 'categories.id')),
    )

export const subcategoriesInUse = (db: Database, ids: readonly number[]) =>
  db
    .selectFrom('subcategories')
    .select('subcategories.id')
    .where('subcategories.id', 'in', ids)
    .where((eb) =>
      eb.exists(eb.selectFrom('items').select('items.id').whereRef('items.subcategory_id', '=', 'subcategories.id')),
    )

/** How many there are of everybody together: numbers for those who run the installation, and never a row. */
export const liveCounts = (db: Database) =>
  db.selectNoFrom([
    count(liveProjects(db)).as('projects'),
    count(liveRooms(db)).as('rooms'),
    count(liveItems(db)).as('items'),
  ])
