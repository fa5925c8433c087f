import { Socket } from 'node:net'
import pg from 'pg'
import { SECOND } from '../clock.ts'
import { StandbyAway } from './trouble.ts'
import type { DatabaseWatch } from './watch.ts'

/** From so long on a statement has us look whether its server is there at all. */
const LATE = 2 * SECOND
const LOOK_EVERY = SECOND / 2
/** A server that is there is asked again so much later. */
const LOOK_AGAIN_AFTER = SECOND
/** In time that this process was awake. */
const LONGEST_LOOK = 4 * SECOND
/** Nobody waits longer for a statement, */
const PATIENCE = 60 * SECOND
/** nor for what waits, itself or for another, until a standby confirms a commit. */
const PATIENCE_FOR_STANDBY = 5 * SECOND

/** Which server a connection leads to, and what does its work there. */
export interface Backend {
  server: string
  pid: number
}

/** As the last row of a statement: of the server that answers. */
export const BACKEND = 'select pg_postmaster_start_time()::text as server, pg_backend_pid() as pid'

/** A statement that was sent and is not answered. */
export interface Unanswered {
  began: number
  /** Undefined until the connection has said it. */
  backend: Backend | undefined
  /** Its caller goes on with this error. What was sent goes on too, and keeps its connection until it is answered. */
  leave(error: Error): void
  /** Its server is gone, and the connection with it. */
  abandon(error: Error): void
}

interface Seen {
  server: string
  /** What those of our backends wait for that wait for something. */
  waits: ReadonlyMap<number, string>
}

const WAITS = `
  select pg_postmaster_start_time()::text as server, pid, wait_event_type as kind, wait_event as event
  from (select 1) as always left join pg_stat_activity on pid = any ($1) and wait_event is not null`

/** By a new connection. Undefined where nobody answers, or not until `gaveUp`; a server that answers with an error is there. */
const lookAtServer = async (
  connectionString: string,
  pids: readonly number[],
  gaveUp: AbortSignal,
): Promise<Seen | 'there' | undefined> => {
  const socket = new Socket({ signal: gaveUp })
  const client = new pg.Client({ connectionString, stream: () => socket })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ server: string; pid: number | null; kind: string; event: string }>(WAITS, [
      pids,
    ])
    const waits = rows.map(({ pid, kind, event }): [number, string] => [pid ?? 0, event === 'SyncRep' ? event : kind])
    return { server: rows[0]?.server ?? '', waits: new Map(waits) }
  } catch (error) {
    return error instanceof pg.DatabaseError ? 'there' : undefined
  } finally {
    client.end().catch(() => {})
  }
}

/**
 * Keeps callers from waiting for what does not answer. A server that froze, or gave its address to another one, says
 * nothing, and its connections stay: so where a statement is late, the server is looked at by a new connection, and
 * statements that it cannot be busy with are abandoned. Those that it is busy with take as long as they take, up to a
 * minute. Nothing is ever cancelled: a commit that waits for its standby would be seen before that has it.
 *
 * `awake()` is a time in milliseconds that passes only while this process can read what comes to it: of a moment in which
 * it stands still, as with a long answer on a busy machine, a second at most. By the clock it would take its own
 * lateness for the database's.
 */
export const watchUnanswered = (connectionString: string, watch: DatabaseWatch) => {
  const all = new Set<Unanswered>()
  let isLooking = false
  let lookedAt = -Infinity
  let awake = 0
  let tickedAt = performance.now()
  /** Of the look that is under way. */
  let gaveUp = new AbortController()
  let beganToLook = 0

  const judge = (statement: Unanswered, seen: Seen | 'there' | undefined): void => {
    const { backend, began } = statement
    const age = performance.now() - began
    if (seen === undefined) return statement.abandon(new Error('Query read timeout'))
    if (seen !== 'there') {
      if (backend && backend.server !== seen.server) return statement.abandon(new Error('Connection terminated'))
      const waitsFor = backend && seen.waits.get(backend.pid)
      const isHeldUp = watch.standbyIsAway && (waitsFor === 'SyncRep' || waitsFor === 'Lock')
      if (isHeldUp && age > PATIENCE_FOR_STANDBY) return statement.leave(new StandbyAway())
    }
    if (age > PATIENCE) statement.leave(new Error('Query read timeout'))
  }

  const look = async (late: readonly Unanswered[]): Promise<void> => {
    const seen = await lookAtServer(
      connectionString,
      late.flatMap(({ backend }) => backend?.pid ?? []),
      gaveUp.signal,
    )
    // Where this process itself was late, what was answered meanwhile has not been read.
    await new Promise((resolve) => setImmediate(resolve))
    lookedAt = performance.now()
    if (seen === undefined) watch.setStandbyIsAway(false)
    else if (seen !== 'there') watch.setStandbyIsAway([...seen.waits.values()].includes('SyncRep'))
    // Some were answered meanwhile.
    for (const statement of late) if (all.has(statement)) judge(statement, seen)
  }

  const timer = setInterval(() => {
    const now = performance.now()
    awake += Math.min(now - tickedAt, 2 * LOOK_EVERY)
    tickedAt = now
    if (isLooking && awake - beganToLook >= LONGEST_LOOK) gaveUp.abort()
    // The first is the oldest.
    const [oldest] = all
    if (!oldest || now - oldest.began < LATE) return watch.setStandbyIsAway(false)
    if (isLooking || now - lookedAt < LOOK_AGAIN_AFTER) return
    isLooking = true
    beganToLook = awake
    gaveUp = new AbortController()
    const late = [...all].filter(({ began }) => now - began >= LATE)
    void look(late).finally(() => (isLooking = false))
  }, LOOK_EVERY)
  timer.unref()

  return { all, awake: () => awake, end: () => clearInterval(timer) }
}
