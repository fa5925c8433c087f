import fastify, { type FastifyBaseLogger } from 'fastify'
import { startJobs, type Jobs } from '../../src/server/platform/jobs/runner.ts'
import type { Services } from '../../src/server/services.ts'

export const { log: silent } = fastify({ logger: false })

/** Runs all due jobs like this many servers that look at once; recurring jobs stay. */
export const runDueJobs = async (
  services: Services,
  jobs: Jobs,
  { servers = 1, log = silent }: { servers?: number; log?: FastifyBaseLogger } = {},
): Promise<void> => {
  const runners = Array.from({ length: servers }, () => startJobs(services, log, { jobs, pollEvery: null }))
  await Promise.all(runners.map((runner) => runner.idle()))
  await Promise.all(runners.map((runner) => runner.stop()))
}
