import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Job } from './job.ts'
import { insertJobs } from './jobs.repo.ts'

/** Where work is left that no request waits for. */
export interface JobQueue {
  /** To be done as soon as a server that does such jobs can. */
  add<Payload>(job: Job<Payload>, payload: Payload): Promise<void>
  /** The same as a part of a transaction: it is done if that is committed. Call `wake` then. */
  addWithin<Payload>(trx: Database, job: Job<Payload>, payload: Payload): Promise<void>
  /** The same of many. */
  addAllWithin<Payload>(trx: Database, job: Job<Payload>, payloads: readonly Payload[]): Promise<void>
  /** Has this server look for jobs at once, instead of in a few seconds. */
  wake(): void
  /** Who looks. Answers how to leave off. */
  onWake(look: () => void): () => void
}

export const openJobQueue = (db: Database, clock: Clock): JobQueue => {
  const lookers = new Set<() => void>()
  const addAllWithin: JobQueue['addAllWithin'] = (trx, job, payloads) =>
    insertJobs(trx, clock, job.kind, payloads.map(job.text))
  const addWithin: JobQueue['addWithin'] = (trx, job, payload) => addAllWithin(trx, job, [payload])
  const wake = () => lookers.forEach((look) => look())
  return {
    add: async (job, payload) => {
      await addWithin(db, job, payload)
      wake()
    },
    addWithin,
    addAllWithin,
    wake,
    onWake: (look) => {
      lookers.add(look)
      return () => void lookers.delete(look)
    },
  }
}
