import { Server } from 'node:net'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { SECOND } from './clock.ts'

/** Whoever asks more rarely how a server is does not decide by that where the next request goes. */
const ASKED_LATELY = 15 * SECOND
/**
 * Long enough for a proxy that asks every second and wants to hear it twice, and for one that does not ask to try the server
 * again that was stopped before this one.
 */
const TELLING = 3 * SECOND
/** Long enough for connections in use to end with an answer, where no proxy is known of. */
const LINGERING = SECOND
/** Long enough for a proxy that does not ask to find that nobody listens, and to turn to another server. */
const REFUSING = SECOND / 2

/** How a server that is asked to stop lets proxies know before it hears nobody any more. */
export class Leave {
  #askedAt = -Infinity
  #isTaken = false
  readonly #servers: Server[] = []

  /** Whether requests should go to another server from now on. */
  get isTaken(): boolean {
    return this.#isTaken
  }

  /** Somebody asks whether requests may be given to it. */
  asked(): void {
    this.#askedAt = performance.now()
  }

  /** Who listens. */
  add(server: Server): void {
    this.#servers.push(server)
  }

  /**
   * Resolves when those who give it requests, such as a proxy, have had the time to notice. All is answered as ever until then, at last on
   * connections that were there before: a new one that is refused can be tried elsewhere whatever was to be sent on it, but
   * nobody knows what became of a request on one that is closed at that moment.
   */
  async take({ isBehindProxy }: { isBehindProxy: boolean }): Promise<void> {
    this.#isTaken = true
    const isAsked = performance.now() - this.#askedAt < ASKED_LATELY
    await wait(isBehindProxy || isAsked ? TELLING : LINGERING)
    // Right after connections were taken: those that the system has and we have not would break.
    await turn()
    // What a server of HTTP does beyond it closes connections that wait for a request.
    for (const server of this.#servers) Server.prototype.close.call(server)
    await wait(REFUSING)
  }
}
