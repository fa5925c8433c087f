import * as z from 'zod/mini'
import { sweepInvitations } from './identity/people/invitations.repo.ts'
import { sweepChallenges } from './identity/passkeys/passkeys.repo.ts'
import { sweepPasswordResets } from './identity/passwords/password-resets.repo.ts'
import { sweepRememberedBrowsers } from './identity/second-factor/second-factor.repo.ts'
import { sweepSecurityEvents } from './identity/security-events/security-events.repo.ts'
import { sweepSessions } from './identity/sessions/sessions.repo.ts'
import { sweepAttempts } from './platform/http/throttle.repo.ts'
import { HOUR } from './platform/lib/clock.ts'
import { clockHasHeld } from './platform/lib/clock-held.ts'
import { sweepFirstAnswers } from './platform/http/idempotency.repo.ts'
import { askToRead } from './attachments/text/file-texts.repo.ts'
import { sweepBackupLocks } from './platform/storage/backup-locks.repo.ts'
import { removeOldWrites, removeUnneededBytes } from './platform/storage/remove-bytes.service.ts'
import { sweepUploads } from './attachments/uploads.repo.ts'
import { sweepOffers } from './sharing/handover/open-offers.repo.ts'
import { defineJob } from './platform/jobs/job.ts'
import { sweepJobs } from './platform/jobs/jobs.repo.ts'
import { sweepProjectInvitations } from './sharing/members/open-invitations.repo.ts'
import { openSpool } from './exchange/project-file/import-project.service.ts'
import type { Services } from './services.ts'
import { sweepTrash } from './history/trash.repo.ts'

/**
 * Deletes what has expired: sessions, counted attempts, security events, password and invitation links, trash, unused uploads, failed
 * jobs that nobody handled, and unneeded bytes. Also queues files for text extraction, which an upgrade or a restore
 * does not. Any server may run it at any time.
 */
export const sweep = async (services: Services): Promise<void> => {
  const { db, clock } = services
  await sweepSessions(db, clock)
  await sweepAttempts(db, clock)
  await sweepRememberedBrowsers(db, clock)
  await sweepChallenges(db, clock)
  await sweepPasswordResets(db, clock)
  await sweepInvitations(db, clock)
  await sweepProjectInvitations(db, clock)
  await sweepOffers(db, clock)
  await sweepFirstAnswers(db, clock)
  if (await clockHasHeld(db, clock)) {
    await sweepTrash(db, clock)
    await sweepUploads(db, clock)
    await sweepSecurityEvents(db, clock)
  }
  await sweepBackupLocks(db, clock)
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
