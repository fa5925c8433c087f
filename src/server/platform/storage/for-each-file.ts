import pLimit from 'p-limit'

/** Does the work for each file, `atOnce` at a time. After a failure none is begun, and those under way are waited for. */
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
  // Those that were never begun stand behind the one that failed.
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
