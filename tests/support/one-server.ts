import type { FastifyInstance } from 'fastify'
import type { KyselyPlugin } from 'kysely'
import { createApp } from '../../src/server/app.ts'
import type { Clock } from '../../src/server/platform/lib/clock.ts'
import type { Config } from '../../src/server/config.ts'
import { openDatabase } from '../../src/server/platform/db/database.ts'
import { QueryMonitor } from '../../src/server/platform/db/query-monitor.ts'
import { unscoped, type UnscopedDatabase } from '../../src/server/platform/db/access/unscoped.ts'
import { openStore } from '../../src/server/platform/storage/open-store.ts'
import { openJobQueue } from '../../src/server/platform/jobs/job-queue.ts'
import { JOBS } from '../../src/server/job-registry.ts'
import { startJobs, type JobRunner } from '../../src/server/platform/jobs/runner.ts'
import { mailNotes } from '../../src/server/platform/mail/mail-failure.repo.ts'
import { openMailer } from '../../src/server/platform/mail/mailer.ts'
import type { Services } from '../../src/server/services.ts'
import { processesApart } from './shared-processes.ts'

/** Its database gives access to every table, for checks by tests. */
export type TestServices = Services & { db: UnscopedDatabase }

export interface OneServer {
  app: FastifyInstance
  services: TestServices
  runner: JobRunner
  close(): Promise<void>
}

interface Surroundings {
  clock: Clock
  counter: KyselyPlugin
  /** The destination of its log; none if absent. */
  log?: { write(line: string): void }
  /** The built file of a program of the server. */
  program: (name: 'paper-worker' | 'picture-worker' | 'sheet-worker' | 'text-worker') => string
}

/**
 * The parts of a server, on an existing database and store. Its code can be loaded twice in one process, so that two
 * servers share only what two processes would.
 */
export const openServer = async (
  config: Config,
  { clock, counter, log, program }: Surroundings,
): Promise<OneServer> => {
  const watch = new QueryMonitor(config.slowStatementMs)
  const uncounted = openDatabase(config.database, () => {}, watch)
  const db = unscoped(uncounted.withPlugin(counter))
  const services: TestServices = {
    config,
    db,
    watch,
    store: await openStore(config),
    ...processesApart((name) => ({ file: program(name), execArgv: [] })),
    clock,
    jobs: openJobQueue(db, clock),
    mail: openMailer(config, mailNotes(db, clock)),
  }
  const app = await createApp(services, { checkAnswers: true, ...(log && { log }) })
  // No timers but the test's clock, and no sweep that the test does not run.
  const runner = startJobs({ ...services, db: uncounted }, app.log, {
    jobs: JOBS,
    pollEvery: null,
    withRecurring: false,
  })
  return {
    app,
    services,
    runner,
    async close() {
      await app.close()
      await runner.stop()
      await services.pictures.close()
      await services.texts.close()
      await services.sheets.close()
      await services.papers.close()
      services.mail?.close()
      await db.destroy()
    },
  }
}
