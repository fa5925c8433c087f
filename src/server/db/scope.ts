import { sql, type ExpressionBuilder } from 'kysely'
import { DAY, isoTime, type Clock } from '../clock.ts'
import type { Actor } from './actor.ts'
import type { Database } from './database.ts'
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

const projects = (right: Right) => (db: Database, actor: Actor) =>
  db.selectFrom('projects').where('projects.deleted_at', 'is', null).where(mayUse(right, actor))

const rooms = (right: Right) => (db: Database, actor: Actor) =>
  db
    .selectFrom('rooms')
    .innerJoin('projects', 'projects.id', 'rooms.project_id')
    .where('rooms.deleted_at', 'is', null)
    .where('projects.deleted_at', 'is', null)
    .where(mayUse(right, actor))

const items = (right: Right) => (db: Database, actor: Actor) =>
  db
    .selectFrom('items')
    .innerJoin('rooms', 'rooms.id', 'items.room_id')
    .innerJoin('projects', 'projects.id', 'rooms.project_id')
    .where('items.deleted_at', 'is', null)
    .where('rooms.deleted_at', 'is', null)
    .where('projects.deleted_at', 'is', null)
    .where(mayUse(right, actor))

export const readableProjects = projects('read')
export const writableProjects = projects('write')
export const readableRooms = rooms('read')
export const writableRooms = rooms('write')
export const readableItems = items('read')
export const writableItems = items('write')

/** Changes to one thing, of rows that the actor may write and of none else. */
export const updateProject = (db: Database, actor: Actor, projectID: number) =>
  db
    .updateTable('projects')
    .where('projects.id', 'in', writableProjects(db, actor).where('projects.id', '=', projectID).select('projects.id'))

export const updateRoom = (db: Database, actor: Actor, roomID: number) =>
  db
    .updateTable('rooms')
    .where('rooms.id', 'in', writableRooms(db, actor).where('rooms.id', '=', roomID).select('rooms.id'))

export const updateItem = (db: Database, actor: Actor, itemID: number) =>
  db
    .updateTable('items')
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

/** Nobody's any more, for the sweep: uploads that no item took in time. */
export const deleteForgottenUploads = (db: Database, clock: Clock) =>
  db
    .deleteFrom('uploads')
    .where('uploads.created_at', '<=', isoTime(clock, -UPLOAD_WAITS))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('item_files').select('item_files.id').whereRef('item_files.upload_id', '=', 'uploads.id'),
        ),
      ),
    )

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
