import { AppError } from '../../src/server/platform/http/app-error.ts'
import { MINUTE } from '../../src/server/platform/lib/clock.ts'
import { openTextReader } from '../../src/server/attachments/text/text-process.ts'
import { openPictureMaker } from '../../src/server/attachments/picture-process.ts'
import type { WorkerProcess } from '../../src/server/platform/workers/worker-process.ts'
import { openPaperMaker } from '../../src/server/papers/paper-process.ts'
import type { Program } from '../../src/server/platform/workers/program.ts'
import { openSheetReader } from '../../src/server/exchange/sheets/reading/sheet-process.ts'

/**
 * A process apart as one test has it for itself, though a worker's tests have the same one, one after the other: to start
 * one takes longer than most of what it is asked. When the test ends, what is made for it ends too, and with it the process.
 */
const lent = <Job extends object, Made>(shared: WorkerProcess<Job, Made>): WorkerProcess<Job, Made> => {
  const closing = new AbortController()
  const atWork = new Set<Promise<unknown>>()
  return {
    async make(wanted, read, keep, signal) {
      const signals = [closing.signal, ...(signal ? [signal] : [])]
      const making = shared.make(wanted, read, keep, AbortSignal.any(signals))
      atWork.add(making)
      try {
        return await making
      } finally {
        atWork.delete(making)
      }
    },
    get pid() {
      return shared.pid
    },
    async close() {
      closing.abort(new AppError('unavailable', { headers: { 'Retry-After': '10' } }))
      await Promise.allSettled(atWork)
    },
  }
}

const open = (program: (name: 'paper-worker' | 'picture-worker' | 'sheet-worker' | 'text-worker') => Program) => {
  // A busy machine is no failure.
  const patient = { patience: 5 * MINUTE, longestWait: 5 * MINUTE }
  return {
    pictures: openPictureMaker({ ...patient, program: program('picture-worker') }),
    texts: openTextReader({ patience: 5 * MINUTE, program: program('text-worker') }),
    sheets: openSheetReader({ ...patient, program: program('sheet-worker') }),
    papers: openPaperMaker({ ...patient, program: program('paper-worker') }),
  }
}

let shared: ReturnType<typeof open> | undefined

/** The processes that make things of files, for one test. */
export const processesApart = (...given: Parameters<typeof open>): ReturnType<typeof open> => {
  const { pictures, texts, sheets, papers } = (shared ??= open(...given))
  return { pictures: lent(pictures), texts: lent(texts), sheets: lent(sheets), papers: lent(papers) }
}
