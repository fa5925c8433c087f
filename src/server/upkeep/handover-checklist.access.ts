import { sql, type RawBuilder } from 'kysely'
import { SAYS } from '../../shared/attachments/paper-names.ts'
import { SLOTS } from '../../shared/structure/room-structure.api.ts'
import type { What } from '../../shared/upkeep/handover-checklist.api.ts'
import { BIT } from '../items/not-needed.ts'
import { readableItems, readableRooms } from '../platform/db/access/core.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { fits, jsonOf, rowsOfJSON, withoutIndex } from '../platform/db/engine.ts'

/** What the items and rooms of a project lack, compared with what their subcategories require. */

/**
 * What the items of a subcategory require: a bit for each required slot in `slots`, and for each required kind in
 * `asks`.
 */
export interface Wants {
  id: number
  slots: number
  asks: number
  /** The bit of the slot to ask for, if the caller asks for one label. */
  first: number
}

const ref = (name: string) => sql.ref<number>(name)
const and = (a: RawBuilder<number>, b: RawBuilder<number>) => sql<number>`(${a} & ${b})`
const literal = (number: number) => sql<number>`${sql.lit(number)}`

const FILLED = sql<number>`(${sql.join(
  SLOTS.map((slot, at) => sql`case when ${ref(`items.${slot}`)} = '' then 0 else ${literal(1 << at)} end`),
  sql` + `,
)})`

/** The required slots that have no value. */
const LACKS = sql<number>`(${ref('wants.slots')} - ${and(ref('wants.slots'), FILLED)})`

const FIRST_LACKED = sql<number>`(${LACKS} & -${LACKS})`

/** All names of a file: display name, caption and original name. */
const NAMES = sql<string>`(${ref('item_files.display_name')} || ' ' || ${ref('item_files.caption')} || ' ' || ${ref('uploads.original_name')})`
const isReceipt = (db: Database) => fits(db, NAMES, SAYS.receipt)

/** The name says so, or the file is a PDF whose name does not suggest anything else. */
const isManual = (db: Database) =>
  sql`(${fits(db, NAMES, SAYS.manual)} or (blobs.type = 'application/pdf' and not ${fits(db, NAMES, SAYS.other)}))`

const hasFile = (which: RawBuilder<unknown>) => sql`exists (select 1 from item_files
  join uploads on uploads.id = item_files.upload_id join blobs on blobs.id = uploads.blob_id
  where item_files.item_id = items.id and item_files.deleted_at is null and ${which})`

const isAsked = (what: What) =>
  sql`(${and(ref('wants.asks'), literal(BIT[what]))} <> 0 and ${and(ref('items.not_needed'), literal(BIT[what]))} = 0)`
const lacks = (what: What, fails: RawBuilder<unknown>) =>
  sql`case when ${isAsked(what)} and ${fails} then ${literal(BIT[what])} else 0 end`

/** Bits of what an item lacks, and of what is required but dismissed. */
const missing = (db: Database) => sql<number>`(${lacks('values', sql`${LACKS} <> 0`)}
  + ${lacks('manual', sql`not ${hasFile(isManual(db))}`)} + ${lacks('receipt', sql`not ${hasFile(isReceipt(db))}`)})`
const SET_ASIDE = and(ref('wants.asks'), ref('items.not_needed'))

const rowsOf = (db: Database, wants: readonly Wants[]) =>
  rowsOfJSON<Wants>(db, jsonOf([...wants]), { id: 'bigint', slots: 'bigint', asks: 'bigint', first: 'bigint' }).as(
    'wants',
  )

/** The rooms of a project with the number of items for each combination of gaps. A room without items gets one row. */
export const countsOfGaps = (db: Database, actor: Actor, projectID: number, wants: readonly Wants[]) =>
  readableRooms(db, actor)
    .where('rooms.project_id', '=', projectID)
    .innerJoin('room_types', 'room_types.id', 'rooms.room_type_id')
    .leftJoin('items', (join) => join.onRef('items.room_id', '=', 'rooms.id').on('items.deleted_at', 'is', null))
    .leftJoin('categories', (join) => join.on('categories.id', '=', withoutIndex<number>('items.category_id')))
    .leftJoin(rowsOf(db, wants), (join) => join.on('wants.id', '=', withoutIndex<number>('items.subcategory_id')))
    .select(['rooms.id as roomID', 'rooms.name as roomName', 'rooms.position', 'rooms.not_needed as notNeeded'])
    .select(['room_types.name as roomTypeName', 'categories.name as category', 'items.subcategory_id as subcatID'])
    .select('wants.asks')
    .select([missing(db).as('missing'), SET_ASIDE.as('setAside'), LACKS.as('lacked')])
    .select((eb) => eb.fn.count<number>('items.id').as('items'))
    .groupBy(['rooms.id', 'room_types.id', 'categories.id', 'items.subcategory_id'])
    .groupBy(['wants.asks', 'missing', 'setAside', 'lacked'])

/** The items of some rooms that lack something, or for which something was dismissed. */
export const itemsWithGaps = (
  db: Database,
  actor: Actor,
  { projectID, roomIDs }: { projectID: number; roomIDs: readonly number[] },
  wants: readonly Wants[],
  { show, only }: { show: 'missing' | 'setaside'; only: What | undefined },
) => {
  const what = show === 'missing' ? missing(db) : SET_ASIDE
  return readableItems(db, actor)
    .where('rooms.project_id', '=', projectID)
    .where('rooms.id', 'in', roomIDs)
    .innerJoin(rowsOf(db, wants), (join) => join.on('wants.id', '=', withoutIndex<number>('items.subcategory_id')))
    .where(only ? and(what, literal(BIT[only])) : what, '<>', 0)
    .$if(only === 'values', (query) => query.where(FIRST_LACKED, '=', ref('wants.first')).where('wants.first', '<>', 0))
    .select(['items.id as itemID', 'items.room_id as roomID', 'items.title', 'items.sample', 'items.position'])
    .select('items.subcategory_id as subcatID')
    .select([what.as('what'), LACKS.as('lacked')])
}
