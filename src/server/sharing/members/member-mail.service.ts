import * as z from 'zod/mini'
import { PAGES } from '../../../shared/contract/pages.ts'
import { TITLE_OF } from '../../../shared/contract/rights.ts'
import { END_INVITATIONS, endOfInvitations } from '../../identity/account/end-invitations.ts'
import { htmlMail } from '../../platform/mail/html-mail.ts'
import { defineMailJob } from '../../platform/mail/mail-job.ts'
import { toSingleLine } from '../../platform/lib/to-single-line.ts'
import { INVITATION_LIFE } from './members.repo.ts'
import { tokenForMail } from './open-invitations.repo.ts'

/** The recipient's link. Browsers do not send what follows #, so the token is in no log and no referrer. */
export const joinLink = (publicURL: string, token: string): string => `${publicURL}${PAGES.joinProject.path}#${token}`

const WHAT_THEY_MAY = {
  read: 'view its rooms, items, and files',
  write: 'view and edit its rooms, items, and files',
} as const

/** Mails an invitation. The token is created when the mail is sent, so a waiting job contains no secret. */
export const memberMailJob = defineMailJob({
  kind: 'member-mail',
  perDay: 5,
  payload: z.object({ invitationID: z.number() }),
  goodFor: INVITATION_LIFE,
  write: async ({ invitationID }, { db, clock, config }) => {
    const invitation = await tokenForMail(db, clock, invitationID)
    const end = invitation && (await endOfInvitations({ db, config }, invitation.email))
    if (!end) return undefined
    const { email, token, may } = invitation
    const [project, by] = [toSingleLine(invitation.project), toSingleLine(invitation.by)]
    const link = joinLink(config.publicURL, token)
    const what = `${by} invited you to the project "${project}" in Roomfolio, as ${TITLE_OF[may]}: you can ${WHAT_THEY_MAY[may]}.`
    const how = `Open the link, log in or create an account, and join. The link works once and expires in 14 days. Don’t know ${by}? You can ignore this email.`
    return {
      to: email,
      // Nothing that the sender wrote: otherwise strangers could be sent any text as a subject.
      subject: 'You’re invited to a Roomfolio project',
      unsubscribe: end,
      text: `Hello,

${what}

${link}

${how}
${END_INVITATIONS}: ${end}
`,
      html: htmlMail({
        title: `Join "${project}"`,
        text: what,
        button: { words: 'Open the Invitation', link },
        note: how,
        end: { words: END_INVITATIONS, link: end },
      }),
    }
  },
})
