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
 * What an actor may see and change, as beginnings of statements. Repositories start from these, so that every statement
 * on user data carries its owner and leaves out what is in the trash: itself, its room or its project. The right to it
 * is part of the statement: the owner owns, editors write, every member reads, and so does a read-only link its project
 * or room. What it hides within an item is left out of what was read (links/hide.ts), its files here.
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

/** Nothing but the link's project, and of a link to a room nothing but the room. */
const isShown = (link: LinkReader) => (eb: OnProjects) => eb('projects.id', '=', link.projectID)
const isShownRoom = (link: LinkReader) => (eb: ExpressionBuilder<Schema, 'projects' | 'rooms'>) =>
  link.roomID === null
    ? isShown(link)(eb)
    : eb.and([isShown(link)(eb), eb('rooms.id', '=', link.roomID), eb('rooms.project_id', '=', link.projectID)])

/** What the reader may do with the project of a row that they may read. */
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

/** The same as a column. */
export const may = (reader: Reader | Onlooker) => (eb: OnProjects) => rightTo(eb, reader).as('may')

/**
 * A template is a project that others are made of. What is about somebody's homes, alone or together, leaves templates out:
 * so nobody becomes a member of one, nothing links to it, no plan counts it and no search finds it. What is for them, too, says so.
 */
const isNoTemplate = (eb: OnProjects) => eb('projects.template', '=', sql.lit(0))

export const ownedProjectsOrTemplates = (db: Database, actor: Actor | Onlooker) =>
  liveProjects(db).where((eb) => isOwn(eb, actor))
/** The actor's own: their names cannot be given again, and a plan limits them. */
export const ownedProjects = (db: Database, actor: Actor | Onlooker) =>
  ownedProjectsOrTemplates(db, actor).where(isNoTemplate)
export const ownedTemplates = (db: Database, actor: Actor) =>
  ownedProjectsOrTemplates(db, actor).where('projects.template', '=', sql.lit(1))

/** Those in them: what is somebody's own is suggested to nobody else, whatever they share. */
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

/** What a project is called, not what is in it, is also there for a link to one room. */
export const readableProjectsOrTemplates = (db: Database, reader: Reader | Onlooker) =>
  liveProjects(db).where(reader.kind === 'link' ? isShown(reader) : mayUse('read', reader))
export const readableProjects = (db: Database, reader: Reader | Onlooker) =>
  readableProjectsOrTemplates(db, reader).where(isNoTemplate)
export const readableRooms = (db: Database, reader: Reader) =>
  reader.kind === 'link' ? liveRooms(db).where(isShownRoom(reader)) : liveRooms(db).where(mayUse('read', reader))
export const readableItems = (db: Database, reader: Reader) =>
  reader.kind === 'link' ? liveItems(db).where(isShownRoom(reader)) : liveItems(db).where(mayUse('read', reader))

/**
 * All items of a project that the reader sees something of, and all that was ever issued of it: a link's papers have the marks of
 * all papers, for these are what people call things by. Nothing else of them is told.
 */
export const markedItems = (db: Database, reader: Reader) =>
  liveItems(db).where(reader.kind === 'link' ? isShown(reader) : mayUse('read', reader))
export const everMarked = (db: Database, reader: Reader) =>
  readableProjectsOrTemplates(db, reader).innerJoin('revisions', 'revisions.project_id', 'projects.id')

/** For statements on all that the actor may read: planners begin with whose it is, where they would look at all projects. */
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

/** Of these the one that is asked for, or that an item is in. */
export const askedProjects = (
  db: Database,
  actor: Actor | Onlooker,
  { projectID, itemID }: { projectID?: number | undefined; itemID?: number | undefined },
) =>
  sql`select own.id from ${allReadable(db, actor)} as own where true
    ${projectID === undefined ? sql`` : sql`and own.id = ${projectID}`}
    ${itemID === undefined ? sql`` : sql`and own.id = (select project_id from items where id = ${itemID})`}`

/** The same of what they may write. */
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

/** The files of an item that a statement around has found among those that may be read. */
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

/** What somebody may do with a project, and whether that is a template. */
export interface Held {
  may: Right
  isTemplate: boolean
}

const heldOf = (found: { may: Right; template: number } | undefined): Held | undefined =>
  found && { may: found.may, isTemplate: found.template === 1 }

/** Tasks of what is there: those of what lies in the trash sleep. */
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
 * What the actor may do with the project of the innermost thing that a request names by its id; undefined where nothing
 * of it is there for them. One statement.
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
  // Where something is copied to comes before what is copied; rooms that are moved leave another project.
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

/** The smallest right to any of these things; undefined unless all are there for the actor. */
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

/** What was issued of projects that the actor may read, and is there. */
export const readableRevisions = (db: Database, actor: Actor) =>
  readableProjects(db, actor)
    .innerJoin('revisions', 'revisions.project_id', 'projects.id')
    .where('revisions.upload_id', 'is not', null)

/** The members of projects that the actor may read. */
export const readableMembers = (db: Database, actor: Actor) =>
  liveProjects(db)
    .where(mayUse('read', actor))
    .innerJoin('project_members', 'project_members.project_id', 'projects.id')

/** Those of the actor's own projects, and who is invited to them. */
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

/** The actor's own membership: that of nobody else. */
export const deleteMembership = (db: Database, actor: Actor, projectID: number) =>
  whole(db)
    .deleteFrom('project_members')
    .where('project_members.user_id', '=', actor.userID)
    .where('project_members.project_id', '=', projectID)

/** To a project that the actor owns and holds. */
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

/** What the actor offers of their own projects. */
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

/**
 * All of a kind in one project of the actor's own, for whoever takes it over without them. Rooms and items are those in the
 * trash, too.
 */
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
/** What waits in its inbox, that in the trash too. */
export const photosOfOwned = (db: Database, actor: Actor, projectID: number) =>
  whole(db)
    .selectFrom('inbox_photos')
    .where('inbox_photos.project_id', 'in', idOfOwned(db, actor, projectID))
export const filesOfOwned = (db: Database, actor: Actor, projectID: number) =>
  whole(db)
    .selectFrom('item_files')
    .where('item_files.item_id', 'in', idsOfItems(db, actor, projectID))
/** What was issued of it. */
export const revisionsOfOwned = (db: Database, actor: Actor, projectID: number) =>
  whole(db)
    .selectFrom('revisions')
    .where('revisions.project_id', 'in', idOfOwned(db, actor, projectID))
    .where('revisions.upload_id', 'is not', null)
/** Rows of a table that points to projects. */
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

/** What the former owner uploaded for its items, its inbox and its revisions, and has on none of another project, becomes the actor's. */
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

/** A project of the actor's own. */
export const insertProject = (
  db: Database,
  actor: Actor,
  project: Omit<InsertObject<Schema, 'projects'>, 'owner_id'>,
) =>
  whole(db)
    .insertInto('projects')
    .values({ ...project, owner_id: actor.userID })

/** A room of a project that the actor may write and of a type that there is; no row where either is missing. */
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
/** An item that the actor may write and that stays while the transaction lasts. Only the scope can say so. */
export type HeldItem = number & { readonly [held]: true }

/**
 * An item of a room that the actor may write. `itsPlace` narrows the room and selects, in their order, `columns`; no row
 * where it finds none.
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

/** A held item and where it is. */
export interface HeldPlace {
  itemID: HeldItem
  roomID: number
  projectID: number
}

/** The item, with its room and project kept until the transaction ends; undefined where the actor may not write it. */
export const lockWritableItemForShare = async (
  trx: Database,
  actor: Actor,
  itemID: number,
): Promise<HeldPlace | undefined> => {
  const query = writableItems(trx, actor)
    .where('items.id', '=', itemID)
    .select(['items.id', 'items.room_id as roomID', 'items.project_id as projectID'])
  // The project first, as deleting for good takes them, so that neither waits for the other in a circle.
  const find = () => forShare(trx, query, ['projects', 'rooms', 'items']).executeTakeFirst()
  // PostgreSQL finds none where it has waited for somebody who moved its room to another project: the next look finds it.
  const item = (await find()) ?? (await find())
  return item && { itemID: item.id as HeldItem, roomID: item.roomID, projectID: item.projectID }
}

/** Stores the words of an item that is held; of one that has them already all but those of its files. */
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

/** Those of the files of an item that is held. One that has no words yet gets them all at once later. */
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

/** Files on items that the transaction has just made. */
export const insertFilesOfItems = (
  trx: Database,
  files: readonly (Omit<InsertObject<Schema, 'item_files'>, 'item_id'> & { item_id: HeldItem })[],
) => whole(trx).insertInto('item_files').values(files)

declare const own: unique symbol
declare const writable: unique symbol
/** A project that the actor may write and that stays while the transaction lasts. Only the scope can say so. */
export type WritableProject = number & { readonly [writable]: true }
/** The same of one that they own. */
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

/** Many at once. Answers their ids in order. */
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

/** Many at once, into rooms of the project: the database takes none into another one's. Answers them in order. */
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

/** Has the words made of all items of a project that has just been filled. */
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

/** The same of items that the transaction has just made. */
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
 * Changes to one thing, of rooms and items that the actor may write, of projects that they own, and of none else.
 * PostgreSQL looks again at the row itself, not at the scope, when it had to wait for another's change: by its own mark
 * it sees that it was deleted just now.
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

/** Several items of a project that the actor may write. */
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

/** All rooms or items of a project that the actor may write, those in the trash included. */
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

/** Those that are there. */
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

/** Gives each of them its place in an order of one's own, or none. */
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

/** The attachments of an item that is held; their right to it is that of whoever holds it. */
export const updateItemFiles = (trx: Database, item: HeldItem) =>
  whole(trx).updateTable('item_files').where('item_files.deleted_at', 'is', null).where('item_files.item_id', '=', item)

/** Takes attachments off an item that is held, for others to be put in their place. */
export const deleteItemFiles = (trx: Database, item: HeldItem) =>
  whole(trx).deleteFrom('item_files').where('item_files.deleted_at', 'is', null).where('item_files.item_id', '=', item)

/** The attachments, in no order, of an item that is held. */
export const itemFiles = (trx: Database, item: HeldItem) =>
  whole(trx)
    .selectFrom('item_files')
    .innerJoin('uploads', 'uploads.id', 'item_files.upload_id')
    .innerJoin('blobs', 'blobs.id', 'uploads.blob_id')
    .where('item_files.deleted_at', 'is', null)
    .where('item_files.item_id', '=', item)

/** How long an upload waits for an item to take it. */
export const UPLOAD_WAITS = DAY

/** What waits in the inbox of a project that `projects` finds, in a statement on uploads. */
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

/** The same of what was issued of one. */
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
 * Uploads that the actor may put on an item: their own, taken already or still waiting, and whatever is in the inbox of a
 * project that they may write.
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

/** The bytes that the actor's further uploads share. */
export const ownBlobs = (db: Database, actor: Actor) =>
  whole(db).selectFrom('blobs').where('blobs.owner_id', '=', actor.userID)

/**
 * Files that the reader may download: those on an item they may read, unless the link hides files, and of a person what is
 * in the inbox of a project they may read or was issued of one, and their own that nothing has taken yet.
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
 * Whether somebody gets a photo without where it was taken, in a statement on uploads: all but who uploaded it, and the owner and
 * editors of a project that has it and did not copy it as a viewer. Links say that themselves.
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

/** Links to projects, and to rooms that are there. */
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

/** What the hash of a token or of a key for files opens now: there is nobody yet whose right it could go by. */
export const openLinks = (
  db: Database,
  clock: Clock,
  by: { readonly hash: 'token_hash' | 'files_hash'; readonly is: string } | { readonly id: number },
) =>
  liveLinks(db)
    .where((eb) => ('id' in by ? eb('links.id', '=', by.id) : eb(`links.${by.hash}`, '=', by.is)))
    .where((eb) => eb.or([eb('links.ends_at', 'is', null), eb('links.ends_at', '>', isoTime(clock))]))

/** Notes that somebody looks at what it shows. */
export const updateOpenedLink = (db: Database, link: LinkReader) =>
  whole(db).updateTable('links').where('links.id', '=', link.linkID)

/** The links of a project that the actor owns. */
export const ownedLinks = (db: Database, actor: Actor) => liveLinks(db).where((eb) => isOwn(eb, actor))

declare const linkable: unique symbol
/** A project that the actor owns, or a room of it, that stays while the transaction lasts. Only the scope can say so. */
export interface LinkablePlace {
  readonly projectID: number
  readonly roomID: number | null
  readonly roomName: string | null
  readonly [linkable]: true
}

/** Undefined where the actor does not own it, or where the room is in another project. */
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
 * The projects whose trash the actor may look into: their own, also those that are deleted, and those which are there
 * and which they may write.
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

/** The trash of those projects, also what it keeps no longer. */
export const writableTrash = (db: Database, actor: Actor) =>
  trashEntries(db).where('trash_entries.project_id', 'in', projectsOfTrash('write', db, actor))

/** What the actor may bring back. */
export const restorableTrash = (db: Database, clock: Clock, actor: Actor) =>
  writableTrash(db, actor).where('trash_entries.expires_at', '>', isoTime(clock))

const trashed = (right: 'write' | 'own') => (db: Database, clock: Clock, actor: Actor) =>
  trashedThings(db)
    .where('trash_entries.expires_at', '>', isoTime(clock))
    .where('trash_entries.project_id', 'in', projectsOfTrash(right, db, actor))

/** The same with what it took, and what the actor may remove for good. */
export const restorableTrashed = trashed('write')
export const ownedTrashed = trashed('own')

/** In the trash of a project that the actor may write; no row for any other. */
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

/** For an entry that the actor may bring back, when what it took is. */
export const deleteTrashEntry = (db: Database, actor: Actor, trashID: number) =>
  whole(db)
    .deleteFrom('trash_entries')
    .where('trash_entries.id', '=', trashID)
    .where('trash_entries.project_id', 'in', projectsOfTrash('write', db, actor))

/** The items that an entry took which the actor may bring back, with what deleted their rooms. */
export const restorableItems = (db: Database, actor: Actor, trashID: number) =>
  whole(db)
    .selectFrom('items')
    .innerJoin('rooms', 'rooms.id', 'items.room_id')
    .where('items.trash_id', '=', trashID)
    .where('items.project_id', 'in', projectsOfTrash('write', db, actor))

/** The rooms that an entry took which the actor may bring back, with how many items come back in each. */
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

/** What an entry took that the actor may bring back. */
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

/** Everything of the actor's, the trash included, for the end of an account; what is in the projects goes along. */
export const deleteOwnedProjects = async (trx: Database, actor: Actor): Promise<void> => {
  const gone = await whole(trx)
    .deleteFrom('projects')
    .where((eb) => isOwn(eb, actor))
    .returning('projects.id')
    .execute()
  // After the projects, which whoever is deleting something in one of them holds.
  for (const some of batches(gone.map(({ id }) => id)))
    await whole(trx).deleteFrom('trash_entries').where('trash_entries.project_id', 'in', some).execute()
}

export const ownedUploads = (db: Database, actor: Actor) =>
  whole(db).selectFrom('uploads').where('uploads.owner_id', '=', actor.userID)

/** Whoever took the pictures in the inboxes of the actor's projects. */
export const photosInOwnedProjects = (db: Database, actor: Actor) =>
  whole(db)
    .selectFrom('inbox_photos')
    .innerJoin('projects', 'projects.id', 'inbox_photos.project_id')
    .where('projects.owner_id', '=', actor.userID)

/** Whoever issued them. */
export const revisionsInOwnedProjects = (db: Database, actor: Actor) =>
  whole(db)
    .selectFrom('revisions')
    .innerJoin('projects', 'projects.id', 'revisions.project_id')
    .where('projects.owner_id', '=', actor.userID)
    .where('revisions.upload_id', 'is not', null)

/** Whoever uploaded them. */
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
 * What the actor uploaded for items, inboxes and revisions that are there after `deleteOwnedProjects`: it becomes the project owner's.
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

/** What the actor did in a project that they may write, be it in the trash: in the transaction that does it. */
export const insertEvents = eventsBy('write')
/** The same of what whoever may read it does: they come and go. */
export const insertEventsOfMember = eventsBy('read')

/** What the actor does in all projects where they have this part, when their account ends. */
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

/** What happened in a project that the actor may read, and in one that they may write. */
export const readableEvents = eventsOfProjects('read')
export const writableEvents = eventsOfProjects('write')

/** What the other project is called that those events say a room went to or came from, for whoever may read it. */
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

/** The room that those events say an item left, where it is still there, in the project of today. */
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
 * Whoever did something in a project, with the username of the last time, for a statement that finds the project as one
 * that the actor may read: a column of that, so it takes no actor. The index of the project's events tells who it was.
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
 * The last event of a project that the actor has seen, and when that was: before they have looked, what they did there
 * first; null where there is neither.
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

/** How many of the latest things that happened are looked through for what is new: opening a project costs no more. */
const LOOKED_THROUGH = 200

/** What others did in a project since the actor looked, counted by person and room, of a project that they may read. */
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

/** Of a project that the actor may read, no row for any other: seen up to an event, never less than before. */
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

/** How many of an item's latest events are looked through: opening it costs no more, whatever happened to it. */
const LOOKED_THROUGH_OF_ITEM = 200
const TELLING_CHANGES = 8

/**
 * The latest changes of values that tell an item apart today, in a statement that finds it as one that the actor may read,
 * with its subcategory.
 */
export const changesOfTelling = (db: Database, reader: Reader, itemID: number) => tellingChanges(db, reader, itemID)

/** The same of each item that a statement finds. */
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
    // Its room may have come from another project, of which not everybody is told.
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
