import { sql, type RawBuilder } from 'kysely'
import type { What } from '../../shared/gaps.ts'
import { SLOTS } from '../../shared/room-structure.ts'
import type { Actor } from './actor.ts'
import type { Database } from './database.ts'
import { jsonOf, rowsOfJSON, withoutIndex } from './engine.ts'
import { readableItems, readableRooms } from './scope.ts'

/** What is missing of the items and rooms of a project, by what is wanted of them. */

/** The bit of each in `not_needed` of items, and of rooms, and in `asks` of what is wanted. */
export const BIT: Readonly<Record<What, number>> = { values: 1, manual: 2, receipt: 4, items: 1 }

/** What is wanted of the items of a subcategory: a bit for each slot of which a value is, and for each kind that is asked for. */
export interface Wants {
  id: number
  slots: number
  asks: number
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

/** What a file is called, in small letters: each word between blanks. */
const WORDS = sql<string>`' ' || lower(replace(replace(replace(
  ${ref('item_files.display_name')} || ' ' || ${ref('item_files.caption')} || ' ' || ${ref('uploads.original_name')},
  '_', ' '), '-', ' '), '.', ' ')) || ' '`
const isCalled = (...words: readonly string[]) =>
  sql`(${sql.join(
    words.map((word) => sql`${WORDS} like ${sql.lit(`%${word}%`)}`),
    sql` or `,
  )})`
const IS_RECEIPT = isCalled(' receipt', ' invoice', ' bill ')
/** Its name says so, or it is a PDF whose name does not say that it is something else. */
const IS_MANUAL = sql`(${isCalled(' manual', ' guide', ' instruction', ' handbook')} or (blobs.type = 'application/pdf'
  and not ${IS_RECEIPT} and not ${isCalled(' warrant', ' guarantee', ' permit', ' quote', ' estimate', ' contract')}))`

const hasFile = (fits: RawBuilder<unknown>) => sql`exists (select 1 from item_files
  join uploads on uploads.id = item_files.upload_id join blobs on blobs.id = uploads.blob_id
  where item_files.item_id = items.id and item_files.deleted_at is null and ${fits})`

const isAsked = (what: What) =>
  sql`(${and(ref('wants.asks'), lit(BIT[what]))} <> 0 and ${and(ref('items.not_needed'), lit(BIT[what]))} = 0)`
const lacks = (what: What, fails: RawBuilder<unknown>) =>
  sql`case when ${isAsked(what)} and ${fails} then ${lit(BIT[what])} else 0 end`

/** The bits of what an item lacks, and of what is asked for and set aside. */
const MISSING = sql<number>`(${lacks('values', sql`${LACKS} <> 0`)} + ${lacks('manual', sql`not ${hasFile(IS_MANUAL)}`)}
  + ${lacks('receipt', sql`not ${hasFile(IS_RECEIPT)}`)})`
const SET_ASIDE = and(ref('wants.asks'), ref('items.not_needed'))

const rowsOf = (db: Database, wants: readonly Wants[]) =>
  rowsOfJSON<Wants>(db, jsonOf([...wants]), { id: 'bigint', slots: 'bigint', asks: 'bigint' }).as('wants')

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
    .select([MISSING.as('missing'), SET_ASIDE.as('setAside'), LACKS.as('lacked')])
    .select((eb) => eb.fn.count<number>('items.id').as('items'))
    .groupBy(['rooms.id', 'rooms.name', 'rooms.position', 'rooms.not_needed', 'room_types.name', 'categories.name'])
    .groupBy(['items.subcategory_id', 'wants.asks', 'missing', 'setAside', 'lacked'])

/** The items of some rooms that lack something, or of which something was set aside. */
export const itemsWithGaps = (
  db: Database,
  actor: Actor,
  { projectID, roomIDs }: { projectID: number; roomIDs: readonly number[] },
  wants: readonly Wants[],
  show: 'missing' | 'setaside',
) =>
  readableItems(db, actor)
    .where('rooms.project_id', '=', projectID)
    .where('rooms.id', 'in', roomIDs)
    .innerJoin(rowsOf(db, wants), (join) => join.on('wants.id', '=', withoutIndex<number>('items.subcategory_id')))
    .where(show === 'missing' ? MISSING : SET_ASIDE, '<>', 0)
    .select(['items.id as itemID', 'items.room_id as roomID', 'items.title', 'items.sample', 'items.position'])
    .select('items.subcategory_id as subcatID')
    .select([(show === 'missing' ? MISSING : SET_ASIDE).as('what'), LACKS.as('lacked')])
