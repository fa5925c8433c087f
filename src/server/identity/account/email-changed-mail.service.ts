import * as z from 'zod/mini'
import { DAY } from '../../platform/lib/clock.ts'
import { defineMailJob } from '../../platform/mail/mail-job.ts'

/** Tells the old address, which may be the only one that its user still reads, and never what the new one is. */
export const emailChangedMailJob = defineMailJob({
  kind: 'email-changed-mail',
  perDay: 5,
  payload: z.object({ username: z.string(), greeting: z.optional(z.string()), before: z.string() }),
  goodFor: 7 * DAY,
  write: ({ username, greeting = username, before }, { config }) => ({
    to: before,
    subject: 'Your Roomfolio email was changed',
    text: `Hello ${greeting},

The email address of your Roomfolio account ${username} at ${config.publicURL} was changed. You’ll no longer get its mail here.

If this was you, you’re all set. If not, someone may have your password. Ask your administrator to lock your account right
away.
`,
  }),
})
