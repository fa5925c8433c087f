import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { SECOND } from '../lib/clock.ts'
import { nameOfPrepared } from './prepared-names.ts'
import { troubleOf } from './connection-errors.ts'
import type { QueryMonitor } from './query-monitor.ts'

const { builtins } = pg.types

/** Values as SQLite returns them: numbers for bigint and counts, ISO text for times, text for JSON. */
const parsers: Partial<Record<number, (text: string) => unknown>> = {
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
  [builtins.TIMESTAMPTZ]: (text) => new Date(text).toISOString(),
  [builtins.JSON]: (text) => text,
  [builtins.JSONB]: (text) => text,
}
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

const SETTINGS = [
  // Tells triggers that this version writes the words of items; see migration 0014. Without it words are made twice.
  "set roomfolio.words = '1'",
  // PostgreSQL overestimates the cost of searches, and compiling one takes a hundred times as long as running it.
  'set jit = off',
  // Frees the locks of a frozen server.
  "set idle_in_transaction_session_timeout = '5min'",
].join('; ')

/** Whether the connection is unusable, or leads to a server that no longer accepts changes. */
const endsConnection = (error: unknown): boolean => {
  const trouble = troubleOf(error)
  return trouble === 'away' || trouble === 'read-only'
}

/** A pooled connection, used by one caller until its release. */
class Connection implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #watch: QueryMonitor
  /** Set once the connection is lost: no further statement is sent. */
  #lost: Error | undefined

  constructor(client: pg.PoolClient, watch: QueryMonitor) {
    this.#client = client
    this.#watch = watch
  }

  // The overload with a cursor is not used.
  query = (async (text: string, values: unknown[]) => {
    // Rethrow the original error: a later one, such as of a rollback, must not hide it.
    if (this.#lost) throw this.#lost
    const name = nameOfPrepared(text)
    const began = performance.now()
    try {
      const result = await this.#client.query({ text, values, ...(name !== undefined && { name }) })
      this.#watch.ended(text, began)
      return result
    } catch (error) {
      if (error instanceof Error && endsConnection(error)) this.#lost = error
      throw error
    }
  }) as unknown as PostgresPoolClient['query']

  release(): void {
    // The pool closes a lost connection.
    this.#client.release(this.#lost)
  }
}

const MOST_CONNECTIONS = 10
const LONGEST_WAIT_FOR_ONE = 10 * SECOND
/**
 * The longest that a caller waits for a statement. Unlike `statement_timeout` it cancels nothing: a canceled commit
 * that waits for its standby would become visible before the standby has it.
 */
const QUERY_TIMEOUT = 60 * SECOND

/**
 * Kysely's connections to PostgreSQL. They send prepared statements by name, so the server parses and plans them once
 * per connection. `onIdleError` receives errors of idle connections; without a listener, also on checked-out clients,
 * one dead connection would end the process.
 */
export const openPool = (url: string, onIdleError: (error: Error) => void, watch: QueryMonitor): PostgresPool => {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: MOST_CONNECTIONS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10 * SECOND,
    connectionTimeoutMillis: LONGEST_WAIT_FOR_ONE,
    query_timeout: QUERY_TIMEOUT,
  })
  watch.load = () => ({
    open: pool.totalCount,
    inUse: pool.totalCount - pool.idleCount,
    most: MOST_CONNECTIONS,
    waiting: pool.waitingCount,
  })
  pool.on('error', onIdleError)
  pool.on('connect', (client) => client.on('error', onIdleError))
  const withSettings = new WeakSet<pg.PoolClient>()
  return {
    async connect() {
      const client = await pool.connect()
      try {
        if (!withSettings.has(client)) await client.query(SETTINGS)
        withSettings.add(client)
      } catch (error) {
        // Otherwise the pool would count it as in use forever and run out of connections.
        client.release(true)
        throw error
      }
      return new Connection(client, watch)
    },
    end: () => pool.end(),
  }
}
