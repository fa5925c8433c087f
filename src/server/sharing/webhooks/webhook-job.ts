import { Webhook } from 'standardwebhooks'
import * as z from 'zod/mini'
import { HOUR, MINUTE, SECOND } from '../../platform/lib/clock.ts'
import { postTo, Unreachable } from '../../platform/http/security/send-to-address.ts'
import { defineJob, TheirFailure } from '../../platform/jobs/job.ts'
import { letOthersGoFirst } from '../../platform/jobs/jobs.repo.ts'
import { VERSION } from '../../platform/lib/version.ts'
import * as webhooks from './webhooks.repo.ts'

/** Limits how long a silent address delays other messages. */
const SLOW = SECOND
/** How many messages of an owner are sent before those of others. */
const A_TURN = 20
/** After each failure in a row no message goes to the address for so long. */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]
const GONE = 410
const SAID_GONE = 'The address says it no longer exists (410).'
const NO_DELIVERY = 'No message arrived for more than a day.'

/** Sends an event or a test message to a webhook (docs/operations/webhooks.md). A trigger adds the jobs of events. */
export const webhookJob = defineJob({
  kind: 'webhook',
  payload: z.object({ webhookID: z.number(), eventID: z.optional(z.number()), test: z.optional(z.string()) }),
  pauses: PAUSES,
  atOnce: 4,
  work: async ({ webhookID, eventID, test = '' }, { services: { db, clock, config }, signal, isLastTry }) => {
    const message =
      eventID === undefined
        ? await webhooks.testMessage(db, clock, webhookID, test)
        : await webhooks.messageOfEvent(db, webhookID, eventID)
    if (!message) return
    const { address, secret, messageID, body } = message
    const now = clock.now()
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': `Roomfolio/${VERSION}`,
      'webhook-id': messageID,
      'webhook-timestamp': String(Math.floor(now.getTime() / SECOND)),
      'webhook-signature': new Webhook(secret).sign(messageID, now, body),
    }
    const began = performance.now()
    const sent = postTo(new URL(address), { headers, body, allowedHosts: config.webhookAllow }, signal)
    const result = await sent.then(
      (status) => ({ status, failure: status >= 200 && status < 300 ? null : `Answered ${status}.` }),
      (error: unknown) => {
        signal.throwIfAborted()
        if (error instanceof Unreachable) return { status: null, failure: error.message }
        throw error
      },
    )
    await webhooks.noteTry(db, clock, webhookID, message, result)
    // Other owners' messages go first, so a silent address, or many messages, delay only their own owner.
    const isTurnOver = eventID !== undefined && eventID % A_TURN === 0
    if (isTurnOver || result.status === null || performance.now() - began > SLOW)
      await letOthersGoFirst(db, clock, await webhooks.webhooksOfItsOwner(db, webhookID))
    if (result.failure === null) return webhooks.noteArrival(db, clock, webhookID)
    if (result.status === GONE) return webhooks.endWebhook(db, webhookID, SAID_GONE)
    if (eventID === undefined) return
    const pause = await webhooks.pauseWebhook(db, clock, webhookID, { began: now, pauses: PAUSES })
    // The failure is shown to its owner, not to admins: the server works.
    if (pause === undefined) return webhooks.endWebhook(db, webhookID, NO_DELIVERY)
    if (!isLastTry) throw new TheirFailure(result.failure, pause)
  },
})
