import { dismissJob, retryJob } from '../../shared/jobs.ts'
import { AppError } from '../app-error.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import * as repo from './jobs.repo.ts'

export const jobRoutes = (serve: Serve, { db, clock, jobs }: Services): void => {
  serve(retryJob, async ({ body: { jobID } }) => {
    if (!(await repo.retryJob(db, clock, jobID))) throw new AppError('not_found')
    jobs.wake()
    return { message: 'It is tried again now.' }
  })

  serve(dismissJob, async ({ query: { jobID } }) => {
    if (!(await repo.dismissJob(db, jobID))) throw new AppError('not_found')
    return { message: 'Dismissed.' }
  })
}
