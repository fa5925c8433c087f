import * as z from 'zod/mini'
import { HOUR } from '../clock.ts'
import { defineJob } from '../jobs/job.ts'
import { makeMissingWords } from './words-of-items.repo.ts'

/**
 * Makes the words of items that something has listed: an upgrade, a restore, other labels, a server of the version before.
 * No search waits for it.
 */
export const wordsJob = defineJob({
  kind: 'words',
  payload: z.null(),
  every: () => HOUR,
  work: async (_, { services, signal }) => {
    await makeMissingWords(services.db, undefined, signal)
  },
})
