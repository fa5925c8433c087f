/** Time as a part of the app, so that tests of 10 seconds, 24 hours and 30 days turn it instead of waiting. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** ISO 8601 in UTC, the form in which times are stored and sent; `offset` in milliseconds, negative for the past. */
export const isoTime = (clock: Clock, offset = 0): string => new Date(clock.now().getTime() + offset).toISOString()

/**
 * Clocks of servers that share a database differ by no more. A stored time that lies further ahead than it could was
 * noted by a clock that has been put back since: whatever waits for it would wait for as long as the clock was wrong.
 */
const DIFFERENCE = MINUTE

/** The latest time that can have been noted until now, of something that was to be `ahead` milliseconds later. */
export const latestNoted = (clock: Clock, ahead = 0): string => isoTime(clock, ahead + DIFFERENCE)
