import * as z from 'zod/mini'
import { includedInWords } from '../../../shared/sharing/handover.api.ts'
import { PAGES } from '../../../shared/contract/pages.ts'
import { findReader } from '../../identity/account/users.repo.ts'
import { DAY } from '../../platform/lib/clock.ts'
import { END_INVITATIONS, endOfInvitations } from '../../identity/account/end-invitations.ts'
import { htmlMail } from '../../platform/mail/html-mail.ts'
import { defineMailJob } from '../../platform/mail/mail-job.ts'
import { toSingleLine } from '../../platform/lib/to-single-line.ts'
import { OFFER_LIFE } from './handover.repo.ts'
import { tokenForMail } from './open-offers.repo.ts'

/** The recipient's link. Browsers do not send what follows #, so the token is in no log and no referrer. */
export const acceptLink = (publicURL: string, token: string): string =>
  `${publicURL}${PAGES.acceptProject.path}#${token}`

/** Mails an offer. The token is created when the mail is sent, so a waiting job contains no secret. */
export const offerMailJob = defineMailJob({
  kind: 'offer-mail',
  perDay: 5,
  payload: z.object({ offerID: z.number() }),
  goodFor: OFFER_LIFE,
  write: async ({ offerID }, { db, clock, config }) => {
    const offer = await tokenForMail(db, clock, offerID)
    const end = offer && (await endOfInvitations({ db, config }, offer.email))
    if (!end) return undefined
    const { email, token, word, goes, stays } = offer
    const [project, by] = [toSingleLine(offer.project), toSingleLine(offer.by)]
    const link = acceptLink(config.publicURL, token)
    const what = `${by} wants to hand the project "${project}" over to you in Roomfolio, with ${includedInWords(goes)}. You become its owner when you accept${stays ? `, and ${by} can still view it` : ''}.`
    const how = `Open the link, log in or create an account, and accept. The link works once and expires in 14 days. Don’t know ${by}? You can ignore this email.`
    return {
      to: email,
      // Nothing that the sender wrote: otherwise strangers could be sent any text as a subject.
      subject: 'A Roomfolio project is being handed over to you',
      unsubscribe: end,
      text: `Hello,

${what}
${word === '' ? '' : `\n${by} writes:\n\n${word.replace(/^/gm, '> ')}\n`}
${link}

${how}
${END_INVITATIONS}: ${end}
`,
      html: htmlMail({
        title: `"${project}" is offered to you`,
        text: what,
        ...(word !== '' && { quote: word }),
        button: { words: 'View the Offer', link },
        note: how,
        end: { words: END_INVITATIONS, link: end },
      }),
    }
  },
})

/** Notifies the former owner of the acceptance. */
export const handedOverMailJob = defineMailJob({
  kind: 'handed-over-mail',
  perDay: 20,
  payload: z.object({
    formerID: z.number(),
    projectID: z.number(),
    project: z.string(),
    by: z.string(),
    stays: z.boolean(),
  }),
  goodFor: 7 * DAY,
  write: async ({ formerID, projectID, project, by, stays }, { db, config }) => {
    const former = await findReader(db, formerID)
    if (!former) return undefined
    const name = toSingleLine(project)
    const link = `${config.publicURL}${stays ? `${PAGES.projectHome.path}?projectID=${projectID}` : PAGES.selectProject.path}`
    const what = `${toSingleLine(by)} has accepted the project "${name}" in Roomfolio and is its owner now.`
    const rest = stays ? 'You can still view it until the new owner removes you.' : 'You no longer have access to it.'
    return {
      to: former.email,
      // The new owner may have renamed the project.
      subject: 'Your project was handed over',
      text: `Hello ${former.greeting},

${what} ${rest}

${link}
`,
      html: htmlMail({
        title: `"${name}" was handed over`,
        text: `${what} ${rest}`,
        button: { words: stays ? 'Open the Project' : 'My Projects', link },
        note: 'You’re receiving this email because you offered the project.',
      }),
    }
  },
})

/** Notifies the owner that the offer was declined. */
export const offerDeclinedMailJob = defineMailJob({
  kind: 'offer-declined-mail',
  perDay: 20,
  payload: z.object({ ownerID: z.number(), projectID: z.number(), name: z.string(), email: z.string() }),
  goodFor: 7 * DAY,
  write: async ({ ownerID, projectID, name, email }, { db, config }) => {
    const owner = await findReader(db, ownerID)
    if (!owner) return undefined
    const project = toSingleLine(name)
    const link = `${config.publicURL}${PAGES.handover.path}?projectID=${projectID}`
    const what = `The project "${project}" in Roomfolio, which you offered to ${email}, was declined. It is still yours.`
    return {
      to: owner.email,
      subject: `"${project}" was declined`,
      text: `Hello ${owner.greeting},

${what}

${link}
`,
      html: htmlMail({
        title: `"${project}" was declined`,
        text: what,
        button: { words: 'Hand Over', link },
        note: 'You’re receiving this email because you offered the project.',
      }),
    }
  },
})
