import type { Reader } from '../actor.ts'
import type { Database } from '../database.ts'
import { isShown, mayUse, readableProjectsOrTemplates } from './core.ts'
import { liveItems } from './unscoped.ts'

/** Items with marks, and revisions that were issued. See core.ts for the rights. */

/**
 * All items of a project that the reader sees at least partly, and all its revisions. A link's papers show the same
 * marks as all papers, because people refer to items by them. Nothing else of these items is revealed.
 */
export const markedItems = (db: Database, reader: Reader) =>
  liveItems(db).where(reader.kind === 'link' ? isShown(reader) : mayUse('read', reader))

export const everMarked = (db: Database, reader: Reader) =>
  readableProjectsOrTemplates(db, reader).innerJoin('revisions', 'revisions.project_id', 'projects.id')
