/** The current time. Tests of 10 seconds, 24 hours or 30 days set it instead of waiting. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** ISO 8601 in UTC, the format in which times are stored and sent; `offset` in milliseconds, negative for the past. */
export const isoTime = (clock: Clock, offset = 0): string => new Date(clock.now().getTime() + offset).toISOString()

/**
 * The most by which clocks of servers sharing a database differ. A stored time further in the future than possible was
 * written before the clock was set back; waiting for it would take as long as the clock was wrong.
 */
const DIFFERENCE = MINUTE

/** The latest time that can have been stored until now for something due `ahead` milliseconds later. */
export const latestNoted = (clock: Clock, ahead = 0): string => isoTime(clock, ahead + DIFFERENCE)
