import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Database } from '../database.ts'
import type { Schema } from '../schema.ts'

/**
 * The database with the tables of user data. Only this folder and *.access.ts may import it. Their statements carry an
 * owner, except those of *.all-users.access.ts; lint enforces who imports these.
 */
export type UnscopedDatabase = Kysely<Schema>
export const unscoped = (db: Database): UnscopedDatabase => db as unknown as UnscopedDatabase

/** Some tables of user data alone, for statements on them without an owner: *.all-users.access.ts. */
export const tablesOf = <Table extends keyof Schema>(db: Database) => db as unknown as Kysely<Pick<Schema, Table>>

export const liveProjects = (db: Database) =>
  unscoped(db).selectFrom('projects').where('projects.deleted_at', 'is', null)

export const liveRooms = (db: Database) =>
  unscoped(db)
    .selectFrom('rooms')
    .innerJoin('projects', 'projects.id', 'rooms.project_id')
    .where('rooms.deleted_at', 'is', null)
    .where('projects.deleted_at', 'is', null)

export const liveItems = (db: Database) =>
  unscoped(db)
    .selectFrom('items')
    .innerJoin('rooms', 'rooms.id', 'items.room_id')
    .innerJoin('projects', 'projects.id', 'rooms.project_id')
    .where('items.deleted_at', 'is', null)
    .where('rooms.deleted_at', 'is', null)
    .where('projects.deleted_at', 'is', null)
export const isInInbox = (eb: ExpressionBuilder<Schema, 'uploads'>) =>
  eb.exists(
    eb.selectFrom('inbox_photos').select('inbox_photos.id').whereRef('inbox_photos.upload_id', '=', 'uploads.id'),
  )

/** Whether the upload is an issued spec book. */
export const isIssued = (eb: ExpressionBuilder<Schema, 'uploads'>) =>
  eb.exists(eb.selectFrom('revisions').select('revisions.id').whereRef('revisions.upload_id', '=', 'uploads.id'))

export const trashEntries = (db: Database) =>
  unscoped(db).selectFrom('trash_entries').innerJoin('projects', 'projects.id', 'trash_entries.project_id')

/** The owner's account is not locked, which pauses what opens the project to others. */
export const ownerIsOpen = (eb: ExpressionBuilder<Schema, 'projects'>) =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('users')
        .select('users.id')
        .whereRef('users.id', '=', 'projects.owner_id')
        .where('users.locked_at', 'is not', null),
    ),
  )

/** Links to existing projects and rooms, whose owner's account is open. */
export const liveLinks = (db: Database) =>
  unscoped(db)
    .selectFrom('links')
    .innerJoin('projects', 'projects.id', 'links.project_id')
    .leftJoin('rooms', 'rooms.id', 'links.room_id')
    .where('projects.deleted_at', 'is', null)
    .where(ownerIsOpen)
    .where((eb) =>
      eb.or([
        eb('links.room_id', 'is', null),
        eb.and([eb('rooms.id', 'is not', null), eb('rooms.deleted_at', 'is', null)]),
      ]),
    )
