import { AppError } from '../http/app-error.ts'
import type { Services } from '../../services.ts'
import { failureOf, type Mail } from './mailer.ts'

const TEXT = `Hello,

This is a test email from Roomfolio. If you’re reading it, email is working.

`

/** Sends a mail to that address at once, and tells how that went. Throws `mail_not_set_up`. */
export const sendTestMail = async (
  { mail, config }: Pick<Services, 'mail' | 'config'>,
  to: string,
): Promise<{ sent: boolean; message: string }> => {
  if (!mail) throw new AppError('mail_not_set_up')
  const test: Mail = { to, subject: 'Test email from Roomfolio', text: `${TEXT}${config.publicURL}\n` }
  try {
    await mail.send(test)
    return { sent: true, message: `The mail server accepted an email to ${to}.` }
  } catch (error) {
    const { why } = failureOf(error)
    return { sent: false, message: `The mail server rejected it: ${why.replace(/\.?$/, '.')}` }
  }
}
