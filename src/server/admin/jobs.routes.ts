import { dismissJob, retryJob } from '../../shared/admin/jobs.api.ts'
import { AppError } from '../platform/http/app-error.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Services } from '../services.ts'
import * as repo from '../platform/jobs/jobs.repo.ts'

export const jobRoutes = (serve: Serve, { db, clock, jobs }: Services): void => {
  serve(retryJob, async ({ body: { jobID } }) => {
    if (!(await repo.retryJob(db, clock, jobID))) throw new AppError('not_found')
    jobs.wake()
    return { message: 'Trying again now.' }
  })

  serve(dismissJob, async ({ query: { jobID } }) => {
    if (!(await repo.dismissJob(db, jobID))) throw new AppError('not_found')
    return { message: 'Dismissed.' }
  })
}
