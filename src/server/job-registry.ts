import { emailChangedMailJob } from './identity/account/email-changed-mail.service.ts'
import { invitationMailJob } from './identity/people/invitation-mail.service.ts'
import { resetMailJob } from './identity/passwords/reset-mail.service.ts'
import { securityMailJob } from './identity/security-events/security-mail.service.ts'
import { backupJob } from './admin/backup/schedule.ts'
import { consultationMailJob } from './admin/consultation-mail.service.ts'
import { handedOverMailJob, offerDeclinedMailJob, offerMailJob } from './sharing/handover/handover-mail.service.ts'
import { confirmMailJob } from './identity/account/confirm-mail.service.ts'
import { webhookJob } from './sharing/webhooks/webhook-job.ts'
import { memberMailJob } from './sharing/members/member-mail.service.ts'
import { readFilesJob } from './attachments/text/read-files.service.ts'
import { reminderMailJob } from './upkeep/reminder-mail.service.ts'
import { remindersJob } from './upkeep/reminders-job.ts'
import { wordsJob } from './search/words-job.ts'
import { sweepJob } from './sweep.ts'
import type { Jobs } from './platform/jobs/runner.ts'

/** All kinds of jobs. A kind that src/shared/admin/jobs.api.ts declares and this object lacks is a type error. */
export const JOBS: Jobs = {
  'reset-mail': resetMailJob,
  'confirm-mail': confirmMailJob,
  'email-changed-mail': emailChangedMailJob,
  'security-mail': securityMailJob,
  'invitation-mail': invitationMailJob,
  'member-mail': memberMailJob,
  'offer-mail': offerMailJob,
  'offer-declined-mail': offerDeclinedMailJob,
  'handed-over-mail': handedOverMailJob,
  'consultation-mail': consultationMailJob,
  'reminder-mail': reminderMailJob,
  webhook: webhookJob,
  'file-text': readFilesJob,
  sweep: sweepJob,
  backup: backupJob,
  reminders: remindersJob,
  words: wordsJob,
}
