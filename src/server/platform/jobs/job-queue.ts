import type { JobKind } from '../../../shared/admin/jobs.api.ts'
import type { Clock } from '../lib/clock.ts'
import type { Database } from '../db/database.ts'
import { insertJobs } from './jobs.repo.ts'

/** A job as the queue knows it. */
interface Queued<Payload> {
  kind: JobKind
  text(payload: Payload): string
}

/** The queue of background jobs. */
export interface JobQueue {
  /** Adds a job, which a suitable server runs as soon as possible. */
  add<Payload>(job: Queued<Payload>, payload: Payload): Promise<void>
  /** The same unless a job with this key has not run yet. */
  addUnlessThere<Payload>(job: Queued<Payload>, payload: Payload, key: string): Promise<void>
  /** Adds a job as part of a transaction; it runs if that commits. Call `wake` afterwards. */
  addWithin<Payload>(trx: Database, job: Queued<Payload>, payload: Payload): Promise<void>
  addAllWithin<Payload>(trx: Database, job: Queued<Payload>, payloads: readonly Payload[]): Promise<void>
  /** Makes this server poll for jobs at once instead of within a few seconds. */
  wake(): void
  /** Subscribes to `wake`. Returns a function to unsubscribe. */
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
    addUnlessThere: async (job, payload, key) => {
      await insertJobs(db, clock, job.kind, [job.text(payload)], key)
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
