import type { FastifyBaseLogger } from 'fastify'
import { sweepPasswordResets } from './auth/password-resets.repo.ts'
import { sweepSessions } from './auth/sessions.repo.ts'
import { sweepAttempts } from './auth/throttle.repo.ts'
import { HOUR } from './clock.ts'
import { mailWaitingConsultations } from './consultations/consultation-mail.service.ts'
import { removeBytes } from './files/remove-bytes.service.ts'
import { listUnneededBlobs, sweepUploads } from './files/uploads.repo.ts'
import type { Services } from './services.ts'
import { sweepTrash } from './trash/trash.repo.ts'

/**
 * Removes what is over: sessions, counted tries, links that set a password, what the trash keeps no longer, uploads that
 * nobody took. Any server may do it at any time.
 */
export const sweep = async (services: Services): Promise<void> => {
  const { db, clock } = services
  await sweepSessions(db, clock)
  await sweepAttempts(db, clock)
  await sweepPasswordResets(db, clock)
  await sweepTrash(db, clock)
  await sweepUploads(db, clock)
  await removeBytes(services, await listUnneededBlobs(db))
  // Last: it waits for another server, and throws where that does not answer.
  await mailWaitingConsultations(services)
}

/**
 * Sweeps now and every hour. A sweep that fails is logged and tried again in an hour. Answers how to stop, which waits
 * for the sweep under way.
 */
export const startSweeping = (services: Services, log: FastifyBaseLogger): (() => Promise<void>) => {
  let underWay = Promise.resolve()
  const run = () => {
    underWay = sweep(services).catch((error: unknown) => log.error({ err: error }, 'sweeping failed'))
  }
  run()
  const timer = setInterval(run, HOUR)
  timer.unref()
  return () => {
    clearInterval(timer)
    return underWay
  }
}
