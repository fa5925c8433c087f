import { closeSync, openSync, readSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The longest that anything may keep others waiting, in milliseconds: 11.1.1. */
export const HOLD_MS = 50

/** What the clock of this thread is on: its own time on a processor where the system tells it, which other processes do not lengthen. */
const openClock = (): { now: () => number; close: () => void } => {
  try {
    const file = openSync('/proc/thread-self/schedstat', 'r')
    const told = Buffer.alloc(64)
    // Nanoseconds on a processor, then of waiting for one.
    const now = () => parseInt(told.toString('latin1', 0, readSync(file, told, 0, told.length, 0))) / 1e6
    return { now, close: () => closeSync(file) }
  } catch {
    return { now: () => performance.now(), close: () => undefined }
  }
}

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
}

/** The longest time in milliseconds for which nothing else could run on this thread while `work` was under way, as its clock tells it. */
const longestHold = async (work: () => Promise<unknown>): Promise<number> => {
  const clock = openClock()
  let longest = 0
  let last = clock.now()
  let going = true
  const look = () => {
    if (!going) return
    const now = clock.now()
    longest = Math.max(longest, now - last)
    last = now
    setImmediate(look)
  }
  setImmediate(look)
  try {
    await work()
    return Math.max(longest, clock.now() - last)
  } finally {
    going = false
    clock.close()
  }
}

interface Trying {
  /** At the most. */
  tries: number
  enough: number
  between: () => Promise<unknown>
}

/**
 * How long `work` holds up others at the least, in milliseconds: the shortest of several tries, until one is `enough`. Caches that are
 * cold lengthen it, and so does garbage, most where other processes leave the collector's threads no time: what earlier tries have
 * left is collected before the next one. `between` is done between two of them.
 */
export const leastHold = async (
  work: () => Promise<unknown>,
  { tries = 20, enough = HOLD_MS, between = async () => {} }: Partial<Trying> = {},
): Promise<number> => {
  let least = await longestHold(work)
  for (let tried = 1; tried < tries && least > enough; tried++) {
    await between()
    collectGarbage()
    least = Math.min(least, await longestHold(work))
  }
  return least
}
