import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { PAGES } from '../../shared/contract/pages.ts'
import { askToEndReminders } from '../../shared/upkeep/reminders.api.ts'
import { DAY } from '../platform/lib/clock.ts'
import { findTaskRows } from './tasks.access.ts'
import { findEndDays } from './upcoming.access.ts'
import { confirmLink } from '../identity/account/confirm-mail.service.ts'
import { htmlMail, type MailList } from '../platform/mail/html-mail.ts'
import { defineMailJob } from '../platform/mail/mail-job.ts'
import { findRecipient, noteRefused, noteSent, tokenOf } from './reminders.repo.ts'
import { whatIsDue } from './due-reminders.ts'
import { dayIn, nextMorning } from './reminder-times.ts'

/** Per list of tasks and of ends; a higher count is shown as 'more than'. */
const MOST_READ = 300

const linesOf = ({ title, lines }: MailList): string =>
  [
    title,
    ...lines.map(
      ({ above, words, below, link }) => `- ${above}: ${words}${below === '' ? '' : ` (${below})`}\n  ${link}`,
    ),
  ].join('\n')

const asSentence = (counts: string): string => `${counts[0]?.toUpperCase()}${counts.slice(1)}.`

const END_MAILS = 'Unsubscribe'

const toUnconfirmed = (counts: string, link: string, end: string) => {
  const what = `${asSentence(counts)} Confirm your email address to see the details here.`
  const note = 'Don’t have a Roomfolio account? Unsubscribe below.'
  return {
    text: `Hello,

${what}

${link}

${note}
${END_MAILS}: ${end}
`,
    html: htmlMail({
      title: 'Coming Up',
      text: what,
      button: { words: 'Confirm', link },
      note,
      end: { words: END_MAILS, link: end },
    }),
  }
}

/**
 * Mails a user what comes up until then in the homes they can read. Planned for one of the user's days, with one mail
 * per day; a server that dies after sending sends it again with the same Message-ID.
 */
export const reminderMailJob = defineMailJob({
  kind: 'reminder-mail',
  perDay: 2,
  payload: z.object({ userID: z.number(), day: z.string() }),
  // By then the next one follows.
  goodFor: 6 * DAY,
  write: async (planned, { db, config }, now) => {
    const { publicURL } = config
    const recipient = await findRecipient(db, planned, now)
    if (!recipient) return undefined
    const { onlooker, greeting, email, weekday, zone, toldDay } = recipient
    const today = dayIn(zone, now)
    const next = dayIn(zone, nextMorning({ weekday, zone }, now))
    const tasks = await findTaskRows(db, onlooker, { after: undefined, limit: MOST_READ })
    const ends = await findEndDays(db, onlooker, { today, coming: { after: undefined, limit: MOST_READ } })
    const due = whatIsDue(tasks, ends.toSorted(byDay), { today, next, toldDay }, publicURL)
    if (!due) return undefined
    const token = await tokenOf(db, recipient)
    const { counts, homes, more } = due
    const areAllRead = tasks.length < MOST_READ && ends.length < MOST_READ
    const others = more === 0 ? '' : `And ${more}${areAllRead ? '' : ' or'} more.`
    const all = `${publicURL}${PAGES.comingUp.path}`
    const end = publicURL + askToEndReminders.path.replace(':token', token)
    const envelope = {
      to: email,
      subject: `Coming up: ${counts}`,
      // Identical for every try on this day.
      messageID: `<${createHash('sha256').update(`${token} ${planned.day}`).digest('hex').slice(0, 32)}@${new URL(publicURL).hostname}>`,
      unsubscribe: end,
    }
    // It may be the mailbox of a stranger, who is mailed nothing that the user wrote.
    if (!recipient.isConfirmed) {
      const link = await confirmLink({ db, config }, planned.userID, email)
      return { ...envelope, ...toUnconfirmed(counts, link, end) }
    }
    const why = `You’ll get at most one of these a week. Change the day in My Account, or use the calendar on Coming Up.`
    return {
      ...envelope,
      text: `Hello ${greeting},

${counts}.

${homes.map(linesOf).join('\n\n')}
${others === '' ? '' : `\n${others}\n`}
Everything coming up: ${all}

${why}
${END_MAILS}: ${end}
`,
      html: htmlMail({
        title: 'Coming Up',
        text: asSentence(counts),
        lists: homes,
        ...(others !== '' && { others }),
        button: { words: 'See Everything', link: all },
        note: why,
        end: { words: END_MAILS, link: end },
      }),
    }
  },
  sent: (planned, { db }, { at }) => noteSent(db, planned, at),
  refused: (planned, why, { db, clock }, { mail }) => noteRefused(db, clock, planned, { to: mail.to, why }),
})

const byDay = (one: { day: string }, other: { day: string }): number =>
  one.day < other.day ? -1 : one.day > other.day ? 1 : 0
