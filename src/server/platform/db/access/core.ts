import { sql, type AliasableExpression, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import type { Right } from '../../../../shared/contract/rights.ts'
import type { Actor, LinkReader, Onlooker, Reader } from '../actor.ts'
import type { Database } from '../database.ts'
import { withoutIndex } from '../engine.ts'
import type { Schema } from '../schema.ts'
import { liveItems, liveProjects, liveRooms, unscoped } from './unscoped.ts'

/**
 * What an actor may see and change, as the start of statements. Repositories build on these, so every statement on user
 * data carries its owner and excludes the trash, including trashed rooms and projects. The right is part of the
 * statement: owners own, editors write, all members read, and a read-only link reads its scope. An API key has its user's
 * rights within its limits, and never owns. What a link
 * hides within an item is removed after reading (sharing/hide.ts), except for files, which are filtered here.
 */

type OnProjects = ExpressionBuilder<Schema, 'projects'>

/** A key for some projects reaches no others. Prepared statements notice only a look at `apiKey` (prepared.ts). */
const withinKey = (eb: OnProjects, actor: Actor | Onlooker, isReached: Expression<SqlBool>): Expression<SqlBool> => {
  const chosen = actor.apiKey?.projects
  return chosen ? eb.and([isReached, eb('projects.id', 'in', [0, ...chosen])]) : isReached
}

export const isOwn = (eb: OnProjects, actor: Actor | Onlooker) =>
  withinKey(eb, actor, eb('projects.owner_id', '=', actor.userID))

export const isMember = (eb: OnProjects, actor: Actor | Onlooker, right: 'read' | 'write') =>
  withinKey(eb, actor, hasMember(eb, actor, right))

const hasMember = (eb: OnProjects, actor: Actor | Onlooker, right: 'read' | 'write') =>
  eb.exists(
    eb
      .selectFrom('project_members')
      .select('project_members.user_id')
      .whereRef('project_members.project_id', '=', 'projects.id')
      .where('project_members.user_id', '=', actor.userID)
      .$if(right === 'write', (query) => query.where('project_members.role', '=', 'editor')),
  )

export const mayUse =
  (right: 'read' | 'write', actor: Actor | Onlooker) =>
  (eb: OnProjects): Expression<SqlBool> =>
    right === 'write' && actor.apiKey?.writes === false
      ? eb.lit(false)
      : eb.or([isOwn(eb, actor), isMember(eb, actor, right)])

/** Only the link's project. */
export const isShown = (link: LinkReader) => (eb: OnProjects) => eb('projects.id', '=', link.projectID)

/** Of items that the link's rooms contain. */
const isOfScope =
  ({ scope: { catID, trade } }: LinkReader) =>
  (eb: ExpressionBuilder<Schema, 'items'>) =>
    eb.and([
      ...(catID === undefined ? [] : [eb(withoutIndex<number>('items.category_id'), '=', catID)]),
      ...(trade === undefined
        ? []
        : [
            eb(
              withoutIndex<number>('items.subcategory_id'),
              'in',
              eb.selectFrom('subcategories').where('subcategories.trade', '=', trade).select('subcategories.id'),
            ),
          ]),
    ])

const isShownRoom =
  (link: LinkReader) =>
  (eb: ExpressionBuilder<Schema, 'projects' | 'rooms'>): Expression<SqlBool> => {
    const { rooms } = link.scope
    return eb.and([
      isShown(link)(eb),
      eb('rooms.project_id', '=', link.projectID),
      ...(rooms === undefined ? [] : [eb('rooms.id', 'in', [0, ...rooms])]),
    ])
  }

const isShownItem = (link: LinkReader) => (eb: ExpressionBuilder<Schema, 'projects' | 'rooms' | 'items'>) =>
  eb.and([isShownRoom(link)(eb), isOfScope(link)(eb)])

/** A link to a category or trade shows the rooms that have such items. */
const hasShownItem = (link: LinkReader) => (eb: ExpressionBuilder<Schema, 'projects' | 'rooms'>) =>
  link.scope.catID === undefined && link.scope.trade === undefined
    ? eb.lit(true)
    : eb.exists(
        eb
          .selectFrom('items')
          .whereRef('items.room_id', '=', 'rooms.id')
          .where('items.deleted_at', 'is', null)
          .where(isOfScope(link))
          .select('items.id'),
      )

/** 1 for items that the reader may read, in a statement on all items of projects that they see. */
export const isShownTo = (reader: Reader) => (eb: ExpressionBuilder<Schema, 'projects' | 'rooms' | 'items'>) =>
  reader.kind === 'link'
    ? eb.case().when(isShownItem(reader)(eb)).then(1).else(0).end().as('isShown')
    : sql.lit(1).as('isShown')

/** The reader's right to the project of a row that they may read. A key never owns. */
export const rightTo = (eb: OnProjects, reader: Reader | Onlooker): AliasableExpression<Right> =>
  reader.kind === 'link' || reader.apiKey?.writes === false
    ? sql.lit<Right>('read')
    : eb
        .case()
        .when(isOwn(eb, reader))
        .then(sql.lit<Right>(reader.apiKey ? 'write' : 'own'))
        .when(isMember(eb, reader, 'write'))
        .then(sql.lit<Right>('write'))
        .else(sql.lit<Right>('read'))
        .end()

export const may = (reader: Reader | Onlooker) => (eb: OnProjects) => rightTo(eb, reader).as('may')

/**
 * Templates are projects that others are created from. Statements on homes exclude them: templates have no members and
 * no links, count toward no plan, and are not searched. Statements that include templates say so in their name.
 */
export const isNoTemplate = (eb: OnProjects) => eb('projects.template', '=', sql.lit(0))

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

/** A link may read the project's name, but nothing in the project outside its scope. */
export const readableProjectsOrTemplates = (db: Database, reader: Reader | Onlooker) =>
  liveProjects(db).where(reader.kind === 'link' ? isShown(reader) : mayUse('read', reader))

export const readableProjects = (db: Database, reader: Reader | Onlooker) =>
  readableProjectsOrTemplates(db, reader).where(isNoTemplate)

export const readableRooms = (db: Database, reader: Reader) =>
  reader.kind === 'link'
    ? liveRooms(db).where(isShownRoom(reader)).where(hasShownItem(reader))
    : liveRooms(db).where(mayUse('read', reader))

export const readableItems = (db: Database, reader: Reader) =>
  reader.kind === 'link' ? liveItems(db).where(isShownItem(reader)) : liveItems(db).where(mayUse('read', reader))

/**
 * All projects that the actor may read, written so that planners start from the user instead of scanning all projects.
 */
export const allReadable = (db: Database, actor: Actor | Onlooker) => withShared(db, actor, ownedProjects(db, actor))

const withShared = (db: Database, actor: Actor | Onlooker, own: ReturnType<typeof ownedProjects>) =>
  own.select('projects.id').union(
    liveProjects(db)
      .innerJoin('project_members', 'project_members.project_id', 'projects.id')
      .where('project_members.user_id', '=', actor.userID)
      .$if(actor.apiKey !== undefined, (query) => query.where((eb) => withinKey(eb, actor, eb.lit(true))))
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
    .$if(actor.apiKey?.writes === false, (query) => query.where((eb) => eb.lit(false)))
    .select('projects.id')
    .union(
      liveProjects(db)
        .innerJoin('project_members', 'project_members.project_id', 'projects.id')
        .where('project_members.user_id', '=', actor.userID)
        .where('project_members.role', '=', 'editor')
        .$if(actor.apiKey !== undefined, (query) => query.where((eb) => mayUse('write', actor)(eb)))
        .select('projects.id'),
    )

export const allReadableProjects = (db: Database, actor: Actor) =>
  unscoped(db).selectFrom('projects').where('projects.id', 'in', allReadable(db, actor))

export const allReadableProjectsOrTemplates = (db: Database, actor: Actor) =>
  unscoped(db)
    .selectFrom('projects')
    .where('projects.id', 'in', withShared(db, actor, ownedProjectsOrTemplates(db, actor)))

export const idOfOwned = (db: Database, actor: Actor, projectID: number) =>
  ownedProjects(db, actor).where('projects.id', '=', projectID).select('projects.id')

export const idOfWritable = (db: Database, actor: Actor, projectID: number) =>
  writableProjectsOrTemplates(db, actor).where('projects.id', '=', projectID).select('projects.id')

const eventsOfProjects = (right: 'read' | 'write') => (db: Database, actor: Actor) =>
  unscoped(db)
    .selectFrom('events')
    .innerJoin('projects', 'projects.id', 'events.project_id')
    .where('projects.deleted_at', 'is', null)
    .where(mayUse(right, actor))

/** Events of projects that the actor may read, or may write. */
export const readableEvents = eventsOfProjects('read')

export const writableEvents = eventsOfProjects('write')

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

/** Existing revisions of projects that the actor may read. */
export const readableRevisions = (db: Database, actor: Actor) =>
  readableProjects(db, actor)
    .innerJoin('revisions', 'revisions.project_id', 'projects.id')
    .where('revisions.upload_id', 'is not', null)

/** Readable projects with their branding as `own`, and that of their owner's account as `usual`. */
export const brandedProjects = (db: Database, reader: Reader) =>
  readableProjectsOrTemplates(db, reader)
    .leftJoin('brandings as own', 'own.project_id', 'projects.id')
    .leftJoin('brandings as usual', 'usual.user_id', 'projects.owner_id')
