import { tablesOf, unscoped } from '../../platform/db/access/unscoped.ts'
import type { Database } from '../../platform/db/database.ts'

/** Text extracted from the stored bytes; reachable only through them. */
export const fileTexts = (db: Database) => tablesOf<'file_texts' | 'file_words' | 'file_pages'>(db)

export const unreadTexts = (db: Database) => unscoped(db).selectFrom('file_texts').where('file_texts.form', 'is', null)
