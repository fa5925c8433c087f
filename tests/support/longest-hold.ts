import { closeSync, openSync, readSync } from 'node:fs'

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

/**
 * The longest time in milliseconds for which nothing else could run on this thread while `work` was under way, as its clock
 * tells it. Caches that are cold and collected garbage lengthen it: the shortest of several says the most.
 */
export const longestHold = async (work: () => Promise<unknown>): Promise<number> => {
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
