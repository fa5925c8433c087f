import { PostgresDialect, type Dialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { DatabaseWatch } from './watch.ts'
import { nameOfPrepared } from './prepared.ts'

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
].join('; ')

/**
 * Connections with our settings. They send prepared statements under their names, so that the server parses and plans
 * them once a connection.
 */
const naming = (pool: pg.Pool, watch: DatabaseWatch): PostgresPool => {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const wrapped = (client: pg.PoolClient): PostgresPoolClient => {
    const query = async (text: string, values: unknown[]) => {
      const name = nameOfPrepared(text)
      const began = performance.now()
      const result = await client.query({ text, values, ...(name !== undefined && { name }) })
      watch.ended(text, began)
      return result
    }
    // The other form of `query`, with a cursor, is used nowhere.
    return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() }
  }
  return {
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client)
      if (known) return known
      try {
        await client.query(SETTINGS)
      } catch (error) {
        // Or the pool would count it as in use for ever, and one by one have none left.
        client.release(true)
        throw error
      }
      const prepared = wrapped(client)
      clients.set(client, prepared)
      return prepared
    },
    end: () => pool.end(),
  }
}

const MOST_CONNECTIONS = 10

/**
 * Kysely on PostgreSQL. `onIdleError` hears of connections that die unused; without a listener, also on clients that are
 * checked out, one dead connection would end the process. The time-outs keep a frozen server from hanging callers.
 */
export const postgresDialect = (url: string, onIdleError: (error: Error) => void, watch: DatabaseWatch): Dialect => {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: MOST_CONNECTIONS,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: 60_000,
  })
  watch.load = () => ({
    open: pool.totalCount,
    inUse: pool.totalCount - pool.idleCount,
    most: MOST_CONNECTIONS,
    waiting: pool.waitingCount,
  })
  pool.on('error', onIdleError)
  pool.on('connect', (client) => client.on('error', onIdleError))
  return new PostgresDialect({ pool: naming(pool, watch) })
}
