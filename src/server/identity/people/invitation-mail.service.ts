import * as z from 'zod/mini'
import { PAGES } from '../../../shared/contract/pages.ts'
import { DAY } from '../../platform/lib/clock.ts'
import { END_INVITATIONS, endOfInvitations } from '../account/end-invitations.ts'
import { defineMailJob } from '../../platform/mail/mail-job.ts'
import { tokenForMail } from './invitations.repo.ts'

/** The address where an invited person registers. */
export const invitationLink = (address: string, token: string): string => `${address}${PAGES.register.path}#${token}`

/** Mails an invitation. The token is made when the mail is sent, so that no stored job contains one. */
export const invitationMailJob = defineMailJob({
  kind: 'invitation-mail',
  perDay: 5,
  payload: z.object({ invitationID: z.number() }),
  goodFor: 14 * DAY,
  write: async ({ invitationID }, { db, clock, config }) => {
    const invitation = await tokenForMail(db, clock, invitationID)
    const end = invitation && (await endOfInvitations({ db, config }, invitation.email))
    if (!end) return undefined
    return {
      to: invitation.email,
      subject: 'You’re invited to Roomfolio',
      unsubscribe: end,
      text: `Hello,

You’re invited to Roomfolio, which keeps the paints, fixtures, and manuals of a home, room by room. Create your
account:

${invitationLink(config.publicURL, invitation.token)}

The link works once and expires in 14 days. Not expecting this? You can ignore this email.

${END_INVITATIONS}: ${end}
`,
    }
  },
})
