import * as z from 'zod/mini'
import { MINUTE } from '../../platform/lib/clock.ts'
import { readChecked } from '../../platform/storage/checked-bytes.ts'
import { FaultyBytes } from '../../platform/storage/store.ts'
import { defineJob, type JobContext } from '../../platform/jobs/job.ts'
import { removeWaitingJobs } from '../../platform/jobs/jobs.repo.ts'
import { TOKENIZER_VERSION } from '../../platform/lib/words/tokens.ts'
import { askToRead, keepWords, nextUnread, type UnreadFile } from './file-texts.repo.ts'
import { MOST_TEXT } from './texts-of-file.ts'
import type { WordsOfFile } from './words-of-file.ts'

/** Larger files are not read. */
const MOST_BYTES = 100 * 1024 * 1024
const WITHOUT_TEXT = /^(?:image|video|audio|font|model)\//
/** Types that need the whole file; for others the beginning is enough. */
const READ_WHOLE = /pdf|zip|officedocument|opendocument/
/** Then a new job continues, so none runs for hours. */
const LONGEST = MINUTE

const NO_WORDS: WordsOfFile = { words: [], pages: [] }

/** Its words; none if the file cannot be read. */
const wordsIn = async (file: UnreadFile, { services, log }: JobContext): Promise<WordsOfFile> => {
  const { blobID, whose, size, type } = file
  if (size === 0 || size > MOST_BYTES || WITHOUT_TEXT.test(type)) return NO_WORDS
  const range = READ_WHOLE.test(type) ? undefined : { start: 0, end: Math.min(size, MOST_TEXT) - 1 }
  try {
    const read = () => readChecked(services.store, file, range)
    const outcome = await services.texts.make({ whose }, read, async (words) => words)
    if (!outcome) return NO_WORDS
    if ('made' in outcome) return outcome.made
    if (outcome.failed === 'no library') throw new Error('The library that reads PDFs cannot be loaded.')
    if (outcome.failed !== 'unreadable')
      log.warn({ blobID, why: outcome.failed }, 'a file could not be read for its words')
    return NO_WORDS
  } catch (error) {
    if (!(error instanceof FaultyBytes)) throw error
    log.warn({ blobID, err: error }, 'a file could not be read for its words')
    return NO_WORDS
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }))

/** Reads all unread files one at a time, taking users in turns. */
export const readFilesJob = defineJob({
  kind: 'file-text',
  payload: z.null(),
  alone: true,
  work: async (_, context) => {
    const { services, signal } = context
    const { db, clock, jobs } = services
    // This run covers the files of the jobs that wait.
    await removeWaitingJobs(db, 'file-text')
    const until = performance.now() + LONGEST
    const ending = aborted(signal)
    ending.catch(() => {})
    for (let file = await nextUnread(db, 0); file; file = await nextUnread(db, file.whose)) {
      signal.throwIfAborted()
      if (performance.now() > until) {
        await askToRead(db, clock)
        return jobs.wake()
      }
      const words = wordsIn(file, context)
      words.catch(() => {})
      await keepWords(db, file.blobID, await Promise.race([words, ending]), TOKENIZER_VERSION)
    }
  },
})
