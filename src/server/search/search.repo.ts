import type { Item } from '../../shared/items/items.api.ts'
import { type FieldLabel, type Slot } from '../../shared/structure/room-structure.api.ts'
import type { Right } from '../../shared/contract/rights.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { jsonRows, parseJSON, rowsOfJSON, type JSONText } from '../platform/db/engine.ts'
import { AFTER_ALL } from './search-query.access.ts'
import { allReadableProjects, may, readableItems } from '../platform/db/access/core.ts'
import { AppError } from '../platform/http/app-error.ts'
import { requireRoom } from '../projects/rooms.repo.ts'
import { itsSubcategory, kindsOf, labelsOf } from '../structure/labels-of.repo.ts'

export interface SeenRoom {
  id: number
  name: string
  type: string
}

/** A searchable project with its name and address. */
export interface SeenProject {
  id: number
  name: string
  /** All other texts that it is searched by. */
  address: string
  may: Right
  rooms: SeenRoom[]
}

/** The projects and rooms that the actor may read, or one of the projects. One statement. */
export const readPlaces = async (db: Database, actor: Actor, projectID?: number): Promise<SeenProject[]> => {
  const rows = await allReadableProjects(db, actor)
    .$if(projectID !== undefined, (query) => query.where('projects.id', '=', projectID ?? 0))
    .select(['projects.id', 'projects.name', 'projects.client', 'projects.address', 'projects.address2'])
    .select(['projects.city', 'projects.state', 'projects.zip'])
    .select(may(actor))
    .select((eb) =>
      jsonRows(
        db,
        eb
          .selectFrom('rooms')
          .innerJoin('room_types', 'room_types.id', 'rooms.room_type_id')
          .whereRef('rooms.project_id', '=', 'projects.id')
          .where('rooms.deleted_at', 'is', null)
          .select(['rooms.id', 'rooms.name', 'room_types.name as type'])
          .orderBy('rooms.id'),
      ).as('rooms'),
    )
    .orderBy('projects.id')
    .execute()
  return rows.map(({ id, name, client, address, address2, city, state, zip, rooms, may }) => ({
    id,
    name,
    address: [client, address, address2, city, state, zip].join('\n'),
    may,
    rooms: parseJSON(rooms),
  }))
}

/** All categories, unordered. */
export const readCategories = (db: Database) => db.selectFrom('categories').select(['id', 'name']).execute()

export interface SeenItem {
  itemID: number
  roomID: number
  projectID: number
  catID: number
  catName: string
  subcatID: number
  subCatName: string
  sample: string | null
  fields: Record<Slot, string>
  title: string
  notes: string
  labels: FieldLabel[]
  kinds: NonNullable<Item['kinds']>
  /** The slots of its title values. */
  telling: Slot[]
  files: { name: string; filename: string; caption: string; remote: string; type: string; bytes: number }[]
}

/** Those of these items that the actor may read, unordered. One statement. */
export const readItems = async (db: Database, actor: Actor, ids: readonly number[]): Promise<SeenItem[]> => {
  const rows = await readableItems(db, actor)
    .innerJoin('categories', 'categories.id', 'items.category_id')
    .innerJoin('subcategories', 'subcategories.id', 'items.subcategory_id')
    .where('items.id', 'in', ids)
    .select(['items.id as itemID', 'items.room_id as roomID', 'items.project_id as projectID'])
    .select(['categories.id as catID', 'categories.name as catName'])
    .select(['subcategories.id as subcatID', 'subcategories.name as subCatName', 'subcategories.telling'])
    .select(['items.field1', 'items.field2', 'items.field3', 'items.field4', 'items.field5', 'items.field6'])
    .select(['items.title', 'items.sample', 'items.notes'])
    .select([labelsOf(db, itsSubcategory).as('labels'), kindsOf(db, itsSubcategory).as('kinds')])
    .select((eb) =>
      jsonRows(
        db,
        eb
          .selectFrom('item_files')
          .innerJoin('uploads', 'uploads.id', 'item_files.upload_id')
          .innerJoin('blobs', 'blobs.id', 'uploads.blob_id')
          .whereRef('item_files.item_id', '=', 'items.id')
          .where('item_files.deleted_at', 'is', null)
          .select(['item_files.display_name as name', 'uploads.original_name as filename', 'uploads.remote'])
          .select(['item_files.caption', 'blobs.type', 'blobs.id as bytes'])
          .orderBy('item_files.position')
          .orderBy('item_files.id'),
      ).as('files'),
    )
    .execute()
  return rows.map(({ labels, kinds, telling, files, field1, field2, field3, field4, field5, field6, ...item }) => ({
    ...item,
    fields: { field1, field2, field3, field4, field5, field6 },
    labels: parseJSON(labels),
    kinds: parseJSON(kinds),
    telling: parseJSON(telling),
    files: parseJSON(files),
  }))
}

/** A file of an item whose text contains words of a query. */
export interface SeenText {
  itemID: number
  name: string
  remote: string
  /** Equal for equal bytes. */
  bytes: number
  /** For files with pages: the pages of each word, by index. */
  pages: ReadonlyMap<number, ReadonlySet<number>>
}

/** The most words of files that are read to determine pages. */
const MOST_WORDS_SEEN = 5000

/** The files of these items that the actor may read and that contain one of these words, in order. One statement. */
export const readTexts = async (
  db: Database,
  actor: Actor,
  ids: readonly number[],
  words: readonly (readonly string[])[],
): Promise<SeenText[]> => {
  const ranges = words.flat().map((first) => ({ first, last: first + AFTER_ALL }))
  // From a table, for SQLite would read all words of a file for two conditions.
  const sought = rowsOfJSON(db, JSON.stringify(ranges) as JSONText<typeof ranges>, { first: 'text', last: 'text' })
  const rows = await readableItems(db, actor)
    .innerJoin('item_files', 'item_files.item_id', 'items.id')
    .innerJoin('uploads', 'uploads.id', 'item_files.upload_id')
    .innerJoin(sought.as('sought'), (join) => join.onTrue())
    .innerJoin('file_words', (join) =>
      join
        .onRef('file_words.blob_id', '=', 'uploads.blob_id')
        .onRef('file_words.word', '>=', 'sought.first')
        .onRef('file_words.word', '<', 'sought.last'),
    )
    .where('items.id', 'in', ids)
    .where('item_files.deleted_at', 'is', null)
    .select(['items.id as itemID', 'item_files.id as fileID', 'item_files.display_name as name', 'uploads.remote'])
    .select('uploads.blob_id as bytes')
    .select(['file_words.word', 'file_words.pages'])
    .orderBy('items.id')
    .orderBy('item_files.position')
    .orderBy('item_files.id')
    .limit(MOST_WORDS_SEEN)
    .execute()
  const files = new Map<number, Omit<SeenText, 'pages'> & { pages: Map<number, Set<number>> }>()
  for (const { itemID, fileID, name, remote, bytes, word, pages } of rows) {
    const file = files.get(fileID) ?? { itemID, name, remote, bytes, pages: new Map<number, Set<number>>() }
    files.set(fileID, file)
    words.forEach((ways, at) => {
      if (!ways.some((way) => word.startsWith(way))) return
      const its = file.pages.get(at) ?? new Set()
      for (const page of pages.split(',')) if (page !== '') its.add(Number(page))
      file.pages.set(at, its)
    })
  }
  return [...files.values()]
}

/** Of each item in a room the last value of its title, with its label. Throws `not_found` for the room. */
export const readTitleValues = async (
  db: Database,
  actor: Actor,
  roomID: number,
): Promise<{ itemID: number; propID: number; value: string }[]> => {
  const items = await readableItems(db, actor)
    .where('items.room_id', '=', roomID)
    .innerJoin('subcategories', 'subcategories.id', 'items.subcategory_id')
    .select(['items.id as itemID', 'subcategories.telling'])
    .select(['items.field1', 'items.field2', 'items.field3', 'items.field4', 'items.field5', 'items.field6'])
    .select(labelsOf(db, itsSubcategory).as('labels'))
    .orderBy('items.id')
    .execute()
  if (items.length === 0) await requireRoom(db, actor, roomID)
  return items.flatMap(({ itemID, telling, labels, ...fields }) => {
    const slot = parseJSON(telling).findLast((each) => fields[each].trim() !== '')
    const label = parseJSON(labels).find(({ field }) => field === slot)
    return slot && label ? [{ itemID, propID: label.propID, value: fields[slot].trim() }] : []
  })
}

/** Wanted text: one page of a file of an item. */
interface PageOfFile {
  itemID: number
  bytes: number
  page: number
}

export const keyOfPage = ({ bytes, page }: Omit<PageOfFile, 'itemID'>): string => `${bytes} ${page}`

/** The texts of these pages, of files that the actor may read. One statement. */
export const readPages = async (
  db: Database,
  actor: Actor,
  wanted: readonly PageOfFile[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await readableItems(db, actor)
    .innerJoin('item_files', 'item_files.item_id', 'items.id')
    .innerJoin('uploads', 'uploads.id', 'item_files.upload_id')
    .innerJoin('file_pages', 'file_pages.blob_id', 'uploads.blob_id')
    .where('item_files.deleted_at', 'is', null)
    .where(
      'items.id',
      'in',
      wanted.map(({ itemID }) => itemID),
    )
    .where((eb) =>
      eb.or(
        wanted.map(({ itemID, bytes, page }) =>
          eb.and([eb('items.id', '=', itemID), eb('uploads.blob_id', '=', bytes), eb('file_pages.page', '=', page)]),
        ),
      ),
    )
    .select(['uploads.blob_id as bytes', 'file_pages.page', 'file_pages.text'])
    .execute()
  return new Map(rows.map((row) => [keyOfPage(row), row.text]))
}

/** The values of an item with their labels. Throws `not_found`. */
export const readValues = async (
  db: Database,
  actor: Actor,
  itemID: number,
): Promise<{ field: Slot; propID: number; value: string }[]> => {
  const item = await readableItems(db, actor)
    .where('items.id', '=', itemID)
    .select(['items.field1', 'items.field2', 'items.field3', 'items.field4', 'items.field5', 'items.field6'])
    .select(labelsOf(db, itsSubcategory).as('labels'))
    .executeTakeFirst()
  if (!item) throw new AppError('not_found')
  return parseJSON(item.labels).map(({ field, propID }) => ({ field, propID, value: item[field] }))
}
