import { unscoped } from '../../platform/db/access/unscoped.ts'
import type { Database } from '../../platform/db/database.ts'

/** Text extracted from the stored bytes; reachable only through them. */
export const fileTexts = (db: Database) => unscoped(db).selectFrom('file_texts')
export const updateFileTexts = (db: Database) => unscoped(db).updateTable('file_texts')
export const insertFileWords = (db: Database) => unscoped(db).insertInto('file_words')
export const insertFilePages = (db: Database) => unscoped(db).insertInto('file_pages')
export const deleteFilePages = (db: Database) => unscoped(db).deleteFrom('file_pages')
export const deleteFileWords = (db: Database) => unscoped(db).deleteFrom('file_words')
