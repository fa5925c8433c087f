import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/**
 * Databases for tests on PostgreSQL. Creating and dropping one takes longer than most tests, so the next test of this
 * worker gets the same one, reset to the template. One that cannot be reset is dropped.
 */

const serverURL = (): string => {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE_URL names no PostgreSQL server.')
  return url
}

export const urlOf = (name: string): string => {
  const url = new URL(serverURL())
  url.pathname = `/${name}`
  return url.href
}

/** A kept connection that reconnects after a test cuts it and does not keep the process alive. */
const connectionTo = (connectionString: string): pg.Pool => {
  // Same setting as the product's connections, or restored items would be listed as items without words.
  const options = '-c roomfolio.words=1'
  const pool = new pg.Pool({ connectionString, options, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  pool.on('error', () => {})
  return pool
}

let server: pg.Pool | undefined

/** The test server, for statements about databases. */
export const onServer = <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  (server ??= connectionTo(serverURL())).query<Row>(sql, values).then(({ rows }) => rows)

const CATALOGS = [
  ...['pg_attrdef', 'pg_attribute', 'pg_class', 'pg_collation', 'pg_constraint', 'pg_enum', 'pg_extension', 'pg_index'],
  ...['pg_namespace', 'pg_policy', 'pg_proc', 'pg_rewrite', 'pg_sequence', 'pg_trigger', 'pg_type'],
]

/** The `age` of frozen rows. */
const NO_AGE = 2147483647

/** Row counts, and the transaction of the newest row, per table: equal only if nothing changed. */
const marksOf = (tables: readonly string[]): string =>
  tables
    .map(
      (name) =>
        `select ${pg.escapeLiteral(name)} as name, count(*)::int as rows,
          age('3'::xid) - min(nullif(age(xmin), ${NO_AGE})) as newest from ${pg.escapeIdentifier(name)}`,
    )
    .join(' union all ')

/** Role settings are global to the server. */
const SETTINGS_MARK = `select 'settings' as name, count(*)::int as rows, age('3'::xid) - min(age(xmin)) as newest
  from pg_db_role_setting where setdatabase = (select oid from pg_database where datname = current_database())`

const TABLES = `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`
const REFERENCES = `select c.relname as from, p.relname as to from pg_constraint
  join pg_class c on c.oid = conrelid join pg_class p on p.oid = confrelid where contype = 'f' and conrelid <> confrelid`
const SEQUENCES = `select quote_ident(sequencename) as name, last_value::text as last, start_value::text as start
  from pg_sequences where schemaname = 'public'`
const END_OTHERS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

/** Restoring rows without triggers needs a superuser. */
const NOT_ALLOWED = '42501'

interface Mark {
  name: string
  rows: number
  newest: number | null
}
type Marks = ReadonlyMap<string, Mark>
interface Sequence {
  name: string
  last: string | null
  start: string
}

const changed = (before: Marks, now: Marks): Set<string> =>
  new Set(
    [...now.values()]
      .filter(({ name, rows, newest }) => before.get(name)?.rows !== rows || before.get(name)?.newest !== newest)
      .map(({ name }) => name),
  )

class ReusableDatabase {
  readonly name: string
  readonly #connection: pg.Pool
  /** Tables after the tables they reference. */
  #tables: string[] = []
  #references: { from: string; to: string }[] = []
  /** As JSON, by table; empty tables are omitted. */
  readonly #content = new Map<string, string>()
  #sequences: Sequence[] = []
  #catalogs: Marks = new Map()
  #marks: Marks = new Map()

  constructor(name: string) {
    this.name = name
    this.#connection = connectionTo(urlOf(name))
  }

  async #query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    return (await this.#connection.query<Row>(text)).rows
  }

  /** A named prepared statement: planning one over all tables takes longer than running it. */
  async #ask<Row extends pg.QueryResultRow>(name: string, text: string): Promise<Row[]> {
    return (await this.#connection.query<Row>({ name, text })).rows
  }

  async #marksNow(name: string, text: string): Promise<Marks> {
    return new Map((await this.#ask<Mark>(name, text)).map((mark) => [mark.name, mark]))
  }

  #catalogsNow(): Promise<Marks> {
    return this.#marksNow('catalogs', `${marksOf(CATALOGS)} union all ${SETTINGS_MARK}`)
  }

  #tablesNow(): Promise<Marks> {
    return this.#marksNow('tables', marksOf(this.#tables))
  }

  async #endOthers(): Promise<void> {
    while ((await this.#ask('others', END_OTHERS)).length > 0);
  }

  /** Records its contents. */
  async start(): Promise<void> {
    const names = (await this.#query<{ name: string }>(TABLES)).map(({ name }) => name)
    this.#references = await this.#query(REFERENCES)
    while (this.#tables.length < names.length) {
      const isLater = (name: string) =>
        this.#references.some(({ from, to }) => from === name && !this.#tables.includes(to))
      const next = names.filter((name) => !this.#tables.includes(name) && !isLater(name))
      if (next.length === 0) throw new Error('Tables reference each other in a circle.')
      this.#tables.push(...next)
    }
    this.#sequences = await this.#ask('sequences', SEQUENCES)
    this.#catalogs = await this.#catalogsNow()
    this.#marks = await this.#tablesNow()
    for (const name of this.#tables) {
      const [row] = await this.#query<{ rows: string | null }>(
        `select json_agg(t)::text as rows from ${pg.escapeIdentifier(name)} t`,
      )
      if (row?.rows) this.#content.set(name, row.rows)
    }
  }

  /** Restores the contents that `start` recorded, even with open connections. Returns whether that is possible. */
  async restore(): Promise<boolean> {
    await this.#endOthers()
    const catalogs = await this.#catalogsNow()
    if (changed(this.#catalogs, catalogs).size > 0) return false

    const marks = await this.#tablesNow()
    const touched = changed(this.#marks, marks)
    // Rows made by triggers are restored too. Without triggers nothing cascades, either.
    const withoutTriggers = this.#content.has('users')
    if (!withoutTriggers)
      for (const name of this.#tables)
        if (this.#references.some(({ from, to }) => from === name && touched.has(to))) touched.add(name)
    const inOrder = this.#tables.filter((name) => touched.has(name))
    const filled = inOrder.filter((name) => this.#content.has(name))
    const sequences = (await this.#ask<Sequence>('sequences', SEQUENCES)).filter(
      ({ name, last }) => this.#sequences.find((one) => one.name === name)?.last !== last,
    )
    const statements = [
      'begin',
      ...(withoutTriggers ? ['set local session_replication_role = replica'] : []),
      ...inOrder
        .filter((name) => marks.get(name)?.rows !== 0)
        .reverse()
        .map((name) => `delete from ${pg.escapeIdentifier(name)}`),
      ...filled.map((name) => {
        const table = pg.escapeIdentifier(name)
        const rows = pg.escapeLiteral(this.#content.get(name) ?? '')
        return `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, ${rows})`
      }),
      ...sequences.map(({ name, start }) => {
        const last = this.#sequences.find((one) => one.name === name)?.last ?? null
        return `select setval(${pg.escapeLiteral(name)}, ${last ?? start}, ${last !== null})`
      }),
      'commit',
    ]
    try {
      await this.#query(statements.join(';'))
    } catch (error) {
      // The pool has closed the connection and rolled back its transaction.
      if ((error as { code?: string }).code === NOT_ALLOWED) return false
      throw error
    }
    if (filled.length > 0) this.#marks = await this.#tablesNow()
    return true
  }

  /** Keeps it as it is, as a template. */
  async keep(): Promise<void> {
    await this.#endOthers()
    await this.#connection.end()
  }

  async drop(): Promise<void> {
    await this.#connection.end()
    await onServer(`drop database if exists ${this.name} with (force)`)
  }
}

/** Unused databases, by their template. */
const free = new Map<string, ReusableDatabase[]>()

const newName = (): string => `${inject('databasePrefix')}${randomBytes(6).toString('hex')}`

interface Taken {
  name: string
  /** Ends the remaining connections. */
  giveBack: () => Promise<void>
  /** Ends the connections and keeps the database until the run ends. */
  keep: () => Promise<void>
}

/** One with the contents of the template. */
export const takeCopyOf = async (template: string): Promise<Taken> => {
  const others = free.get(template) ?? []
  free.set(template, others)
  let database = others.pop()
  if (!database) {
    database = new ReusableDatabase(newName())
    await onServer(`create database ${database.name} template ${template}`)
    await database.start()
  }
  const taken = database
  const giveBack = async () => {
    if (await taken.restore()) others.push(taken)
    else await taken.drop()
  }
  return { name: taken.name, giveBack, keep: () => taken.keep() }
}

/** An empty one. */
export const makeEmpty = async (): Promise<{ name: string; giveBack: () => Promise<void> }> => {
  const name = newName()
  await onServer(`create database ${name}`)
  return { name, giveBack: async () => void (await onServer(`drop database ${name} with (force)`)) }
}
