import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { allReadable } from '../platform/db/access/core.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { contains, lookedUpEach, rowsOfJSON, type JSONText, type LookUp } from '../platform/db/engine.ts'

/**
 * Statements that search the words of all items that an actor may read, room by room, and of no others, so neither
 * results nor timing reveal anything about those. Whether a found item is in the trash is checked last, in a subquery:
 * with a join PostgreSQL would start from all items of all users.
 */

/** What one word of a query can match. */
export interface SearchTerm {
  /** Any of them matches: ' word' as words are stored, a part of a word, or a whole value. */
  needles: readonly string[]
  /** The same as prefixes of words, and as whole words. */
  beginnings: readonly string[]
  exact: readonly string[]
  /** Prefixes of matching words in files. */
  inFiles: readonly string[]
  /**
   * Subcategories whose name or labels match: the bits of `filled` of which an item needs one, or EVERY_ITEM.
   * Multiplied by EXACTLY for a whole word.
   */
  subcategories: ReadonlyMap<number, number>
  categories: readonly number[]
  /** Rooms that match, or whose project does. */
  rooms: ReadonlySet<number>
}

/** Matches items with a value in any slot, or in none. */
export const EVERY_ITEM = 64
export const EXACTLY = 128

interface Where {
  projectID?: number | undefined
  catID?: number | undefined
}

interface Matching extends Where {
  sought: readonly SearchTerm[]
  /** A whole value that ranks an item before all others; undefined for none. */
  whole: string | undefined
  /** Finds items that need their files' text for some words, instead of those that match without it. */
  inFiles?: boolean
  /** Finds only items that need the names of their files for some words, or only those that do not. */
  byFileName?: boolean | undefined
  /** Finds items that match at least one word, most matches first, instead of those that match all. */
  some?: boolean
}

interface Search extends Matching {
  after?: { score: number; id: number } | undefined
  limit: number
}

export interface WordHit {
  id: number
  score: number
  /** A bit for each matched word. */
  found: number
  /** 1 if some words are only in the names or the text of its files. */
  inFiles: number
}

const mine = (db: Database, actor: Actor) => sql`mine as materialized (select id from ${allReadable(db, actor)} as own)`
const anyOf = (conditions: readonly Expression<unknown>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql`1 = 0` : sql`(${sql.join(conditions, sql` or `)})`

const saysIn = (db: Database, column: 'vals' | 'notes' | 'files', needles: readonly string[]) =>
  anyOf(needles.map((needle) => contains(db, sql.ref<string>(`item_words.${column}`), needle)))

/** Sorts after every word with the same prefix. */
export const AFTER_ALL = '\u{10ffff}'

/**
 * Whether a file of the outer item has a word with one of these prefixes, in the engines' join order. The prefixes are a
 * table: for two conditions, SQLite would read all words of a file.
 */
const isInFiles = (beginnings: readonly string[]): RawBuilder<SqlBool> => sql`exists (
  select 1 from item_files cross join uploads
    cross join (values ${sql.join(beginnings.map((first) => sql`(${first}, ${first + AFTER_ALL})`))}) as beginnings
    cross join file_words
  where item_files.item_id = item_words.item_id and item_files.deleted_at is null
    and uploads.id = item_files.upload_id and file_words.blob_id = uploads.blob_id
    and file_words.word >= beginnings.column1 and file_words.word < beginnings.column2)`

/** Where to look for items and their rooms, starting from the actor's projects. */
const placesOfMine = ({ projectID, catID }: Where, ofRoom = sql``, ofItem = sql``, isItem = sql``): LookUp[] => [
  {
    table: 'rooms',
    fits: sql`rooms.project_id = mine.id and rooms.deleted_at is null
      ${projectID === undefined ? sql`` : sql`and mine.id = ${projectID}`}`,
    joined: ofRoom,
  },
  {
    table: 'item_words',
    fits: sql`item_words.room_id = rooms.id
      ${catID === undefined ? sql`` : sql`and item_words.category_id = ${catID}`} ${isItem}`,
    joined: ofItem,
  },
]

/** In the join order of both engines. */
const fromMine = (db: Database, where: Where, ofRoom = sql``, ofItem = sql``) =>
  sql`from mine ${lookedUpEach(db, placesOfMine(where, ofRoom, ofItem))}`

/** The matches that are not in the trash: each is looked up once, however often they are read. */
const hits = sql`hits as materialized (select * from matches
  where (select items.id from items where items.id = matches.id and items.deleted_at is null) is not null)`

const column = (at: number) => `w${at}`

/** A table of numbers that the statement carries as a parameter. */
const numbers = (
  db: Database,
  name: string,
  rows: readonly Record<string, number>[],
  columns: readonly string[],
) => sql`
  ${sql.id(name)} as materialized (select * from ${rowsOfJSON(
    db,
    JSON.stringify(rows) as JSONText<Record<string, number>[]>,
    Object.fromEntries(columns.map((each) => [each, 'bigint' as const])),
  )} as brought)`

/** The rooms with a bit for each word that matches them. */
const bitsByThing = (sought: readonly SearchTerm[]): { id: number; bits: number }[] => {
  const bits = new Map<number, number>()
  sought.forEach(({ rooms }, at) => rooms.forEach((id) => bits.set(id, (bits.get(id) ?? 0) | (1 << at))))
  return [...bits].map(([id, mask]) => ({ id, bits: mask }))
}

/** All matches of a search, as the beginning of a statement: `hits`. */
const withHits = (db: Database, actor: Actor, search: Matching) => {
  const { sought, whole, inFiles = false, byFileName, some = false } = search
  const places = bitsByThing(sought)
  const subcategories = [...new Set(sought.flatMap((word) => [...word.subcategories.keys()]))]
  const names = subcategories.map((id) => ({
    id,
    ...Object.fromEntries(sought.map((word, at) => [column(at), word.subcategories.get(id) ?? 0])),
  }))
  const brought = [
    ...(places.length > 0 ? [numbers(db, 'placed', places, ['id', 'bits'])] : []),
    ...(names.length > 0 ? [numbers(db, 'named', names, ['id', ...sought.map((_, at) => column(at))])] : []),
  ]
  const ways = sought.map(({ needles, beginnings, exact, categories, rooms, subcategories }, at) => {
    const of = (column: 'vals' | 'notes' | 'files') => ({
      has: saysIn(db, column, needles),
      begins: saysIn(db, column, beginnings),
      exactly: saysIn(db, column, exact),
    })
    const bits = sql`(item_words.filled | ${sql.lit(EVERY_ITEM)})`
    const isNamed = (bits: RawBuilder<unknown>, factor: number) =>
      subcategories.size > 0 ? [sql`(${bits} * ${sql.lit(factor)} & named.${sql.id(column(at))}) <> 0`] : []
    return {
      whole: saysIn(
        db,
        'vals',
        beginnings.map((needle) => needle.replace(/^ (?!=)(.*)$/, ' =$1·')),
      ),
      ...{ vals: of('vals'), notes: of('notes'), files: of('files') },
      named: anyOf([
        ...isNamed(bits, 1),
        ...(categories.length > 0 ? [sql`item_words.category_id in (${sql.join(categories)})`] : []),
      ]),
      isOfKind: anyOf(isNamed(sql.lit(EVERY_ITEM), EXACTLY)),
      namedExactly: anyOf(isNamed(bits, EXACTLY)),
      placed: rooms.size > 0 ? sql<SqlBool>`(placed.bits & ${sql.lit(1 << at)}) <> 0` : sql<SqlBool>`1 = 0`,
    }
  })
  const says = ways.map(({ vals, named, notes, files, placed }) =>
    anyOf([placed, named, vals.has, notes.has, files.has]),
  )
  const sum = (parts: readonly RawBuilder<unknown>[]) => sql`(${sql.join(parts, sql` + `)})`
  const score = sum([
    whole === undefined ? sql`0` : sql`case when ${saysIn(db, 'vals', [whole])} then 100 else 0 end`,
    ...ways.map(
      ({ whole, isOfKind, vals, notes, files, named, namedExactly }) => sql`case
        when ${isOfKind} then 10 when ${whole} then 9
        when ${vals.exactly} then 8 when ${namedExactly} then 7 when ${notes.exactly} then 6 when ${files.exactly} then 5
        when ${vals.begins} then 4 when ${named} then 3 when ${notes.begins} then 2 when ${files.begins} then 1 else 0 end`,
    ),
    ...(some ? says.map((each) => sql`case when ${each} then 1000 else 0 end`) : []),
  ])
  const saysAll = sql<SqlBool>`${sql.join(says, sql` and `)}`
  const saysWithFiles = () => {
    const each = sought.map(({ inFiles }, at) =>
      anyOf([says[at] ?? sql`1 = 0`, ...(inFiles.length > 0 ? [isInFiles(inFiles)] : [])]),
    )
    return sql`item_words.files <> '' and ${sql.join(each, sql` and `)} and (${saysAll}) is not true`
  }
  const found = sum(says.map((each, at) => sql`case when ${each} then ${sql.lit(1 << at)} else 0 end`))
  const saysItself = sql<SqlBool>`${sql.join(
    ways.map(({ vals, named, notes, placed }) => anyOf([placed, named, vals.has, notes.has])),
    sql` and `,
  )}`
  const byName = sql`case when ${saysItself} then 0 else 1 end`
  const isWanted =
    byFileName === undefined ? sql`` : byFileName ? sql`and (${saysItself}) is not true` : sql`and ${saysItself}`
  return sql`with ${mine(db, actor)},
    ${sql.join([
      ...brought,
      sql`matches as materialized (
        select item_words.item_id as id, ${score} as score, ${some ? found : sql`0`} as found,
          ${inFiles ? sql`1` : some ? sql`0` : byName} as in_files, rooms.project_id, item_words.room_id, item_words.category_id
        ${fromMine(
          db,
          search,
          places.length > 0 ? sql`left join placed on placed.id = rooms.id` : sql``,
          names.length > 0 ? sql`left join named on named.id = item_words.subcategory_id` : sql``,
        )} and ${some ? anyOf(says) : inFiles ? saysWithFiles() : saysAll} ${isWanted})`,
      hits,
    ])}`
}

/** Searches items that the actor may read by their words, best match first. */
export const findByWords = async (db: Database, actor: Actor, search: Search): Promise<WordHit[]> => {
  const { after, limit } = search
  const { rows } = await sql<WordHit>`
    ${withHits(db, actor, search)}
    select hits.id, hits.score, hits.found, hits.in_files as "inFiles" from hits
      ${after ? sql`where (hits.score < ${after.score} or (hits.score = ${after.score} and hits.id > ${after.id}))` : sql``}
    order by hits.score desc, hits.id limit ${limit}`.execute(db)
  return rows
}

/** How many items in a room match, or of a category, and how many of them by their files. */
export interface Counted {
  projectID: number | null
  roomID: number | null
  catID: number | null
  items: number
  inFiles: number
}

const groups = sql`
  select project_id as "projectID", room_id as "roomID", null as "catID", count(*) as items, sum(in_files) as "inFiles"
  from hits group by project_id, room_id
  union all select null, null, category_id, count(*), sum(in_files) from hits group by category_id`

export const countByWords = async (db: Database, actor: Actor, search: Matching): Promise<Counted[]> => {
  const { rows } = await sql<Counted>`${withHits(db, actor, search)} ${groups}`.execute(db)
  return rows
}

/** The first hits and the count of all, reading each item once. */
export const findAndCountByWords = async (
  db: Database,
  actor: Actor,
  search: Omit<Search, 'after'>,
): Promise<{ hits: WordHit[]; counted: Counted[] }> => {
  const { rows } = await sql<(WordHit & { items: null }) | (Counted & { score: null })>`
    ${withHits(db, actor, search)},
    first as (
      select id, score, found, in_files from hits order by score desc, id limit ${search.limit}),
    groups as (${groups})
    select id, score, found, in_files as "inFiles",
      null as "projectID", null as "roomID", null as "catID", null as items from first
    union all select null, null, null, "inFiles", "projectID", "roomID", "catID", items from groups`.execute(db)
  const first = rows.flatMap((row) => (row.items === null ? [row] : []))
  return {
    hits: first.toSorted((one, other) => other.score - one.score || one.id - other.id),
    counted: rows.flatMap((row) => (row.items === null ? [] : [row])),
  }
}

/** A possible typo, and substrings of the word: each correction contains one of them. */
interface Mistyped {
  word: string
  parts: readonly string[]
}

/**
 * Word lists that contain corrections of typos, including the trash. Lists with the word itself are left out: for a
 * real word there are many, and corrections occur elsewhere too.
 */
export const wordsNear = async (
  db: Database,
  actor: Actor,
  where: Where,
  mistyped: readonly Mistyped[],
  limit: number,
): Promise<string[]> => {
  const isNear = (each: 'vals' | 'notes' | 'files') =>
    anyOf(
      mistyped.map(({ word, parts }) => sql`(${saysIn(db, each, parts)} and not ${saysIn(db, each, [` ${word}`])})`),
    )
  const texts = (['vals', 'notes', 'files'] as const).map((each) => ({ each, near: isNear(each) }))
  const { rows } = await sql<Record<'vals' | 'notes' | 'files', string | null>>`
    with ${mine(db, actor)}
    select ${sql.join(texts.map(({ each, near }) => sql`case when ${near} then item_words.${sql.id(each)} end as ${sql.id(each)}`))}
    ${fromMine(db, where)} and ${anyOf(texts.map(({ near }) => near))}
    limit ${limit}`.execute(db)
  return rows.flatMap(({ vals, notes, files }) => [vals ?? [], notes ?? [], files ?? []].flat())
}

/** Words of files that may be corrections of a typo; they start with one of these letters. */
export const fileWordsFrom = async (
  db: Database,
  actor: Actor,
  where: Where,
  beginnings: readonly string[],
  limit: number,
): Promise<string[]> => {
  const ranges = JSON.stringify(beginnings.map((first) => ({ first, last: first + AFTER_ALL }))) as JSONText<
    { first: string; last: string }[]
  >
  const { rows } = await sql<{ word: string }>`
    with ${mine(db, actor)},
    ranges as materialized (select * from ${rowsOfJSON(db, ranges, { first: 'text', last: 'text' })} as brought),
    files as materialized (
      select distinct uploads.blob_id from mine ${lookedUpEach(db, [
        ...placesOfMine(where, undefined, undefined, sql`and item_words.files <> ''`),
        { table: 'item_files', fits: sql`item_files.item_id = item_words.item_id and item_files.deleted_at is null` },
        { table: 'uploads', fits: sql`uploads.id = item_files.upload_id` },
      ])})
    select distinct file_words.word from files cross join ranges
      ${lookedUpEach(db, [
        {
          table: 'file_words',
          fits: sql`file_words.blob_id = files.blob_id and file_words.word >= ranges.first and file_words.word < ranges.last`,
        },
      ])}
    limit ${limit}`.execute(db)
  return rows.map(({ word }) => word)
}

/** The number of readable items, and of their rooms, with each of these whole values. */
export const countWholeValues = async (
  db: Database,
  actor: Actor,
  wholes: readonly string[],
): Promise<{ items: number; rooms: number }[]> => {
  if (wholes.length === 0) return []
  const has = wholes.map((whole) => saysIn(db, 'vals', [whole]))
  const { rows } = await sql<Record<string, number>>`
    with ${mine(db, actor)},
    matches as materialized (
      select item_words.item_id as id, item_words.room_id,
        ${sql.join(has.map((each, at) => sql`case when ${each} then 1 end as ${sql.id(column(at))}`))}
      ${fromMine(db, {})} and ${anyOf(has)}),
    ${hits}
    select ${sql.join(
      wholes.flatMap((_, at) => [
        sql`count(${sql.id(column(at))}) as ${sql.id(`items${at}`)}`,
        sql`count(distinct case when ${sql.id(column(at))} = 1 then room_id end) as ${sql.id(`rooms${at}`)}`,
      ]),
    )} from hits`.execute(db)
  return wholes.map((_, at) => ({ items: rows[0]?.[`items${at}`] ?? 0, rooms: rows[0]?.[`rooms${at}`] ?? 0 }))
}
