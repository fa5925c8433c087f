import {
  askToConfirmEmail,
  askToEndInvitations,
  confirmEmail,
  endInvitations,
} from '../../../shared/identity/mailboxes.api.ts'
import { PAGES } from '../../../shared/contract/pages.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Services } from '../../services.ts'
import { htmlQuestion } from '../../platform/mail/html-mail.ts'
import * as mailboxes from './mailboxes.repo.ts'
import { sendQuestion } from './question-page.ts'

/** For people without a session and perhaps without scripts: `serve` takes any body here, as mail programs send a form. */
export const mailboxRoutes = (serve: Serve, { db, clock, config }: Services): void => {
  serve(askToConfirmEmail, async ({ reply }) =>
    sendQuestion(
      reply,
      htmlQuestion(
        'Confirm This Address?',
        'Once you confirm your email address, we can send your invitations, full reminders, and security notices.',
        {
          words: 'Confirm',
          link: undefined,
        },
      ),
    ),
  )

  serve(confirmEmail, async ({ params, reply }) => {
    const isConfirmed = await mailboxes.confirmMailbox(db, clock, params.token)
    const [title, text] = isConfirmed
      ? ['Your Address Is Confirmed', 'We’ll now email your invitations, full reminders, and security notices.']
      : ['This Link Has Expired', 'The account has a different email address now. Invite someone to get a new link.']
    const link = `${config.publicURL}${PAGES.selectProject.path}`
    return sendQuestion(reply, htmlQuestion(title, text, { words: 'My Projects', link }))
  })

  serve(askToEndInvitations, async ({ reply }) =>
    sendQuestion(
      reply,
      htmlQuestion('Stop Invitations?', 'We’ll stop emailing invitations to this address, no matter who sends them.', {
        words: 'Stop Invitations',
        link: undefined,
      }),
    ),
  )

  serve(endInvitations, async ({ params, reply }) => {
    await mailboxes.refuseInvitations(db, clock, params.token)
    const text = 'We won’t email invitations to this address anymore. Anyone can still send you a link themselves.'
    const link = config.publicURL + PAGES.home.path
    return sendQuestion(reply, htmlQuestion('Invitations Are Off', text, { words: 'Roomfolio', link }))
  })
}
