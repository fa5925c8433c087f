import type { ExpressionBuilder } from 'kysely'
import { isInInbox, isIssued, unscoped } from '../platform/db/access/unscoped.ts'
import type { Database } from '../platform/db/database.ts'
import type { Schema } from '../platform/db/schema.ts'
import { isoTime, type Clock } from '../platform/lib/clock.ts'
import { UPLOAD_WAITS } from '../platform/storage/pending-writes.repo.ts'
import { isLogo, isOnItem } from './uploads.access.ts'

/** Uploads that nothing uses, for removing them. */

const onNoItem = (eb: ExpressionBuilder<Schema, 'uploads'>) =>
  eb.not(eb.or([isOnItem(eb), isInInbox(eb), isIssued(eb), isLogo(eb)]))

/** Those of these uploads that no item, inbox, issued revision or branding uses, including the trash. */
export const uploadsOnNoItem = (db: Database, uploadIDs: readonly number[]) =>
  unscoped(db).selectFrom('uploads').where('uploads.id', 'in', uploadIDs).where(onNoItem)

export const deleteUploadsOnNoItem = (db: Database, uploadIDs: readonly number[]) =>
  unscoped(db).deleteFrom('uploads').where('uploads.id', 'in', uploadIDs).where(onNoItem)

/** For the sweep: uploads that no item, inbox or revision used in time. */
export const forgottenUploads = (db: Database, clock: Clock) =>
  unscoped(db).selectFrom('uploads').where('uploads.created_at', '<=', isoTime(clock, -UPLOAD_WAITS)).where(onNoItem)
