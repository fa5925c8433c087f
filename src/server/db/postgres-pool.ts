import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { SECOND } from '../clock.ts'
import { nameOfPrepared } from './prepared.ts'
import { troubleOf } from './trouble.ts'
import type { DatabaseWatch } from './watch.ts'

const { builtins } = pg.types

/** Values as the other engine gives them: numbers for bigint and counts, ISO text for times, text for JSON. */
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
  // By this the tables know who makes words of items; see migration 0014. Where it is lost they are made twice.
  "set roomfolio.words = '1'",
  // The cost of searches is estimated too high, and compiling one takes a hundred times as long as it does.
  'set jit = off',
  // What a server that froze holds, others get then.
  "set idle_in_transaction_session_timeout = '5min'",
].join('; ')

/** What makes a connection useless, or leads it to a server that takes no changes any more. */
const endsConnection = (error: unknown): boolean => {
  const trouble = troubleOf(error)
  return trouble === 'away' || trouble === 'read-only'
}

/** A connection of the pool, for one caller until they release it. */
class Connection implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #watch: DatabaseWatch
  /** Why nothing more is asked of it. */
  #lost: Error | undefined

  constructor(client: pg.PoolClient, watch: DatabaseWatch) {
    this.#client = client
    this.#watch = watch
  }

  // The other form of it, with a cursor, is used nowhere.
  query = (async (text: string, values: unknown[]) => {
    // What follows an error in a transaction, such as taking it back, must not hide it.
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
    // Of one that is lost the pool makes an end.
    this.#client.release(this.#lost)
  }
}

const MOST_CONNECTIONS = 10
const LONGEST_WAIT_FOR_ONE = 10 * SECOND
/**
 * Nobody waits longer for a statement. Nothing is cancelled by it (as `statement_timeout` would): a commit that waits for
 * its standby would then be seen before the standby has it.
 */
const QUERY_TIMEOUT = 60 * SECOND

/**
 * Connections of Kysely to PostgreSQL. They send prepared statements under their names, so that the server parses and plans
 * them once a connection. `onIdleError` hears of those that die unused; without a listener, also on clients that are
 * checked out, one dead connection would end the process.
 */
export const openPool = (url: string, onIdleError: (error: Error) => void, watch: DatabaseWatch): PostgresPool => {
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
        // Or the pool would count it as in use for ever, and one by one have none left.
        client.release(true)
        throw error
      }
      return new Connection(client, watch)
    },
    end: () => pool.end(),
  }
}
