import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { message } from '../contract/message.ts'
import { id, queryID } from '../contract/id.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'
import { line } from '../contract/text.ts'
import { TOPICS } from '../history/event-spec.ts'

/** Webhooks of a project, by Standard Webhooks 1.0.0; docs/operations/webhooks.md describes what they send. */

export const MOST_WEBHOOKS = 10
export const DELIVERIES_SHOWN = 20

export const NOT_AN_ADDRESS = 'Must be an address that begins with https://.'
/** Without a user and password. Plain http is for hosts that the server allows. */
const isAddress = (text: string): boolean => {
  try {
    const { protocol, username, password } = new URL(text)
    return /^https?:$/.test(protocol) && username === '' && password === ''
  } catch {
    return false
  }
}
const address = line(500).check(z.refine(isAddress, { error: NOT_AN_ADDRESS }))
const topics = z
  .array(z.enum(TOPICS, { error: `Must be one of ${TOPICS.join(', ')}.` }), { error: 'Must be a list.' })
  .check(z.minLength(1, { error: 'Choose at least one.' }), z.maxLength(TOPICS.length))

const delivery = z.object({
  deliveryID: id,
  /** Such as 'item.changed', or 'test'. */
  type: z.string(),
  /** Of the latest try. */
  at: z.string(),
  tries: z.number(),
  /** The status of the answer; null if there was none. */
  status: z.nullable(z.number()),
  /** Why it failed; null if it did not. */
  failure: z.nullable(z.string()),
})

const webhook = z.object({
  webhookID: id,
  address: z.string(),
  topics: z.array(z.enum(TOPICS)),
  createdAt: z.string(),
  /** Why it stopped; null while it is on. */
  ended: z.nullable(z.string()),
  /** The latest first. */
  deliveries: z.array(delivery),
})
export type Webhook = z.output<typeof webhook>

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/projectwebhooks',
  summary: "A project's webhooks, each with its latest deliveries",
  access: KEEPS_PROJECTS,
  query: z.strictObject({ projectID: queryID }),
  needs: 'own',
  target: { project: 'projectID' },
  notForTemplates: true,
  status: 200,
  response: z.object({ projectName: z.string(), webhooks: z.array(webhook) }),
})

/** The secret that signs its messages is in this answer only. */
export const createWebhook = endpoint({
  method: 'PUT',
  path: '/webhook',
  summary: 'Send the events of a project to an address',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ projectID: id, address, topics }),
  needs: 'own',
  target: { project: 'projectID' },
  notForTemplates: true,
  status: 201,
  response: z.extend(webhook, { secret: z.string() }),
  problems: ['too_many_webhooks', 'too_many_tries'],
})

export const removeWebhook = endpoint({
  method: 'DELETE',
  path: '/webhook',
  summary: 'Remove a webhook',
  access: KEEPS_PROJECTS,
  query: z.strictObject({ webhookID: queryID }),
  needs: 'own',
  target: { webhook: 'webhookID' },
  status: 200,
  response: message,
})

/** Sends a message of the type 'test' once, and turns a webhook that has stopped on again. */
export const testWebhook = endpoint({
  method: 'POST',
  path: '/testwebhook',
  summary: 'Send a test message to a webhook',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ webhookID: id }),
  needs: 'own',
  target: { webhook: 'webhookID' },
  status: 200,
  response: message,
})

export const shapes = () => ({ Webhook: webhook, WebhookDelivery: delivery })

export const examples = (): ExamplesOf<typeof import('./webhooks.api.ts')> => {
  const made: Webhook = {
    ...{ webhookID: 2, address: 'https://n8n.example.com/webhook/home', topics: ['item', 'task'], ended: null },
    ...{ createdAt: '2026-12-01T16:02:40.000Z', deliveries: [] },
  }
  const sent = {
    deliveryID: 81,
    type: 'item.changed',
    at: '2026-12-02T08:10:12.000Z',
    tries: 1,
    status: 204,
    failure: null,
  }
  return {
    listWebhooks: {
      query: { projectID: 3 },
      response: { projectName: 'Maple Street', webhooks: [{ ...made, deliveries: [sent] }] },
    },
    createWebhook: {
      body: { projectID: 3, address: made.address, topics: ['item', 'task'] },
      response: { ...made, secret: 'whsec_…' },
    },
    removeWebhook: { query: { webhookID: 2 }, response: { message: 'Webhook removed' } },
    testWebhook: { body: { webhookID: 2 }, response: { message: 'Test sent' } },
  }
}
