import { PAGES } from '../../shared/contract/pages.ts'
import { askToEndReminders, endReminders, getReminders, updateReminders } from '../../shared/upkeep/reminders.api.ts'
import type { Serve } from '../platform/http/serve.ts'
import { htmlQuestion } from '../platform/mail/html-mail.ts'
import { sendQuestion } from '../identity/account/question-page.ts'
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
      htmlQuestion(
        'Turn Off Reminders?',
        'You’ll get no more reminders by email. You can turn them back on in My Account.',
        {
          words: 'Turn Off Reminders',
          link: undefined,
        },
      ),
    ),
  )

  serve(endReminders, async ({ params, request, reply }) => {
    await reminders.endReminders(db, clock, request, params.token)
    const link = `${config.publicURL}${PAGES.account.path}`
    const text = 'You’re unsubscribed from reminders. You can turn them back on in My Account.'
    return sendQuestion(reply, htmlQuestion('Reminders Are Off', text, { words: 'My Account', link }))
  })
}
