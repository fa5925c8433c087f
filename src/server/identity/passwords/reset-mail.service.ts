import * as z from 'zod/mini'
import { PAGES } from '../../../shared/contract/pages.ts'
import { HOUR } from '../../platform/lib/clock.ts'
import { defineMailJob } from '../../platform/mail/mail-job.ts'
import { addPasswordReset } from './password-resets.repo.ts'

const ASKED = {
  visitor: 'Someone, probably you, asked to reset the password of your Roomfolio account.',
  administrator: 'Your administrator asks you to set a new password for your Roomfolio account.',
} as const

/** The user, and their address when the mail was requested. */
const payload = z.object({ userID: z.number(), email: z.string(), askedBy: z.enum(['visitor', 'administrator']) })

/**
 * Mails a link that sets a new password, unless the account has another address now. The token is made when the mail is
 * sent, so that no stored job contains one. Null sends nothing. The link uses PUBLIC_URL, never the address of a request.
 */
export const resetMailJob = defineMailJob({
  kind: 'reset-mail',
  perDay: 20,
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
