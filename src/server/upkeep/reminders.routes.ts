import { PAGES } from '../../shared/contract/pages.ts'
import { askToEndReminders, endReminders, getReminders, updateReminders } from '../../shared/upkeep/reminders.api.ts'
import type { Serve } from '../platform/http/serve.ts'
import { htmlQuestion } from '../platform/mail/html-mail.ts'
import { sendQuestion } from '../identity/question-page.ts'
import type { Services } from '../services.ts'
import * as reminders from './reminders.repo.ts'

export const reminderRoutes = (serve: Serve, { db, clock, mail }: Services): void => {
  const sendsMail = mail !== undefined

  serve(getReminders, ({ actor }) => reminders.findReminders(db, clock, actor, sendsMail))

  serve(updateReminders, ({ actor, body }) => reminders.changeReminders(db, clock, actor, body, sendsMail))
}

/**
 * For users without a session, possibly without JavaScript: `serve` accepts any body here, since mail programs send a
 * form.
 */
export const endRemindersRoutes = (serve: Serve, { db, clock, config }: Services): void => {
  serve(askToEndReminders, async ({ reply }) =>
    sendQuestion(
      reply,
      htmlQuestion('End the Reminders?', 'You get no more mails about what comes up. My Account turns them on again.', {
        words: 'End Reminders',
        link: undefined,
      }),
    ),
  )

  serve(endReminders, async ({ params, request, reply }) => {
    await reminders.endReminders(db, clock, request, params.token)
    const link = `${config.publicURL}${PAGES.account.path}`
    const text = 'No more mails about what comes up are sent by this link. My Account turns them on again.'
    return sendQuestion(reply, htmlQuestion('Reminders Are Off', text, { words: 'My Account', link }))
  })
}
