import { PAGES } from '../../shared/pages.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Services } from '../services.ts'
import { addPasswordReset } from './password-resets.repo.ts'

const ASKED = {
  visitor: 'somebody, probably you, asked to set a new password for your Roomfolio account.',
  administrator: 'an administrator asks you to set a new password for your Roomfolio account.',
}

/** Mails a link that sets a new password, unless the account has another address by now. Where it leads is the owner's setting, never what a request says of itself. */
export const mailResetLink = async (
  { db, clock, config }: Services,
  mail: Mailer,
  { id, username, email }: { id: number; username: string; email: string },
  askedBy: keyof typeof ASKED = 'visitor',
): Promise<void> => {
  const token = await addPasswordReset(db, clock, { id, email })
  if (token === undefined) return
  const link = new URL(PAGES.reset.path, config.publicURL)
  link.searchParams.set('token', token)
  await mail.send({
    to: email,
    subject: 'Set a new password for Roomfolio',
    text: `Hello ${username},

${ASKED[askedBy]} This link does it:

${link.href}

It works once, and for one hour. If you did not expect it, ignore this mail: your password stays as it is.
`,
  })
}
