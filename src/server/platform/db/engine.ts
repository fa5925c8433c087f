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

/** The few differences between the two engines. All other statements are the same for both. */
export type Engine = 'SQLite' | 'PostgreSQL'

export const engineOf = (db: QueryExecutorProvider): Engine =>
  db.getExecutor().adapter instanceof SqliteAdapter ? 'SQLite' : 'PostgreSQL'

/** Rejects if the database does not respond. */
export const askOne = async (db: QueryExecutorProvider): Promise<void> => {
  await sql`select 1`.execute(db)
}

/** For `orderBy`: sorts nulls last in both engines. */
export const nullsLast = (by: OrderByItemBuilder): OrderByItemBuilder => by.asc().nullsLast()

/** A column of the outer statement, for a subquery that is written separately. */
export const columnOf = <T>(name: string): RawBuilder<T> => sql.ref<T>(name)

/**
 * Keeps the planner from using an index on the column. If it expected few rows on the other side, it would scan the
 * rows of all users.
 */
export const withoutIndex = <T>(name: string): RawBuilder<T> => sql`+${sql.ref(name)}`

/** A word followed by a number, such as field1. */
export const numbered = <T extends string>(word: string, number: Expression<unknown>): RawBuilder<T> =>
  sql<T>`${sql.lit(word)} || ${number}`

/** Name and version, such as 'PostgreSQL 15.10', as a column. */
export const engineAndVersion = (db: QueryExecutorProvider): RawBuilder<string> =>
  engineOf(db) === 'SQLite'
    ? sql`'SQLite ' || sqlite_version()`
    : sql`'PostgreSQL ' || split_part(current_setting('server_version'), ' ', 1)`

/** The size of the database in bytes, as a column. */
export const databaseBytes = (db: QueryExecutorProvider): RawBuilder<number> =>
  engineOf(db) === 'SQLite'
    ? sql`(select page_count * page_size from pragma_page_count(), pragma_page_size())`
    : sql`pg_database_size(current_database())`

/** Whether a column contains a text, character by character, without wildcards. */
export const contains = (
  db: QueryExecutorProvider,
  column: Expression<string>,
  text: string | Expression<string>,
): RawBuilder<SqlBool> =>
  engineOf(db) === 'SQLite' ? sql`instr(${column}, ${text}) > 0` : sql`strpos(${column}, ${text}) > 0`

declare const content: unique symbol
/** JSON built by the database. Both drivers return it as text. */
export type JSONText<T> = string & { [content]: T }

export const parseJSON = <T>(text: JSONText<T>): T => JSON.parse(text) as T

export const jsonOf = <T>(value: T): JSONText<T> => JSON.stringify(value) as JSONText<T>

export const jsonList = <T>(texts: readonly JSONText<T>[]): JSONText<T[]> => `[${texts.join()}]` as JSONText<T[]>

/** Adds members that are already JSON. */
export const jsonWith = <T extends object, Members extends object>(
  value: T,
  members: { [Name in keyof Members]: JSONText<Members[Name]> },
): JSONText<T & Members> => {
  const added = Object.entries<string>(members).map(([name, member]) => `,"${name}":${member}`)
  return `${JSON.stringify(value).slice(0, -1)}${added.join('')}}` as JSONText<T & Members>
}

/** The rows of a correlated subquery as one JSON column, so a list and its details take one statement. */
export const jsonRows = <DB, Tables extends keyof DB, Row>(
  db: QueryExecutorProvider,
  query: SelectQueryBuilder<DB, Tables, Row>,
): RawBuilder<JSONText<Simplify<Row>[]>> =>
  engineOf(db) === 'SQLite'
    ? // SQLite embeds JSON as a string in other JSON unless it is cast.
      sql`json(${sqliteArray(query)})`
    : (postgresArray(query) as RawBuilder<unknown> as RawBuilder<JSONText<Simplify<Row>[]>>)

/** Whether a text matches a pattern of src/shared/attachments/paper-names.ts, ignoring the case of ASCII letters. */
export const fits = (db: QueryExecutorProvider, text: Expression<string>, pattern: string): RawBuilder<SqlBool> =>
  engineOf(db) === 'SQLite' ? sql`${text} regexp ${pattern}` : sql`lower(${text} collate "C") ~ ${pattern}`

/** A JSON list as a table: one row per element, with the members that `columns` names. */
export const rowsOfJSON = <Row extends object>(
  db: QueryExecutorProvider,
  list: JSONText<Row[]>,
  columns: { readonly [Name in keyof Row]: 'text' | 'bigint' | 'time' },
): RawBuilder<Row> => {
  const entries = Object.entries<string>(columns)
  if (engineOf(db) === 'SQLite') {
    const members = entries.map(([name, type]) => {
      const member = sql`json_extract(value, ${sql.lit(`$.${name}`)})`
      // SQLite builds no automatic index for a join on a column without a type.
      return sql`${type === 'bigint' ? sql`cast(${member} as integer)` : member} as ${sql.id(name)}`
    })
    // Without the limit, SQLite parses the list again for each joined row.
    return sql`(select ${sql.join(members)} from json_each(${list}) limit -1)`
  }
  const typed = entries.map(([name, type]) => sql`${sql.id(name)} ${sql.raw(type === 'time' ? 'timestamptz' : type)}`)
  return sql`(select * from json_to_recordset(${list}::json) as one (${sql.join(typed)}))`
}

/** The ids in a JSON list, for `in`. */
export const idsIn = (db: QueryExecutorProvider, list: JSONText<{ id: number }[]>): RawBuilder<number> =>
  sql`(select id from ${rowsOfJSON(db, list, { id: 'bigint' })} as listed)`

/** JSON stored as text, as part of other JSON. */
export const storedJSON = <T>(db: QueryExecutorProvider, column: Expression<JSONText<T>>): RawBuilder<JSONText<T>> =>
  engineOf(db) === 'SQLite' ? sql`json(${column})` : sql`${column}::json`

/** JSON as a string, even inside other JSON. */
export const jsonAsText = <T>(db: QueryExecutorProvider, column: Expression<JSONText<T>>): RawBuilder<JSONText<T>> =>
  engineOf(db) === 'SQLite' ? sql`${column} || ''` : sql`${column}::text`

/** A number in JSON that is stored as text; null if absent. */
export const numberInJSON = (
  db: QueryExecutorProvider,
  column: Expression<string | null>,
  name: string,
): RawBuilder<number | null> =>
  engineOf(db) === 'SQLite'
    ? sql`json_extract(${column}, ${sql.lit(`$.${name}`)})`
    : sql`(${column}::json ->> ${sql.lit(name)})::bigint`

/** A table to look up matching rows in, and its joins. */
export interface LookUp {
  table: string
  fits: RawBuilder<unknown>
  joined?: RawBuilder<unknown>
}

/**
 * The end of a statement that looks up matching rows of each table by index for each previous row. Without it,
 * PostgreSQL would scan a large table whenever it expects many previous rows.
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
    : // PostgreSQL does not merge a subquery with an offset into the outer statement.
      sql`${sql.join(
        tables.map(
          ({ table, fits, joined = sql`` }) =>
            sql`cross join lateral (select * from ${sql.table(table)} where ${fits} offset 0) as ${sql.id(table)} ${joined}`,
        ),
        sql` `,
      )} where true`

interface Sorted {
  rows: RawBuilder<unknown>
  /** Alias of the sorted rows. */
  name: string
  /** Sort order, by columns of the given table. */
  order: (of: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Name of the table that holds the sort columns inside `rows`. */
  within: string
  /** Looks up further rows for each row; rows without any are dropped. */
  fits: RawBuilder<unknown>
  limit: number
}

/**
 * The rest of a statement that sorts its rows first and then checks one after the other until `limit` of them match.
 * Rows after that are never looked up.
 */
export const firstFitting = (
  db: QueryExecutorProvider,
  { rows, name, order, within, fits, limit }: Sorted,
): RawBuilder<unknown> => {
  const [inner, outer] = [order(sql.id(within)), order(sql.id(name))]
  return engineOf(db) === 'SQLite'
    ? // SQLite would sort again if the order were repeated. It does not merge a subquery with a limit into the outer statement.
      sql`from (${rows} order by ${inner} limit -1) as ${sql.id(name)} ${fits} limit ${limit}`
    : sql`from (${rows} order by ${inner} offset 0) as ${sql.id(name)} ${fits} order by ${outer} limit ${limit}`
}

/** The number of rows of a subquery, as a column. */
export const count = <DB, Tables extends keyof DB>(query: SelectQueryBuilder<DB, Tables, unknown>) =>
  sql<number>`(${query.clearSelect().select((eb) => eb.fn.countAll().as('count'))})`

/** An object of the API as one JSON column. */
export const jsonObject = <T extends object>(
  db: QueryExecutorProvider,
  members: { [Name in keyof T]: Expression<T[Name]> | Expression<JSONText<T[Name]>> },
): RawBuilder<JSONText<T>> => {
  const entries = Object.entries<Expression<unknown>>(members)
  if (engineOf(db) === 'SQLite') {
    return sql`json_object(${sql.join(entries.map(([name, value]) => sql`${sql.lit(name)}, ${value}`))})`
  }
  // Unlike json_build_object, row_to_json adds no spaces.
  const columns = sql.join(entries.map(([name, value]) => sql`${value} as ${sql.id(name)}`))
  return sql`(select row_to_json(one) from (select ${columns}) as one)`
}

/** The columns `name` and `value` of a correlated subquery as one JSON object, as text. */
export const jsonMapText = <DB, Tables extends keyof DB>(
  db: QueryExecutorProvider,
  query: SelectQueryBuilder<DB, Tables, { name: string; value: string }>,
): RawBuilder<string> =>
  engineOf(db) === 'SQLite'
    ? sql`(select json_group_object(name, value) || '' from ${query})`
    : sql`(select '{' || coalesce(string_agg(to_json(name) || ':' || to_json(value), ','), '') || '}' from ${query} as map)`

/**
 * Serializes transactions that count before they insert, until the transaction ends. SQLite has only one writer, so it
 * needs no lock.
 */
export const takeAdvisoryLock = async (trx: QueryExecutorProvider, key: string): Promise<void> => {
  if (engineOf(trx) === 'PostgreSQL') await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}

/** Tries to take the same lock without waiting. Returns whether it succeeded, on SQLite always true. */
export const tryAdvisoryLock = async (trx: QueryExecutorProvider, key: string): Promise<boolean> => {
  if (engineOf(trx) === 'SQLite') return true
  const asked = sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as taken`
  return (await asked.execute(trx)).rows[0]?.taken ?? false
}

/** Locks the rows of the given tables against changes until the transaction ends. SQLite has only one writer. */
export const forShare = <DB, Tables extends keyof DB, Row>(
  trx: QueryExecutorProvider,
  query: SelectQueryBuilder<DB, Tables, Row>,
  tables: (Tables & string)[],
): SelectQueryBuilder<DB, Tables, Row> => (engineOf(trx) === 'PostgreSQL' ? query.forShare(tables) : query)

/** Locks the rows for deletion; waits for transactions that hold them with `forShare`. */
export const forUpdate = <DB, Tables extends keyof DB, Row>(
  trx: QueryExecutorProvider,
  query: SelectQueryBuilder<DB, Tables, Row>,
  tables: (Tables & string)[],
): SelectQueryBuilder<DB, Tables, Row> => (engineOf(trx) === 'PostgreSQL' ? query.forUpdate(tables) : query)

/** Locks the rows and skips those that are locked already. SQLite has only one writer. */
export const skipTaken = <DB, Tables extends keyof DB, Row>(
  db: QueryExecutorProvider,
  query: SelectQueryBuilder<DB, Tables, Row>,
): SelectQueryBuilder<DB, Tables, Row> => (engineOf(db) === 'PostgreSQL' ? query.forUpdate().skipLocked() : query)

/** A time as a value in a select list, where PostgreSQL needs its type. */
export const timeValue = (db: QueryExecutorProvider, time: string | Expression<string>): RawBuilder<string> =>
  engineOf(db) === 'PostgreSQL' ? sql<string>`${time}::timestamptz` : sql<string>`${time}`

/** A time column inside JSON, in the format that the drivers return elsewhere. */
export const timeText = <Time extends string | null>(
  db: QueryExecutorProvider,
  column: AliasableExpression<Time>,
): AliasableExpression<Time> =>
  engineOf(db) === 'PostgreSQL'
    ? sql<Time>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : column

/** The id that the next row of this table gets. Ids of deleted rows are not reused. */
export const nextID = async (db: QueryExecutorProvider, table: string): Promise<number> => {
  const query =
    engineOf(db) === 'SQLite'
      ? sql<{ next: number }>`select coalesce(max(seq), 0) + 1 as next from sqlite_sequence where name = ${table}`
      : sql<{ next: number }>`
          select coalesce(pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass), 0) + 1 as next`
  return (await query.execute(db)).rows[0]?.next ?? 1
}

/** Sets the next id after rows were inserted with explicit ids. */
export const setNextID = async (trx: QueryExecutorProvider, table: string, next: number): Promise<void> => {
  if (engineOf(trx) === 'SQLite') {
    await sql`delete from sqlite_sequence where name = ${table}`.execute(trx)
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${next - 1})`.execute(trx)
  } else if (next > 1) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${next - 1})`.execute(trx)
  }
}
