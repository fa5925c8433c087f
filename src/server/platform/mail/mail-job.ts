import { defineJob, GiveUp, type Job, type JobSpec } from '../jobs/job.ts'
import type { Services } from '../../services.ts'
import { countTry, refundTry } from '../http/throttle.repo.ts'
import { DAY } from '../lib/clock.ts'
import { mailboxOf } from './mailbox.ts'
import { failureOf, type Mail } from './mailer.ts'

interface MailJobSpec<Payload> extends Pick<JobSpec<Payload>, 'kind' | 'payload' | 'goodFor'> {
  /** The most mails of this kind to one mailbox, which may be a stranger's. Further ones are not sent. */
  perDay: number
  /** The mail as it is at this moment to be sent; undefined where none is any more. */
  write: (payload: Payload, services: Services, now: Date) => Promise<Mail | undefined> | Mail
  /** After the mail server took it. */
  sent?: (payload: Payload, services: Services, written: Written) => Promise<void>
  /** Who is notified if the mail server refused the recipient, permanently or in each try; by default an Admin. */
  refused?: (payload: Payload, why: string, services: Services, written: Written) => Promise<void>
}

/** The mail that was sent, and when it was written. */
interface Written {
  mail: Mail
  at: Date
}

/** A mail, by a server that has a mail server. A crash just after it was sent sends it again: twice is better than never. */
export const defineMailJob = <Payload>({ perDay, write, sent, refused, ...spec }: MailJobSpec<Payload>): Job<Payload> =>
  defineJob({
    ...spec,
    runsHere: ({ mail }) => mail !== undefined,
    work: async (payload, { services, signal, isLastTry, log }) => {
      const at = services.clock.now()
      const mail = await write(payload, services, at)
      if (!mail) return
      const { db, clock } = services
      const key = `${spec.kind} ${mailboxOf(mail.to)}`
      const counted = await countTry(db, clock, [{ kind: 'mail', key, limit: perDay, windowMs: DAY, isQuiet: true }])
      if (counted.refusal) return log.warn({ kind: spec.kind }, 'mail not sent: too many to this mailbox today')
      try {
        await services.mail?.send(mail, signal)
      } catch (error) {
        await refundTry(db, counted)
        const { of, why, isFinal } = failureOf(error)
        if (of !== 'recipient' || !(isFinal || isLastTry)) throw error
        if (!refused) throw new GiveUp(why, { cause: error })
        return await refused(payload, why, services, { mail, at })
      }
      await sent?.(payload, services, { mail, at })
    },
  })
