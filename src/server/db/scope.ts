import {
  expressionBuilder,
  sql,
  type AliasableExpression,
  type Expression,
  type ExpressionBuilder,
  type InsertObject,
  type RawBuilder,
  type SelectQueryBuilder,
} from 'kysely'
import type { EventKind } from '../../shared/events.ts'
import { RIGHTS, type Right } from '../../shared/rights.ts'
import { DAY, isoTime, type Clock } from '../clock.ts'
import type { Actor, LinkReader, Onlooker, Reader } from './actor.ts'
import { batches, type Database } from './database.ts'
import {
  columnOf,
  contains,
  count,
  forShare,
  forUpdate,
  numberInJSON,
  numbered,
  rowsOfJSON,
  timeText,
  timeValue,
  type JSONText,
} from './engine.ts'
import type { ToldEvents } from './events.ts'
import type { ItemWords, Schema } from './schema.ts'
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
  trashEntries,
  whole,
  type Author,
} from './whole.ts'

/**
 * What an actor may see and change, as the start of statements. Repositories build on these, so every statement on user
 * data carries its owner and excludes the trash, including trashed rooms and projects. The right is part of the
 * statement: owners own, editors write, all members read, and a read-only link reads its project or room. What a link
 * hides within an item is removed after reading (links/hide.ts), except for files, which are filtered here.
 */

type OnProjects = ExpressionBuilder<Schema, 'projects'>

const isOwn = (eb: OnProjects, actor: Actor | Onlooker) => eb('projects.owner_id', '=', actor.userID)

const isMember = (eb: OnProjects, actor: Actor | Onlooker, right: 'read' | 'write') =>
  eb.exists(
    eb
      .selectFrom('project_members')
      .select('project_members.user_id')
      .whereRef('project_members.project_id', '=', 'projects.id')
      .where('project_members.user_id', '=', actor.userID)
      .$if(right === 'write', (query) => query.where('project_members.role', '=', 'editor')),
  )

const mayUse = (right: 'read' | 'write', actor: Actor | Onlooker) => (eb: OnProjects) =>
  eb.or([isOwn(eb, actor), isMember(eb, actor, right)])

/** Only the link's project; for a room link, only that room. */
const isShown = (link: LinkReader) => (eb: OnProjects) => eb('projects.id', '=', link.projectID)
const isShownRoom = (link: LinkReader) => (eb: ExpressionBuilder<Schema, 'projects' | 'rooms'>) =>
  link.roomID === null
    ? isShown(link)(eb)
    : eb.and([isShown(link)(eb), eb('rooms.id', '=', link.roomID), eb('rooms.project_id', '=', link.projectID)])

/** The reader's right to the project of a row that they may read. */
export const rightTo = (eb: OnProjects, reader: Reader | Onlooker): AliasableExpression<Right> =>
  reader.kind === 'link'
    ? sql.lit<Right>('read')
    : eb
        .case()
        .when(isOwn(eb, reader))
        .then(sql.lit<Right>('own'))
        .when(isMember(eb, reader, 'write'))
        .then(sql.lit<Right>('write'))
        .else(sql.lit<Right>('read'))
        .end()

export const may = (reader: Reader | Onlooker) => (eb: OnProjects) => rightTo(eb, reader).as('may')

/**
 * Templates are projects that others are created from. Statements on homes exclude them: templates have no members and
 * no links, count toward no plan, and are not searched. Statements that include templates say so in their name.
 */
const isNoTemplate = (eb: OnProjects) => eb('projects.template', '=', sql.lit(0))

export const ownedProjectsOrTemplates = (db: Database, actor: Actor | Onlooker) =>
  liveProjects(db).where((eb) => isOwn(eb, actor))
/** The actor's projects: their names are unique, and a plan limits their number. */
export const ownedProjects = (db: Database, actor: Actor | Onlooker) =>
  ownedProjectsOrTemplates(db, actor).where(isNoTemplate)
export const ownedTemplates = (db: Database, actor: Actor) =>
  ownedProjectsOrTemplates(db, actor).where('projects.template', '=', sql.lit(1))

/** The items in them: suggestions only draw on a user's own items, never on shared ones. */
export const ownedItems = (db: Database, actor: Actor) =>
  liveItems(db)
    .where((eb) => isOwn(eb, actor))
    .where(isNoTemplate)

export const writableProjectsOrTemplates = (db: Database, actor: Actor) =>
  liveProjects(db).where(mayUse('write', actor))
export const writableProjects = (db: Database, actor: Actor) =>
  writableProjectsOrTemplates(db, actor).where(isNoTemplate)
export const writableRooms = (db: Database, actor: Actor) => liveRooms(db).where(mayUse('write', actor))
export const writableItems = (db: Database, actor: Actor) => liveItems(db).where(mayUse('write', actor))

/** A room link may read the project's name, but nothing in the project outside the room. */
export const readableProjectsOrTemplates = (db: Database, reader: Reader | Onlooker) =>
  liveProjects(db).where(reader.kind === 'link' ? isShown(reader) : mayUse('read', reader))
export const readableProjects = (db: Database, reader: Reader | Onlooker) =>
  readableProjectsOrTemplates(db, reader).where(isNoTemplate)
export const readableRooms = (db: Database, reader: Reader) =>
  reader.kind === 'link' ? liveRooms(db).where(isShownRoom(reader)) : liveRooms(db).where(mayUse('read', reader))
export const readableItems = (db: Database, reader: Reader) =>
  reader.kind === 'link' ? liveItems(db).where(isShownRoom(reader)) : liveItems(db).where(mayUse('read', reader))

/**
 * All items of a project that the reader sees at least partly, and all its revisions. A link's papers show the same
 * marks as all papers, because people refer to items by them. Nothing else of these items is revealed.
 */
export const markedItems = (db: Database, reader: Reader) =>
  liveItems(db).where(reader.kind === 'link' ? isShown(reader) : mayUse('read', reader))
export const everMarked = (db: Database, reader: Reader) =>
  readableProjectsOrTemplates(db, reader).innerJoin('revisions', 'revisions.project_id', 'projects.id')

/**
 * All projects that the actor may read, written so that planners start from the user instead of scanning all projects.
 */
export const allReadable = (db: Database, actor: Actor | Onlooker) => withShared(db, actor, ownedProjects(db, actor))
const withShared = (db: Database, actor: Actor | Onlooker, own: ReturnType<typeof ownedProjects>) =>
  own
    .select('projects.id')
    .union(
      liveProjects(db)
        .innerJoin('project_members', 'project_members.project_id', 'projects.id')
        .where('project_members.user_id', '=', actor.userID)
        .select('projects.id'),
    )

/** Those of them with the requested id, or that contain the item. */
export const askedProjects = (
  db: Database,
  actor: Actor | Onlooker,
  { projectID, itemID }: { projectID?: number | undefined; itemID?: number | undefined },
) =>
  sql`select own.id from ${allReadable(db, actor)} as own where true
    ${projectID === undefined ? sql`` : sql`and own.id = ${projectID}`}
    ${itemID === undefined ? sql`` : sql`and own.id = (select project_id from items where id = ${itemID})`}`

/** All projects that the actor may write. */
export const allWritable = (db: Database, actor: Actor) =>
  ownedProjects(db, actor)
    .select('projects.id')
    .union(
      liveProjects(db)
        .innerJoin('project_members', 'project_members.project_id', 'projects.id')
        .where('project_members.user_id', '=', actor.userID)
        .where('project_members.role', '=', 'editor')
        .select('projects.id'),
    )

/** The files of an item. The outer statement has checked that the actor may read it. */
export const filesOfFound = (db: Database, itemID: RawBuilder<number>) =>
  whole(db)
    .selectFrom('item_files')
    .innerJoin('uploads', 'uploads.id', 'item_files.upload_id')
    .where('item_files.item_id', '=', itemID)
    .where('item_files.deleted_at', 'is', null)
    .orderBy('item_files.position')
    .orderBy('item_files.id')
    .select(['item_files.display_name as name', 'uploads.original_name as filename', 'uploads.remote'])

export const allReadableProjects = (db: Database, actor: Actor) =>
  whole(db).selectFrom('projects').where('projects.id', 'in', allReadable(db, actor))
export const allReadableProjectsOrTemplates = (db: Database, actor: Actor) =>
  whole(db)
    .selectFrom('projects')
    .where('projects.id', 'in', withShared(db, actor, ownedProjectsOrTemplates(db, actor)))

/** A user's right to a project, and whether it is a template. */
export interface Held {
  may: Right
  isTemplate: boolean
}

const heldOf = (found: { may: Right; template: number } | undefined): Held | undefined =>
  found && { may: found.may, isTemplate: found.template === 1 }

/** Tasks of existing things; those of things in the trash are hidden. */
const awake = (projects: ReturnType<typeof writableProjects>) =>
  projects
    .innerJoin('tasks', 'tasks.project_id', 'projects.id')
    .leftJoin('items', 'items.id', 'tasks.item_id')
    .leftJoin('rooms', (join) => join.on((eb) => eb('rooms.id', '=', eb.fn.coalesce('tasks.room_id', 'items.room_id'))))
    .where('items.deleted_at', 'is', null)
    .where('rooms.deleted_at', 'is', null)
export const readableTasks = (db: Database, actor: Actor) => awake(readableProjects(db, actor))
export const writableTasks = (db: Database, actor: Actor) => awake(writableProjects(db, actor))

/**
 * The actor's right to the project of the innermost thing that a request names by id; undefined if the actor cannot see
 * it. One statement, or two for `toProjectID` with `roomIDs`.
 */
export const findRight = async (
  db: Database,
  clock: Clock,
  actor: Actor,
  named: Readonly<Record<string, unknown>>,
): Promise<Held | undefined> => {
  const { itemID, roomID, trashID, linkID, projectID, toProjectID, roomIDs, itemIDs, eventID, eventIDs, taskID } = named
  const { revisionID } = named
  const ofItem = (id: number) =>
    readableItems(db, actor)
      .where('items.id', '=', id)
      .select([may(actor), 'projects.template'])
  const ofRoom = (id: number) =>
    readableRooms(db, actor)
      .where('rooms.id', '=', id)
      .select([may(actor), 'projects.template'])
  const ofEntry = (id: number) =>
    trashEntries(db)
      .where('trash_entries.id', '=', id)
      .where('trash_entries.expires_at', '>', isoTime(clock))
      .where((eb) =>
        eb.or([isOwn(eb, actor), eb.and([eb('projects.deleted_at', 'is', null), isMember(eb, actor, 'read')])]),
      )
      .select([may(actor), 'projects.template'])
  const ofLink = (id: number) =>
    liveLinks(db)
      .where('links.id', '=', id)
      .where((eb) => eb.or([isOwn(eb, actor), isMember(eb, actor, 'read')]))
      .select([may(actor), 'projects.template'])
  const ofEvent = (id: number) =>
    readableEvents(db, actor)
      .where('events.id', '=', id)
      .select([may(actor), 'projects.template'])
  const ofTask = (id: number) =>
    readableTasks(db, actor)
      .where('tasks.id', '=', id)
      .select([may(actor), 'projects.template'])
  const ofRevision = (id: number) =>
    readableRevisions(db, actor)
      .where('revisions.id', '=', id)
      .select([may(actor), 'projects.template'])
  const ofProject = (id: number) =>
    readableProjectsOrTemplates(db, actor)
      .where('projects.id', '=', id)
      .select([may(actor), 'projects.template'])
  let found: { may: Right; template: number } | undefined
  // The target of a copy decides, not its source. Moving rooms takes a right to both projects.
  if (typeof toProjectID === 'number') {
    found = await ofProject(toProjectID).executeTakeFirst()
    if (!Array.isArray(roomIDs)) return heldOf(found)
    const left = await findRightToAll(db, actor, 'rooms', roomIDs as number[])
    const to = heldOf(found)
    return left && to && least([left, to])
  }
  if (Array.isArray(roomIDs) && projectID === undefined) return findRightToAll(db, actor, 'rooms', roomIDs as number[])
  else if (typeof taskID === 'number') found = await ofTask(taskID).executeTakeFirst()
  else if (typeof itemID === 'number') found = await ofItem(itemID).executeTakeFirst()
  else if (typeof roomID === 'number') found = await ofRoom(roomID).executeTakeFirst()
  else if (Array.isArray(itemIDs)) return findRightToAll(db, actor, 'items', itemIDs as number[])
  else if (Array.isArray(eventIDs)) return findRightToAll(db, actor, 'events', eventIDs as number[])
  else if (typeof eventID === 'number') found = await ofEvent(eventID).executeTakeFirst()
  else if (typeof trashID === 'number') found = await ofEntry(trashID).executeTakeFirst()
  else if (typeof linkID === 'number') found = await ofLink(linkID).executeTakeFirst()
  else if (typeof revisionID === 'number') found = await ofRevision(revisionID).executeTakeFirst()
  else if (typeof projectID === 'number') found = await ofProject(projectID).executeTakeFirst()
  return heldOf(found)
}

/** The lowest right to any of these things; undefined unless the actor can see all of them. */
const findRightToAll = async (
  db: Database,
  actor: Actor,
  things: 'rooms' | 'items' | 'events',
  ids: number[],
): Promise<Held | undefined> => {
  const query = {
    rooms: () =>
      readableRooms(db, actor)
        .where('rooms.id', 'in', ids)
        .select([may(actor), 'projects.template']),
    items: () =>
      readableItems(db, actor)
        .where('items.id', 'in', ids)
        .select([may(actor), 'projects.template']),
    events: () =>
      readableEvents(db, actor)
        .where('events.id', 'in', ids)
        .select([may(actor), 'projects.template']),
  }
  const found = await query[things]().execute()
  if (found.length < ids.length) return undefined
  return least(found.flatMap((thing) => heldOf(thing) ?? []))
}

const least = (held: readonly Held[]): Held | undefined => {
  const may = RIGHTS.find((right) => held.some((each) => each.may === right))
  return may && { may, isTemplate: held.some(({ isTemplate }) => isTemplate) }
}

/** Existing revisions of projects that the actor may read. */
export const readableRevisions = (db: Database, actor: Actor) =>
  readableProjects(db, actor)
    .innerJoin('revisions', 'revisions.project_id', 'projects.id')
    .where('revisions.upload_id', 'is not', null)

/** The members of projects that the actor may read. */
export const readableMembers = (db: Database, actor: Actor) =>
  liveProjects(db)
    .where(mayUse('read', actor))
    .innerJoin('project_members', 'project_members.project_id', 'projects.id')

/** Members of the actor's own projects, and invitations to them. */
export const ownedMembers = (db: Database, actor: Actor) => readableMembers(db, actor).where((eb) => isOwn(eb, actor))
export const ownedInvitations = (db: Database, actor: Actor) =>
  ownedProjects(db, actor).innerJoin('project_invitations', 'project_invitations.project_id', 'projects.id')

interface OfProject {
  projectID: number
  userID: number
}

export const updateMember = (db: Database, actor: Actor, { projectID, userID }: OfProject) =>
  whole(db)
    .updateTable('project_members')
    .where('project_members.user_id', '=', userID)
    .where('project_members.project_id', 'in', idOfOwned(db, actor, projectID))

export const deleteMember = (db: Database, actor: Actor, { projectID, userID }: OfProject) =>
  whole(db)
    .deleteFrom('project_members')
    .where('project_members.user_id', '=', userID)
    .where('project_members.project_id', 'in', idOfOwned(db, actor, projectID))

/** Deletes only the actor's own membership. */
export const deleteMembership = (db: Database, actor: Actor, projectID: number) =>
  whole(db)
    .deleteFrom('project_members')
    .where('project_members.user_id', '=', actor.userID)
    .where('project_members.project_id', '=', projectID)

/** Requires a project that the actor owns and has locked. */
export const putInvitation = (
  trx: Database,
  actor: Actor,
  projectID: number,
  invitation: Omit<InsertObject<Schema, 'project_invitations'>, 'project_id' | 'registered_id'>,
) => {
  const { email, role, link_hash, created_at, expires_at } = invitation
  return whole(trx)
    .insertInto('project_invitations')
    .values({ ...invitation, project_id: idOfOwned(trx, actor, projectID) })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'email_key'])
        .doUpdateSet({ email, role, link_hash, created_at, expires_at, mail_hash: null, registered_id: null }),
    )
}

export const deleteInvitation = (db: Database, actor: Actor, projectID: number, invitationID: number) =>
  whole(db)
    .deleteFrom('project_invitations')
    .where('project_invitations.id', '=', invitationID)
    .where('project_invitations.project_id', 'in', idOfOwned(db, actor, projectID))

/** The offers of the actor's own projects. */
export const ownedOffers = (db: Database, actor: Actor) =>
  ownedProjects(db, actor).innerJoin('offers', 'offers.project_id', 'projects.id')

export const insertOffer = (
  trx: Database,
  actor: Actor,
  projectID: number,
  offer: Omit<InsertObject<Schema, 'offers'>, 'project_id'>,
) =>
  whole(trx)
    .insertInto('offers')
    .values({ ...offer, project_id: idOfOwned(trx, actor, projectID) })

/** All rows of one project that the actor owns, for a handover. Rooms and items include those in the trash. */
export const roomsOfOwned = (db: Database, actor: Actor, projectID: number) =>
  whole(db)
    .selectFrom('rooms')
    .where('rooms.project_id', 'in', idOfOwned(db, actor, projectID))
const idsOfRooms = (db: Database, actor: Actor, projectID: number) =>
  roomsOfOwned(db, actor, projectID).select('rooms.id')
export const itemsOfOwned = (db: Database, actor: Actor, projectID: number) =>
  whole(db)
    .selectFrom('items')
    .where('items.room_id', 'in', idsOfRooms(db, actor, projectID))
const idsOfItems = (db: Database, actor: Actor, projectID: number) =>
  itemsOfOwned(db, actor, projectID).select('items.id')
export const updateItemsOfOwned = (db: Database, actor: Actor, projectID: number) =>
  whole(db)
    .updateTable('items')
    .where('items.room_id', 'in', idsOfRooms(db, actor, projectID))
export const updateWordsOfOwned = (db: Database, actor: Actor, projectID: number) =>
  whole(db)
    .updateTable('item_words')
    .where('item_words.room_id', 'in', idsOfRooms(db, actor, projectID))
export const updateTasksOfOwned = (db: Database, actor: Actor, projectID: number) =>
  whole(db)
    .updateTable('tasks')
    .where('tasks.project_id', 'in', idOfOwned(db, actor, projectID))
/** Photos in its inbox, including those in the trash. */
export const photosOfOwned = (db: Database, actor: Actor, projectID: number) =>
  whole(db)
    .selectFrom('inbox_photos')
    .where('inbox_photos.project_id', 'in', idOfOwned(db, actor, projectID))
export const filesOfOwned = (db: Database, actor: Actor, projectID: number) =>
  whole(db)
    .selectFrom('item_files')
    .where('item_files.item_id', 'in', idsOfItems(db, actor, projectID))
/** Its issued books. */
export const revisionsOfOwned = (db: Database, actor: Actor, projectID: number) =>
  whole(db)
    .selectFrom('revisions')
    .where('revisions.project_id', 'in', idOfOwned(db, actor, projectID))
    .where('revisions.upload_id', 'is not', null)
/** Deletes the project's rows of a table. */
export const deleteOfOwned = (
  db: Database,
  actor: Actor,
  projectID: number,
  table: 'project_members' | 'project_invitations' | 'links' | 'events' | 'inbox_photos' | 'revisions',
) =>
  whole(db)
    .deleteFrom(table)
    .where('project_id', 'in', idOfOwned(db, actor, projectID))
export const deleteOfferOfOwned = (db: Database, actor: Actor, projectID: number) =>
  whole(db)
    .deleteFrom('offers')
    .where('offers.project_id', 'in', idOfOwned(db, actor, projectID))
export const deleteFilesOfOwned = (db: Database, actor: Actor, projectID: number) =>
  whole(db)
    .deleteFrom('item_files')
    .where('item_files.item_id', 'in', idsOfItems(db, actor, projectID))
export const deleteTrashOfOwned = (
  db: Database,
  actor: Actor,
  projectID: number,
  kind: Schema['trash_entries']['kind'],
) =>
  whole(db)
    .deleteFrom('trash_entries')
    .where('trash_entries.kind', '=', kind)
    .where('trash_entries.project_id', 'in', idOfOwned(db, actor, projectID))

/**
 * Gives the actor the former owner's uploads for its items, inbox and revisions, unless another project uses them too.
 */
export const takeUploadsOfOwned = (db: Database, actor: Actor, projectID: number, formerID: number) => {
  const inProjects = (eb: ExpressionBuilder<Schema, 'uploads'>) =>
    eb
      .selectFrom('item_files')
      .innerJoin('items', 'items.id', 'item_files.item_id')
      .whereRef('item_files.upload_id', '=', 'uploads.id')
      .select('items.id')
  return whole(db)
    .updateTable('uploads')
    .set({ owner_id: actor.userID })
    .where('uploads.owner_id', '=', formerID)
    .where(
      'uploads.id',
      'in',
      filesOfOwned(db, actor, projectID)
        .select('item_files.upload_id')
        .union(photosOfOwned(db, actor, projectID).select('inbox_photos.upload_id'))
        .union(revisionsOfOwned(db, actor, projectID).select(columnOf<number>('revisions.upload_id').as('upload_id'))),
    )
    .where((eb) => eb.not(eb.exists(inProjects(eb).where('items.project_id', '<>', projectID))))
}

const idOfOwned = (db: Database, actor: Actor, projectID: number) =>
  ownedProjects(db, actor).where('projects.id', '=', projectID).select('projects.id')

/** Inserts a project owned by the actor. */
export const insertProject = (
  db: Database,
  actor: Actor,
  project: Omit<InsertObject<Schema, 'projects'>, 'owner_id'>,
) =>
  whole(db)
    .insertInto('projects')
    .values({ ...project, owner_id: actor.userID })

/** Inserts a room of an existing type into a project that the actor may write; no row if either is missing. */
export const insertRoom = (
  db: Database,
  actor: Actor,
  projectID: number,
  { name, roomType, now }: { name: string; roomType: number; now: string },
) =>
  whole(db)
    .insertInto('rooms')
    .columns(['project_id', 'room_type_id', 'name', 'created_at', 'updated_at'])
    .expression(
      forShare(
        db,
        writableProjectsOrTemplates(db, actor)
          .where('projects.id', '=', projectID)
          .innerJoin('room_types', (join) => join.on('room_types.id', '=', roomType))
          .select((eb) => [
            'projects.id',
            'room_types.id as room_type_id',
            eb.cast<string>(eb.val(name), 'text').as('name'),
            timeValue(db, now).as('created_at'),
            timeValue(db, now).as('updated_at'),
          ]),
        ['projects', 'room_types'],
      ),
    )

declare const held: unique symbol
/**
 * The id of an item that the actor may write and that is locked until the transaction ends. Only this file creates one.
 */
export type HeldItem = number & { readonly [held]: true }

/**
 * Inserts an item into a room that the actor may write. `itsPlace` narrows the room and selects `columns` in their
 * order. Inserts nothing if no room is found.
 */
export const insertItem = async <Tables extends keyof Schema, Row>(
  db: Database,
  actor: Actor,
  columns: readonly Exclude<keyof Schema['items'], 'project_id' | 'room_id'>[],
  itsPlace: (rooms: PlaceOfItem) => SelectQueryBuilder<Schema, Tables, Row>,
): Promise<HeldItem | undefined> => {
  const place = itsPlace(placeOfItem(db, actor))
  const created = await whole(db)
    .insertInto('items')
    .columns(['project_id', 'room_id', ...columns])
    .expression(place)
    .returning('id')
    .executeTakeFirst()
  return created?.id as HeldItem | undefined
}
const placeOfItem = (db: Database, actor: Actor) =>
  writableRooms(db, actor).select(['rooms.project_id', 'rooms.id as room_id'])
type PlaceOfItem = ReturnType<typeof placeOfItem>

/** A locked item and its place. */
export interface HeldPlace {
  itemID: HeldItem
  roomID: number
  projectID: number
}

/**
 * Locks an item, its room and its project until the transaction ends; undefined if the actor may not write the item.
 */
export const lockWritableItemForShare = async (
  trx: Database,
  actor: Actor,
  itemID: number,
): Promise<HeldPlace | undefined> => {
  const query = writableItems(trx, actor)
    .where('items.id', '=', itemID)
    .select(['items.id', 'items.room_id as roomID', 'items.project_id as projectID'])
  // The project first, in the order of permanent deletion, to avoid deadlocks.
  const find = () => forShare(trx, query, ['projects', 'rooms', 'items']).executeTakeFirst()
  // If PostgreSQL had to wait for a move of the room to another project, it finds no row; the second query does.
  const item = (await find()) ?? (await find())
  return item && { itemID: item.id as HeldItem, roomID: item.roomID, projectID: item.projectID }
}

/** Stores the words of a locked item. For an existing row, all but the words of its files. */
export const storeItemWords = async (
  trx: Database,
  item: HeldItem,
  { filled, vals, notes }: ItemWords,
  files = '',
): Promise<void> => {
  const row = whole(trx)
    .selectFrom('items')
    .where('items.id', '=', item)
    .select(['items.id', 'items.room_id', 'items.category_id', 'items.subcategory_id'])
    .select((eb) => [eb.cast<number>(eb.val(filled), 'bigint').as('filled')])
    .select((eb) => [vals, notes, files].map((text, at) => eb.cast<string>(eb.val(text), 'text').as(`words${at}`)))
  await putItemWords(trx, row, false).execute()
}

/** Updates the file words of a locked item. If it has no words yet, a later rebuild adds all of them. */
export const updateFileWords = async (trx: Database, { itemID, roomID }: HeldPlace, files: string): Promise<void> => {
  await whole(trx)
    .updateTable('item_words')
    .where('item_words.room_id', '=', roomID)
    .where('item_words.item_id', '=', itemID)
    .set({ files })
    .execute()
}

export const insertItemFiles = (
  trx: Database,
  item: HeldItem,
  files: readonly Omit<InsertObject<Schema, 'item_files'>, 'item_id'>[],
) =>
  whole(trx)
    .insertInto('item_files')
    .values(files.map((file) => ({ ...file, item_id: item })))

/** Attaches files to items created in this transaction. */
export const insertFilesOfItems = (
  trx: Database,
  files: readonly (Omit<InsertObject<Schema, 'item_files'>, 'item_id'> & { item_id: HeldItem })[],
) => whole(trx).insertInto('item_files').values(files)

declare const own: unique symbol
declare const writable: unique symbol
/** The id of a writable project, locked until the transaction ends. Only this file creates one. */
export type WritableProject = number & { readonly [writable]: true }
/** The same for a project that the actor owns. */
export type OwnProject = WritableProject & { readonly [own]: true }

export const lockWritableProject = async (
  trx: Database,
  actor: Actor,
  projectID: number,
): Promise<WritableProject | undefined> => {
  const query = writableProjectsOrTemplates(trx, actor).where('projects.id', '=', projectID).select('projects.id')
  return (await forShare(trx, query, ['projects']).executeTakeFirst())?.id as WritableProject | undefined
}

export const lockOwnProject = async (
  trx: Database,
  actor: Actor,
  projectID: number,
): Promise<OwnProject | undefined> => {
  const query = ownedProjects(trx, actor).where('projects.id', '=', projectID).select('projects.id')
  return (await forUpdate(trx, query, ['projects']).executeTakeFirst())?.id as OwnProject | undefined
}

/** Inserts many rooms. Returns their ids in order. */
export const insertRoomsOf = async (
  trx: Database,
  project: WritableProject,
  rooms: readonly Omit<InsertObject<Schema, 'rooms'>, 'project_id'>[],
): Promise<number[]> => {
  const insert = whole(trx)
    .insertInto('rooms')
    .values(rooms.map((room) => ({ ...room, project_id: project })))
  return (await insert.returning('rooms.id').execute()).map(({ id }) => id).toSorted((a, b) => a - b)
}

/** Inserts many items into rooms of the project; the database rejects other rooms. Returns their ids in order. */
export const insertItemsOf = async (
  trx: Database,
  project: WritableProject,
  items: readonly Omit<InsertObject<Schema, 'items'>, 'project_id'>[],
): Promise<HeldItem[]> => {
  const insert = whole(trx)
    .insertInto('items')
    .values(items.map((item) => ({ ...item, project_id: project })))
  return (await insert.returning('items.id').execute()).map(({ id }) => id as HeldItem).toSorted((a, b) => a - b)
}

/** Queues all items of a just filled project for rebuilding their search words. */
export const listWithoutWordsOf = (trx: Database, project: OwnProject) =>
  whole(trx)
    .insertInto('items_without_words')
    .columns(['item_id'])
    .expression(
      whole(trx)
        .selectFrom('items')
        .innerJoin('rooms', 'rooms.id', 'items.room_id')
        .where('rooms.project_id', '=', project)
        .select('items.id')
        .orderBy('items.id'),
    )

/** The same for items created in this transaction. */
export const listTheseWithoutWords = (trx: Database, project: WritableProject, itemIDs: readonly HeldItem[]) =>
  whole(trx)
    .insertInto('items_without_words')
    .columns(['item_id'])
    .expression(
      whole(trx)
        .selectFrom('items')
        .where('items.project_id', '=', project)
        .where('items.id', 'in', itemIDs)
        .select('items.id')
        .orderBy('items.id'),
    )

/**
 * Updates one room or item that the actor may write, or one project that they own, and nothing else. After waiting for
 * a concurrent update, PostgreSQL rechecks only the row, not the subquery; its `deleted_at` shows whether it was
 * deleted.
 */
export const updateOneProject = (db: Database, actor: Actor, projectID: number) =>
  whole(db)
    .updateTable('projects')
    .where('projects.deleted_at', 'is', null)
    .where(
      'projects.id',
      'in',
      ownedProjectsOrTemplates(db, actor).where('projects.id', '=', projectID).select('projects.id'),
    )

export const updateOneRoom = (db: Database, actor: Actor, roomID: number) =>
  whole(db)
    .updateTable('rooms')
    .where('rooms.deleted_at', 'is', null)
    .where('rooms.id', 'in', writableRooms(db, actor).where('rooms.id', '=', roomID).select('rooms.id'))

export const updateOneItem = (db: Database, actor: Actor, itemID: number) =>
  whole(db)
    .updateTable('items')
    .where('items.deleted_at', 'is', null)
    .where('items.id', 'in', writableItems(db, actor).where('items.id', '=', itemID).select('items.id'))

/** Updates several items of a project that the actor may write. */
export const updateItemsOfProject = (db: Database, actor: Actor, projectID: number, itemIDs: readonly number[]) =>
  whole(db)
    .updateTable('items')
    .where('items.deleted_at', 'is', null)
    .where('items.id', 'in', itemIDs)
    .where(
      'items.project_id',
      'in',
      writableProjectsOrTemplates(db, actor).where('projects.id', '=', projectID).select('projects.id'),
    )

/** All rooms or items of a project that the actor may write, including the trash. */
export const roomsOfWritable = (db: Database, actor: Actor, projectID: number) =>
  whole(db)
    .selectFrom('rooms')
    .where('rooms.project_id', 'in', idOfWritable(db, actor, projectID))
export const itemsOfWritable = (db: Database, actor: Actor, projectID: number) =>
  whole(db)
    .selectFrom('items')
    .where('items.project_id', 'in', idOfWritable(db, actor, projectID))
const idOfWritable = (db: Database, actor: Actor, projectID: number) =>
  writableProjectsOrTemplates(db, actor).where('projects.id', '=', projectID).select('projects.id')

/** Without those in the trash. */
export const updateRoomsOfProject = (db: Database, actor: Actor, projectID: number) =>
  whole(db)
    .updateTable('rooms')
    .where('rooms.deleted_at', 'is', null)
    .where('rooms.project_id', 'in', idOfWritable(db, actor, projectID))
const updateItemsOfWritable = (db: Database, actor: Actor, projectID: number) =>
  whole(db)
    .updateTable('items')
    .where('items.deleted_at', 'is', null)
    .where('items.project_id', 'in', idOfWritable(db, actor, projectID))
export const updateItemsOfRoom = (
  db: Database,
  actor: Actor,
  { projectID, roomID }: { projectID: number; roomID: number },
) => updateItemsOfWritable(db, actor, projectID).where('items.room_id', '=', roomID)

/** New positions in a custom order; null removes one. */
type Places = JSONText<{ id: number; place: number | null }[]>
const placesIn = (db: Database, places: Places) =>
  rowsOfJSON(db, places, { id: 'bigint', place: 'bigint' }).as('wanted')
export const putRoomsInOrder = (db: Database, actor: Actor, projectID: number, places: Places) =>
  updateRoomsOfProject(db, actor, projectID)
    .from(placesIn(db, places))
    .whereRef('rooms.id', '=', 'wanted.id')
    .set((eb) => ({ position: eb.ref('wanted.place') }))
export const putItemsInOrder = (db: Database, actor: Actor, projectID: number, places: Places) =>
  updateItemsOfWritable(db, actor, projectID)
    .from(placesIn(db, places))
    .whereRef('items.id', '=', 'wanted.id')
    .set((eb) => ({ position: eb.ref('wanted.place') }))

/** The attachments of a locked item; locking checked the right. */
export const updateItemFiles = (trx: Database, item: HeldItem) =>
  whole(trx).updateTable('item_files').where('item_files.deleted_at', 'is', null).where('item_files.item_id', '=', item)

/** Removes attachments of a locked item so that others can replace them. */
export const deleteItemFiles = (trx: Database, item: HeldItem) =>
  whole(trx).deleteFrom('item_files').where('item_files.deleted_at', 'is', null).where('item_files.item_id', '=', item)

/** The attachments of a locked item, unordered. */
export const itemFiles = (trx: Database, item: HeldItem) =>
  whole(trx)
    .selectFrom('item_files')
    .innerJoin('uploads', 'uploads.id', 'item_files.upload_id')
    .innerJoin('blobs', 'blobs.id', 'uploads.blob_id')
    .where('item_files.deleted_at', 'is', null)
    .where('item_files.item_id', '=', item)

/** How long an upload may stay without an item. */
export const UPLOAD_WAITS = DAY

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

/**
 * Uploads that the actor may attach to an item: their own, attached or not, and those in the inbox of a project that
 * they may write.
 */
export const attachableUploads = (db: Database, clock: Clock, actor: Actor) =>
  whole(db)
    .selectFrom('uploads')
    .where((eb) =>
      eb.or([
        inInboxOf(eb, writableProjects(db, actor)),
        eb.and([eb('uploads.owner_id', '=', actor.userID), isOwnToAttach(eb, clock)]),
      ]),
    )
const isOwnToAttach = (eb: ExpressionBuilder<Schema, 'uploads'>, clock: Clock) =>
  eb.or([eb('uploads.created_at', '>', isoTime(clock, -UPLOAD_WAITS)), isOnItem(eb)])

export const insertUploads = (
  trx: Database,
  actor: Actor,
  uploads: readonly Omit<InsertObject<Schema, 'uploads'>, 'owner_id'>[],
) =>
  whole(trx)
    .insertInto('uploads')
    .values(uploads.map((upload) => ({ ...upload, owner_id: actor.userID })))

export const insertBlobs = (
  trx: Database,
  actor: Actor,
  blobs: readonly Omit<InsertObject<Schema, 'blobs'>, 'owner_id'>[],
) =>
  whole(trx)
    .insertInto('blobs')
    .values(blobs.map((blob) => ({ ...blob, owner_id: actor.userID })))

/** The bytes that further uploads by the actor share. */
export const ownBlobs = (db: Database, actor: Actor) =>
  whole(db).selectFrom('blobs').where('blobs.owner_id', '=', actor.userID)

/**
 * Files that the reader may download: those on items that they may read, unless the link hides files. Users may also
 * download inbox photos and revisions of projects that they may read, and their own uploads that nothing uses yet.
 */
export const downloadableUploads = (db: Database, reader: Reader) =>
  whole(db)
    .selectFrom('uploads')
    .innerJoin('blobs', 'blobs.id', 'uploads.blob_id')
    .where((eb) => {
      const onReadableItem = eb.exists(
        readableItems(db, reader)
          .innerJoin('item_files', 'item_files.item_id', 'items.id')
          .where('item_files.upload_id', '=', sql.ref<number>('uploads.id'))
          .where('item_files.deleted_at', 'is', null)
          .select('item_files.id'),
      )
      if (reader.kind === 'link') return reader.hides.files ? sql.lit(false) : onReadableItem
      return eb.or([
        onReadableItem,
        inInboxOf(eb, readableProjects(db, reader)),
        isIssuedOf(eb, readableProjects(db, reader)),
        eb.and([
          eb('uploads.owner_id', '=', reader.userID),
          ...[isOnItem, isInInbox, isIssued].map((isTaken) => eb.not(isTaken(eb))),
        ]),
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

/** Links to existing projects and rooms. */
const liveLinks = (db: Database) =>
  whole(db)
    .selectFrom('links')
    .innerJoin('projects', 'projects.id', 'links.project_id')
    .leftJoin('rooms', 'rooms.id', 'links.room_id')
    .where('projects.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('links.room_id', 'is', null),
        eb.and([eb('rooms.id', 'is not', null), eb('rooms.deleted_at', 'is', null)]),
      ]),
    )

/** Finds the unexpired link of a token hash or file-key hash. There is no actor yet whose right could be checked. */
export const openLinks = (
  db: Database,
  clock: Clock,
  by: { readonly hash: 'token_hash' | 'files_hash'; readonly is: string } | { readonly id: number },
) =>
  liveLinks(db)
    .where((eb) => ('id' in by ? eb('links.id', '=', by.id) : eb(`links.${by.hash}`, '=', by.is)))
    .where((eb) => eb.or([eb('links.ends_at', 'is', null), eb('links.ends_at', '>', isoTime(clock))]))

/** Records that the link was opened. */
export const updateOpenedLink = (db: Database, link: LinkReader) =>
  whole(db).updateTable('links').where('links.id', '=', link.linkID)

/** The links of projects that the actor owns. */
export const ownedLinks = (db: Database, actor: Actor) => liveLinks(db).where((eb) => isOwn(eb, actor))

declare const linkable: unique symbol
/** A project that the actor owns, or a room of it, locked until the transaction ends. Only this file creates one. */
export interface LinkablePlace {
  readonly projectID: number
  readonly roomID: number | null
  readonly roomName: string | null
  readonly [linkable]: true
}

/** Undefined if the actor does not own the project, or if the room is in another project. */
export const lockLinkableProject = async (
  trx: Database,
  actor: Actor,
  projectID: number,
): Promise<LinkablePlace | undefined> => {
  const query = ownedProjects(trx, actor).where('projects.id', '=', projectID).select('projects.id as projectID')
  const found = await forShare(trx, query, ['projects']).executeTakeFirst()
  return found && ({ ...found, roomID: null, roomName: null } as LinkablePlace)
}
export const lockLinkableRoom = async (
  trx: Database,
  actor: Actor,
  roomID: number,
): Promise<LinkablePlace | undefined> => {
  const query = liveRooms(trx)
    .where((eb) => isOwn(eb, actor))
    .where(isNoTemplate)
    .where('rooms.id', '=', roomID)
    .select(['rooms.project_id as projectID', 'rooms.id as roomID', 'rooms.name as roomName'])
  return (await forUpdate(trx, query, ['rooms']).executeTakeFirst()) as LinkablePlace | undefined
}

export const insertLink = (
  trx: Database,
  { projectID, roomID }: LinkablePlace,
  link: Omit<InsertObject<Schema, 'links'>, 'project_id' | 'room_id'>,
) =>
  whole(trx)
    .insertInto('links')
    .values({ ...link, project_id: projectID, room_id: roomID })

export const updateOneLink = (db: Database, actor: Actor, linkID: number) =>
  whole(db)
    .updateTable('links')
    .where('links.id', '=', linkID)
    .where('links.project_id', 'in', ownedProjects(db, actor).select('projects.id'))

export const deleteOneLink = (db: Database, actor: Actor, linkID: number) =>
  whole(db)
    .deleteFrom('links')
    .where('links.id', '=', linkID)
    .where('links.project_id', 'in', ownedProjects(db, actor).select('projects.id'))

/**
 * The projects whose trash the actor may use: their own, including deleted ones, and existing ones that they may write.
 */
const projectsOfTrash = (right: 'write' | 'own', db: Database, actor: Actor) => {
  const own = whole(db)
    .selectFrom('projects')
    .where((eb) => isOwn(eb, actor))
    .select('projects.id')
  if (right === 'own') return own
  const shared = liveProjects(db)
    .innerJoin('project_members', 'project_members.project_id', 'projects.id')
    .where('project_members.user_id', '=', actor.userID)
    .where('project_members.role', '=', 'editor')
    .select('projects.id')
  return own.unionAll(shared)
}

/** The trash of these projects, including expired entries. */
export const writableTrash = (db: Database, actor: Actor) =>
  trashEntries(db).where('trash_entries.project_id', 'in', projectsOfTrash('write', db, actor))

/** What the actor may restore. */
export const restorableTrash = (db: Database, clock: Clock, actor: Actor) =>
  writableTrash(db, actor).where('trash_entries.expires_at', '>', isoTime(clock))

const trashed = (right: 'write' | 'own') => (db: Database, clock: Clock, actor: Actor) =>
  trashedThings(db)
    .where('trash_entries.expires_at', '>', isoTime(clock))
    .where('trash_entries.project_id', 'in', projectsOfTrash(right, db, actor))

/** With the contents: what the actor may restore, and what they may delete permanently. */
export const restorableTrashed = trashed('write')
export const ownedTrashed = trashed('own')

/** Inserts an entry into the trash of a project that the actor may write; no row for other projects. */
export const insertTrashEntry = (
  db: Database,
  actor: Actor,
  projectID: number,
  { kind, name, place, deletedAt, expiresAt }: NewTrashEntry,
) =>
  whole(db)
    .insertInto('trash_entries')
    .columns(['project_id', 'deleted_by', 'kind', 'name', 'place', 'deleted_at', 'expires_at'])
    .expression(
      writableProjectsOrTemplates(db, actor)
        .where('projects.id', '=', projectID)
        .select('projects.id')
        .select((eb) =>
          [actor.username, kind, name, place].map((text, at) => eb.cast(eb.val(text), 'text').as(`${at}`)),
        )
        .select([timeValue(db, deletedAt).as('deleted_at'), timeValue(db, expiresAt).as('expires_at')]),
    )
interface NewTrashEntry {
  kind: Schema['trash_entries']['kind']
  name: string
  place: string
  deletedAt: string
  expiresAt: string
}

/** Deletes an entry that the actor may restore, after its contents were restored. */
export const deleteTrashEntry = (db: Database, actor: Actor, trashID: number) =>
  whole(db)
    .deleteFrom('trash_entries')
    .where('trash_entries.id', '=', trashID)
    .where('trash_entries.project_id', 'in', projectsOfTrash('write', db, actor))

/** The items of an entry that the actor may restore, with their rooms. */
export const restorableItems = (db: Database, actor: Actor, trashID: number) =>
  whole(db)
    .selectFrom('items')
    .innerJoin('rooms', 'rooms.id', 'items.room_id')
    .where('items.trash_id', '=', trashID)
    .where('items.project_id', 'in', projectsOfTrash('write', db, actor))

/** The rooms of an entry that the actor may restore, with the number of items restored in each. */
export const restorableRooms = (db: Database, actor: Actor, trashID: number) =>
  whole(db)
    .selectFrom('rooms')
    .where('rooms.trash_id', '=', trashID)
    .where('rooms.project_id', 'in', projectsOfTrash('write', db, actor))
    .orderBy('rooms.id')
    .select(['rooms.id as roomID', 'rooms.name'])
    .select((eb) =>
      count(eb.selectFrom('items').whereRef('items.room_id', '=', 'rooms.id').where('items.deleted_at', 'is', null)).as(
        'items',
      ),
    )

/** Updates the contents of an entry that the actor may restore. */
export const updateTaken = (
  db: Database,
  actor: Actor,
  table: 'projects' | 'rooms' | 'items' | 'item_files' | 'inbox_photos',
  trashID: number,
) =>
  whole(db)
    .updateTable(table)
    .where('trash_id', 'in', (eb) =>
      eb
        .selectFrom('trash_entries')
        .select('trash_entries.id')
        .where('trash_entries.id', '=', trashID)
        .where('trash_entries.project_id', 'in', projectsOfTrash('write', db, actor)),
    )

/** Deletes all projects of the actor and their contents, including the trash, when the account is deleted. */
export const deleteOwnedProjects = async (trx: Database, actor: Actor): Promise<void> => {
  const gone = await whole(trx)
    .deleteFrom('projects')
    .where((eb) => isOwn(eb, actor))
    .returning('projects.id')
    .execute()
  // After the projects, which a concurrent deletion inside one of them locks first.
  for (const some of batches(gone.map(({ id }) => id)))
    await whole(trx).deleteFrom('trash_entries').where('trash_entries.project_id', 'in', some).execute()
}

export const ownedUploads = (db: Database, actor: Actor) =>
  whole(db).selectFrom('uploads').where('uploads.owner_id', '=', actor.userID)

/** Photos in the inboxes of the actor's projects, by any user. */
export const photosInOwnedProjects = (db: Database, actor: Actor) =>
  whole(db)
    .selectFrom('inbox_photos')
    .innerJoin('projects', 'projects.id', 'inbox_photos.project_id')
    .where('projects.owner_id', '=', actor.userID)

/** Their revisions, by any issuer. */
export const revisionsInOwnedProjects = (db: Database, actor: Actor) =>
  whole(db)
    .selectFrom('revisions')
    .innerJoin('projects', 'projects.id', 'revisions.project_id')
    .where('projects.owner_id', '=', actor.userID)
    .where('revisions.upload_id', 'is not', null)

/** Their uploads, by any uploader. */
export const uploadsInOwnedProjects = (db: Database, actor: Actor) =>
  whole(db)
    .selectFrom('uploads')
    .innerJoin('item_files', 'item_files.upload_id', 'uploads.id')
    .innerJoin('items', 'items.id', 'item_files.item_id')
    .innerJoin('projects', 'projects.id', 'items.project_id')
    .where('projects.owner_id', '=', actor.userID)

const ownerOfItem = (eb: ExpressionBuilder<Schema, 'uploads'>) =>
  eb
    .selectFrom('item_files')
    .innerJoin('items', 'items.id', 'item_files.item_id')
    .innerJoin('projects', 'projects.id', 'items.project_id')
    .whereRef('item_files.upload_id', '=', 'uploads.id')

const ownerOfInbox = (eb: ExpressionBuilder<Schema, 'uploads'>) =>
  eb
    .selectFrom('inbox_photos')
    .innerJoin('projects', 'projects.id', 'inbox_photos.project_id')
    .whereRef('inbox_photos.upload_id', '=', 'uploads.id')

const ownerOfIssued = (eb: ExpressionBuilder<Schema, 'uploads'>) =>
  eb
    .selectFrom('revisions')
    .innerJoin('projects', 'projects.id', 'revisions.project_id')
    .whereRef('revisions.upload_id', '=', 'uploads.id')

/**
 * Transfers the actor's uploads for remaining items, inboxes and revisions to the project owner. Call it after
 * `deleteOwnedProjects`.
 */
export const handOverUploads = (db: Database, actor: Actor) =>
  whole(db)
    .updateTable('uploads')
    .set((eb) => ({
      owner_id: eb.fn.coalesce(
        ownerOfItem(eb).select((e) => e.fn.min('projects.owner_id').as('owner_id')),
        ownerOfInbox(eb).select('projects.owner_id'),
        ownerOfIssued(eb).select('projects.owner_id'),
        eb.ref('uploads.owner_id'),
      ),
    }))
    .where('uploads.owner_id', '=', actor.userID)
    .where((eb) => eb.or([eb.exists(ownerOfItem(eb).select('projects.owner_id')), isInInbox(eb), isIssued(eb)]))

const authorOf = (
  { userID, username }: Actor,
  at: string,
  partOf: number | null = null,
  undoes: number | null = null,
): Author => ({ userID, who: username, at, partOf, undoes })

const eventsBy =
  (right: 'read' | 'write') =>
  (
    trx: Database,
    actor: Actor,
    projectID: number,
    at: string,
    told: ToldEvents,
    partOf: number | null = null,
    undoes: number | null = null,
  ) =>
    insertEventsAt(
      trx,
      whole(trx)
        .selectFrom('projects')
        .where('projects.id', '=', projectID)
        .where(mayUse(right, actor))
        .select('projects.id as project_id'),
      authorOf(actor, at, partOf, undoes),
      told,
    )

/** Inserts events of the actor in a writable project, even if it is in the trash. Use the transaction of the change. */
export const insertEvents = eventsBy('write')
/** The same for any member: joining and leaving. */
export const insertEventsOfMember = eventsBy('read')

/** Inserts events in all projects where the actor has this role, when their account is deleted. */
export const insertEventsOfLeaving = (
  trx: Database,
  actor: Actor,
  role: Schema['project_members']['role'],
  at: string,
  told: ToldEvents,
) =>
  insertEventsAt(
    trx,
    whole(trx)
      .selectFrom('project_members')
      .where('project_members.user_id', '=', actor.userID)
      .where('project_members.role', '=', role)
      .select('project_members.project_id'),
    authorOf(actor, at),
    told,
  )

const eventsOfProjects = (right: 'read' | 'write') => (db: Database, actor: Actor) =>
  whole(db)
    .selectFrom('events')
    .innerJoin('projects', 'projects.id', 'events.project_id')
    .where('projects.deleted_at', 'is', null)
    .where(mayUse(right, actor))

/** Events of projects that the actor may read, or may write. */
export const readableEvents = eventsOfProjects('read')
export const writableEvents = eventsOfProjects('write')

/** The name of the other project of a move event, if the actor may read it. */
export const otherProject = (db: Database, actor: Actor) =>
  readableProjects(db, actor)
    .where((eb) => {
      const is = (...kinds: EventKind[]) =>
        eb(
          columnOf<EventKind>('events.kind'),
          'in',
          kinds.map((kind) => sql.lit(kind)),
        )
      return eb(
        'projects.id',
        '=',
        eb
          .case()
          .when(is('room moved away', 'rooms moved away'))
          .then(numberInJSON(db, columnOf<string | null>('events.after'), 'projectID'))
          .when(is('room moved here', 'rooms moved here'))
          .then(numberInJSON(db, columnOf<string | null>('events.before'), 'projectID'))
          .end(),
      )
    })
    .select('projects.name')

/** The room that an item left, if it still exists in this project. */
export const roomLeft = (db: Database, projectID: number) =>
  whole(db)
    .selectFrom('rooms')
    .where('rooms.id', '=', numberInJSON(db, columnOf<string | null>('events.before'), 'roomID'))
    .where('rooms.project_id', '=', projectID)
    .where('rooms.deleted_at', 'is', null)
    .select('rooms.id')

const eventsIn = (db: Database, projectID: number) =>
  whole(db).selectFrom('events').where('events.project_id', '=', projectID)

/**
 * The authors of a project's events with their latest usernames, as a column. The outer statement checks that the actor
 * may read the project, so it takes no actor. Served by the index of the project's events.
 */
export const peopleOfEvents = (db: Database, projectID: number) =>
  whole(db)
    .selectFrom(
      eventsIn(db, projectID)
        .where('events.user_id', 'is not', null)
        .groupBy('events.user_id')
        .select((eb) => ['events.user_id as userID', eb.fn.max('events.id').as('last')])
        .as('people'),
    )
    .select((eb) => [
      'people.userID',
      eb.selectFrom('events').whereRef('events.id', '=', 'people.last').select('events.who').as('who'),
    ])

/**
 * The last event of a project that the actor has seen, and when. If they never looked, their first own event there;
 * null if there is neither.
 */
export const seenBy = (db: Database, actor: Actor, projectID: number) => {
  const seen = whole(db)
    .selectFrom('activity_seen')
    .where('activity_seen.project_id', '=', projectID)
    .where('activity_seen.user_id', '=', actor.userID)
  const first = eventsIn(db, projectID).where('events.user_id', '=', actor.userID).orderBy('events.id').limit(1)
  const { fn } = expressionBuilder<Schema>()
  return {
    eventID: fn.coalesce(seen.select('activity_seen.event_id'), first.select('events.id')),
    at: fn.coalesce(seen.select('activity_seen.at'), first.select('events.at')),
  }
}

/** How many of the latest events are searched for news, which bounds the cost of opening a project. */
const LOOKED_THROUGH = 200

/**
 * The number of changes by others since the actor last looked, by person and room. Requires a project they may read.
 */
export const newEvents = (db: Database, actor: Actor, projectID: number) =>
  whole(db)
    .selectFrom(
      eventsIn(db, projectID)
        .where((eb) => eb('events.id', '>', eb.fn.coalesce(seenBy(db, actor, projectID).eventID, sql.lit(0))))
        .where('events.part_of', 'is', null)
        .orderBy('events.id', 'desc')
        .limit(LOOKED_THROUGH)
        .select(['events.user_id', 'events.who', 'events.room_id as roomID'])
        .as('latest'),
    )
    .where('latest.user_id', '<>', actor.userID)
    .groupBy(['latest.who', 'latest.roomID'])
    .select((eb) => ['latest.who', 'latest.roomID', eb.fn.countAll<number>().as('changes')])
    .orderBy('latest.who')

/** Marks events of a readable project as seen up to an event; never moves back. No row for other projects. */
export const insertSeen = (db: Database, actor: Actor, { projectID, eventID }: SeenEvent, now: string) =>
  whole(db)
    .insertInto('activity_seen')
    .columns(['project_id', 'user_id', 'event_id', 'at'])
    .expression(
      readableProjectsOrTemplates(db, actor)
        .where('projects.id', '=', projectID)
        .select((eb) => [
          'projects.id',
          eb.cast<number>(eb.val(actor.userID), 'bigint').as('user_id'),
          eb.fn
            .coalesce(
              eventsIn(db, projectID)
                .where('events.id', '<=', eventID)
                .select((e) => e.fn.max('events.id').as('last')),
              sql.lit(0),
            )
            .as('event_id'),
          timeValue(db, now).as('at'),
        ]),
    )
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'user_id']).doUpdateSet((eb) => ({
        event_id: eb
          .case()
          .when('excluded.event_id', '>', eb.ref('activity_seen.event_id'))
          .then(eb.ref('excluded.event_id'))
          .else(eb.ref('activity_seen.event_id'))
          .end(),
        at: eb.ref('excluded.at'),
      })),
    )
interface SeenEvent {
  projectID: number
  eventID: number
}

/** How many of an item's latest events are searched, which bounds the cost of opening an item. */
const LOOKED_THROUGH_OF_ITEM = 200
const TELLING_CHANGES = 8

/**
 * The latest changes of an item's title values. The outer statement checks that the reader may read the item, and has
 * its subcategory.
 */
export const changesOfTelling = (db: Database, reader: Reader, itemID: number) => tellingChanges(db, reader, itemID)

/** The same for each item of the outer statement. */
export const changesOfEachTelling = (db: Database, reader: Reader) =>
  tellingChanges(db, reader, columnOf<number>('items.id'))

const tellingChanges = (db: Database, reader: Reader, itemID: number | Expression<number>) =>
  whole(db)
    .selectFrom(
      whole(db)
        .selectFrom('events')
        .where('events.item_id', '=', itemID)
        .orderBy('events.id', 'desc')
        .limit(sql.lit(LOOKED_THROUGH_OF_ITEM))
        .select(['events.id', 'events.project_id', 'events.kind', 'events.before'])
        .select((eb) => timeText(db, eb.ref('events.at')).as('at'))
        .as('latest'),
    )
    .where('latest.kind', '=', sql.lit('item changed'))
    // The room may have come from another project that the reader may not read.
    .where((eb) =>
      eb.or([
        eb('latest.project_id', '=', columnOf<number>('items.project_id')),
        eb.exists(
          readableProjects(db, reader)
            .where('projects.id', '=', columnOf<number>('latest.project_id'))
            .select('projects.id'),
        ),
      ]),
    )
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('subcategory_labels')
          .where('subcategory_labels.subcategory_id', '=', columnOf<number>('items.subcategory_id'))
          .where((e) => contains(db, columnOf('subcategories.telling'), numbered('"field', e.ref('slot'))))
          .where((e) => contains(db, columnOf('latest.before'), numbered('"propID":', e.ref('label_id'))))
          .select('label_id'),
      ),
    )
    .orderBy('latest.id', 'desc')
    .limit(sql.lit(TELLING_CHANGES))
    .select(['latest.before', 'latest.at'])
