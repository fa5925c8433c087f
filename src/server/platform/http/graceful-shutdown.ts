import { Server } from 'node:net'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { SECOND } from '../lib/clock.ts'

/** A proxy that checks readiness less often does not route by it. */
const ASKED_LATELY = 15 * SECOND
/**
 * Long enough for a proxy that checks every second and needs two failures, and for one without checks to retry a server
 * that was stopped before this one.
 */
const TELLING = 3 * SECOND
/** Without a known proxy: long enough for connections in use to end with a response. */
const LINGERING = SECOND
/** Long enough for a proxy without checks to be refused a connection and use another server. */
const REFUSING = SECOND / 2

/** A turn of the event loop this short did next to nothing. */
const SHORT = 0.3
/** On a machine that is never idle, the servers close all the same. */
const LONGEST_SEARCH = SECOND

/**
 * Resolves right after a short turn of the event loop in which no connection was waiting: closing resets those that
 * wait, and a proxy does not repeat a POST after a reset.
 */
const nobodyWaits = async (servers: readonly Server[]): Promise<void> => {
  let accepted = 0
  const count = () => void accepted++
  for (const server of servers) server.on('connection', count)
  const began = performance.now()
  let isQuiet = false
  while (!isQuiet && performance.now() - began < LONGEST_SEARCH) {
    const [from, before] = [performance.now(), accepted]
    await turn()
    isQuiet = accepted === before && performance.now() - from < SHORT
  }
}

/** Graceful shutdown: lets proxies notice before the server stops listening. */
export class GracefulShutdown {
  #askedAt = -Infinity
  #isTaken = false
  readonly #servers: Server[] = []

  /** Whether requests should go to another server from now on. */
  get isTaken(): boolean {
    return this.#isTaken
  }

  /** Records a readiness check. */
  asked(): void {
    this.#askedAt = performance.now()
  }

  /** Adds a listening server. */
  add(server: Server): void {
    this.#servers.push(server)
  }

  /**
   * Resolves once proxies have had time to notice. Until then all requests are served, finally only on existing
   * connections: a refused new connection can be retried elsewhere with any request, but if an existing one is closed,
   * nobody knows whether its request was processed.
   */
  async take({ isBehindProxy }: { isBehindProxy: boolean }): Promise<void> {
    this.#isTaken = true
    const isAsked = performance.now() - this.#askedAt < ASKED_LATELY
    await wait(isBehindProxy || isAsked ? TELLING : LINGERING)
    await nobodyWaits(this.#servers)
    // The HTTP server's own `close` would also close idle connections.
    for (const server of this.#servers) Server.prototype.close.call(server)
    await wait(REFUSING)
  }
}
