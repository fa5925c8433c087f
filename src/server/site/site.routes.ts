import { getSite, healthz, readyz, testDB } from '../../shared/health.ts'
import { unavailable } from '../http/app-error.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { askDatabase } from './site.repo.ts'

export const siteRoutes = (serve: Serve, { config, db, store, mail }: Services): void => {
  const answering = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw unavailable(error)
    }
  }

  serve(getSite, () => ({
    environmentName: config.environmentName,
    contactEmail: config.contactEmail,
    contactPhone: config.contactPhone,
    maxFileBytes: config.maxFileBytes,
    maxFilesPerUpload: config.maxFilesPerUpload,
    sendsMail: mail !== undefined,
  }))

  serve(healthz, () => ({ message: 'The server is running.' }))

  serve(readyz, async () => {
    await answering(() => Promise.all([askDatabase(db), store.check()]))
    return { message: 'Database and file store answer.' }
  })

  serve(testDB, async () => {
    const type = await answering(() => askDatabase(db))
    return { message: 'The database answers.', type }
  })
}
