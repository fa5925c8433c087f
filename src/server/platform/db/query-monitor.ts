/** How busy the database is with requests of this server. */
interface DatabaseLoad {
  /** Connections: the pool on PostgreSQL, the writer on SQLite. */
  open: number
  inUse: number
  most: number
  /** Callers that wait for a pooled connection on PostgreSQL, or for the write lock on SQLite. */
  waiting: number
}

interface SlowStatement {
  /** Without parameter values. */
  sql: string
  ms: number
  /** The call or job that waits for it, such as 'GET /items', if known. */
  call: string | undefined
}

const SQL_CHARACTERS = 2000
const DEEPEST = 100

/**
 * Names the function that awaits a whole call or job, so the stack of a slow statement shows it. AsyncLocalStorage
 * would cost each request more than the statement on Node 20.
 */
export const nameForSlowStatements = <F extends (...args: never[]) => Promise<unknown>>(name: string, waits: F): F =>
  Object.defineProperty(waits, 'name', { value: name })

const NAMED = /^ +at (?:async )?(?:\w+\.)?((?:GET|POST|PUT|DELETE) \/\S*|job \S+) (?:\[as \w+\] )?\(/m

/** Reads it from the asynchronous stack. */
const callUnderWay = (): string | undefined => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = DEEPEST
  const { stack = '' } = new Error('a slow statement')
  Error.stackTraceLimit = stackTraceLimit
  return NAMED.exec(stack)?.[1]
}

/** Monitors a database. `openDatabase` sets `load`. */
export class QueryMonitor {
  /** Statements that take at least this many milliseconds are slow. */
  readonly slowMs: number
  onSlow: (slow: SlowStatement) => void = () => {}
  load: () => DatabaseLoad = () => ({ open: 0, inUse: 0, most: 0, waiting: 0 })

  constructor(slowMs = Infinity) {
    this.slowMs = slowMs
  }

  /** Reports the end of a statement; `began` is a performance.now() value. Call it where the caller awaits. */
  ended(sql: string, began: number): void {
    const ms = performance.now() - began
    if (ms >= this.slowMs) {
      this.onSlow({ sql: sql.slice(0, SQL_CHARACTERS), ms: Math.round(ms), call: callUnderWay() })
    }
  }
}
