import { sql, type ExpressionBuilder, type InsertObject, type Selectable } from 'kysely'
import { isoTime, latestNoted, type Clock } from '../clock.ts'
import type { Actor } from './actor.ts'
import type { Database } from './database.ts'
import { columnOf, count, jsonRows } from './engine.ts'
import type { ToldEvents } from './events.ts'
import type { DerivedFacts, Schema } from './schema.ts'
import { UPLOAD_WAITS } from './scope.ts'
import {
  insertEventsAt,
  isInInbox,
  isIssued,
  isOnItem,
  liveItems,
  liveProjects,
  liveRooms,
  putItemWords,
  trashedThings,
  whole,
} from './whole.ts'

/**
 * Statements on what people keep that concern the whole installation and so carry no owner: what is swept, the bytes in
 * the store, what the structure hangs on, numbers for those who run it. scripts/lint-rules.mjs names the few files that may
 * ask for them.
 */

/** The bytes in the store. Whose they are is asked before, by the uploads that lead to them. */
export const blobs = (db: Database) => whole(db).selectFrom('blobs')
export const updateBlobs = (db: Database) => whole(db).updateTable('blobs')
export const deleteBlobs = (db: Database) => whole(db).deleteFrom('blobs')
export const renditions = (db: Database) => whole(db).selectFrom('renditions')
export const insertRenditions = (db: Database) => whole(db).insertInto('renditions')
export const deleteRenditions = (db: Database) => whole(db).deleteFrom('renditions')

/** What was read in those bytes: it is reached through them alone. */
export const fileTexts = (db: Database) => whole(db).selectFrom('file_texts')
export const updateFileTexts = (db: Database) => whole(db).updateTable('file_texts')
export const insertFileWords = (db: Database) => whole(db).insertInto('file_words')
export const deleteFileWords = (db: Database) => whole(db).deleteFrom('file_words')

/** Entries of the trash by their ids alone, for whoever has looked up what they took. */
export const deleteTrash = (db: Database, trashIDs: readonly number[]) =>
  whole(db).deleteFrom('trash_entries').where('trash_entries.id', 'in', trashIDs)

/** The same of entries that nothing is left of. */
export const deleteEmptyTrash = (db: Database, trashIDs: readonly number[]) =>
  deleteTrash(db, trashIDs).where((eb) =>
    eb.not(eb.exists(eb.selectFrom('items').select('items.id').whereRef('items.trash_id', '=', 'trash_entries.id'))),
  )

/** What an entry of several items took, of which some may have gone for good with their room. */
export const itemsTakenWith = (db: Database, trashID: number) =>
  whole(db).selectFrom('items').where('items.trash_id', '=', trashID)

/** The same of an entry of rooms. */
export const roomsTakenWith = (db: Database, trashID: number) =>
  whole(db).selectFrom('rooms').where('rooms.trash_id', '=', trashID)

/** On no item, in no inbox, and no issued revision. */
const onNoItem = (eb: ExpressionBuilder<Schema, 'uploads'>) =>
  eb.not(eb.or([isOnItem(eb), isInInbox(eb), isIssued(eb)]))

/** Of these uploads those that are on no item, in no inbox and no issued revision, the trash included. */
export const uploadsOnNoItem = (db: Database, uploadIDs: readonly number[]) =>
  whole(db).selectFrom('uploads').where('uploads.id', 'in', uploadIDs).where(onNoItem)

export const deleteUploadsOnNoItem = (db: Database, uploadIDs: readonly number[]) =>
  whole(db).deleteFrom('uploads').where('uploads.id', 'in', uploadIDs).where(onNoItem)

/** Nobody's any more, for the sweep: uploads that no item, no inbox and no revision took in time. */
export const forgottenUploads = (db: Database, clock: Clock) =>
  whole(db).selectFrom('uploads').where('uploads.created_at', '<=', isoTime(clock, -UPLOAD_WAITS)).where(onNoItem)

/** For the sweep: entries that the trash no longer keeps. */
export const overdueTrash = (db: Database, clock: Clock) =>
  whole(db).selectFrom('trash_entries').where('trash_entries.expires_at', '<=', isoTime(clock))

/** The same with what they took; those whose project is gone for good are not there. */
export const expiredTrash = (db: Database, clock: Clock) =>
  trashedThings(db).where('trash_entries.expires_at', '<=', isoTime(clock))

/** What came with time in one project, which nobody did. */
export const insertEventsOfTime = (
  trx: Database,
  projectID: number,
  at: string,
  told: ToldEvents,
  partOf: number | null = null,
) =>
  insertEventsAt(
    trx,
    whole(trx).selectFrom('projects').where('projects.id', '=', projectID).select('projects.id as project_id'),
    { userID: null, who: '', at, partOf, undoes: null },
    told,
  )

/** What whoever has the token of an offer does, by an offer that is held. */
export const insertEventsOfOffered = (
  trx: Database,
  { userID, username }: Actor,
  projectID: number,
  at: string,
  told: ToldEvents,
) =>
  insertEventsAt(
    trx,
    whole(trx).selectFrom('projects').where('projects.id', '=', projectID).select('projects.id as project_id'),
    { userID, who: username, at, partOf: null, undoes: null },
    told,
  )

/** What waits in the inbox of a project, or what of it an entry of the trash took: for whoever removes that. */
export const photosTakenWith = (db: Database, trashID: number) =>
  whole(db).selectFrom('inbox_photos').where('inbox_photos.trash_id', '=', trashID)
export const photosOfRemoved = (db: Database, projectID: number, trashID: number) =>
  whole(db)
    .selectFrom('inbox_photos')
    .innerJoin('projects', 'projects.id', 'inbox_photos.project_id')
    .where('inbox_photos.project_id', '=', projectID)
    .where((eb) => eb.or([eb('inbox_photos.trash_id', '=', trashID), eb('projects.trash_id', '=', trashID)]))

/** The books that were issued of a project which that entry of the trash took. */
export const revisionsOfRemoved = (db: Database, projectID: number, trashID: number) =>
  whole(db)
    .selectFrom('revisions')
    .innerJoin('projects', 'projects.id', 'revisions.project_id')
    .where('revisions.project_id', '=', projectID)
    .where('projects.trash_id', '=', trashID)
    .where('revisions.upload_id', 'is not', null)

/** The items that go for good with an entry: those that it took, and all in the rooms or the project that it took. */
export const itemsRemovedWith = (db: Database, trashID: number) => {
  const items = whole(db).selectFrom('items').select('items.id')
  const inRooms = items.innerJoin('rooms', 'rooms.id', 'items.room_id')
  return items
    .where('items.trash_id', '=', trashID)
    .unionAll(inRooms.where('rooms.trash_id', '=', trashID))
    .unionAll(inRooms.innerJoin('projects', 'projects.id', 'rooms.project_id').where('projects.trash_id', '=', trashID))
}

/** Items in the trash by their ids alone, with the marks of what was deleted of each. */
export const marksOfItems = (db: Database, itemIDs: readonly number[]) =>
  whole(db)
    .selectFrom('items')
    .leftJoin('item_files', 'item_files.item_id', 'items.id')
    .where('items.id', 'in', itemIDs)
    .select(['items.trash_id as item', 'item_files.trash_id as file', 'item_files.upload_id'])

/** The file that an entry took by itself. */
export const filesTakenWith = (db: Database, trashID: number) =>
  whole(db).selectFrom('item_files').where('item_files.trash_id', '=', trashID)

/** The rooms of a project that an entry took. */
export const roomsRemovedWith = (db: Database, trashID: number) =>
  whole(db)
    .selectFrom('rooms')
    .innerJoin('projects', 'projects.id', 'rooms.project_id')
    .where('projects.trash_id', '=', trashID)

/**
 * Where the uploads of these blobs are, everybody's and the trash included: for those who run the installation, when
 * bytes are lost.
 */
export const placesOfBlobs = (db: Database, blobIDs: readonly number[]) =>
  whole(db)
    .selectFrom('uploads')
    .innerJoin('users as uploaders', 'uploaders.id', 'uploads.owner_id')
    .leftJoin('item_files', 'item_files.upload_id', 'uploads.id')
    .leftJoin('items', 'items.id', 'item_files.item_id')
    .leftJoin('rooms', 'rooms.id', 'items.room_id')
    .leftJoin('revisions', 'revisions.upload_id', 'uploads.id')
    .leftJoin('projects', (join) =>
      join.on((eb) => eb('projects.id', '=', eb.fn.coalesce('items.project_id', 'revisions.project_id'))),
    )
    .leftJoin('users as owners', 'owners.id', 'projects.owner_id')
    .where('uploads.blob_id', 'in', blobIDs)

/**
 * What a change of the structure needs to know of rooms and items, or does to them. The structure is everybody's, so
 * these carry no owner and reach into the trash; for the same reason nothing that people wrote may leave through them:
 * whether anything hangs on a thing is asked, values are counted, and those of an item move between its own slots.
 */
export const itemsOfSubcategories = (db: Database, ids: readonly number[]) =>
  whole(db).selectFrom('items').where('items.subcategory_id', 'in', ids)

export const updateItemsOfSubcategory = (db: Database, id: number) =>
  whole(db).updateTable('items').where('items.subcategory_id', '=', id)

/** All items, the trash included, in the order of their ids: what is derived from their texts goes back to them alone. */
export const itemsAfter = (db: Database, itemID: number) =>
  whole(db).selectFrom('items').where('items.id', '>', itemID).orderBy('items.id')

/** Answers how many of them still had the version that their facts were derived from, and so got them. */
export const storeFacts = async <Fact extends keyof DerivedFacts>(
  trx: Database,
  names: readonly Fact[],
  derived: readonly { id: number; version: number; facts: Pick<DerivedFacts, Fact> }[],
): Promise<number> => {
  const rows = derived.map(({ id, version, facts }) => {
    const texts = names.map((name) => sql`, cast(${facts[name]} as text)`)
    return sql`(cast(${id} as bigint), cast(${version} as bigint)${sql.join(texts, sql``)})`
  })
  // Both engines call the columns of such rows so.
  const column = <T>(place: number) => sql.ref<T>(`derived.column${place}`)
  const { numUpdatedRows } = await whole(trx)
    .updateTable('items')
    .from(sql`(values ${sql.join(rows)})`.as('derived'))
    .set(Object.fromEntries(names.map((name, at) => [name, column(at + 3)])))
    .where('items.id', '=', column<number>(1))
    .where('items.version', '=', column<number>(2))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Lists these items, the trash included: their words are missing or may be wrong, and are made before any search. */
export const listWithoutWords = async (
  trx: Database,
  which: 'all' | { subcatIDs: readonly number[] },
): Promise<void> => {
  const items = whole(trx)
    .selectFrom('items')
    .$if(which !== 'all', (query) => query.where('items.subcategory_id', 'in', which === 'all' ? [] : which.subcatIDs))
    .select('items.id')
    .orderBy('items.id')
  await whole(trx).insertInto('items_without_words').columns(['item_id']).expression(items).execute()
}

/** Whether there are such items, and the number of the last change of the structure: what a search has to know first. */
export const areItemsWithoutWords = async (db: Database): Promise<{ change: number; isBehind: boolean }> => {
  const { change, behind } = await whole(db)
    .selectNoFrom((eb) => [
      eb
        .selectFrom('structure_changes')
        .select((e) => e.fn.max('structure_changes.id').as('id'))
        .as('change'),
      eb.selectFrom('items_without_words').select('items_without_words.id').limit(1).as('behind'),
    ])
    .executeTakeFirstOrThrow()
  return { change: change ?? 0, isBehind: behind !== null }
}

/** Entries of that list. */
export const itemsWithoutWords = (db: Database) => whole(db).selectFrom('items_without_words')
export const deleteItemsWithoutWords = (trx: Database, ids: readonly number[]) =>
  whole(trx).deleteFrom('items_without_words').where('items_without_words.id', 'in', ids)

/** Those of these items that are there, the trash included. */
export const itemsByID = (db: Database, ids: readonly number[]) =>
  whole(db).selectFrom('items').where('items.id', 'in', ids).orderBy('items.id')

/** The names and captions of the files on each, as a column. */
export const namesOfItsFiles = (db: Database) =>
  jsonRows(
    db,
    whole(db)
      .selectFrom('item_files')
      .innerJoin('uploads', 'uploads.id', 'item_files.upload_id')
      .where('item_files.item_id', '=', columnOf<number>('items.id'))
      .where('item_files.deleted_at', 'is', null)
      .select(['item_files.display_name as name', 'uploads.original_name as filename', 'item_files.caption']),
  )

/** Stores all words of items, whether they have some or not. */
export const storeAllWords = async (
  trx: Database,
  rows: readonly Selectable<Schema['item_words']>[],
): Promise<void> => {
  if (rows.length === 0) return
  const values = rows.map(
    ({ item_id, room_id, category_id, subcategory_id, filled, vals, notes, files }) =>
      sql`(${sql.join([item_id, room_id, category_id, subcategory_id, filled].map((id) => sql`cast(${id} as bigint)`))},
        cast(${vals} as text), cast(${notes} as text), cast(${files} as text))`,
  )
  await putItemWords(trx, sql`select * from (values ${sql.join(values)}) as made where true`, true).execute()
}

/**
 * Invitations to projects that are there, of owners who are not locked. Whoever asks has the token of one, or sends it
 * by mail.
 */
export const openInvitations = (db: Database, clock: Clock, life: number) =>
  liveProjects(db)
    .innerJoin('project_invitations', 'project_invitations.project_id', 'projects.id')
    .innerJoin('users as owners', 'owners.id', 'projects.owner_id')
    .where('owners.locked_at', 'is', null)
    .where('project_invitations.expires_at', '>', isoTime(clock))
    .where('project_invitations.expires_at', '<=', latestNoted(clock, life))
export const updateInvitation = (db: Database, invitationID: number) =>
  whole(db).updateTable('project_invitations').where('project_invitations.id', '=', invitationID)
export const deleteInvitations = (db: Database) => whole(db).deleteFrom('project_invitations')
/** By an invitation that is held. */
export const insertMember = (trx: Database, member: InsertObject<Schema, 'project_members'>) =>
  whole(trx).insertInto('project_members').values(member)
export const membersOf = (db: Database, projectID: number) =>
  whole(db).selectFrom('project_members').where('project_members.project_id', '=', projectID)

/** Offers of projects that are there, of owners who are not locked: for whoever has the token of one, or sends it by mail. */
export const openOffers = (db: Database, clock: Clock, life: number) =>
  liveProjects(db)
    .innerJoin('offers', 'offers.project_id', 'projects.id')
    .innerJoin('users as owners', 'owners.id', 'projects.owner_id')
    .where('owners.locked_at', 'is', null)
    .where('offers.expires_at', '>', isoTime(clock))
    .where('offers.expires_at', '<=', latestNoted(clock, life))
export const updateOffer = (db: Database, offerID: number) =>
  whole(db).updateTable('offers').where('offers.id', '=', offerID)
export const deleteOffers = (db: Database) => whole(db).deleteFrom('offers')
/** By an offer that is held. */
export const updateOfferedProject = (trx: Database, projectID: number) =>
  whole(trx).updateTable('projects').where('projects.id', '=', projectID)

export const roomTypesInUse = (db: Database, ids: readonly number[]) =>
  whole(db)
    .selectFrom('room_types')
    .select('room_types.id')
    .where('room_types.id', 'in', ids)
    .where((eb) =>
      eb.exists(eb.selectFrom('rooms').select('rooms.id').whereRef('rooms.room_type_id', '=', 'room_types.id')),
    )

export const categoriesInUse = (db: Database, ids: readonly number[]) =>
  whole(db)
    .selectFrom('categories')
    .select('categories.id')
    .where('categories.id', 'in', ids)
    .where((eb) =>
      eb.exists(eb.selectFrom('items').select('items.id').whereRef('items.category_id', '=', 'categories.id')),
    )

export const subcategoriesInUse = (db: Database, ids: readonly number[]) =>
  whole(db)
    .selectFrom('subcategories')
    .select('subcategories.id')
    .where('subcategories.id', 'in', ids)
    .where((eb) =>
      eb.exists(eb.selectFrom('items').select('items.id').whereRef('items.subcategory_id', '=', 'subcategories.id')),
    )

/** How many there are of everybody together: numbers for those who run the installation, and never a row. */
export const liveCounts = (db: Database) =>
  whole(db).selectNoFrom([
    count(liveProjects(db)).as('projects'),
    count(liveRooms(db)).as('rooms'),
    count(liveItems(db)).as('items'),
  ])
