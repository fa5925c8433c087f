import pLimit from 'p-limit'

/** Runs `work` for each file, `atOnce` at a time. After a failure it starts no more and waits for those that run. */
export const forEachFile = async <T>(
  list: readonly T[],
  work: (one: T) => Promise<void>,
  atOnce = 4,
): Promise<void> => {
  const limit = pLimit({ concurrency: atOnce, rejectOnClear: true })
  const orNoMore = (one: T) =>
    work(one).catch((error: unknown) => {
      limit.clearQueue()
      throw error
    })
  const outcomes = await Promise.allSettled(list.map((one) => limit(orNoMore, one)))
  // The failed one comes before those that were never started.
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
