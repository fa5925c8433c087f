import * as z from 'zod/mini'
import { askToConfirmEmail } from '../../../shared/identity/mailboxes.api.ts'
import { DAY } from '../../platform/lib/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { Services } from '../../services.ts'
import { htmlMail } from '../../platform/mail/html-mail.ts'
import { defineMailJob } from '../../platform/mail/mail-job.ts'
import { confirmToken, findUnconfirmed, refusesInvitations } from './mailboxes.repo.ts'

/** Where the user who gets it confirms that the mailbox is theirs. */
export const confirmLink = async (
  { db, config }: Pick<Services, 'db' | 'config'>,
  userID: number,
  email: string,
): Promise<string> => config.publicURL + askToConfirmEmail.path.replace(':token', await confirmToken(db, userID, email))

/** Asks whether a mailbox is that of the user who gave it, unless they have another one by now. */
export const confirmMailJob = defineMailJob({
  kind: 'confirm-mail',
  perDay: 5,
  payload: z.object({ userID: z.number(), email: z.string() }),
  goodFor: DAY,
  write: async ({ userID, email }, { db, config }) => {
    if ((await findUnconfirmed(db, userID)) !== email || (await refusesInvitations(db, email))) return undefined
    const link = await confirmLink({ db, config }, userID, email)
    const what = 'Confirm your email address so we can send your invitations, reminders, and security notices:'
    const note = 'Don’t have a Roomfolio account? Ignore this email and nothing else is sent.'
    return {
      to: email,
      subject: 'Confirm your email address for Roomfolio',
      text: `Hello,

${what}

${link}

${note}
`,
      html: htmlMail({
        title: 'Confirm Your Address',
        text: 'Confirm your email address so we can send your invitations, reminders, and security notices.',
        button: { words: 'Confirm', link },
        note,
      }),
    }
  },
})

/** The only mail to an address that is not confirmed, besides a link for a new password and reminders, which ask the same. */
export const askToConfirm = async (jobs: JobQueue, trx: Database, userID: number): Promise<void> => {
  const email = await findUnconfirmed(trx, userID)
  if (email !== undefined) await jobs.addWithin(trx, confirmMailJob, { userID, email })
}
