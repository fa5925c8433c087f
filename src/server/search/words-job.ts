import * as z from 'zod/mini'
import { HOUR } from '../platform/lib/clock.ts'
import { defineJob } from '../platform/jobs/job.ts'
import { makeMissingWords } from './words-of-items.repo.ts'

/**
 * Rebuilds the words of queued items, after an upgrade, a restore, a change of labels, or writes by a server of the
 * previous version. No search waits for it.
 */
export const wordsJob = defineJob({
  kind: 'words',
  payload: z.null(),
  every: () => HOUR,
  work: async (_, { services, signal }) => {
    await makeMissingWords(services.db, undefined, signal)
  },
})
