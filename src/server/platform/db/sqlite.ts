import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
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
import { smallLetters } from '../../../shared/attachments/paper-names.ts'
import type { QueryMonitor } from './query-monitor.ts'
import { sqliteCode, troubleOf } from './connection-errors.ts'

/** How long a write waits for a write of another process, such as a command, and how often it retries. */
const LONGEST_BUSY_MS = 5000
const LOOK_AGAIN_MS = 10
const BUSY = 5
/** The driver is synchronous, so a long transaction yields to the event loop between statements. */
const GIVES_WAY_AFTER_MS = 50
const CACHED_STATEMENTS = 500
/** A transaction that awaits anything but the database this long is rolled back, because all writes wait for it. */
const LONGEST_IDLE_MS = 60_000
const LOOK_FOR_IDLE_MS = 10_000
const TOO_LATE = `The transaction was rolled back: it made no statement for ${LONGEST_IDLE_MS / 1000} seconds.`
/** Holds the words of about ten thousand items, which each search-as-you-type query scans. */
const READ_CACHE_KIB = 16 * 1024
/** A raw read. The reading connection rejects it if it writes after all. */
const RAW_READ = /^\s*(select|with)\b/i
/** The statements that can share a commit. */
const GROUPED: ReadonlySet<string> = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'])

/**
 * Kysely on SQLite. The driver has the API of `node:sqlite`, which Node 20 lacks. It is synchronous, so there is one
 * writing connection behind a queue (a second one would block the event loop waiting for the first) and one reading
 * connection, which sees committed data even while a transaction is open. Inside a transaction, await only the database:
 * all other writes wait for it, at most LONGEST_IDLE_MS.
 *
 * The expensive part of a write is the disk sync, which blocks everything else. So all writes in one turn of the event
 * loop share one commit (group commit): each has its own savepoint and settles when the commit is durable. Therefore a
 * process must open a file only once: a second writer would block the event loop that has to make the commit.
 */
export const sqliteDialect = (file: string, watch: QueryMonitor): Dialect => ({
  createAdapter: () => new Adapter(),
  createDriver: () => new SqliteDriver(file, watch),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

class Adapter extends SqliteAdapter {
  /**
   * SQLite supports this, although Kysely says no. Migrations are all or nothing, and a second server waits for the
   * first.
   */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** The writes of one group commit. */
class Group {
  /** Resolves when the writes are durable, rejects if all of them are lost. */
  readonly ended: Promise<void>
  settle!: { durable: () => void; lost: (why: unknown) => void }

  constructor() {
    this.ended = new Promise((durable, lost) => (this.settle = { durable, lost }))
    // Callers handle the rejection; this avoids an unhandled one before they await it.
    this.ended.catch(() => {})
  }
}

class SqliteDriver implements Driver {
  readonly #file: string
  readonly #watch: QueryMonitor
  #writer!: Handle
  #reader!: Handle
  #queue: Promise<void> = Promise.resolve()
  /** How many hold the write lock or wait for it. */
  #writers = 0
  /** The open, uncommitted group. */
  #group: Group | undefined

  constructor(file: string, watch: QueryMonitor) {
    this.#file = file
    this.#watch = watch
    watch.load = () => ({
      open: 1,
      inUse: Math.min(1, this.#writers),
      most: 1,
      waiting: Math.max(0, this.#writers - 1),
    })
  }

  async init(): Promise<void> {
    this.#writer = new Handle(this.#file, this.#watch)
    // FULL syncs the log at each commit, so acknowledged writes survive a power failure.
    this.#writer.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on',
    )
    // The driver would block the event loop; from here on #whenFree retries without blocking.
    this.#writer.exec('pragma busy_timeout = 0')
    this.#reader = new Handle(this.#file, this.#watch)
    this.#reader.exec(`pragma query_only = on; pragma cache_size = -${READ_CACHE_KIB}`)
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new Connection(this)
  }

  /** Runs one statement outside a transaction: reads on the reading connection, writes in the write queue. */
  async execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { kind } = query.query
    if (kind === 'SelectQueryNode' || (kind === 'RawNode' && RAW_READ.test(query.sql))) return this.#reader.run(query)
    const since = performance.now()
    const release = await this.#takeTurn()
    // Other statements, such as vacuum, may not run inside a transaction.
    if (!GROUPED.has(kind)) {
      try {
        this.#commit()
        return await this.#whenFree(since, () => this.#writer.run<R>(query))
      } finally {
        release()
      }
    }
    const { ended } = await this.#joinGroup(since, release)
    try {
      return this.#run(query)
    } finally {
      release()
      // A failure may also depend on uncommitted writes of the group.
      await ended
    }
  }

  async beginTransaction(connection: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
    if (accessMode === 'read only') return this.#beginReading(connection as Connection)
    const since = performance.now()
    const release = await this.#takeTurn()
    const group = await this.#joinGroup(since, release)
    try {
      this.#writer.exec('savepoint one')
    } catch (error) {
      release()
      throw error
    }
    const giveWay = openPauses()
    let lastUsed = performance.now()
    let isLate = false
    const end = (how: 'commit' | 'rollback') => {
      clearInterval(watch)
      try {
        if (this.#group === group) this.#writer.exec(how === 'commit' ? 'release one' : 'rollback to one; release one')
      } finally {
        release()
      }
    }
    const watch = setInterval(() => {
      if (performance.now() - lastUsed < LONGEST_IDLE_MS) return
      isLate = true
      end('rollback')
    }, LOOK_FOR_IDLE_MS).unref()
    ;(connection as Connection).enter({
      run: async (query) => {
        await giveWay()
        if (isLate) throw new Error(TOO_LATE)
        if (this.#group !== group) throw new Error('The transaction was lost.')
        lastUsed = performance.now()
        return this.#run(query)
      },
      end: async (how) => {
        if (isLate && how === 'commit') throw new Error(TOO_LATE)
        if (!isLate) end(how)
        await group.ended
      },
    })
  }

  /** A snapshot read of any length; neither blocks writers nor waits for them. */
  #beginReading(connection: Connection): void {
    const reader = new Handle(this.#file, this.#watch)
    // The first read takes the snapshot.
    reader.exec('pragma query_only = on; begin; select 1 from sqlite_schema')
    const giveWay = openPauses()
    connection.enter({
      run: async (query) => {
        await giveWay()
        return reader.run(query)
      },
      end: async () => {
        try {
          // Closing ends the transaction only once its prepared statements are collected; until then no checkpoint is
          // possible.
          if (reader.isInTransaction) reader.exec('rollback')
        } finally {
          reader.close()
        }
      },
    })
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as Connection).leave('commit')
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as Connection).leave('rollback')
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    const release = await this.#takeTurn()
    this.#commit()
    this.#reader.close()
    try {
      // Prepared statements keep a handle alive until they are collected, so closing alone does not checkpoint the log.
      this.#writer.exec('pragma wal_checkpoint(truncate)')
    } catch (error) {
      // Nothing is lost: the next process that opens the file checkpoints the log once there is space.
      if (troubleOf(error) === undefined) throw error
    } finally {
      this.#writer.close()
      release()
    }
  }

  /** Runs a statement of the group. Some errors, such as a full disk, make SQLite roll back the whole group. */
  #run<R>(query: CompiledQuery): QueryResult<R> {
    try {
      return this.#writer.run<R>(query)
    } catch (error) {
      if (!this.#writer.isInTransaction) this.#lose(error)
      throw error
    }
  }

  /** Requires the write lock; releases it if the group cannot begin. */
  async #joinGroup(since: number, release: () => void): Promise<Group> {
    if (this.#group) return this.#group
    try {
      await this.#whenFree(since, () => this.#writer.exec('begin immediate'))
    } catch (error) {
      release()
      throw error
    }
    const group = new Group()
    this.#group = group
    // Commits after this turn of the event loop, with the write lock, so no transaction is between two statements.
    setImmediate(() => {
      void this.#takeTurn().then((releaseTurn) => {
        if (this.#group === group) this.#commit()
        releaseTurn()
      })
    })
    return group
  }

  /**
   * Requires the write lock. Retries while another process holds the file's lock, up to LONGEST_BUSY_MS after `since`.
   */
  async #whenFree<T>(since: number, work: () => T): Promise<T> {
    for (;;) {
      try {
        return work()
      } catch (error) {
        if (sqliteCode(error) !== BUSY || performance.now() - since > LONGEST_BUSY_MS) throw error
      }
      await pause(LOOK_AGAIN_MS)
    }
  }

  #commit(): void {
    const group = this.#group
    if (!group) return
    try {
      this.#writer.exec('commit')
      this.#group = undefined
      group.settle.durable()
    } catch (error) {
      if (this.#writer.isInTransaction) this.#writer.exec('rollback')
      this.#lose(error)
    }
  }

  #lose(why: unknown): void {
    this.#group?.settle.lost(why)
    this.#group = undefined
  }

  async #takeTurn(): Promise<() => void> {
    const before = this.#queue
    let release!: () => void
    this.#queue = new Promise((resolve) => (release = resolve))
    this.#writers++
    await before
    return () => {
      this.#writers--
      release()
    }
  }
}

const openPauses = (): (() => Promise<void>) => {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < GIVES_WAY_AFTER_MS) return
    await nextTurn()
    since = performance.now()
  }
}

interface Transaction {
  run(query: CompiledQuery): QueryResult<unknown> | Promise<QueryResult<unknown>>
  end(how: 'commit' | 'rollback'): Promise<void>
}

class Connection implements DatabaseConnection {
  readonly #driver: SqliteDriver
  #transaction: Transaction | undefined

  constructor(driver: SqliteDriver) {
    this.#driver = driver
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#transaction) return this.#driver.execute<R>(query)
    return (await this.#transaction.run(query)) as QueryResult<R>
  }

  enter(transaction: Transaction): void {
    this.#transaction = transaction
  }

  /** After a failed commit Kysely calls rollback, which then has nothing to do. */
  async leave(how: 'commit' | 'rollback'): Promise<void> {
    const transaction = this.#transaction
    this.#transaction = undefined
    await transaction?.end(how)
  }

  streamQuery(): never {
    throw new Error('SQLite does not stream results.')
  }
}

/** The driver's own objects take about a fifth longer for rows with many columns. */
const asRow = (columns: readonly string[], values: readonly unknown[]): Record<string, unknown> => {
  const row: Record<string, unknown> = {}
  for (const [at, column] of columns.entries()) row[column] = values[at]
  return row
}

/** An open database file with its prepared statements. */
class Handle {
  readonly #database: DatabaseSyncInstance
  readonly #watch: QueryMonitor
  readonly #statements = new Map<string, { statement: StatementSyncInstance; columns: string[] }>()

  constructor(file: string, watch: QueryMonitor) {
    this.#watch = watch
    this.#database = new DatabaseSync(file, { timeout: LONGEST_BUSY_MS, enableForeignKeyConstraints: true })
    const patterns = new Map<string, RegExp>()
    // Implements `text regexp pattern`.
    this.#database.function('regexp', { deterministic: true }, (pattern: string, text: string) => {
      const compiled = patterns.get(pattern) ?? new RegExp(pattern)
      patterns.set(pattern, compiled)
      return compiled.test(smallLetters(text)) ? 1 : 0
    })
  }

  exec(statements: string): void {
    const began = performance.now()
    this.#database.exec(statements)
    this.#watch.ended(statements, began)
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction
  }

  run<R>(query: CompiledQuery): QueryResult<R> {
    const began = performance.now()
    const { statement, columns } = this.#prepare(query.sql)
    const parameters = query.parameters as (string | number | null)[]
    if (columns.length > 0) {
      const rows = (statement.all(...parameters) as unknown[][]).map((values) => asRow(columns, values) as R)
      this.#watch.ended(query.sql, began)
      return { rows }
    }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    this.#watch.ended(query.sql, began)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
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
