import { defineJob, GiveUp, type Job, type JobSpec } from '../jobs/job.ts'
import type { Services } from '../services.ts'
import { failureOf, type Mail } from './mailer.ts'

interface MailJobSpec<Payload> extends Pick<JobSpec<Payload>, 'kind' | 'payload' | 'goodFor'> {
  /** The mail as it is now to be sent; undefined where none is any more. */
  write: (payload: Payload, services: Services) => Promise<Mail | undefined> | Mail
  /** After the mail server took it. */
  sent?: (payload: Payload, services: Services) => Promise<void>
  /** Where the mail server refused its recipient, who is told of it then; else an Admin is. */
  refused?: (payload: Payload, why: string, services: Services) => Promise<void>
}

/** A mail, by a server that has a mail server. A crash just after it was sent sends it again: twice is better than never. */
export const defineMailJob = <Payload>({ write, sent, refused, ...spec }: MailJobSpec<Payload>): Job<Payload> =>
  defineJob({
    ...spec,
    runsHere: ({ mail }) => mail !== undefined,
    work: async (payload, { services, signal }) => {
      const mail = await write(payload, services)
      if (!mail) return
      try {
        await services.mail?.send(mail, signal)
      } catch (error) {
        const { of, why } = failureOf(error)
        if (of !== 'recipient') throw error
        if (!refused) throw new GiveUp(why, { cause: error })
        return await refused(payload, why, services)
      }
      await sent?.(payload, services)
    },
  })
