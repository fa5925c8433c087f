import * as z from 'zod/mini'
import { DAY } from '../platform/lib/clock.ts'
import { defineMailJob } from '../platform/mail/mail-job.ts'

/** Tells the old address, which may be the only one that its user still reads, and never what the new one is. */
export const emailChangedMailJob = defineMailJob({
  kind: 'email-changed-mail',
  payload: z.object({ username: z.string(), before: z.string() }),
  goodFor: 7 * DAY,
  write: ({ username, before }, { config }) => ({
    to: before,
    subject: 'Your Roomfolio account has another e-mail address',
    text: `Hello ${username},

the e-mail address of your Roomfolio account at ${config.publicURL} was changed. Mails for it no longer come here.

If it was you, there is nothing to do. If it was not, somebody knows your password: ask whoever runs this installation to
lock the account and to set a new password.
`,
  }),
})
