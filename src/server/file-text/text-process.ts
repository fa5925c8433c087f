import { MINUTE } from '../clock.ts'
import { openProcessApart, type Options, type ProcessApart } from '../files/process-apart.ts'
import type { WordsOfFile } from './words-of-file.ts'

export type TextReader = ProcessApart<object, WordsOfFile>

/** Reads files for their words one after the other; see src/server/text-reader.ts. */
export const openTextReader = (options: Partial<Options> = {}): TextReader =>
  openProcessApart('text-reader', { patience: 2 * MINUTE, ...options })
