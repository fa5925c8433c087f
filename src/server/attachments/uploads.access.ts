import {
  sql,
  type Expression,
  type ExpressionBuilder,
  type InsertObject,
  type SelectQueryBuilder,
  type SqlBool,
} from 'kysely'
import {
  brandedProjects,
  readableItems,
  readableProjects,
  writableItems,
  writableProjects,
} from '../platform/db/access/core.ts'
import { isInInbox, isIssued, unscoped } from '../platform/db/access/unscoped.ts'
import type { Actor, Reader } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import type { Schema } from '../platform/db/schema.ts'
import { isoTime, type Clock } from '../platform/lib/clock.ts'
import { UPLOAD_WAITS } from '../platform/storage/pending-writes.repo.ts'

/** Uploads and stored bytes. */

/** Whether the upload is in the inbox of one of `projects`. */
const inInboxOf = (
  eb: ExpressionBuilder<Schema, 'uploads'>,
  projects: SelectQueryBuilder<Schema, 'projects', object>,
) =>
  eb.exists(
    projects
      .innerJoin('inbox_photos', 'inbox_photos.project_id', 'projects.id')
      .where('inbox_photos.upload_id', '=', sql.ref<number>('uploads.id'))
      .where('inbox_photos.deleted_at', 'is', null)
      .select('inbox_photos.id'),
  )

/** Whether the upload is a revision of one of `projects`. */
const isIssuedOf = (
  eb: ExpressionBuilder<Schema, 'uploads'>,
  projects: SelectQueryBuilder<Schema, 'projects', object>,
) =>
  eb.exists(
    projects
      .innerJoin('revisions', 'revisions.project_id', 'projects.id')
      .where('revisions.upload_id', '=', sql.ref<number>('uploads.id'))
      .select('revisions.id'),
  )

/** Whether the upload is the logo of one of `projects`. */
const isLogoOf = (eb: ExpressionBuilder<Schema, 'uploads'>, projects: ReturnType<typeof brandedProjects>) =>
  eb.exists(
    projects
      .where((on) =>
        on(
          sql.ref<number>('uploads.id'),
          '=',
          on.fn.coalesce(on.ref('own.logo_upload_id'), on.ref('usual.logo_upload_id')),
        ),
      )
      .select('projects.id'),
  )

/**
 * Uploads that the actor may attach to an item: their own, attached or not, and those in the inbox of a project that
 * they may write.
 */
export const attachableUploads = (db: Database, clock: Clock, actor: Actor) =>
  unscoped(db)
    .selectFrom('uploads')
    .where((eb) =>
      eb.or([
        inInboxOf(eb, writableProjects(db, actor)),
        eb.and([eb('uploads.owner_id', '=', actor.userID), isOwnToAttach(eb, clock), isWithinKey(db, actor)(eb)]),
      ]),
    )

/** Of the user's own files, a key for some projects reaches those on their items and those that nothing uses yet. */
const isWithinKey =
  (db: Database, actor: Actor) =>
  (eb: ExpressionBuilder<Schema, 'uploads'>): Expression<SqlBool> =>
    actor.apiKey?.projects ? eb.or([isOnReadable(db, actor)(eb), isUnused(eb)]) : eb.lit(true)

const isOnReadable = (db: Database, reader: Reader) => (eb: ExpressionBuilder<Schema, 'uploads'>) =>
  eb.exists(
    readableItems(db, reader)
      .innerJoin('item_files', 'item_files.item_id', 'items.id')
      .where('item_files.upload_id', '=', sql.ref<number>('uploads.id'))
      .where('item_files.deleted_at', 'is', null)
      .select('item_files.id'),
  )

const isUnused = (eb: ExpressionBuilder<Schema, 'uploads'>) =>
  eb.and([isOnItem, isInInbox, isIssued].map((isTaken) => eb.not(isTaken(eb))))

const isOwnToAttach = (eb: ExpressionBuilder<Schema, 'uploads'>, clock: Clock) =>
  eb.or([eb('uploads.created_at', '>', isoTime(clock, -UPLOAD_WAITS)), isOnItem(eb)])

export const insertUploads = (
  trx: Database,
  actor: Actor,
  uploads: readonly Omit<InsertObject<Schema, 'uploads'>, 'owner_id'>[],
) =>
  unscoped(trx)
    .insertInto('uploads')
    .values(uploads.map((upload) => ({ ...upload, owner_id: actor.userID })))

export const insertBlobs = (
  trx: Database,
  actor: Actor,
  blobs: readonly Omit<InsertObject<Schema, 'blobs'>, 'owner_id'>[],
) =>
  unscoped(trx)
    .insertInto('blobs')
    .values(blobs.map((blob) => ({ ...blob, owner_id: actor.userID })))

/** The bytes that further uploads by the actor share. */
export const ownBlobs = (db: Database, actor: Actor) =>
  unscoped(db).selectFrom('blobs').where('blobs.owner_id', '=', actor.userID)

/** The bytes of the actor's uploads, also if others uploaded them: a handed-over project brings its files. */
export const blobsOfOwned = (db: Database, actor: Actor) =>
  unscoped(db).selectFrom('blobs').where('blobs.id', 'in', ownedUploads(db, actor).select('uploads.blob_id'))

/**
 * Files that the reader may download: those on items that they may read, unless the link hides files, and for links the
 * firm's logo. Users may also
 * download inbox photos and revisions of projects that they may read, and their own uploads that nothing uses yet.
 */
export const downloadableUploads = (db: Database, reader: Reader) =>
  unscoped(db)
    .selectFrom('uploads')
    .innerJoin('blobs', 'blobs.id', 'uploads.blob_id')
    .where((eb) => {
      const onReadableItem = isOnReadable(db, reader)(eb)
      if (reader.kind === 'link') {
        const isLogo = isLogoOf(eb, brandedProjects(db, reader))
        return reader.hides.files ? isLogo : eb.or([onReadableItem, isLogo])
      }
      return eb.or([
        onReadableItem,
        inInboxOf(eb, readableProjects(db, reader)),
        isIssuedOf(eb, readableProjects(db, reader)),
        eb.and([eb('uploads.owner_id', '=', reader.userID), isUnused(eb)]),
      ])
    })

/**
 * Whether the actor gets a photo without its GPS position, in a statement on uploads. Not hidden from its uploader, nor
 * from the owner and editors of a project that has it, unless a viewer copied it there. Links decide separately.
 */
export const hidesPosition = (db: Database, actor: Actor) => (eb: ExpressionBuilder<Schema, 'uploads'>) =>
  eb
    .case()
    .when(
      eb.or([
        eb('uploads.owner_id', '=', actor.userID),
        inInboxOf(eb, writableProjects(db, actor)),
        eb.exists(
          writableItems(db, actor)
            .innerJoin('item_files', 'item_files.item_id', 'items.id')
            .where('item_files.upload_id', '=', sql.ref<number>('uploads.id'))
            .where('item_files.deleted_at', 'is', null)
            .where('item_files.hides_position', '=', 0)
            .select('item_files.id'),
        ),
      ]),
    )
    .then(0)
    .else(1)
    .end()
    .as('hides_position')

export const ownedUploads = (db: Database, actor: Actor) =>
  unscoped(db).selectFrom('uploads').where('uploads.owner_id', '=', actor.userID)

/** Whether an upload is on an item, or in an inbox, including the trash. */
export const isOnItem = (eb: ExpressionBuilder<Schema, 'uploads'>) =>
  eb.exists(eb.selectFrom('item_files').select('item_files.id').whereRef('item_files.upload_id', '=', 'uploads.id'))

/** Whether the upload is a firm's logo. */
export const isLogo = (eb: ExpressionBuilder<Schema, 'uploads'>) =>
  eb.exists(eb.selectFrom('brandings').select('brandings.id').whereRef('brandings.logo_upload_id', '=', 'uploads.id'))
