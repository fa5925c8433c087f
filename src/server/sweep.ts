import type { FastifyBaseLogger } from 'fastify'
import { sweepPasswordResets } from './auth/password-resets.repo.ts'
import { sweepSessions } from './auth/sessions.repo.ts'
import { sweepAttempts } from './auth/throttle.repo.ts'
import { HOUR } from './clock.ts'
import { mailWaitingConsultations } from './consultations/consultation-mail.service.ts'
import { sweepHolds } from './files/holds.repo.ts'
import { removeOldWrites, removeUnneededBytes } from './files/remove-bytes.service.ts'
import { sweepUploads } from './files/uploads.repo.ts'
import type { Services } from './services.ts'
import { sweepTrash } from './trash/trash.repo.ts'

/**
 * Removes what is over: sessions, counted tries, links that set a password, what the trash keeps no longer, uploads that
 * nobody took, and bytes that nobody needs. Any server may do it at any time.
 */
export const sweep = async (services: Services): Promise<void> => {
  const { db, clock } = services
  await sweepSessions(db, clock)
  await sweepAttempts(db, clock)
  await sweepPasswordResets(db, clock)
  await sweepTrash(db, clock)
  await sweepUploads(db, clock)
  await sweepHolds(db, clock)
  // Last: these wait for other servers, and the one that does not answer keeps nothing from the others.
  const outcomes = await Promise.allSettled([
    removeUnneededBytes(services),
    removeOldWrites(services),
    mailWaitingConsultations(services),
  ])
  const failed = outcomes.flatMap((outcome): unknown[] => (outcome.status === 'rejected' ? [outcome.reason] : []))
  if (failed.length > 1) throw new AggregateError(failed, 'Several things could not be swept.')
  if (failed.length > 0) throw failed[0]
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
