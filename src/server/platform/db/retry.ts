import { busy } from '../http/app-error.ts'

const MOST_TRIES = 100

/**
 * Runs an optimistic write and retries it while `attempt` returns undefined because of a concurrent change. Throws
 * `unavailable` after `mostTries`.
 */
export const retryWhenOvertaken = async <T>(
  attempt: () => Promise<T | undefined>,
  mostTries = MOST_TRIES,
): Promise<T> => {
  for (let tries = 0; tries < mostTries; tries++) {
    const done = await attempt()
    if (done !== undefined) return done
  }
  throw busy(new Error(`Gave up after ${mostTries} concurrent changes.`))
}
