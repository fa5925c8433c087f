import * as z from 'zod/mini'
import { sweepInvitations } from './auth/invitations.repo.ts'
import { sweepPasswordResets } from './auth/password-resets.repo.ts'
import { sweepSessions } from './auth/sessions.repo.ts'
import { sweepAttempts } from './auth/throttle.repo.ts'
import { HOUR } from './clock.ts'
import { clockHasHeld } from './clock-held.ts'
import { sweepFirstAnswers } from './http/first-answers.repo.ts'
import { askToRead } from './file-text/file-texts.repo.ts'
import { sweepHolds } from './files/holds.repo.ts'
import { removeOldWrites, removeUnneededBytes } from './files/remove-bytes.service.ts'
import { sweepUploads } from './files/uploads.repo.ts'
import { sweepOffers } from './handover/open-offers.repo.ts'
import { defineJob } from './jobs/job.ts'
import { sweepJobs } from './jobs/jobs.repo.ts'
import { sweepProjectInvitations } from './members/open-invitations.repo.ts'
import { openSpool } from './project-file/import-project.service.ts'
import type { Services } from './services.ts'
import { sweepTrash } from './trash/trash.repo.ts'

/**
 * Deletes what has expired: sessions, counted attempts, password and invitation links, trash, unused uploads, failed
 * jobs that nobody handled, and unneeded bytes. Also queues files for text extraction, which an upgrade or a restore
 * does not. Any server may run it at any time.
 */
export const sweep = async (services: Services): Promise<void> => {
  const { db, clock } = services
  await sweepSessions(db, clock)
  await sweepAttempts(db, clock)
  await sweepPasswordResets(db, clock)
  await sweepInvitations(db, clock)
  await sweepProjectInvitations(db, clock)
  await sweepOffers(db, clock)
  await sweepFirstAnswers(db, clock)
  if (await clockHasHeld(db, clock)) {
    await sweepTrash(db, clock)
    await sweepUploads(db, clock)
  }
  await sweepHolds(db, clock)
  await sweepJobs(db, clock)
  await askToRead(db, clock)
  // Cleans up imports of a killed server in its own folder.
  await openSpool(services)
  // Last: these wait for remote stores, and a store that does not respond must not delay the rest.
  const outcomes = await Promise.allSettled([removeUnneededBytes(services), removeOldWrites(services)])
  const failed = outcomes.flatMap((outcome): unknown[] => (outcome.status === 'rejected' ? [outcome.reason] : []))
  if (failed.length > 1) throw new AggregateError(failed, 'Several parts of the sweep failed.')
  if (failed.length > 0) throw failed[0]
}

export const sweepJob = defineJob({
  kind: 'sweep',
  payload: z.null(),
  every: () => HOUR,
  work: (_, { services }) => sweep(services),
})
