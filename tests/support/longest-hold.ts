/**
 * The longest time in milliseconds for which nothing else could run on this thread while `work` was under way. It counts
 * what other processes take from this one too: an answer that is too long says nothing yet, the shortest of several does.
 */
export const longestHold = async (work: () => Promise<unknown>): Promise<number> => {
  let longest = 0
  let last = performance.now()
  let going = true
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (going) setImmediate(look)
  }
  setImmediate(look)
  await work()
  going = false
  return Math.max(longest, performance.now() - last)
}
