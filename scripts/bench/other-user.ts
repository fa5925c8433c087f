import { callsOf, itemSaves, type Home } from './home.ts'
import { percentile } from './median.ts'

/** The p99, in milliseconds, that any other user may wait for while one user does the heaviest thing. */
export const OTHERS_TARGET_MS = 300

/**
 * Runs the work while another user, the owner of `home`, looks at a room and saves an item in turn.
 * Answers how long the work took and the other user's p99, both in milliseconds.
 */
export const besideAnotherUser = async <T>(url: string, home: Home, work: () => Promise<T>) => {
  const ask = callsOf(url, home.accessToken)
  const bodies = itemSaves(home.itemIDs[0] ?? 0).map((body) => JSON.parse(body) as object)
  const times: number[] = []
  let isWorking = true
  const timed = async (call: Promise<unknown>) => {
    const begun = performance.now()
    await call
    times.push(performance.now() - begun)
  }
  const other = (async () => {
    for (let n = 0; isWorking || n === 0; n++) {
      await timed(ask('GET', `/items?roomID=${home.roomID}`))
      await timed(ask('POST', '/item', bodies[n % bodies.length]))
    }
  })()
  const begun = performance.now()
  try {
    const result = await work()
    const ms = performance.now() - begun
    isWorking = false
    await other
    return { result, ms, p99: percentile(times, 0.99), requests: times.length }
  } finally {
    isWorking = false
  }
}
