import type { LabelKind } from '../../shared/structure/label-kinds.ts'
import { sql, type Expression, type RawBuilder } from 'kysely'
import { SLOTS, type Slot } from '../../shared/structure/room-structure.api.ts'
import { askedProjects } from '../platform/db/access/core.ts'
import { unscoped } from '../platform/db/access/unscoped.ts'
import type { Actor, Onlooker } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import {
  columnOf,
  firstFitting,
  jsonAsText,
  jsonRows,
  lookedUpEach,
  parseJSON,
  type JSONText,
} from '../platform/db/engine.ts'
import { latestOf } from '../platform/db/latest.ts'
import { tasksAsJSON, type TaskRow } from './tasks.access.ts'

/**
 * Expiry dates in the projects that an actor may read. Each project is queried through the index of `item_ends`, so the
 * response time reveals nothing about other projects. Rows in the trash are excluded before anything is counted.
 */

/** A position in the list, which is sorted by day, item and slot. */
export interface PlaceOfEnd {
  day: string
  itemID: number
  slot: number
}

interface AskedEnds {
  projectID?: number | undefined
  itemID?: number | undefined
  today: string
  /** Those after this position, at most `limit`; undefined for none. */
  coming?: { after: PlaceOfEnd | undefined; limit: number } | undefined
  over?: { before: PlaceOfEnd | undefined; limit: number } | undefined
}

export interface EndDay {
  isOver: number
  day: string
  slot: number
  label: string
  itemID: number
  title: string
  roomID: number
  roomName: string
  projectID: number
  projectName: string
}

/** With the item's details. */
export interface EndRow extends EndDay, Record<Slot, string> {
  sample: string | null
  notes: string
  subCatName: string
  files: JSONText<{ name: string; filename: string; remote: string; type: string }[]>
  labels: JSONText<{ field: Slot; label: string; kind: LabelKind }[]>
}

const placed = ({ day, itemID, slot }: PlaceOfEnd) => sql`(${day}, ${itemID}, ${slot})`

const endsWhere = (db: Database, isOver: 0 | 1, fits: RawBuilder<unknown>, limit: number) => {
  const direction = sql.raw(isOver === 1 ? 'desc' : 'asc')
  return sql`select ${sql.lit(isOver)} as is_over, sorted.day, sorted.item_id, sorted.slot, sorted.project_id
    ${firstFitting(db, {
      rows: sql`select item_ends.day, item_ends.item_id, item_ends.slot, mine.id as project_id
        from mine ${lookedUpEach(db, [{ table: 'item_ends', fits: sql`item_ends.project_id = mine.id and ${fits}` }])}`,
      name: 'sorted',
      within: 'item_ends',
      order: (of) => sql`${of}.day ${direction}, ${of}.item_id ${direction}, ${of}.slot ${direction}`,
      fits: lookedUpEach(db, [
        { table: 'items', fits: sql`items.id = sorted.item_id and items.deleted_at is null` },
        { table: 'rooms', fits: sql`rooms.id = items.room_id and rooms.deleted_at is null` },
      ]),
      limit,
    })}`
}

/** The common table `ends` and a query for its rows. Requires a table `mine` with the project ids. */
const endsOf = (
  db: Database,
  { itemID, today, coming, over }: AskedEnds,
  more: RawBuilder<unknown>,
): { table: RawBuilder<unknown>; rows: RawBuilder<unknown> } => {
  const itsOwn = itemID === undefined ? sql`` : sql`and item_ends.item_id = ${itemID}`
  const behind = (sign: RawBuilder<unknown>, place: PlaceOfEnd | undefined) =>
    place ? sql`and (item_ends.day, item_ends.item_id, item_ends.slot) ${sign} ${placed(place)}` : sql``
  const parts = [
    ...(coming
      ? [endsWhere(db, 0, sql`item_ends.day >= ${today} ${behind(sql`>`, coming.after)} ${itsOwn}`, coming.limit)]
      : []),
    ...(over
      ? [endsWhere(db, 1, sql`item_ends.day < ${today} ${behind(sql`<`, over.before)} ${itsOwn}`, over.limit)]
      : []),
  ]
  const ends = sql.join(
    parts.map((part, at) => sql`select * from (${part}) as ${sql.id(`part${at}`)}`),
    sql` union all `,
  )
  return {
    table: sql`ends as materialized (${ends})`,
    rows: sql`
    select ends.is_over as ${sql.id('isOver')}, ends.day, ends.slot, labels.name as label,
      items.id as ${sql.id('itemID')}, items.title, rooms.id as ${sql.id('roomID')}, rooms.name as ${sql.id('roomName')},
      projects.id as ${sql.id('projectID')}, projects.name as ${sql.id('projectName')} ${more}
    from ends ${lookedUpEach(db, [
      { table: 'items', fits: sql`items.id = ends.item_id` },
      { table: 'rooms', fits: sql`rooms.id = items.room_id` },
      { table: 'projects', fits: sql`projects.id = ends.project_id` },
      { table: 'subcategories', fits: sql`subcategories.id = items.subcategory_id` },
      {
        table: 'subcategory_labels',
        fits: sql`subcategory_labels.subcategory_id = items.subcategory_id and subcategory_labels.slot = ends.slot`,
      },
      { table: 'labels', fits: sql`labels.id = subcategory_labels.label_id` },
    ])}`,
  }
}

/** Runs one statement, no matter how many projects there are. */
export const findEndDays = async (
  db: Database,
  actor: Actor | Onlooker,
  asked: AskedEnds,
): Promise<(EndDay & { version: number; changedAt: string })[]> => {
  const { table, rows } = endsOf(
    db,
    asked,
    sql`, items.version, items.updated_at as ${sql.id('itemAt')}, rooms.updated_at as ${sql.id('roomAt')},
      projects.updated_at as ${sql.id('projectAt')}`,
  )
  const found = await sql<
    EndDay & { version: number; itemAt: string; roomAt: string; projectAt: string }
  >`with mine as materialized (${askedProjects(db, actor, asked)}), ${table} ${rows}`.execute(db)
  return found.rows.map(({ itemAt, roomAt, projectAt, ...end }) => ({
    ...end,
    changedAt: latestOf([itemAt, roomAt, projectAt]),
  }))
}

const OF_ROW = [
  ...(['isOver', 'day', 'slot', 'label', 'itemID', 'title', 'roomID', 'roomName', 'projectID', 'projectName'] as const),
  ...(['sample', 'notes', 'subCatName', ...SLOTS] as const),
] as const

/** The same with everything that Coming Up shows, as a JSON list in one column of a statement that has `mine`. */
const endsAsJSON = (
  db: Database,
  asked: AskedEnds,
  /** The labels of a row of `items`. */
  labels: Expression<EndRow['labels']>,
): { table: RawBuilder<unknown>; list: RawBuilder<JSONText<EndRow[]>> } => {
  const { table, rows } = endsOf(
    db,
    asked,
    sql`, items.sample, items.notes, subcategories.name as ${sql.id('subCatName')},
      items.field1, items.field2, items.field3, items.field4, items.field5, items.field6,
      ${jsonRows(db, filesOfFound(db, columnOf<number>('ends.item_id')))} as files, ${labels} as labels`,
  )
  const selected = db
    .selectFrom(sql<Omit<EndRow, 'files' | 'labels'>>`(${rows})`.as('told'))
    .select(OF_ROW.map((name) => `told.${name}` as const))
    .select([
      jsonAsText(db, columnOf<EndRow['files']>('told.files')).as('files'),
      jsonAsText(db, columnOf<EndRow['labels']>('told.labels')).as('labels'),
    ])
  return { table, list: jsonRows(db, selected) as RawBuilder<unknown> as RawBuilder<JSONText<EndRow[]>> }
}

/**
 * Expiry dates in the projects that the actor may read, and tasks too if `coming` is requested. One statement, which
 * determines the projects once. Both lists are unordered.
 */
export const findUpcoming = async (
  db: Database,
  actor: Actor,
  asked: AskedEnds,
  /** The labels of a row of `items`. */
  labels: Expression<EndRow['labels']>,
): Promise<{ tasks: TaskRow[]; ends: EndRow[] }> => {
  const tasks = asked.coming && tasksAsJSON(db, actor, { ...asked, ...asked.coming })
  const ends = endsAsJSON(db, asked, labels)
  const { rows } = await sql<{ tasks: JSONText<TaskRow[]> | null; ends: JSONText<EndRow[]> }>`
    with mine as materialized (${askedProjects(db, actor, asked)}), ${tasks ? sql`${tasks.table},` : sql``} ${ends.table}
    select ${tasks ? tasks.list : sql`null`} as tasks, ${ends.list} as ends`.execute(db)
  const [row] = rows
  return { tasks: row?.tasks ? parseJSON(row.tasks) : [], ends: row ? parseJSON(row.ends) : [] }
}

/** The files of an item. The outer statement has checked that the actor may read it. */
const filesOfFound = (db: Database, itemID: RawBuilder<number>) =>
  unscoped(db)
    .selectFrom('item_files')
    .innerJoin('uploads', 'uploads.id', 'item_files.upload_id')
    .innerJoin('blobs', 'blobs.id', 'uploads.blob_id')
    .where('item_files.item_id', '=', itemID)
    .where('item_files.deleted_at', 'is', null)
    .orderBy('item_files.position')
    .orderBy('item_files.id')
    .select(['item_files.display_name as name', 'uploads.original_name as filename', 'uploads.remote'])
    .select('blobs.type')
