import { MINUTE } from '../../platform/lib/clock.ts'
import { openProcessApart, type Options, type ProcessApart } from '../../platform/workers/process-apart.ts'
import type { WordsOfFile } from './words-of-file.ts'

export type TextReader = ProcessApart<object, WordsOfFile>

/** Reads files for their words one after the other; see src/server/attachments/text/text.worker.ts. */
export const openTextReader = (options: Partial<Options> = {}): TextReader =>
  openProcessApart('text-worker', { patience: 2 * MINUTE, ...options })
