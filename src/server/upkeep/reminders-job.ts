import * as z from 'zod/mini'
import { MINUTE, SECOND } from '../platform/lib/clock.ts'
import { transact } from '../platform/db/database.ts'
import { defineJob } from '../platform/jobs/job.ts'
import { areManyJobs } from '../platform/jobs/jobs.repo.ts'
import { reminderMailJob } from './reminder-mail.service.ts'
import { AT_ONCE, replanReminders, planReminders } from './reminders.repo.ts'

/**
 * Queues a mail for users whose reminder is due, a batch at a time, so that other mail, such as password resets, waits
 * for no more than a batch.
 */
export const remindersJob = defineJob({
  kind: 'reminders',
  payload: z.null(),
  runsHere: ({ mail }) => mail !== undefined,
  alone: true,
  every: () => 5 * MINUTE,
  work: async (_, { services }) => {
    const { db, clock, jobs } = services
    if (await areManyJobs(db, clock, reminderMailJob.kind, AT_ONCE)) return { again: 10 * SECOND }
    await replanReminders(db, clock)
    const taken = await transact(db, async (trx) => {
      const { taken, planned } = await planReminders(trx, clock)
      await jobs.addAllWithin(trx, reminderMailJob, planned)
      return taken
    })
    jobs.wake()
    return taken === AT_ONCE ? { again: SECOND } : undefined
  },
})
