import { MINUTE } from '../../platform/lib/clock.ts'
import { openWorkerProcess, type Options, type WorkerProcess } from '../../platform/workers/worker-process.ts'
import type { WordsOfFile } from './words-of-file.ts'

export type TextReader = WorkerProcess<object, WordsOfFile>

/** Starts src/server/attachments/text/text.worker.ts, which reads one file at a time. */
export const openTextReader = (options: Partial<Options> = {}): TextReader =>
  openWorkerProcess('text-worker', { patience: 2 * MINUTE, ...options })
