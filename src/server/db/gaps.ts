import { sql, type RawBuilder } from 'kysely'
import type { What } from '../../shared/gaps.ts'
import { SAYS } from '../../shared/paper-names.ts'
import { SLOTS } from '../../shared/room-structure.ts'
import type { Wanted } from '../../shared/wanted.ts'
import type { Actor } from './actor.ts'
import type { Database } from './database.ts'
import { fits, jsonOf, rowsOfJSON, withoutIndex } from './engine.ts'
import { readableItems, readableRooms } from './scope.ts'

/** What is missing of the items and rooms of a project, by what is wanted of them. */

/** The bit of each in `not_needed` of items, and of rooms, and in `asks` of what is wanted. */
export const BIT: Readonly<Record<What, number>> = { values: 1, manual: 2, receipt: 4, items: 1 }

export const OF_ITEM = ['values', 'manual', 'receipt'] as const

export const includes = (bits: number | null, what: What): boolean => ((bits ?? 0) & BIT[what]) !== 0

/** What was set aside of an item and is asked for anew in another subcategory: all but what both want in the same way. */
export const askedAnew = (notNeeded: number, was: Wanted, is: Wanted): What[] => {
  const stays = {
    values: is.labels.length > 0 && is.labels.every((label) => was.labels.includes(label)),
    manual: was.manual && is.manual,
    receipt: was.receipt && is.receipt,
  }
  return OF_ITEM.filter((what) => includes(notNeeded, what) && !stays[what])
}

export const withBits = (bits: number, whats: readonly What[]): number =>
  whats.reduce((all, what) => all | BIT[what], bits)
export const withoutBits = (bits: number, whats: readonly What[]): number => bits & ~withBits(0, whats)

/** What is wanted of the items of a subcategory: a bit for each slot of which a value is, and for each kind that is asked for. */
export interface Wants {
  id: number
  slots: number
  asks: number
  /** The bit of the slot that is asked about, where that is done for one label. */
  first: number
}

const ref = (name: string) => sql.ref<number>(name)
const and = (a: RawBuilder<number>, b: RawBuilder<number>) => sql<number>`(${a} & ${b})`
const lit = (number: number) => sql<number>`${sql.lit(number)}`

const FILLED = sql<number>`(${sql.join(
  SLOTS.map((slot, at) => sql`case when ${ref(`items.${slot}`)} = '' then 0 else ${lit(1 << at)} end`),
  sql` + `,
)})`
/** Its slots without a value that is wanted. */
const LACKS = sql<number>`(${ref('wants.slots')} - ${and(ref('wants.slots'), FILLED)})`

const FIRST_LACKED = sql<number>`(${LACKS} & -${LACKS})`

/** All that a file is called. */
const NAMES = sql<string>`(${ref('item_files.display_name')} || ' ' || ${ref('item_files.caption')} || ' ' || ${ref('uploads.original_name')})`
const isReceipt = (db: Database) => fits(db, NAMES, SAYS.receipt)
/** Its name says so, or it is a PDF whose name does not say that it is something else. */
const isManual = (db: Database) =>
  sql`(${fits(db, NAMES, SAYS.manual)} or (blobs.type = 'application/pdf' and not ${fits(db, NAMES, SAYS.other)}))`

const hasFile = (which: RawBuilder<unknown>) => sql`exists (select 1 from item_files
  join uploads on uploads.id = item_files.upload_id join blobs on blobs.id = uploads.blob_id
  where item_files.item_id = items.id and item_files.deleted_at is null and ${which})`

const isAsked = (what: What) =>
  sql`(${and(ref('wants.asks'), lit(BIT[what]))} <> 0 and ${and(ref('items.not_needed'), lit(BIT[what]))} = 0)`
const lacks = (what: What, fails: RawBuilder<unknown>) =>
  sql`case when ${isAsked(what)} and ${fails} then ${lit(BIT[what])} else 0 end`

/** The bits of what an item lacks, and of what is asked for and set aside. */
const missing = (db: Database) => sql<number>`(${lacks('values', sql`${LACKS} <> 0`)}
  + ${lacks('manual', sql`not ${hasFile(isManual(db))}`)} + ${lacks('receipt', sql`not ${hasFile(isReceipt(db))}`)})`
const SET_ASIDE = and(ref('wants.asks'), ref('items.not_needed'))

const rowsOf = (db: Database, wants: readonly Wants[]) =>
  rowsOfJSON<Wants>(db, jsonOf([...wants]), { id: 'bigint', slots: 'bigint', asks: 'bigint', first: 'bigint' }).as(
    'wants',
  )

/** The rooms of a project, each with how many of its items lack and ask for the same: one without items has one such row. */
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

/** The items of some rooms that lack something, or of which something was set aside. */
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
    .where(only ? and(what, lit(BIT[only])) : what, '<>', 0)
    .$if(only === 'values', (query) => query.where(FIRST_LACKED, '=', ref('wants.first')).where('wants.first', '<>', 0))
    .select(['items.id as itemID', 'items.room_id as roomID', 'items.title', 'items.sample', 'items.position'])
    .select('items.subcategory_id as subcatID')
    .select([what.as('what'), LACKS.as('lacked')])
}
