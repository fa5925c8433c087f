import { setImmediate } from 'node:timers/promises'

/** The longest that such work keeps a request waiting, in milliseconds, as far as it asks often enough. */
export const SLICE = 5

let lane: Promise<void> = Promise.resolve()

/**
 * For work that would hold up requests if it were done at once. Gives the function to await after each small part of it:
 * when a slice of time has gone, everything else goes first. However many such works there are, between two slices of any
 * of them comes everything else. Once `signal` is aborted it rejects with the reason.
 */
export const openSlices = (signal?: AbortSignal): (() => Promise<void>) => {
  let since = performance.now()
  return async () => {
    signal?.throwIfAborted()
    if (performance.now() - since < SLICE) return
    lane = lane.then(() => setImmediate())
    await lane
    since = performance.now()
  }
}
