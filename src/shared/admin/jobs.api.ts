import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { message } from '../contract/message.ts'
import { id, queryID } from '../contract/id.ts'
import { Role } from '../contract/roles.ts'

/** Background jobs, named for Admins. */
export const JOB_KINDS = {
  'reset-mail': 'Email with a link for a new password',
  'confirm-mail': 'Email that asks to confirm an address',
  'email-changed-mail': 'Email about a changed address',
  'security-mail': 'Email about the security of an account',
  'invitation-mail': 'Email with an invitation',
  'member-mail': 'Email with an invitation to a project',
  'offer-mail': 'Email with a project offer',
  'offer-declined-mail': 'Email about an offer that was declined',
  'handed-over-mail': 'Email about a project that was handed over',
  'consultation-mail': 'Email about a consultation request',
  'reminder-mail': 'Reminder email',
  webhook: 'Webhook message',
  'file-text': 'Reading attached files for search',
  sweep: 'Hourly cleanup',
  backup: 'Scheduled backup',
  reminders: 'Planning reminder emails',
  words: 'Indexing items for search',
} as const
export type JobKind = keyof typeof JOB_KINDS

/** A job that was given up, or a recurring one that keeps failing. */
export const failedJob = z.object({
  jobID: id,
  /** One of JOB_KINDS, or a kind known only to another version of the server. */
  kind: z.string(),
  at: z.string(),
  tries: z.number(),
  reason: z.string(),
  /** When it is retried automatically; null if it is not. */
  nextAt: z.nullable(z.string()),
})
export type FailedJob = z.output<typeof failedJob>

export const retryJob = endpoint({
  method: 'POST',
  path: '/retryjob',
  summary: 'Retry a failed job',
  access: [Role.Admin],
  body: z.strictObject({ jobID: id }),
  status: 200,
  response: message,
})

/** A recurring job continues; any other is forgotten. */
export const dismissJob = endpoint({
  method: 'DELETE',
  path: '/job',
  summary: 'Dismiss a failed job',
  access: [Role.Admin],
  query: z.strictObject({ jobID: queryID }),
  status: 200,
  response: message,
})

export const shapes = () => ({ FailedJob: failedJob })

export const examples = (): ExamplesOf<typeof import('./jobs.api.ts')> => ({
  retryJob: { body: { jobID: 12 }, response: { message: 'Trying again now.' } },
  dismissJob: { query: { jobID: 12 }, response: { message: 'Dismissed.' } },
})
