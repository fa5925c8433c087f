import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { SECOND } from '../clock.ts'
import { nameOfPrepared } from './prepared.ts'
import { StandbyAway, troubleOf } from './trouble.ts'
import { BACKEND, watchUnanswered, type Backend, type Unanswered } from './unanswered.ts'
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
  BACKEND,
].join('; ')

/** What makes a connection useless, or leads it to a server that takes no changes any more. */
const endsConnection = (error: unknown): boolean => {
  const trouble = troubleOf(error)
  return trouble === 'away' || trouble === 'read-only' || trouble === 'standby'
}

/** A connection of the pool, for whoever has it until they release it. */
class Connection implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #watch: DatabaseWatch
  readonly #unanswered: Set<Unanswered>
  #backend: Backend | undefined
  /** Why nothing more is asked of it. */
  #lost: Error | undefined
  /** Whether a statement runs whose caller has gone on. */
  #isLeftBehind = false
  #isReleased = false

  constructor(client: pg.PoolClient, watch: DatabaseWatch, unanswered: Set<Unanswered>) {
    this.#client = client
    this.#watch = watch
    this.#unanswered = unanswered
  }

  /** To be called first of all. Answers nothing but whether it could be prepared. */
  async prepare(): Promise<void> {
    // Of several statements in one there is a result each, which the types do not know.
    const results: unknown = await this.#ask(this.#client.query(SETTINGS))
    const { rows } = (results as pg.QueryResult<Backend>[]).at(-1) ?? { rows: [] }
    this.#backend = rows[0]
  }

  take(): this {
    this.#isReleased = false
    return this
  }

  // The other form of it, with a cursor, is used nowhere.
  query = (async (text: string, values: unknown[]) => {
    // What follows an error in a transaction, such as taking it back, must not hide it.
    if (this.#lost) throw this.#lost
    const name = nameOfPrepared(text)
    const began = performance.now()
    const result = await this.#ask(this.#client.query({ text, values, ...(name !== undefined && { name }) }))
    this.#watch.ended(text, began)
    return result
  }) as unknown as PostgresPoolClient['query']

  release(): void {
    this.#isReleased = true
    if (!this.#isLeftBehind) this.#giveBack()
  }

  /** What that answers, unless its caller is to wait no longer. */
  #ask<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        if (endsConnection(error)) this.#lost ??= error
        reject(error)
      }
      const over = () => {
        this.#unanswered.delete(statement)
        const wasLeftBehind = this.#isLeftBehind
        this.#isLeftBehind = false
        if (wasLeftBehind && this.#isReleased) this.#giveBack()
      }
      const statement: Unanswered = {
        began: performance.now(),
        backend: this.#backend,
        leave: (error) => {
          this.#isLeftBehind = true
          fail(error)
        },
        abandon: (error) => {
          fail(error)
          over()
        },
      }
      this.#unanswered.add(statement)
      answer.then(resolve, fail).finally(over)
    })
  }

  #giveBack(): void {
    // Whatever it is in the middle of ends with it.
    this.#client.release(this.#lost)
  }
}

const MOST_CONNECTIONS = 10
/** For one of them. */
const LONGEST_WAIT = 5 * SECOND

/** In the words of the pool and of its driver. */
const isTimeOut = (error: unknown): boolean =>
  error instanceof Error && /^timeout exceeded|due to connection timeout$/.test(error.message)

/**
 * Connections with our settings. They send prepared statements under their names, so that the server parses and plans
 * them once a connection.
 */
const naming = (pool: pg.Pool, connectionString: string, watch: DatabaseWatch): PostgresPool => {
  const connections = new WeakMap<pg.PoolClient, Connection>()
  const unanswered = watchUnanswered(connectionString, watch)
  const take = async (): Promise<pg.PoolClient> => {
    const began = unanswered.awake()
    try {
      return await pool.connect()
    } catch (error) {
      // By the clock, most of which this process may have slept through.
      if (isTimeOut(error) && unanswered.awake() - began < LONGEST_WAIT / 2) return take()
      // All of them wait for it.
      throw watch.standbyIsAway ? new StandbyAway({ cause: error }) : error
    }
  }
  return {
    async connect() {
      const client = await take()
      const known = connections.get(client)
      if (known) return known.take()
      const connection = new Connection(client, watch, unanswered.all)
      try {
        await connection.prepare()
      } catch (error) {
        // Or the pool would count it as in use for ever, and one by one have none left.
        client.release(true)
        throw error
      }
      connections.set(client, connection)
      return connection
    },
    end() {
      unanswered.end()
      return pool.end()
    },
  }
}

/**
 * Connections of Kysely to PostgreSQL. `onIdleError` hears of those that die unused; without a listener, also on clients
 * that are checked out, one dead connection would end the process. Who waits longer for a connection than its time-out
 * hears that there is none.
 */
export const openPool = (url: string, onIdleError: (error: Error) => void, watch: DatabaseWatch): PostgresPool => {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: MOST_CONNECTIONS,
    keepAlive: true,
    connectionTimeoutMillis: LONGEST_WAIT,
  })
  watch.load = () => ({
    open: pool.totalCount,
    inUse: pool.totalCount - pool.idleCount,
    most: MOST_CONNECTIONS,
    waiting: pool.waitingCount,
  })
  pool.on('error', onIdleError)
  pool.on('connect', (client) => client.on('error', onIdleError))
  return naming(pool, url, watch)
}
