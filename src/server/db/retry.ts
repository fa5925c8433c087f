import { busy } from '../app-error.ts'

const MOST_TRIES = 100

/**
 * Runs a write that checks what it was based on, again where another change came in between, which `attempt` says by
 * undefined. Throws `unavailable` when that never ends.
 */
export const retryWhenOvertaken = async <T>(
  attempt: () => Promise<T | undefined>,
  mostTries = MOST_TRIES,
): Promise<T> => {
  for (let tries = 0; tries < mostTries; tries++) {
    const done = await attempt()
    if (done !== undefined) return done
  }
  throw busy(new Error(`Other changes came in between ${mostTries} times.`))
}
