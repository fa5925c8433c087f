/** Who uses the database right now, on this server. */
export interface DatabaseLoad {
  /** Connections: on PostgreSQL those of the pool, on SQLite the one that writes. */
  open: number
  inUse: number
  most: number
  /** Who waits for one: on PostgreSQL for a connection of the pool, on SQLite for the turn to write. */
  waiting: number
}

export interface SlowStatement {
  /** Without its values. */
  sql: string
  ms: number
  /** The call or the job that waits for it, such as 'GET /items', as far as that is known. */
  call: string | undefined
}

const SQL_CHARACTERS = 2000
const DEEPEST = 100

/**
 * Whoever serves a call or does a job names a function that waits for all of it so, which slow statements are told of by:
 * a context that follows each promise would cost every request more than the statement on Node 20.
 */
export const nameForSlowStatements = <F extends (...args: never[]) => Promise<unknown>>(name: string, waits: F): F =>
  Object.defineProperty(waits, 'name', { value: name })

const NAMED = /^ +at (?:async )?(?:\w+\.)?((?:GET|POST|PUT|DELETE) \/\S*|job \S+) (?:\[as \w+\] )?\(/m

/** By the functions that are waiting. */
const callUnderWay = (): string | undefined => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = DEEPEST
  const { stack = '' } = new Error('a slow statement')
  Error.stackTraceLimit = stackTraceLimit
  return NAMED.exec(stack)?.[1]
}

/** What can be seen of a database beside what its statements answer. Whoever opens it fills in `load`. */
export class DatabaseWatch {
  /** From so many milliseconds on a statement is slow. */
  readonly slowMs: number
  onSlow: (slow: SlowStatement) => void = () => {}
  load: () => DatabaseLoad = () => ({ open: 0, inUse: 0, most: 0, waiting: 0 })

  constructor(slowMs = Infinity) {
    this.slowMs = slowMs
  }

  /** A statement has ended that began at that time of performance.now(). To be called where its caller waits. */
  ended(sql: string, began: number): void {
    const ms = performance.now() - began
    if (ms >= this.slowMs) {
      this.onSlow({ sql: sql.slice(0, SQL_CHARACTERS), ms: Math.round(ms), call: callUnderWay() })
    }
  }
}
