import { randomUUID } from 'node:crypto'
import {
  createWebhook,
  listWebhooks,
  NOT_AN_ADDRESS,
  removeWebhook,
  testWebhook,
} from '../../../shared/sharing/webhooks.api.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { isAllowedHost } from '../../platform/http/security/send-to-address.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Services } from '../../services.ts'
import { webhookJob } from './webhook-job.ts'
import * as webhooks from './webhooks.repo.ts'

export const webhookRoutes = (serve: Serve, { db, clock, config, jobs }: Services): void => {
  serve(listWebhooks, ({ actor, query }) => webhooks.listWebhooks(db, actor, query.projectID))

  serve(createWebhook, ({ actor, body, request }) => {
    const url = new URL(body.address)
    if (url.protocol === 'http:' && !isAllowedHost(url, config.webhookAllow))
      throw new AppError('invalid_input', { fields: { address: NOT_AN_ADDRESS } })
    return webhooks.createWebhook(db, clock, actor, { ...body, address: url.href }, request)
  })

  serve(removeWebhook, async ({ actor, query, request }) => {
    await webhooks.removeWebhook(db, clock, actor, query.webhookID, request)
    return { message: 'Webhook removed' }
  })

  serve(testWebhook, async ({ actor, body: { webhookID } }) => {
    await webhooks.turnOn(db, actor, webhookID)
    await jobs.addUnlessThere(webhookJob, { webhookID, test: randomUUID() }, `webhook test ${webhookID}`)
    return { message: 'Test sent' }
  })
}
