import type { FastifyBaseLogger } from 'fastify'
import { sweepSessions } from './auth/sessions.repo.ts'
import { sweepAttempts } from './auth/throttle.repo.ts'
import { HOUR } from './clock.ts'
import { sweepUploads } from './files/uploads.repo.ts'
import type { Services } from './services.ts'

/** Removes what is over: sessions, counted tries, uploads that nobody took. Any server may do it at any time. */
export const sweep = async ({ db, store, clock }: Services): Promise<void> => {
  await sweepSessions(db, clock)
  await sweepAttempts(db, clock)
  // Rows first: bytes without a row are found by no one, a row without bytes would be a lie.
  for (const key of await sweepUploads(db, clock)) await store.remove(key)
}

/** Sweeps now and every hour; answers how to stop. A sweep that fails is logged and tried again in an hour. */
export const startSweeping = (services: Services, log: FastifyBaseLogger): (() => void) => {
  const run = () => {
    sweep(services).catch((error: unknown) => log.error({ err: error }, 'sweeping failed'))
  }
  run()
  const timer = setInterval(run, HOUR)
  timer.unref()
  return () => clearInterval(timer)
}
