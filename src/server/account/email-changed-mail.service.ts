import type { Mailer } from '../mail/mailer.ts'
import type { Services } from '../services.ts'

/** Tells the old address, which may be the only one that its user still reads, and never what the new one is. */
export const mailThatEmailChanged = (
  { config }: Services,
  mail: Mailer,
  { username, before }: { username: string; before: string },
): Promise<void> =>
  mail.send({
    to: before,
    subject: 'Your Roomfolio account has another e-mail address',
    text: `Hello ${username},

the e-mail address of your Roomfolio account at ${config.publicURL} was changed. Mails for it no longer come here.

If it was you, there is nothing to do. If it was not, somebody knows your password: ask whoever runs this installation to
lock the account and to set a new password.
`,
  })
