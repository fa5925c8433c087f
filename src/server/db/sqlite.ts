import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite'
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { troubleOf } from './trouble.ts'
import { openSlices } from '../slices.ts'

const BUSY_TIMEOUT_MS = 5000
const CACHED_STATEMENTS = 500

/**
 * Kysely on SQLite. The driver is synchronous, so there is one writing connection behind a queue (a second one would
 * wait for the lock on the event loop and never get it) and one reading connection that sees what is committed, also
 * while a transaction is between two of its statements. Inside a transaction await nothing but the database: everybody
 * else's writes wait for it.
 */
export const sqliteDialect = (file: string): Dialect => ({
  createAdapter: () => new Adapter(),
  createDriver: () => new SqliteDriver(file),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

class Adapter extends SqliteAdapter {
  /** It can, whatever Kysely says: so migrations are all or nothing, and a second server waits for the first. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class SqliteDriver implements Driver {
  readonly #file: string
  #writer!: Handle
  #reader!: Handle
  #queue: Promise<void> = Promise.resolve()

  constructor(file: string) {
    this.#file = file
  }

  async init(): Promise<void> {
    this.#writer = new Handle(this.#file)
    // What is acknowledged survives a power cut: FULL syncs the log at each commit.
    this.#writer.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
    this.#reader = new Handle(this.#file)
    this.#reader.exec('pragma query_only = on')
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new Connection(this)
  }

  /** Runs one statement outside a transaction: reads on the reading connection, writes in their turn. */
  async execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (query.query.kind === 'SelectQueryNode') return this.#reader.run(query)
    const release = await this.#takeTurn()
    try {
      return this.#writer.run(query)
    } finally {
      release()
    }
  }

  async beginTransaction(connection: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
    if (accessMode === 'read only') return this.#beginReading(connection as Connection)
    const release = await this.#takeTurn()
    try {
      this.#writer.exec('begin immediate')
    } catch (error) {
      release()
      throw error
    }
    ;(connection as Connection).enter(this.#writer, release)
  }

  /** Everything as of now, however long it takes: it waits for nobody, and nobody waits for it. */
  #beginReading(connection: Connection): void {
    const reader = new Handle(this.#file)
    // Its moment is that of the first read.
    reader.exec('pragma query_only = on; begin; select 1 from sqlite_schema')
    connection.enter(reader, () => reader.close(), 'in slices')
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    ;(connection as Connection).leave('commit')
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    ;(connection as Connection).leave('rollback')
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    const release = await this.#takeTurn()
    this.#reader.close()
    try {
      // Prepared statements keep a handle alive until they are collected, so closing alone does not fold in the log.
      this.#writer.exec('pragma wal_checkpoint(truncate)')
    } catch (error) {
      // Nothing is lost: what is in the log is folded in by whoever opens the file when there is room again.
      if (troubleOf(error) === undefined) throw error
    } finally {
      this.#writer.close()
      release()
    }
  }

  async #takeTurn(): Promise<() => void> {
    const before = this.#queue
    let release!: () => void
    this.#queue = new Promise((resolve) => (release = resolve))
    await before
    return release
  }
}

/** Whoever writes keeps all others from writing, and so does it at once; who reads as of one moment reads a lot. */
type Pace = 'at once' | 'in slices'

class Connection implements DatabaseConnection {
  readonly #driver: SqliteDriver
  #transaction: { handle: Handle; release: () => void; pace: Pace } | undefined

  constructor(driver: SqliteDriver) {
    this.#driver = driver
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#transaction) return this.#driver.execute<R>(query)
    const { handle, pace } = this.#transaction
    return pace === 'at once' ? handle.run<R>(query) : handle.readInSlices<R>(query)
  }

  enter(handle: Handle, release: () => void, pace: Pace = 'at once'): void {
    this.#transaction = { handle, release, pace }
  }

  leave(how: 'commit' | 'rollback'): void {
    const transaction = this.#transaction
    if (!transaction) throw new Error(`There is no transaction to ${how}.`)
    try {
      transaction.handle.exec(how)
    } catch (error) {
      // A commit that failed leaves the transaction open; the rollback that follows must still find it.
      if (how === 'commit') throw error
    }
    this.#transaction = undefined
    transaction.release()
  }

  streamQuery(): never {
    throw new Error('SQLite answers whole results only.')
  }
}

/** The driver can make objects as well, at a fifth of what a statement of many columns takes. */
const asRow = (columns: readonly string[], values: readonly unknown[]): Record<string, unknown> => {
  const row: Record<string, unknown> = {}
  for (const [at, column] of columns.entries()) row[column] = values[at]
  return row
}

/** One open database file with its prepared statements. */
class Handle {
  readonly #database: DatabaseSyncInstance
  readonly #statements = new Map<string, { statement: StatementSyncInstance; columns: string[] }>()

  constructor(file: string) {
    this.#database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })
  }

  exec(statements: string): void {
    this.#database.exec(statements)
  }

  run<R>(query: CompiledQuery): QueryResult<R> {
    const { statement, columns } = this.#prepare(query.sql)
    const parameters = query.parameters as (string | number | null)[]
    if (columns.length > 0) {
      return { rows: (statement.all(...parameters) as unknown[][]).map((values) => asRow(columns, values) as R) }
    }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  async readInSlices<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, columns } = this.#prepare(query.sql)
    const breathe = openSlices()
    const rows: R[] = []
    for (const values of statement.iterate(...(query.parameters as (string | number | null)[]))) {
      rows.push(asRow(columns, values as unknown[]) as R)
      await breathe()
    }
    return { rows }
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  #prepare(text: string) {
    let prepared = this.#statements.get(text)
    if (prepared) return prepared
    const statement = this.#database.prepare(text)
    statement.setReturnArrays(true)
    prepared = { statement, columns: statement.columns().map(({ name }) => name) }
    if (this.#statements.size >= CACHED_STATEMENTS) this.#statements.clear()
    this.#statements.set(text, prepared)
    return prepared
  }
}
