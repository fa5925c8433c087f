import { emailChangedMailJob } from '../account/email-changed-mail.service.ts'
import { invitationMailJob } from '../auth/invitation-mail.service.ts'
import { resetMailJob } from '../auth/reset-mail.service.ts'
import { backupJob } from '../backup/schedule.ts'
import { consultationMailJob } from '../consultations/consultation-mail.service.ts'
import { handedOverMailJob, offerDeclinedMailJob, offerMailJob } from '../handover/handover-mail.service.ts'
import { confirmMailJob } from '../mail/confirm-mail.service.ts'
import { memberMailJob } from '../members/member-mail.service.ts'
import { readFilesJob } from '../file-text/read-files.service.ts'
import { reminderMailJob } from '../reminders/reminder-mail.service.ts'
import { remindersJob } from '../reminders/reminders-job.ts'
import { wordsJob } from '../search/words-job.ts'
import { sweepJob } from '../sweep.ts'
import type { Jobs } from './runner.ts'

/** All kinds of jobs. A kind that src/shared/jobs.ts declares and this object lacks is a type error. */
export const JOBS: Jobs = {
  'reset-mail': resetMailJob,
  'confirm-mail': confirmMailJob,
  'email-changed-mail': emailChangedMailJob,
  'invitation-mail': invitationMailJob,
  'member-mail': memberMailJob,
  'offer-mail': offerMailJob,
  'offer-declined-mail': offerDeclinedMailJob,
  'handed-over-mail': handedOverMailJob,
  'consultation-mail': consultationMailJob,
  'reminder-mail': reminderMailJob,
  'file-text': readFilesJob,
  sweep: sweepJob,
  backup: backupJob,
  reminders: remindersJob,
  words: wordsJob,
}
