import {
  sql,
  SqliteAdapter,
  type AliasableExpression,
  type Expression,
  type OrderByItemBuilder,
  type QueryExecutorProvider,
  type RawBuilder,
  type SelectQueryBuilder,
  type Simplify,
  type SqlBool,
} from 'kysely'
import { jsonArrayFrom as postgresArray } from 'kysely/helpers/postgres'
import { jsonArrayFrom as sqliteArray } from 'kysely/helpers/sqlite'

/** The few places where the two engines differ; everything else is written once. */
export type Engine = 'SQLite' | 'PostgreSQL'

export const engineOf = (db: QueryExecutorProvider): Engine =>
  db.getExecutor().adapter instanceof SqliteAdapter ? 'SQLite' : 'PostgreSQL'

/** Rejects where the database does not answer. */
export const askOne = async (db: QueryExecutorProvider): Promise<void> => {
  await sql`select 1`.execute(db)
}

/** For `orderBy`: without a value comes last, in both engines. */
export const nullsLast = (by: OrderByItemBuilder): OrderByItemBuilder => by.asc().nullsLast()

/** A column of the statement around, where a subquery is written apart from it. */
export const columnOf = <T>(name: string): RawBuilder<T> => sql.ref<T>(name)

/**
 * The column for a comparison that no index on it is to answer: a planner that sees few rows on the other side would look up
 * the rows of everybody.
 */
export const withoutIndex = <T>(name: string): RawBuilder<T> => sql`+${sql.ref(name)}`

/** A word with a number behind it, such as field1. */
export const numbered = <T extends string>(word: string, number: Expression<unknown>): RawBuilder<T> =>
  sql<T>`${sql.lit(word)} || ${number}`

/** Its name and version, such as 'PostgreSQL 15.10', as a column. */
export const engineAndVersion = (db: QueryExecutorProvider): RawBuilder<string> =>
  engineOf(db) === 'SQLite'
    ? sql`'SQLite ' || sqlite_version()`
    : sql`'PostgreSQL ' || split_part(current_setting('server_version'), ' ', 1)`

/** How many bytes it takes, as a column. */
export const databaseBytes = (db: QueryExecutorProvider): RawBuilder<number> =>
  engineOf(db) === 'SQLite'
    ? sql`(select page_count * page_size from pragma_page_count(), pragma_page_size())`
    : sql`pg_database_size(current_database())`

/** Whether a column holds a text anywhere, sign by sign: nothing in it stands for anything else. */
export const contains = (
  db: QueryExecutorProvider,
  column: Expression<string>,
  text: string | Expression<string>,
): RawBuilder<SqlBool> =>
  engineOf(db) === 'SQLite' ? sql`instr(${column}, ${text}) > 0` : sql`strpos(${column}, ${text}) > 0`

declare const content: unique symbol
/** JSON made by the database. Both drivers hand it over as text. */
export type JSONText<T> = string & { [content]: T }

export const parseJSON = <T>(text: JSONText<T>): T => JSON.parse(text) as T

export const jsonOf = <T>(value: T): JSONText<T> => JSON.stringify(value) as JSONText<T>

export const jsonList = <T>(texts: readonly JSONText<T>[]): JSONText<T[]> => `[${texts.join()}]` as JSONText<T[]>

/** A value with one more member, which is JSON already. */
export const jsonWith = <T extends object, Name extends string, Member>(
  value: T,
  name: Name,
  member: JSONText<Member>,
): JSONText<T & { [Each in Name]: Member }> =>
  `${JSON.stringify(value).slice(0, -1)},"${name}":${member}}` as JSONText<T & { [Each in Name]: Member }>

/** The rows of a correlated subquery as one JSON column, so that a list and what hangs on it are one statement. */
export const jsonRows = <DB, Tables extends keyof DB, Row>(
  db: QueryExecutorProvider,
  query: SelectQueryBuilder<DB, Tables, Row>,
): RawBuilder<JSONText<Simplify<Row>[]>> =>
  engineOf(db) === 'SQLite'
    ? // SQLite takes JSON for a mere text inside other JSON unless told.
      sql`json(${sqliteArray(query)})`
    : (postgresArray(query) as RawBuilder<unknown> as RawBuilder<JSONText<Simplify<Row>[]>>)

/** Whether a text fits a pattern of src/shared/paper-names.ts, without a difference between A to Z and a to z. */
export const fits = (db: QueryExecutorProvider, text: Expression<string>, pattern: string): RawBuilder<SqlBool> =>
  engineOf(db) === 'SQLite' ? sql`${text} regexp ${pattern}` : sql`lower(${text} collate "C") ~ ${pattern}`

/** A JSON list as a table: a row for each element, with those of its members that `columns` names. */
export const rowsOfJSON = <Row extends object>(
  db: QueryExecutorProvider,
  list: JSONText<Row[]>,
  columns: { readonly [Name in keyof Row]: 'text' | 'bigint' | 'time' },
): RawBuilder<Row> => {
  const named = Object.entries<string>(columns)
  if (engineOf(db) === 'SQLite') {
    const members = named.map(([name, type]) => {
      const member = sql`json_extract(value, ${sql.lit(`$.${name}`)})`
      // Without a type SQLite makes no index of its own for a join.
      return sql`${type === 'bigint' ? sql`cast(${member} as integer)` : member} as ${sql.id(name)}`
    })
    // Without a limit the list is read anew for each row that it is joined to.
    return sql`(select ${sql.join(members)} from json_each(${list}) limit -1)`
  }
  const typed = named.map(([name, type]) => sql`${sql.id(name)} ${sql.raw(type === 'time' ? 'timestamptz' : type)}`)
  return sql`(select * from json_to_recordset(${list}::json) as one (${sql.join(typed)}))`
}

/** The ids in such a list, for `in`. */
export const idsIn = (db: QueryExecutorProvider, list: JSONText<{ id: number }[]>): RawBuilder<number> =>
  sql`(select id from ${rowsOfJSON(db, list, { id: 'bigint' })} as listed)`

/** JSON that is stored as text, as a part of other JSON. */
export const storedJSON = <T>(db: QueryExecutorProvider, column: Expression<JSONText<T>>): RawBuilder<JSONText<T>> =>
  engineOf(db) === 'SQLite' ? sql`json(${column})` : sql`${column}::json`

/** JSON as a mere text, inside other JSON too. */
export const jsonAsText = <T>(db: QueryExecutorProvider, column: Expression<JSONText<T>>): RawBuilder<JSONText<T>> =>
  engineOf(db) === 'SQLite' ? sql`${column} || ''` : sql`${column}::text`

/** The number that JSON stored as text holds under a name; null where it has none. */
export const numberInJSON = (
  db: QueryExecutorProvider,
  column: Expression<string | null>,
  name: string,
): RawBuilder<number | null> =>
  engineOf(db) === 'SQLite'
    ? sql`json_extract(${column}, ${sql.lit(`$.${name}`)})`
    : sql`(${column}::json ->> ${sql.lit(name)})::bigint`

/** A table of which the rows that fit are looked up, and what is joined to it. */
export interface LookUp {
  table: string
  fits: RawBuilder<unknown>
  joined?: RawBuilder<unknown>
}

/**
 * The end of a statement that looks up rows of each table for each row of those before, by indexes that fit: PostgreSQL
 * would otherwise read a large table once where it expects many rows before.
 */
export const lookedUpEach = (db: QueryExecutorProvider, tables: readonly LookUp[]): RawBuilder<unknown> =>
  engineOf(db) === 'SQLite'
    ? sql`${sql.join(
        tables.map(({ table, joined = sql`` }) => sql`cross join ${sql.table(table)} ${joined}`),
        sql` `,
      )} where ${sql.join(
        tables.map(({ fits }) => fits),
        sql` and `,
      )}`
    : // What has an offset is not merged into the statement around.
      sql`${sql.join(
        tables.map(
          ({ table, fits, joined = sql`` }) =>
            sql`cross join lateral (select * from ${sql.table(table)} where ${fits} offset 0) as ${sql.id(table)} ${joined}`,
        ),
        sql` `,
      )} where true`

interface Sorted {
  rows: RawBuilder<unknown>
  /** What they are called behind that. */
  name: string
  /** Of columns of the rows, which are those of `of`. */
  order: (of: RawBuilder<unknown>) => RawBuilder<unknown>
  /** By what columns are called where the rows come from. */
  within: string
  /** What looks up further rows of each, and leaves out those that have none. */
  fits: RawBuilder<unknown>
  limit: number
}

/**
 * The rest of a statement whose rows are sorted first and looked at one after the other, until `limit` of them fit: nothing is
 * looked up of all those behind.
 */
export const firstFitting = (
  db: QueryExecutorProvider,
  { rows, name, order, within, fits, limit }: Sorted,
): RawBuilder<unknown> => {
  const [inner, outer] = [order(sql.id(within)), order(sql.id(name))]
  return engineOf(db) === 'SQLite'
    ? // It would sort again where the order is said again. What has a limit is not merged into the statement around.
      sql`from (${rows} order by ${inner} limit -1) as ${sql.id(name)} ${fits} limit ${limit}`
    : sql`from (${rows} order by ${inner} offset 0) as ${sql.id(name)} ${fits} order by ${outer} limit ${limit}`
}

/** The number of rows of a subquery as a column. */
export const count = <DB, Tables extends keyof DB>(query: SelectQueryBuilder<DB, Tables, unknown>) =>
  sql<number>`(${query.clearSelect().select((eb) => eb.fn.countAll().as('count'))})`

/** A whole row of the wire as one JSON column. */
export const jsonObject = <T extends object>(
  db: QueryExecutorProvider,
  members: { [Name in keyof T]: Expression<T[Name]> | Expression<JSONText<T[Name]>> },
): RawBuilder<JSONText<T>> => {
  const named = Object.entries<Expression<unknown>>(members)
  if (engineOf(db) === 'SQLite') {
    return sql`json_object(${sql.join(named.map(([name, value]) => sql`${sql.lit(name)}, ${value}`))})`
  }
  // Unlike json_build_object it puts no blanks between names and values.
  const columns = sql.join(named.map(([name, value]) => sql`${value} as ${sql.id(name)}`))
  return sql`(select row_to_json(one) from (select ${columns}) as one)`
}

/** The columns `name` and `value` of a correlated subquery as the text of one JSON object. */
export const jsonMapText = <DB, Tables extends keyof DB>(
  db: QueryExecutorProvider,
  query: SelectQueryBuilder<DB, Tables, { name: string; value: string }>,
): RawBuilder<string> =>
  engineOf(db) === 'SQLite'
    ? sql`(select json_group_object(name, value) || '' from ${query})`
    : sql`(select '{' || coalesce(string_agg(to_json(name) || ':' || to_json(value), ','), '') || '}' from ${query} as map)`

/**
 * Makes transactions that count before they insert wait for each other, until the transaction ends. SQLite's write
 * transactions always do.
 */
export const takeAdvisoryLock = async (trx: QueryExecutorProvider, key: string): Promise<void> => {
  if (engineOf(trx) === 'PostgreSQL') await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}

/** The same lock without waiting: whether the transaction has it. SQLite's write transactions always do. */
export const tryAdvisoryLock = async (trx: QueryExecutorProvider, key: string): Promise<boolean> => {
  if (engineOf(trx) === 'SQLite') return true
  const asked = sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as taken`
  return (await asked.execute(trx)).rows[0]?.taken ?? false
}

/**
 * The same rows, of which those of the named tables stay as they are until the transaction ends. SQLite's write
 * transactions keep everything.
 */
export const forShare = <DB, Tables extends keyof DB, Row>(
  trx: QueryExecutorProvider,
  query: SelectQueryBuilder<DB, Tables, Row>,
  tables: (Tables & string)[],
): SelectQueryBuilder<DB, Tables, Row> => (engineOf(trx) === 'PostgreSQL' ? query.forShare(tables) : query)

/** The same rows, for whoever is going to remove them: those who keep them are waited for. */
export const forUpdate = <DB, Tables extends keyof DB, Row>(
  trx: QueryExecutorProvider,
  query: SelectQueryBuilder<DB, Tables, Row>,
  tables: (Tables & string)[],
): SelectQueryBuilder<DB, Tables, Row> => (engineOf(trx) === 'PostgreSQL' ? query.forUpdate(tables) : query)

/** The same rows without those that somebody else is taking right now. SQLite's writers come one after the other. */
export const skipTaken = <DB, Tables extends keyof DB, Row>(
  db: QueryExecutorProvider,
  query: SelectQueryBuilder<DB, Tables, Row>,
): SelectQueryBuilder<DB, Tables, Row> => (engineOf(db) === 'PostgreSQL' ? query.forUpdate().skipLocked() : query)

/** A time as a value in a select list, where PostgreSQL must be told its type. */
export const timeValue = (db: QueryExecutorProvider, time: string): RawBuilder<string> =>
  engineOf(db) === 'PostgreSQL' ? sql<string>`${time}::timestamptz` : sql<string>`${time}`

/** A column of times inside JSON, in the form that the drivers give them otherwise. */
export const timeText = <Time extends string | null>(
  db: QueryExecutorProvider,
  column: AliasableExpression<Time>,
): AliasableExpression<Time> =>
  engineOf(db) === 'PostgreSQL'
    ? sql<Time>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : column

/** The number that the next row of this table gets, unlike any before: also where rows were removed since. */
export const nextID = async (db: QueryExecutorProvider, table: string): Promise<number> => {
  const query =
    engineOf(db) === 'SQLite'
      ? sql<{ next: number }>`select coalesce(max(seq), 0) + 1 as next from sqlite_sequence where name = ${table}`
      : sql<{ next: number }>`
          select coalesce(pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass), 0) + 1 as next`
  return (await query.execute(db)).rows[0]?.next ?? 1
}

/** For a table that just got rows with numbers of their own. */
export const setNextID = async (trx: QueryExecutorProvider, table: string, next: number): Promise<void> => {
  if (engineOf(trx) === 'SQLite') {
    await sql`delete from sqlite_sequence where name = ${table}`.execute(trx)
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${next - 1})`.execute(trx)
  } else if (next > 1) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${next - 1})`.execute(trx)
  }
}
