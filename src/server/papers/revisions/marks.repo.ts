import type { FieldLabel, Slot } from '../../../shared/structure/room-structure.api.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Reader } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { columnOf, parseJSON } from '../../platform/db/engine.ts'
import { isShownTo, readableProjectsOrTemplates } from '../../platform/db/access/core.ts'
import { markedItems } from './revisions.access.ts'
import { labelsOf } from '../../structure/labels-of.repo.ts'
import { firstNamesOfCategories } from '../../structure/structure-changes.repo.ts'

/** The values of an item that determine its mark. */
export interface Marked extends Record<Slot, string> {
  itemID: number
  /** Whether the reader may read it. */
  isShown: boolean
  catID: number
  subcatID: number
}

export interface Kind {
  labels: readonly FieldLabel[]
  telling: readonly Slot[]
}

/** The data that determines the marks of a project: all of its items, including those hidden from the reader. */
export interface MarkMatter {
  items: readonly Marked[]
  /** By subcategory id. */
  kinds: ReadonlyMap<number, Kind>
  /** The original name of each category, by id. */
  categories: ReadonlyMap<number, string>
  /** The latest revision with any marks. */
  issued: IssuedSnapshot | undefined
}

interface IssuedSnapshot {
  number: number
  /** As `packed` (snapshot.ts). */
  picture: string
}

/** The latest revision with marks, or the latest before `before`. Removed revisions keep their marks. */
export const readIssued = (
  db: Database,
  reader: Reader,
  projectID: number,
  before?: number,
): Promise<IssuedSnapshot | undefined> =>
  readableProjectsOrTemplates(db, reader)
    .innerJoin('revisions', 'revisions.project_id', 'projects.id')
    .where('projects.id', '=', projectID)
    .where('revisions.picture', '<>', '')
    .$if(before !== undefined, (query) => query.where('revisions.number', '<', before ?? 0))
    .select(['revisions.number', 'revisions.picture'])
    .orderBy('revisions.number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The limit of a project file. A paper of one room, too, reads all items of the project. */
export const MOST_MARKED_ITEMS = 20_000
const TOO_MANY_TO_MARK = 'This project has too many items for papers with marks.'

/** A constant number of statements. Throws `paper_too_large`. */
export const readMarkMatter = async (db: Database, reader: Reader, projectID: number): Promise<MarkMatter> => {
  const rows = await markedItems(db, reader)
    .where('rooms.project_id', '=', projectID)
    .innerJoin('categories', 'categories.id', 'items.category_id')
    .select(['items.id as itemID', 'items.subcategory_id as subcatID'])
    .select(['items.category_id as catID', 'categories.name as catName'])
    .select(isShownTo(reader))
    .select(['items.field1', 'items.field2', 'items.field3', 'items.field4', 'items.field5', 'items.field6'])
    .limit(MOST_MARKED_ITEMS + 1)
    .execute()
  if (rows.length > MOST_MARKED_ITEMS) throw new AppError('paper_too_large', { sentence: TOO_MANY_TO_MARK })
  const kinds = await db
    .selectFrom('subcategories')
    .where('subcategories.id', 'in', [0, ...new Set(rows.map(({ subcatID }) => subcatID))])
    .select(['subcategories.id', 'subcategories.telling'])
    .select(labelsOf(db, columnOf<number>('subcategories.id')).as('labels'))
    .execute()
  return {
    items: rows.map((row) => ({ ...row, isShown: row.isShown === 1 })),
    kinds: new Map(
      kinds.map(({ id, labels, telling }) => [id, { labels: parseJSON(labels), telling: parseJSON(telling) }]),
    ),
    categories: new Map([
      ...rows.map(({ catID, catName }) => [catID, catName] as const),
      ...(await firstNamesOfCategories(db)),
    ]),
    issued: await readIssued(db, reader, projectID),
  }
}
