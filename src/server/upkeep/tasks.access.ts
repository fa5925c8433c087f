import { sql, type InsertObject, type RawBuilder } from 'kysely'
import type { Task } from '../../shared/upkeep/tasks.api.ts'
import {
  allWritable,
  askedProjects,
  may,
  readableProjects,
  writableProjects,
  writableRooms,
  writableTasks,
} from '../platform/db/access/core.ts'
import { lockWritableItemForShare, type LockedItemID } from '../items/items.access.ts'
import { unscoped } from '../platform/db/access/unscoped.ts'
import { lockWritableProject, type WritableProject } from '../projects/projects.access.ts'
import type { Actor, Onlooker } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import {
  columnOf,
  count,
  firstFitting,
  forShare,
  forUpdate,
  jsonRows,
  lookedUpEach,
  takeAdvisoryLock,
  type JSONText,
} from '../platform/db/engine.ts'
import { latestOf } from '../platform/db/latest.ts'
import type { Schema } from '../platform/db/schema.ts'

/** Statements on tasks; each starts with what its actor may read or write. */

declare const held: unique symbol

/** A place for a task that the actor may write, locked until the transaction ends. */
interface TaskPlace {
  readonly projectID: number
  /** Null for a task of an item: the item determines the room. */
  readonly roomID: number | null
  readonly itemID: number | null
  /** For its events. */
  readonly where: { roomID?: number; itemID?: number }
  readonly [held]: true
}

const placeAt = (place: Omit<TaskPlace, typeof held>): TaskPlace => place as TaskPlace

/** Undefined if the actor may not write the place, or if room and item are not in that project. */
export const lockTaskPlace = async (
  trx: Database,
  actor: Actor,
  { projectID, roomID, itemID }: { projectID: number; roomID?: number | undefined; itemID?: number | undefined },
): Promise<TaskPlace | undefined> => {
  // Templates have no tasks that fall due.
  const home = writableProjects(trx, actor).where('projects.id', '=', projectID).select('projects.id')
  if (!(await home.executeTakeFirst())) return undefined
  if (itemID !== undefined) {
    const item = await lockWritableItemForShare(trx, actor, itemID)
    if (item?.projectID !== projectID || (roomID !== undefined && item.roomID !== roomID)) return undefined
    return placeAt({ projectID, roomID: null, itemID, where: { roomID: item.roomID, itemID } })
  }
  if (roomID === undefined) {
    const project = await lockWritableProject(trx, actor, projectID)
    return project && placeAt({ projectID, roomID: null, itemID: null, where: {} })
  }
  const query = writableRooms(trx, actor)
    .where('rooms.id', '=', roomID)
    .where('rooms.project_id', '=', projectID)
    .select('rooms.id')
  const room = await forShare(trx, query, ['projects', 'rooms']).executeTakeFirst()
  return room && placeAt({ projectID, roomID, itemID: null, where: { roomID } })
}

/** Counts the tasks of a project and takes a lock, so concurrent inserts wait. */
export const countTasks = async (trx: Database, { projectID }: TaskPlace): Promise<number> => {
  await takeAdvisoryLock(trx, `tasks of ${projectID}`)
  const query = unscoped(trx).selectFrom('tasks').where('tasks.project_id', '=', projectID)
  return (await trx.selectNoFrom(count(query).as('tasks')).executeTakeFirstOrThrow()).tasks
}

export const insertTask = (
  trx: Database,
  { projectID, roomID, itemID }: TaskPlace,
  task: Omit<InsertObject<Schema, 'tasks'>, 'project_id' | 'room_id' | 'item_id'>,
) =>
  unscoped(trx)
    .insertInto('tasks')
    .values({ ...task, project_id: projectID, room_id: roomID, item_id: itemID })

/** Inserts many tasks of a project or of items created in this transaction. Returns their ids in order. */
export const insertTasksOf = async (
  trx: Database,
  project: WritableProject,
  tasks: readonly (Omit<InsertObject<Schema, 'tasks'>, 'project_id' | 'item_id'> & { item_id: LockedItemID | null })[],
): Promise<number[]> => {
  const insert = unscoped(trx)
    .insertInto('tasks')
    .values(tasks.map((task) => ({ ...task, project_id: project })))
  return (await insert.returning('tasks.id').execute()).map(({ id }) => id).toSorted((a, b) => a - b)
}

/** Locks a task that the actor may write, until the transaction ends. */
export const lockTask = (trx: Database, actor: Actor, taskID: number) => {
  const query = writableTasks(trx, actor)
    .where('tasks.id', '=', taskID)
    .select(['tasks.id as taskID', 'tasks.version', 'tasks.project_id as projectID', 'tasks.item_id as itemID'])
    .select((eb) => eb.fn.coalesce('tasks.room_id', 'items.room_id').as('roomID'))
    .select(['tasks.name', 'tasks.note', 'tasks.day', 'tasks.starts', 'tasks.every', 'tasks.unit'])
    .select(['tasks.from_done', 'tasks.done_on'])
  return forUpdate(trx, query, ['tasks']).executeTakeFirst()
}
export type LockedTask = NonNullable<Awaited<ReturnType<typeof lockTask>>>

const idOf = (trx: Database, actor: Actor, taskID: number) =>
  writableTasks(trx, actor).where('tasks.id', '=', taskID).select('tasks.id')

export const updateOneTask = (trx: Database, actor: Actor, taskID: number) =>
  unscoped(trx)
    .updateTable('tasks')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('tasks.id', 'in', idOf(trx, actor, taskID))

export const deleteOneTask = (trx: Database, actor: Actor, taskID: number) =>
  unscoped(trx)
    .deleteFrom('tasks')
    .where('tasks.id', 'in', idOf(trx, actor, taskID))

interface AskedTasks {
  projectID?: number | undefined
  itemID?: number | undefined
  after: { day: string; itemID: number } | undefined
  limit: number
}

export interface TaskRow extends Omit<Task, 'repeats'> {
  starts: string
  every: number
  unit: Schema['tasks']['unit']
  fromDone: number
}

/** A subquery per task: with `exists` PostgreSQL may scan all rooms and items first. */
const isThere = sql`(tasks.room_id is null
    or (select rooms.deleted_at is null from rooms where rooms.id = tasks.room_id))
  and (tasks.item_id is null or (select items.deleted_at is null and rooms.deleted_at is null
    from items inner join rooms on rooms.id = items.room_id where items.id = tasks.item_id))`

/** The common table `due` and a query for its rows. Requires a table `mine` with the project ids. */
const tasksOf = (
  db: Database,
  actor: Actor | Onlooker,
  { itemID, after, limit }: AskedTasks,
  isDated = false,
): { table: RawBuilder<unknown>; rows: RawBuilder<unknown> } => {
  const behind = after ? sql`and (tasks.day, tasks.id) > (${after.day}, ${after.itemID})` : sql``
  const itsOwn = itemID === undefined ? sql`` : sql`and tasks.item_id = ${itemID}`
  const right = readableProjects(db, actor)
    .where('projects.id', '=', columnOf<number>('due.project_id'))
    .select(may(actor))
  const ofItem = (column: string) => sql`(select ${sql.ref(`items.${column}`)} from items where items.id = due.item_id)`
  const roomID = sql`coalesce(due.room_id, ${ofItem('room_id')})`
  const dates = sql`, due.created_at as ${sql.id('createdAt')}, due.updated_at as ${sql.id('updatedAt')},
      ${ofItem('updated_at')} as ${sql.id('itemAt')},
      (select rooms.updated_at from rooms where rooms.id = ${roomID}) as ${sql.id('roomAt')},
      (select projects.updated_at from projects where projects.id = due.project_id) as ${sql.id('projectAt')}`
  return {
    table: sql`due as materialized (
      select tasks.id, tasks.version, tasks.project_id, tasks.room_id, tasks.item_id, tasks.name, tasks.note, tasks.day,
        tasks.starts, tasks.every, tasks.unit, tasks.from_done, tasks.done_on, tasks.created_at, tasks.updated_at
      ${firstFitting(db, {
        rows: sql`select tasks.day, tasks.id from mine ${lookedUpEach(db, [
          { table: 'tasks', fits: sql`tasks.project_id = mine.id ${itsOwn} ${behind}` },
        ])}`,
        name: 'sorted',
        within: 'tasks',
        order: (of) => sql`${of}.day, ${of}.id`,
        fits: lookedUpEach(db, [{ table: 'tasks', fits: sql`tasks.id = sorted.id and ${isThere}` }]),
        limit,
      })})`,
    rows: sql`
    select due.id as ${sql.id('taskID')}, due.version, due.name, due.note, due.day, due.starts, due.every, due.unit,
      due.from_done as ${sql.id('fromDone')}, due.done_on as ${sql.id('doneOn')}, due.item_id as ${sql.id('itemID')},
      ${ofItem('title')} as title, ${ofItem('sample')} as sample, ${roomID} as ${sql.id('roomID')},
      (select rooms.name from rooms where rooms.id = ${roomID}) as ${sql.id('roomName')},
      due.project_id as ${sql.id('projectID')},
      (select projects.name from projects where projects.id = due.project_id) as ${sql.id('projectName')},
      (${right}) as may ${isDated ? dates : sql``}
    from due order by due.day, due.id`,
  }
}

/** When the task, or anything that determines its place, was last changed. */
const DATES = ['createdAt', 'updatedAt', 'itemAt', 'roomAt', 'projectAt'] as const

/**
 * The tasks in the projects that the actor may read, soonest first. One statement, which uses the index of tasks for
 * each project.
 */
export const findTaskRows = async (
  db: Database,
  actor: Actor | Onlooker,
  asked: AskedTasks,
): Promise<(TaskRow & { changedAt: string })[]> => {
  const { table, rows } = tasksOf(db, actor, asked, true)
  const found = await sql<
    TaskRow & Record<(typeof DATES)[number], string | null>
  >`with mine as materialized (${askedProjects(db, actor, asked)}), ${table} ${rows}`.execute(db)
  return found.rows.map((row) => ({ ...row, changedAt: latestOf(DATES.map((name) => row[name])) }))
}

const OF_ROW = [
  ...(['taskID', 'version', 'name', 'note', 'day', 'starts', 'every', 'unit', 'fromDone', 'doneOn'] as const),
  ...(['itemID', 'title', 'sample', 'roomID', 'roomName', 'projectID', 'projectName', 'may'] as const),
] as const

/** The same as a JSON list in one column of a statement that has `mine`. */
export const tasksAsJSON = (
  db: Database,
  actor: Actor,
  asked: AskedTasks,
): { table: RawBuilder<unknown>; list: RawBuilder<JSONText<TaskRow[]>> } => {
  const { table, rows } = tasksOf(db, actor, asked)
  const selected = db
    .selectFrom(sql<TaskRow>`(${rows})`.as('told'))
    .select(OF_ROW.map((name) => `told.${name}` as const))
  return { table, list: jsonRows(db, selected) as RawBuilder<unknown> as RawBuilder<JSONText<TaskRow[]>> }
}

interface ItemForSuggestions {
  itemID: number
  title: string | null
  subcategory: string
  roomName: string
  projectID: number
  projectName: string
}

/**
 * Items of these subcategories in projects that the actor may write, latest first. Each project is queried separately.
 */
export const itemsForSuggestions = async (
  db: Database,
  actor: Actor,
  {
    projectID,
    subcategories,
    limit,
  }: { projectID: number | undefined; subcategories: readonly string[]; limit: number },
): Promise<ItemForSuggestions[]> => {
  const { rows } = await sql<ItemForSuggestions>`
    with mine as materialized (
      select id from ${allWritable(db, actor)} as own ${projectID === undefined ? sql`` : sql`where id = ${projectID}`})
    select items.id as ${sql.id('itemID')}, items.title, subcategories.name as subcategory,
      rooms.name as ${sql.id('roomName')}, projects.id as ${sql.id('projectID')}, projects.name as ${sql.id('projectName')}
    from mine ${lookedUpEach(db, [
      { table: 'projects', fits: sql`projects.id = mine.id` },
      { table: 'rooms', fits: sql`rooms.project_id = mine.id and rooms.deleted_at is null` },
      { table: 'items', fits: sql`items.room_id = rooms.id and items.deleted_at is null` },
      {
        table: 'subcategories',
        fits: sql`subcategories.id = items.subcategory_id and subcategories.name in (${sql.join(subcategories)})`,
      },
    ])}
    order by items.id desc limit ${limit}`.execute(db)
  return rows
}

export const answersOf = (db: Database, actor: Actor, itemIDs: readonly number[]) =>
  unscoped(db)
    .selectFrom('answered_suggestions')
    .where('answered_suggestions.item_id', 'in', itemIDs)
    .where('answered_suggestions.project_id', 'in', writableProjects(db, actor).select('projects.id'))
    .select(['answered_suggestions.item_id as itemID', 'answered_suggestions.suggestion'])

/** Requires a lock on the item. */
export const insertAnswer = (trx: Database, { projectID, itemID }: TaskPlace, suggestion: string) =>
  unscoped(trx)
    .insertInto('answered_suggestions')
    .values({ project_id: projectID, item_id: itemID ?? 0, suggestion })
    .onConflict((conflict) => conflict.columns(['item_id', 'suggestion']).doNothing())
