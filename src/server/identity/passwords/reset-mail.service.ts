import * as z from 'zod/mini'
import { PAGES } from '../../../shared/contract/pages.ts'
import { HOUR } from '../../platform/lib/clock.ts'
import { defineMailJob } from '../../platform/mail/mail-job.ts'
import { addPasswordReset } from './password-resets.repo.ts'

const ASKED = {
  visitor: 'Someone, probably you, asked to reset the password of your Roomfolio account.',
  administrator: 'Your administrator asks you to set a new password for your Roomfolio account.',
} as const

/** Whose password, and the address that they had when it was asked for. */
const payload = z.object({ userID: z.number(), email: z.string(), askedBy: z.enum(['visitor', 'administrator']) })

/**
 * Mails a link that sets a new password, unless the account has another address by now. Its token is made when it is
 * sent: no job that waits opens an account. Null mails nobody. Where the link leads is the owner's setting, never what a
 * request says of itself.
 */
export const resetMailJob = defineMailJob({
  kind: 'reset-mail',
  payload: z.nullable(payload),
  goodFor: HOUR,
  write: async (asked, { db, clock, config }) => {
    const reset = asked && (await addPasswordReset(db, clock, { id: asked.userID, email: asked.email }))
    if (!reset) return undefined
    const link = `${config.publicURL}${PAGES.reset.path}#${reset.token}`
    return {
      to: asked.email,
      subject: 'Set a new password for Roomfolio',
      text: `Hello ${reset.greeting},

${ASKED[asked.askedBy]} Set a new password:

${link}

Your username is ${reset.username}. The link works once and expires in an hour. Didn’t ask for this? Ignore this email and nothing changes.
`,
    }
  },
})
