import { setTimeout as wait } from 'node:timers/promises'
import { SECOND } from './clock.ts'

/** Whoever asks more rarely how a server is does not decide by that where the next request goes. */
const ASKED_LATELY = 15 * SECOND
/** Long enough for a proxy that asks every second and wants to hear it twice. */
const TELLING = 3 * SECOND
/** Long enough for connections that a proxy keeps in use to end with an answer. */
const LINGERING = SECOND

/** How a server that is asked to stop lets proxies know before it hears nobody any more. */
export class Leave {
  #askedAt = -Infinity
  #isTaken = false

  /** Whether requests should go to another server from now on. */
  get isTaken(): boolean {
    return this.#isTaken
  }

  /** Somebody asks whether requests may be given to it. */
  asked(): void {
    this.#askedAt = performance.now()
  }

  /** Resolves when those who give it requests have had the time to notice: all is answered as ever until then. */
  async take(): Promise<void> {
    this.#isTaken = true
    await wait(performance.now() - this.#askedAt < ASKED_LATELY ? TELLING : LINGERING)
  }
}
